"""Continuations of fixed positions, counted by an independent program."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NotRequired, TypedDict, TypeVar, cast

import pytest

from charlemagne import Side, State, apply, legal_moves
from support import position

pytestmark = pytest.mark.rules


class Row(TypedDict):
    """A position and the counts of its continuations."""

    position: str
    depths: NotRequired[dict[str, int]]
    to_end: NotRequired[int]
    points_ns: NotRequired[int]
    points_ew: NotRequired[int]


ROWS = cast(
    "list[Row]",
    json.loads(Path(__file__).with_name("perft.json").read_text(encoding="utf-8"))["rows"],
)
TO_DEPTH = [
    (row["position"], int(depth), count)
    for row in ROWS
    for depth, count in row.get("depths", {}).items()
]
TO_END = [row for row in ROWS if "to_end" in row]

Totals = tuple[int, int, int]
T = TypeVar("T")


def to_depth(state: State, depth: int) -> int:
    """How many sequences of exactly so many moves there are within the hand."""
    moves = legal_moves(state)
    if depth <= 1:
        return len(moves) if depth else 1
    return sum(to_depth(apply(state, move), depth - 1) for move in moves)


def to_end(state: State) -> Totals:
    """How many ways the hand can go to its end, and the points of NS and EW over all of them."""
    if state.to_move is None:
        points = 0 if state.result is None else state.result.points
        ours = state.result is not None and state.result.side is Side.NS
        return (1, points if ours else 0, 0 if ours else points)
    ends, north_south, east_west = 0, 0, 0
    for move in legal_moves(state):
        more, ns, ew = to_end(apply(state, move))
        ends, north_south, east_west = ends + more, north_south + ns, east_west + ew
    return ends, north_south, east_west


def split(state: State, count: Callable[[State], T]) -> dict[str, T]:
    """The count after each first move, for a look at where two counts part."""
    return {str(move): count(apply(state, move)) for move in legal_moves(state)}


def reading(text: str) -> str:
    """The name of a test: the rules and the moves of a position."""
    return f"{text.split(maxsplit=1)[0]}: {text.split('|')[2].strip()}"


@pytest.mark.parametrize(
    ("text", "depth", "count"),
    TO_DEPTH,
    ids=[f"{reading(text)} ({depth})" for text, depth, _ in TO_DEPTH],
)
def test_perft_to_a_depth(text: str, depth: int, count: int) -> None:
    """The sequences of so many moves are as many as were counted."""
    state = position(text)
    found = to_depth(state, depth)
    assert found == count, split(state, lambda after: to_depth(after, depth - 1))


@pytest.mark.parametrize("row", TO_END, ids=[reading(row["position"]) for row in TO_END])
def test_perft_to_the_end_of_the_hand(row: Row) -> None:
    """The complete continuations, and the points over all of them, are as were counted."""
    state = position(row["position"])
    counted = (row["to_end"], row["points_ns"], row["points_ew"])
    assert to_end(state) == counted, split(state, to_end)


def test_perft_holds_positions_of_every_kind() -> None:
    """The table counts auctions, exchanges and the ends of every kind of contract."""
    readings = {row["position"].split()[0] for row in ROWS}
    assert len(readings) >= 6
    assert len(TO_DEPTH) >= 30
    contracts = {str(position(row["position"]).contract) for row in TO_END}
    assert contracts >= {"5", "6", "8", "M", "C", "GM"}
