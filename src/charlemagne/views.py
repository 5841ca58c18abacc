"""What a seat may know of a state: built up from what is its own or lies open, never cut down."""

from __future__ import annotations

from typing import Final, NoReturn, TypeAlias, final

import attrs

from charlemagne.any_state import AnyState
from charlemagne.cards import CARDS, JOKERS, Card, CardSet, Suit, card_set
from charlemagne.choices import plays
from charlemagne.deals import Trick
from charlemagne.engine import moves_before_play
from charlemagne.moves import Hidden, Move
from charlemagne.scoring import HandResult
from charlemagne.seats import SEATS, Seat
from charlemagne.state import as_state
from charlemagne.table import ALL_CARDS, PLAY, History, Phase, Table, Terms
from charlemagne.texts import quoted
from charlemagne.tricks import Order, may_play, shown_void

Void: TypeAlias = frozenset[Suit | Card]
ShownHands: TypeAlias = tuple[CardSet | None, CardSet | None, CardSet | None, CardSet | None]

_FIELDS: Final = (
    "seat",
    "rules",
    "phase",
    "to_move",
    "dealer",
    "scores",
    "hand",
    "calls",
    "contract",
    "bidder",
    "trump",
    "partner_out",
    "asked",
    "trick",
    "tricks",
    "tricks_won",
    "shown",
    "cards_left",
    "discards",
    "given",
    "received",
    "moves",
    "legal_moves",
    "voids",
    "unseen",
    "result",
    "winner",
)


@final
class View(Table):
    """What one seat, or a spectator, may know of a state.

    Views come from `view` and never change; two are equal when all that they tell is. A view keeps
    what is public and the seat's own cards, and works out the rest when it is asked for. What is
    kept by seat is a tuple in the order N E S W, which a `Seat` indexes.
    """

    __slots__ = ("_cards_left", "_discards", "_gift", "_hand", "_open", "_seat")

    def __init__(
        self,
        terms: Terms,
        phase: Phase,
        to_move: int,
        history: History,
        left: int,
        count: int,
        led: int,
        best: int,
        taker: int,
        won: int,
        seat: int,
        hand: int,
        discards: int,
        gift: int,
        shown: int,
        cards_left: tuple[int, int, int, int],
    ) -> None:
        super().__init__(terms, phase, to_move, history, left, count, led, best, taker, won)
        self._seat = seat
        self._hand = hand
        self._discards = discards
        # The card that came to the bidder, if the seat gave or received it.
        self._gift = gift
        # The bidder's hand if it lies open, else -1.
        self._open = shown
        self._cards_left = cards_left

    def __init_subclass__(cls) -> NoReturn:
        msg = "View cannot be subclassed"
        raise TypeError(msg)

    @property
    def seat(self) -> Seat | None:
        """Whose view it is, None for a spectator's."""
        return None if self._seat < 0 else SEATS[self._seat]

    @property
    def hand(self) -> CardSet:
        """The seat's own cards, with the kitty once it has taken it; empty for a spectator.

        The partner of a bidder who plays alone still sees the hand that it laid away.
        """
        return card_set(self._hand)

    @property
    def shown(self) -> ShownHands:
        """For each seat its hand if that lies open, else None."""
        hand = None if self._open < 0 else card_set(self._open)
        north, east, south, west = [hand if seat is self.bidder else None for seat in SEATS]
        return north, east, south, west

    @property
    def cards_left(self) -> tuple[int, int, int, int]:
        """The number of cards in each hand."""
        return self._cards_left

    @property
    def discards(self) -> CardSet | None:
        """What this seat has discarded, None if it has not."""
        return card_set(self._discards) if self._discards else None

    @property
    def given(self) -> Card | None:
        """The card that this seat gave its partner, None if it gave none."""
        gave = self._gift >= 0 and self._seat != self._terms.bidder
        return CARDS[self._gift] if gave else None

    @property
    def received(self) -> Card | None:
        """The card that this seat was given by its partner, None if it was given none."""
        received = self._gift >= 0 and self._seat == self._terms.bidder
        return CARDS[self._gift] if received else None

    @property
    def moves(self) -> tuple[Move | Hidden, ...]:
        """The moves of the hand; `Hidden` for those whose cards this seat may not know."""
        return tuple(self._moves_turned_up(self._gift, self._discards))

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The seat's legal moves, empty when it is not on move."""
        if self._to_move < 0 or self._seat != self._to_move:
            return ()
        terms = self._terms
        if self._phase is PLAY:
            assert terms.order is not None, "play has begun"
            return plays(may_play(terms.order, self._hand, self._led))
        return moves_before_play(
            self._phase, terms.rules, terms.calls, terms.contract, self._hand, self.asked
        )

    @property
    def voids(self) -> tuple[Void, Void, Void, Void]:
        """For each other seat the suits that it has shown in its plays that it cannot hold.

        A Mulot's jokers stand among them as cards; the little jack and the jokers count as trumps.
        """
        missing = [0, 0, 0, 0]
        order = self._terms.order
        if order is not None:
            for leader, cards in self._rounds():
                seat = leader
                for card in cards:
                    if seat != self._seat:
                        missing[seat] |= shown_void(order, cards[0], card)
                    seat = self._terms.after[seat]
        north, east, south, west = [_void(order, self, cards) for cards in missing]
        return north, east, south, west

    @property
    def unseen(self) -> CardSet:
        """The cards of the pack that this seat cannot place.

        They are not in its hand, not played, not shown, not its discards, not the card that it
        gave.
        """
        placed = self._hand | self._discards | ALL_CARDS & ~self._left
        if self._gift >= 0:
            placed |= 1 << self._gift
        if self._open >= 0:
            placed |= self._open
        return card_set(self._terms.rules.pack.cards._mask & ~placed)

    def to_dict(self) -> dict[str, object]:
        """Give the view in plain values, to be sent as JSON.

        Returns:
            What the view tells, by name. Cards, moves, seats and the like are their texts, sets
            and tuples are lists, tricks and the result are dicts.

        >>> from charlemagne import deal
        >>> sent = view(deal(seed=7), Seat.EAST).to_dict()
        >>> sent["to_move"], sent["hand"]
        ('E', ['TC', 'QC', 'AD', 'QH', 'AH', '7S', '8S', '9S'])
        >>> sent["cards_left"], sent["trump"]
        ([8, 8, 8, 8], None)
        """
        return {name: _plain(getattr(self, name)) for name in _FIELDS}

    def _told(self) -> tuple[object, ...]:
        """Give all that the view tells."""
        return tuple([getattr(self, name) for name in _FIELDS])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._told() == other._told()

    def __hash__(self) -> int:
        return hash((self._seat, self._phase, self._hand, self._history))

    def __repr__(self) -> str:
        told = zip(_FIELDS, self._told(), strict=True)
        return f"View({', '.join([f'{name}={value!r}' for name, value in told])})"

    def __copy__(self) -> View:
        return self

    def __deepcopy__(self, memo: object) -> View:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        public = (
            self._terms,
            self._phase,
            self._to_move,
            self._history,
            self._left,
            self._count,
            self._led,
            self._best,
            self._taker,
            self._won,
        )
        own = (
            self._seat,
            self._hand,
            self._discards,
            self._gift,
            self._open,
            self._cards_left,
        )
        return (View, (*public, *own))


