"""Settle a dispute about the rules: find where two readings part on one hand, and who says what.

Run it as `python examples/settle_dispute.py`, with two readings and the file of a record behind it
for a dispute of your own: `python examples/settle_dispute.py canadian korean game.txt`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from charlemagne import Hidden, Rules, parse_position, why_illegal
from charlemagne.records import Difference, Record, first_difference

# North bid a Mulot and led the eight of hearts. East has no heart, and kept the high joker. West's
# seven made North take the trick, which fails the Mulot. Had East to play the joker?
DISPUTE = """\
charlemagne-record 1
rules english
hand W | N:8C 9C JC 7D 8H 9H 8S 9S E:7C TC QC KC KD QS KS HI \
S:8D TD QD KH AH 7S TS LO W:AC JD AD 7H TH JH JS AS K:9D QH | M P P P 8H KC 7H
"""


def explain(rules: Rules, said: str, found: Difference) -> None:
    """Print what holds under one reading, and the sentences behind it."""
    print(f"Under {rules}: {said}")
    for line in rules.describe().splitlines():
        if line.partition(":")[0] in found.rules:
            print(f"  {line}")


def refuse(rules: Rules, record: Record, found: Difference) -> None:
    """Print why the move that was made is refused under a reading, if it is."""
    state = parse_position(f"{rules} {found.position.partition(' ')[2]}")
    for move in record.hands[found.hand - 1].moves[found.move : found.move + 1]:
        refused = None if isinstance(move, Hidden) else why_illegal(state, move)
        if refused is not None:
            print(f"{state.to_move} played {move}. Under {rules}: {refused.message}")


def settle(ours: Rules, theirs: Rules, record: Record) -> None:
    """Print where two readings part on a record."""
    found = first_difference(ours, theirs, record)
    if found is None:
        print(f"{ours} and {theirs} agree on all of it.")
        return
    print(f"The readings part in hand {found.hand}, after {found.move} moves: {found.what}.")
    print(f"What makes the difference: {', '.join(found.fields)}.")
    explain(ours, found.ours, found)
    explain(theirs, found.theirs, found)
    if found.what == "legal moves":
        for rules in (ours, theirs):
            refuse(rules, record, found)


def main(arguments: list[str]) -> None:
    ours, theirs, *files = arguments or ["canadian", "english"]
    text = Path(files[0]).read_text(encoding="utf-8") if files else DISPUTE
    read = Record.from_json if text.lstrip().startswith("{") else Record.from_text
    settle(Rules.parse(ours), Rules.parse(theirs), read(text))


if __name__ == "__main__":
    if len(sys.argv) not in {1, 3, 4}:
        sys.exit("usage: python examples/settle_dispute.py [RULES RULES [FILE]]")
    try:
        main(sys.argv[1:])
    except (OSError, ValueError) as error:  # no file, no rules, or no record
        sys.exit(str(error))
