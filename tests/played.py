"""Play random hands with whichever build is imported, and write down all that it says of them.

A script that `test_compiled.py` runs once in each build:

    played.py (compiled | pure) play FOLDER HANDS
    played.py (compiled | pure) load FOLDER

`pure` reads the sources even where there are compiled modules. What was said goes into a text of
the build's name, a line for each block of hands; some whole hands go into a pickle, which the other
build loads.
"""

from __future__ import annotations

import hashlib
import pickle
import random
import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path


class SourcesAlone:
    """Finds the modules of the package as sources, as if nothing were compiled."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: object = None) -> object:
        if path is None or not name.startswith("charlemagne."):
            return None
        return FileFinder(path[0], (SourceFileLoader, [".py"])).find_spec(name)


if sys.argv[1] == "pure":
    sys.meta_path.insert(0, SourcesAlone)  # type: ignore[arg-type]  # what it gives is a spec

# ruff: noqa: E402 - which build is imported had to be settled first

from charlemagne import (
    Move,
    Seat,
    State,
    View,
    apply,
    build_info,
    legal_moves,
    parse_position,
    position_text,
    score,
    view,
    why_illegal,
)
from charlemagne.moves import ASKS, BIDS, GIFTS, PASS, PLAYS, TAKE_KITTY, TRUMPS
from charlemagne.testing import _Dice, _nth_hand, _some_rules

BLOCK = 100
LOOKERS = [*Seat, None]
TRIED: list[Move] = [PASS, *BIDS, TAKE_KITTY, *ASKS, *GIFTS, *TRUMPS, *PLAYS]


def said_of(state: State, luck: random.Random) -> str:
    """What the engine says of a state: its text, and of one in ten all the rest."""
    told = [position_text(state), " ".join(map(str, legal_moves(state)))]
    if luck.random() < 0.1:
        tried, by = luck.choice(TRIED), luck.choice(LOOKERS)
        seen = view(state, by)
        told += [
            repr(legal_moves(state)),
            repr(why_illegal(state, tried)),
            repr(why_illegal(state, tried, by=by)),
            repr(score(state)),
            repr((state.shown, state.tricks_won, state.tricks, state.trick, state.kitty)),
            repr(seen),
        ]
    return "\n".join(told)


def play(name: str, folder: Path, hands: int) -> None:
    luck = random.Random(2026)
    kept = []
    with Path(folder, f"{name}.txt").open("w", encoding="utf-8") as written:
        for number in range(0, hands, BLOCK):
            digest = hashlib.sha256()
            for place in range(BLOCK):
                dice = _Dice(luck)
                states = list(_nth_hand(dice, _some_rules(dice, {}), number + place))
                for state in states:
                    digest.update(said_of(state, luck).encode())
            kept += [(position_text(state), state, view(state, Seat.EAST)) for state in states]
            written.write(f"hands from {number}: {digest.hexdigest()}\n")
    Path(folder, f"{name}.pickle").write_bytes(pickle.dumps(kept))


def load(name: str, folder: Path) -> None:
    other = "compiled" if name == "pure" else "pure"
    kept: list[tuple[str, State, View]] = pickle.loads(Path(folder, f"{other}.pickle").read_bytes())
    for text, state, seen in kept:
        assert (position_text(state), state) == (text, parse_position(text))
        assert hash(state) == hash(parse_position(text))
        assert seen == view(state, Seat.EAST)
        assert legal_moves(state) == legal_moves(parse_position(text))
        for move in legal_moves(state)[:1]:
            assert apply(state, move) == apply(parse_position(text), move)
    print(len(kept))


def main() -> None:
    name, task, folder, *hands = sys.argv[1:]
    assert build_info().compiled == (name == "compiled")
    if task == "play":
        play(name, Path(folder), int(hands[0]))
    else:
        load(name, Path(folder))


if __name__ == "__main__":
    main()