def _plain(value: object) -> object:
    """Give a value as JSON has it."""
    match value:
        case None | bool() | int():
            return value
        case Trick() | HandResult():
            names = [field.name for field in attrs.fields(type(value))]
            return {name: _plain(getattr(value, name)) for name in names}
        case tuple() | CardSet():
            return [_plain(item) for item in value]
        case frozenset():
            return sorted(str(item) for item in value)
        case _:
            return str(value)


def _void(order: Order | None, table: Table, missing: int) -> Void:
    """Name the suits, and a Mulot's jokers, that lie wholly within some cards."""
    if order is None or not missing:
        return frozenset()
    found: list[Suit | Card] = [suit for suit in Suit if not order.suits[suit] & ~missing]
    if table.trump is None and missing & JOKERS & table.rules.pack.cards._mask:
        found += [Card.LOW_JOKER, Card.HIGH_JOKER]
    return frozenset(found)


def view(state: AnyState, seat: Seat | None) -> View:
    """Give what a seat may know of a state.

    Args:
        state: The state.
        seat: The seat, None for a spectator, who sees what lies open.

    Returns:
        The view. Two states that differ only in what the seat may not know give equal views.

    Raises:
        TypeError: The arguments are no state, or no seat.

    >>> from charlemagne import deal
    >>> seen = view(deal(seed=7), Seat.EAST)
    >>> len(seen.hand), len(seen.unseen), len(seen.legal_moves)
    (8, 26, 9)
    """
    now = as_state(state)
    if seat is not None and not isinstance(seat, Seat):
        msg = f"a view is a Seat's, or a spectator's with None, not that of {quoted(seat)}"
        raise TypeError(msg)
    own = -1 if seat is None else seat._place
    terms = now._terms
    held = now._held
    left = now._left
    north, east, south, west = held.hands
    has_bidder = now.contract is not None
    is_bidder = has_bidder and own == terms.bidder
    is_partner = has_bidder and own == terms.partner
    return View(
        terms,
        now._phase,
        now._to_move,
        now._history,
        left,
        now._count,
        now._led,
        now._best,
        now._taker,
        now._won,
        own,
        held.hands[own] & left if own >= 0 else 0,
        held.discards if is_bidder else 0,
        held.given if is_bidder or is_partner else -1,
        held.hands[terms.bidder] & left if now._lies_open() else -1,
        (
            (north & left).bit_count(),
            (east & left).bit_count(),
            (south & left).bit_count(),
            (west & left).bit_count(),
        ),
    )
