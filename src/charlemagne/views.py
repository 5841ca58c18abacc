"""What a seat may know of a state: built up from what is its own or lies open, never cut down."""

from __future__ import annotations

from typing import TypeAlias, final

import attrs

from charlemagne.cards import CARDS, JOKERS, Card, CardSet, Suit, card_set
from charlemagne.contracts import Contract
from charlemagne.deals import Trick
from charlemagne.engine import moves_before_play
from charlemagne.moves import Discard, GiveCard, Hidden, Move, plays
from charlemagne.rules import Rules
from charlemagne.scoring import HandResult
from charlemagne.seats import SEATS, Seat, Side
from charlemagne.state import ALL_CARDS, Calls, Phase, State, moves_of
from charlemagne.texts import ShowsFields, require
from charlemagne.tricks import Order, may_play, shown_void

Void: TypeAlias = frozenset[Suit | Card]


@final
@attrs.frozen(repr=False)
class View(ShowsFields):
    """What one seat, or a spectator, may know of a state.

    What is kept by seat is a tuple in the order N E S W, which a `Seat` indexes.

    Attributes:
        seat: Whose view it is, None for a spectator's.
        rules: The house rules.
        phase: What the hand has come to.
        to_move: The seat on move, None when the hand is over.
        dealer: The seat that dealt.
        scores: The points of NS and of EW, with those of the hand once it is over.
        hand: The seat's own cards, with the kitty once it has taken it; the partner of a bidder
            who plays alone still sees the hand that it laid away. Empty for a spectator.
        calls: The calls, each with its seat.
        contract: The contract, None before the auction is over and when all have passed.
        bidder: The seat that plays the contract, None while there is none.
        trump: The trump suit, None before it is named and in a Mulot.
        partner_out: The bidder's partner when the bidder plays alone, else None.
        asked: The card that the bidder asked for by name, else None.
        trick: The cards on the table, each with its seat.
        tricks: The tricks that have been won.
        tricks_won: The tricks that each seat has won.
        shown: For each seat its hand if that lies open, else None.
        cards_left: The number of cards in each hand.
        discards: What this seat has discarded, None if it has not.
        given: The card that this seat gave its partner, None if it gave none.
        received: The card that this seat was given by its partner, None if it was given none.
        moves: The moves of the hand; `Hidden` for those whose cards this seat may not know.
        legal_moves: The seat's legal moves, empty when it is not on move.
        voids: For each other seat the suits, with a Mulot's jokers as cards, that it has shown in
            its plays that it cannot hold; the little jack and the jokers count as trumps.
        unseen: The cards of the pack that this seat cannot place: not in its hand, not played,
            not shown, not its discards, not the card that it gave.
        result: How the hand ended, None before it has and when it was passed out.
        winner: The side that has won the game, None before.
    """

    seat: Seat | None
    rules: Rules
    phase: Phase
    to_move: Seat | None
    dealer: Seat
    scores: tuple[int, int]
    hand: CardSet
    calls: Calls
    contract: Contract | None
    bidder: Seat | None
    trump: Suit | None
    partner_out: Seat | None
    asked: Card | None
    trick: tuple[tuple[Seat, Card], ...]
    tricks: tuple[Trick, ...]
    tricks_won: tuple[int, int, int, int]
    shown: tuple[CardSet | None, CardSet | None, CardSet | None, CardSet | None]
    cards_left: tuple[int, int, int, int]
    discards: CardSet | None
    given: Card | None
    received: Card | None
    moves: tuple[Move | Hidden, ...]
    legal_moves: tuple[Move, ...]
    voids: tuple[Void, Void, Void, Void]
    unseen: CardSet
    result: HandResult | None
    winner: Side | None

    def to_dict(self) -> dict[str, object]:
        """Give the view in plain values, to be sent as JSON.

        Returns:
            The fields by name. Cards, moves, seats and the like are their texts, sets and tuples
            are lists, tricks and the result are dicts.

        >>> from charlemagne import deal
        >>> sent = view(deal(seed=7), Seat.EAST).to_dict()
        >>> sent["to_move"], sent["hand"]
        ('E', ['TC', 'QC', 'AD', 'QH', 'AH', '7S', '8S', '9S'])
        >>> sent["cards_left"], sent["trump"]
        ([8, 8, 8, 8], None)
        """
        return _plain_fields(self)


def _plain_fields(value: View | Trick | HandResult) -> dict[str, object]:
    names = [field.name for field in attrs.fields(type(value))]
    return {name: _plain(getattr(value, name)) for name in names}


