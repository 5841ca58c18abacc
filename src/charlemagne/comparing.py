"""Where two readings of the rules part, on one and the same hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, final

import attrs

from charlemagne.dealing import deal
from charlemagne.engine import legal_moves
from charlemagne.errors import CharlemagneError, InvalidDeal
from charlemagne.moves import Hidden
from charlemagne.notation import make_move
from charlemagne.recorded import KnownDeal, RecordedHand
from charlemagne.rules import RULE_OF, Rules
from charlemagne.seats import SEATS
from charlemagne.state import State, state_text
from charlemagne.table import GAME_OVER

# Hand, move, what differs, and what holds under the two readings.
_Parting: TypeAlias = tuple[int, int, str, str, str, str]


@final
@attrs.frozen
class Difference:
    """The first point of a record at which two readings of the rules part.

    Attributes:
        hand: The number of the hand, the first being 1.
        move: How many moves of the hand had been made.
        what: What differs: `deal`, `scores`, `to move`, `legal moves`, `open hands` or
            `next dealer`.
        ours: What holds under the first reading.
        theirs: What holds under the second.
        fields: The fields of `Rules` that make the difference.
        rules: The ids of the rules that these fields belong to.
        position: The position before it, under the first reading, as text; of a deal that cannot
            be dealt under both, the text of the deal.
    """

    hand: int
    move: int
    what: str
    ours: str
    theirs: str
    fields: tuple[str, ...]
    rules: tuple[str, ...]
    position: str


def first_parting(
    ours: Rules, theirs: Rules, hands: Sequence[RecordedHand], start: tuple[int, int]
) -> Difference | None:
    """Play the hands of a record under two readings, and give the first point where they part.

    Args:
        ours: The first reading.
        theirs: The second.
        hands: The hands as they were dealt and played.
        start: The points of NS and of EW before the first hand.

    Returns:
        The difference, None if the readings agree on all of it, or until the game is over.

    Raises:
        InvalidDeal: Something is hidden in the record, or neither reading can deal a hand of it.
        IllegalMove: A move is legal under neither reading.
    """
    found = _part(ours, theirs, hands, start)
    if found is None:
        return None
    differing = ours.differences(theirs)
    decisive = tuple(
        field
        for field in differing
        if _parts_alike(ours, field, getattr(theirs, field), hands, start, found)
    )
    fields = decisive or tuple(differing)
    hand, move, what, mine, others, position = found
    cited = tuple(dict.fromkeys(RULE_OF[field] for field in fields))
    return Difference(hand, move, what, mine, others, fields, cited, position)


def _parts_alike(
    ours: Rules,
    field: str,
    value: object,
    hands: Sequence[RecordedHand],
    start: tuple[int, int],
    found: _Parting,
) -> bool:
    """Whether the readings would part at the same point if they differed in one field alone."""
    change: Callable[..., Rules] = attrs.evolve
    try:
        alone = _part(ours, change(ours, **{field: value}), hands, start)
    except CharlemagneError:
        return False
    return alone is not None and alone[:3] == found[:3]


def _part(
    ours: Rules, theirs: Rules, hands: Sequence[RecordedHand], start: tuple[int, int]
) -> _Parting | None:
    """Give the first point at which two readings part, None if they do not."""
    scores = start
    for number, hand in enumerate(hands, 1):
        mine, others = _dealt(ours, hand, scores), _dealt(theirs, hand, scores)
        if isinstance(mine, str) or isinstance(others, str):
            if isinstance(mine, str) and isinstance(others, str):
                msg = f"hand {number}: {mine}"
                raise InvalidDeal(msg)
            return number, 0, "deal", _dealable(mine), _dealable(others), str(hand.deal)
        for made, move in enumerate(hand.moves):
            differing = _first_differing(mine, others)
            if differing is not None:
                return number, made, *differing, state_text(mine)
            if isinstance(move, Hidden):
                msg = f"hand {number}, move {made + 1} is hidden, and cannot be replayed"
                raise InvalidDeal(msg)
            place = f"hand {number}, move {made + 1}"
            mine, others = make_move(mine, move, place), make_move(others, move, place)
        differing = _first_differing(mine, others)
        if differing is not None:
            return number, len(hand.moves), *differing, state_text(mine)
        if mine.phase is GAME_OVER:
            break
        scores = mine.scores
    return None


def _dealt(rules: Rules, hand: RecordedHand, scores: tuple[int, int]) -> State | str:
    """Deal a hand of a record, or say why it cannot be dealt under these rules."""
    if isinstance(hand.deal, KnownDeal):
        return "some of its cards are hidden, and it cannot be replayed"
    try:
        return deal(rules, cards=hand.deal, dealer=hand.dealer, scores=scores)
    except InvalidDeal as error:
        return str(error)


def _dealable(dealt: State | str) -> str:
    return dealt if isinstance(dealt, str) else "it can be dealt"


def _first_differing(mine: State, others: State) -> tuple[str, str, str] | None:
    """Compare two states of one hand, and give the first fact in which they differ."""
    for what, say in _FACTS.items():
        said = say(mine), say(others)
        if said[0] != said[1]:
            return what, *said
    return None


def _turn(state: State) -> str:
    return f"{state.to_move or 'nobody'}, {state.phase}"


def _legal(state: State) -> str:
    return " ".join(map(str, legal_moves(state)))


def _open_hands(state: State) -> str:
    return " ".join(str(seat) for seat in SEATS if seat in state.shown) or "none"


def _scores(state: State) -> str:
    return "{}-{}".format(*state.scores)


def _next_dealer(state: State) -> str:
    return str(state.next_dealer or "nobody")


_FACTS: Mapping[str, Callable[[State], str]] = {
    "scores": _scores,
    "to move": _turn,
    "legal moves": _legal,
    "open hands": _open_hands,
    "next dealer": _next_dealer,
}
