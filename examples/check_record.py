"""Read a record and check it: print what is wrong with it, or the game that it holds.

Run it as `python examples/check_record.py FILE`. Without a file it checks a record of its own, once
as it is and once with a mistake put in.
"""

from __future__ import annotations

import sys
from pathlib import Path

from charlemagne.records import Problem, Record, problems, replay

BUILT_IN = """\
charlemagne-record 1
rules canadian
start 18-19
player S bot 3
hand E | N:7D TD 7H 9H TS KS AS HI E:8C QC KD TH JH QH AH JS S:9C 8D 9D JD QD AD 7S 8S \
W:TC KC AC 8H KH 9S QS LO K:7C JC | M P P P 8S 9S JS 8C 9C TC 8H JH AD QC QD KC QS AH 7S KH QH JD \
LO KD 8D AC TH 9D | M S 0 made NS 15 | 33-19
"""


def tell_problem(problem: Problem) -> None:
    """Print a fault, and what would have been legal."""
    print(f"  {problem.message}")
    if problem.legal_moves:
        print(f"  legal there: {' '.join(map(str, problem.legal_moves))}")


def tell_game(record: Record) -> None:
    """Print the hands of a record, each in a line."""
    for seat, name in record.players.items():
        print(f"  {seat} is {name}")
    for number, hand in enumerate(record.hands, 1):
        result = hand.result
        if hand.scores is None:
            print(f"  hand {number}: not over, {len(hand.moves)} moves")
        elif result is None:
            print(f"  hand {number}: passed out")
        else:
            made = "made" if result.made else "failed"
            print(f"  hand {number}: {result.contract.title} by {result.bidder} {made}", end=", ")
            print(f"{result.side} score {result.points}")
    if record.is_public:
        print("  some of it is hidden, so it cannot be replayed")
    elif record.hands:
        *_, last = replay(record)
        print(f"  NS {last.scores[0]}, EW {last.scores[1]}; winner: {last.winner or 'nobody yet'}")


def check(name: str, source: bytes) -> bool:
    """Print what is to be said of a record, and give whether it is right."""
    found = problems(source)
    print(f"{name}: {f'{len(found)} wrong' if found else 'right'}")
    for problem in found:
        tell_problem(problem)
    if not found:
        text = source.decode()
        is_json = text.lstrip().startswith("{")
        tell_game(Record.from_json(text) if is_json else Record.from_text(text))
    return not found


def main(arguments: list[str]) -> int:
    if arguments:
        right = [check(name, Path(name).read_bytes()) for name in arguments]
        return 0 if all(right) else 1
    check("built in", BUILT_IN.encode())
    # In the second trick South held a club, and should have followed.
    check("with a mistake", BUILT_IN.replace("JS 8C 9C", "JS 8C AD").encode())
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except OSError as error:
        sys.exit(f"cannot read {error.filename}: {error.strerror}")
