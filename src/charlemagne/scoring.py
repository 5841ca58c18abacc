"""Results and points."""

from __future__ import annotations

from typing import final

import attrs

from charlemagne.contracts import Contract
from charlemagne.rules import Rules
from charlemagne.seats import SIDES, Seat, Side
from charlemagne.texts import ShowsFields


@final
@attrs.frozen(repr=False)
class HandResult(ShowsFields):
    """How a hand ended (rule `score`).

    Attributes:
        contract: The contract.
        bidder: The seat that bid it.
        tricks: The tricks that the bidder's side took.
        made: Whether the contract was made.
        side: The side that scores.
        points: The points that it scores.
    """

    contract: Contract
    bidder: Seat
    tricks: int
    made: bool
    side: Side
    points: int


@final
@attrs.frozen(repr=False)
class Score(ShowsFields):
    """Where a game stands (rules `score`, `target`).

    Attributes:
        scores: The points of NS and of EW, with those of the hand once it is over.
        result: How the hand ended, None before it has and when it was passed out.
        winner: The side that has won the game, None before.
    """

    scores: tuple[int, int]
    result: HandResult | None
    winner: Side | None


def hand_result(
    rules: Rules, contract: Contract, bidder: Seat, tricks_won: tuple[int, ...]
) -> HandResult:
    """Give the result of a hand that has ended (rule `score`).

    Args:
        rules: The rules, for what the contract is worth.
        contract: The contract.
        bidder: The seat that bid it.
        tricks_won: The tricks of each seat.
    """
    tricks = tricks_won[bidder] + tricks_won[bidder.partner]
    made, side, points = settle(rules, contract, bidder.__index__(), tricks)
    return HandResult(contract, bidder, tricks, made, SIDES[side], points)


def settle(rules: Rules, contract: Contract, bidder: int, tricks: int) -> tuple[bool, int, int]:
    """Give whether a contract is made, the side that scores, and its points (rule `score`).

    Args:
        rules: The rules, for what the contract is worth.
        contract: The contract.
        bidder: The seat that bid it.
        tricks: The tricks of the bidder's side.
    """
    made = tricks in contract.tricks
    worth, forfeit = rules.values[contract]
    return made, bidder % 2 if made else 1 - bidder % 2, worth if made else forfeit


def add_result(scores: tuple[int, int], result: HandResult | None) -> tuple[int, int]:
    """Add the points of a hand to the scores; a passed-out hand has none (`bid.passed-out`)."""
    if result is None:
        return scores
    ns, ew = scores
    return (ns + result.points, ew) if result.side is Side.NS else (ns, ew + result.points)


def game_winner(rules: Rules, scores: tuple[int, int]) -> Side | None:
    """Give the side that has reached the target, None if neither has (rule `target`)."""
    for side in SIDES:
        if scores[side] >= rules.target:
            return side
    return None
