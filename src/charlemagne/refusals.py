"""Why a move is refused: the reason, the rule, and a sentence for the player who made it."""

from __future__ import annotations

import enum
from typing import final

import attrs

from charlemagne.cards import CardSet
from charlemagne.errors import CharlemagneError
from charlemagne.moves import Move


@final
class Reason(enum.StrEnum):
    """The kinds of refusal; of several that apply, the first in this order is given.

    >>> str(Reason.MUST_FOLLOW)
    'MUST_FOLLOW'
    """

    GAME_OVER = "GAME_OVER"
    HAND_OVER = "HAND_OVER"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    WRONG_PHASE = "WRONG_PHASE"
    NOT_IN_PACK = "NOT_IN_PACK"
    NOT_HELD = "NOT_HELD"
    BID_TOO_LOW = "BID_TOO_LOW"
    MUST_BID = "MUST_BID"
    MAY_NOT_ASK = "MAY_NOT_ASK"
    MUST_GIVE_NAMED = "MUST_GIVE_NAMED"
    WRONG_COUNT = "WRONG_COUNT"
    MUST_FOLLOW = "MUST_FOLLOW"
    MUST_PLAY_JOKER = "MUST_PLAY_JOKER"


@final
@attrs.frozen
class Violation:
    """Why a move is not legal, said to the seat that made it.

    It never holds a card that this seat cannot see.

    Attributes:
        reason: The kind of refusal.
        rule: The id of the rule that the move breaks.
        move: The move.
        message: What is wrong and what would have been legal.
    """

    reason: Reason
    rule: str
    move: Move
    message: str

    def __str__(self) -> str:
        return self.message


@final
class IllegalMove(CharlemagneError, ValueError):
    """A move that the rules do not allow; the state that it was tried on is as it was.

    Attributes:
        violation: The reason, the rule, the move, and the message that `str` gives.
    """

    violation: Violation

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation.message)
        self.violation = violation

    def __reduce__(self) -> tuple[object, ...]:
        return (IllegalMove, (self.violation,))


def listed(cards: CardSet, joined: str = "and") -> str:
    """Name cards in a sentence: `9H`, `9H and KH`, `9H, TH and KH`."""
    names = [str(card) for card in cards]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {joined} {names[-1]}"