def _plain(value: object) -> object:
    """Give a value as JSON has it."""
    match value:
        case None | bool() | int():
            return value
        case Trick() | HandResult():
            return _plain_fields(value)
        case tuple() | CardSet():
            return [_plain(item) for item in value]
        case frozenset():
            return sorted(str(item) for item in value)
        case _:
            return str(value)


def view(state: State, seat: Seat | None) -> View:
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
    require(state, State, "a State")
    if seat is not None and not isinstance(seat, Seat):
        msg = f"a view is a Seat's, or a spectator's with None, not that of {seat!r}"
        raise TypeError(msg)
    terms = state._terms
    own = -1 if seat is None else seat.__index__()
    contract = state.contract
    is_bidder = contract is not None and own == terms.bidder
    is_partner = contract is not None and own == terms.partner
    hand = terms.hands[own] & state._left if own >= 0 else 0
    discards = terms.discards if is_bidder else 0
    given = terms.given if is_partner else -1
    received = terms.given if is_bidder else -1
    return View(
        seat=seat,
        rules=terms.rules,
        phase=state.phase,
        to_move=state.to_move,
        dealer=state.dealer,
        scores=state.scores,
        hand=card_set(hand),
        calls=state.calls,
        contract=contract,
        bidder=state.bidder,
        trump=state.trump,
        partner_out=state.partner_out,
        asked=state.asked,
        trick=state.trick,
        tricks=state.tricks,
        tricks_won=state.tricks_won,
        shown=_shown(state),
        cards_left=_cards_left(state),
        discards=card_set(discards) if discards else None,
        given=CARDS[given] if given >= 0 else None,
        received=CARDS[received] if received >= 0 else None,
        moves=_moves(state, sees_discards=is_bidder, sees_gift=is_bidder or is_partner),
        legal_moves=_legal_moves(state, hand) if 0 <= own == state._to_move else (),
        voids=_voids(state, own),
        unseen=_unseen(state, hand | discards | (1 << given if given >= 0 else 0)),
        result=state.result,
        winner=state.winner,
    )


def _shown(state: State) -> tuple[CardSet | None, CardSet | None, CardSet | None, CardSet | None]:
    """Give the hands that lie open (rules `gros-mulot`, `gros-charlemagne`)."""
    north, east, south, west = [
        card_set(state._terms.hands[seat] & state._left) if seat in state.shown else None
        for seat in SEATS
    ]
    return north, east, south, west


def _cards_left(state: State) -> tuple[int, int, int, int]:
    north, east, south, west = [(cards & state._left).bit_count() for cards in state._terms.hands]
    return north, east, south, west


def _moves(state: State, *, sees_discards: bool, sees_gift: bool) -> tuple[Move | Hidden, ...]:
    """Give the moves of the hand, with the secret ones hidden from those who may not see them."""
    seen: list[Move | Hidden] = []
    for move in moves_of(state._history):
        match move:
            case Discard() if not sees_discards:
                seen.append(Hidden(Discard))
            case GiveCard() if not sees_gift:
                seen.append(Hidden(GiveCard))
            case _:
                seen.append(move)
    return tuple(seen)


def _legal_moves(state: State, hand: int) -> tuple[Move, ...]:
    """Give the moves of a seat on move, from its own hand and what everybody knows."""
    terms = state._terms
    if terms.order is not None:
        return plays(may_play(terms.order, hand, state._led))
    return moves_before_play(
        state._phase, terms.rules, terms.calls, terms.contract, hand, state.asked
    )


def _unseen(state: State, own: int) -> CardSet:
    """Give the cards that neither are a seat's own nor have come to light."""
    terms = state._terms
    placed = own | ALL_CARDS & ~state._left
    for seat in state.shown:
        placed |= terms.hands[seat]
    return card_set(terms.rules.pack.cards._mask & ~placed)


def _voids(state: State, own: int) -> tuple[Void, Void, Void, Void]:
    """Give what each other seat has shown, by not following, that it does not hold."""
    terms = state._terms
    order = terms.order
    missing = [0, 0, 0, 0]
    if order is not None:
        for leader, cards in state._rounds():
            seat = leader
            for card in cards:
                missing[seat] |= shown_void(order, cards[0], card) if seat != own else 0
                seat = terms.after[seat]
    north, east, south, west = [_void(order, state, mask) for mask in missing]
    return north, east, south, west


def _void(order: Order | None, state: State, missing: int) -> Void:
    """Name the suits, and a Mulot's jokers, that lie wholly within some cards."""
    if order is None or not missing:
        return frozenset()
    found: list[Suit | Card] = [suit for suit in Suit if not order.suits[suit] & ~missing]
    if state.trump is None and missing & JOKERS & state.rules.pack.cards._mask:
        found += [Card.LOW_JOKER, Card.HIGH_JOKER]
    return frozenset(found)
