"""One hand as it is kept: its deal, as far as it is known, its moves, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias, final

import attrs

from charlemagne.cards import CARDS, Card, CardSet, Suit, card_set, read_card
from charlemagne.contracts import Contract
from charlemagne.dealing import deal
from charlemagne.deals import (
    HAND_SIZE,
    Deal,
    Hands,
    Trick,
    deal_parts,
    hands_of,
    read_deal,
    tricks_of,
    whole_set,
)
from charlemagne.engine import (
    apply,
    leader_and_turn,
    legal_moves,
    next_caller,
    trick_size,
)
from charlemagne.errors import InvalidDeal, NotationError
from charlemagne.moves import (
    KINDS,
    AskPartner,
    Bid,
    Discard,
    GiveCard,
    Hidden,
    Move,
    NameTrump,
    Pass,
    Play,
    read_move,
)
from charlemagne.rules import RedealBy, Rules
from charlemagne.scoring import HandResult, hand_result
from charlemagne.seats import SEATS, Seat
from charlemagne.state import State
from charlemagne.table import PLAY, Calls
from charlemagne.texts import SCORES_BELOW, quoted, require, words
from charlemagne.tricks import order_of, rounds
from charlemagne.views import View, view

Moves: TypeAlias = tuple[Move | Hidden, ...]
_UNKNOWN = "?"


@final
@attrs.frozen(repr=False)
class KnownDeal:
    """What somebody knows of a deal: the cards whose place in it has come to light.

    Attributes:
        hands: The known cards of N, E, S and W, of eight each.
        kitty: The known cards of the kitty.
        kitty_size: The cards that the kitty was dealt, none or two.

    Raises:
        InvalidDeal: A card stands twice, more cards are known than were dealt, or all are.
        TypeError: Something among them is no card.
    """

    hands: Hands = attrs.field(converter=hands_of)
    kitty: CardSet = attrs.field(converter=whole_set)
    kitty_size: int = attrs.field()

    def __attrs_post_init__(self) -> None:
        if type(self.kitty_size) is not int or self.kitty_size not in {0, 2}:
            msg = f"a kitty is dealt 2 cards, or none, not {quoted(self.kitty_size)}"
            raise InvalidDeal(msg)
        seen = 0
        for label, cards, size in self._parts():
            if len(cards) > size:
                msg = f"{label} has {len(cards)} cards; {size} were dealt"
                raise InvalidDeal(msg)
            if seen & cards._mask:
                msg = f"{card_set(seen & cards._mask)} is dealt twice"
                raise InvalidDeal(msg)
            seen |= cards._mask
        if seen.bit_count() == 4 * HAND_SIZE + self.kitty_size:
            msg = "nothing of this deal is unknown: it is a Deal"
            raise InvalidDeal(msg)

    def _parts(self) -> Iterator[tuple[str, CardSet, int]]:
        """Give the known cards of each seat and of the kitty, with how many they were dealt."""
        sizes = [*[HAND_SIZE] * len(SEATS), self.kitty_size]
        return zip("NESWK", (*self.hands, self.kitty), sizes, strict=True)

    def __str__(self) -> str:
        written = [
            f"{label}:{' '.join([*map(str, cards), *[_UNKNOWN] * (size - len(cards))])}"
            for label, cards, size in self._parts()
            if size
        ]
        return " ".join(written)

    def __repr__(self) -> str:
        return f"<KnownDeal {self}>"


def read_known_deal(text: str, offset: int) -> Deal | KnownDeal:
    """Read a deal, or what is known of one, that stands at `offset` of a longer text."""
    if _UNKNOWN not in text:
        return read_deal(text, offset)
    masks = []
    parts = deal_parts(text, offset)
    seen = 0
    for (part, place), label, size in zip(parts, "NESWK", (8, 8, 8, 8, 2), strict=False):
        mask = _read_known_cards(part, place)
        count = sum(1 for _ in words(part))
        if count != size:
            raise NotationError(f"{label} has {count} cards; {size} were dealt", place)
        if seen & mask:
            raise NotationError(f"{card_set(seen & mask)} is dealt twice", place)
        seen |= mask
        masks.append(card_set(mask))
    kitty = masks[4] if len(masks) > 4 else card_set(0)
    return KnownDeal((masks[0], masks[1], masks[2], masks[3]), kitty, 2 * (len(masks) > 4))


def _read_known_cards(text: str, offset: int) -> int:
    """Read cards among which some are unknown."""
    mask = 0
    for word, place in words(text):
        if word != _UNKNOWN:
            bit = 1 << read_card(word, offset + place)._index
            if mask & bit:
                raise NotationError(f"'{word}' stands twice", offset + place)
            mask |= bit
    return mask


def read_known_move(text: str, offset: int) -> Move | Hidden:
    """Read a move, or a hidden one, that stands at `offset` of a longer text."""
    for hidden in (Hidden(Discard), Hidden(GiveCard)):
        if text == str(hidden):
            return hidden
    return read_move(text, offset)


def known_deal(state: State, seat: Seat | None) -> Deal | KnownDeal:
    """Give what a seat, or a spectator, knows of the deal by what has happened.

    A card that has come to light is placed where it was dealt only if that is known too: once the
    bidder has taken the kitty or a card, nobody else can tell which of its cards it was dealt.

    Args:
        state: The state, with what has happened.
        seat: The seat, None for a spectator.

    Returns:
        The deal itself when nothing of it is unknown.
    """
    seen = view(state, seat)
    dealt = state.deal
    hands = [_known_hand(state, seen, other) for other in SEATS]
    took_kitty = seat is not None and seat is state.bidder and not state.kitty
    kitty = dealt.kitty if took_kitty else card_set(0)
    if [*hands, kitty] == [*dealt.hands, dealt.kitty]:
        return dealt
    return KnownDeal((hands[0], hands[1], hands[2], hands[3]), kitty, len(dealt.kitty))


def _known_hand(state: State, seen: View, other: Seat) -> CardSet:
    """Give the cards that a view's owner knows another seat to have been dealt."""
    if seen.seat is other:
        return state.deal.hands[other]
    played = card_set(state._held.hands[other] & ~state._left)
    came_to_light = played | (seen.shown[other] or card_set(0))
    if other is not state.bidder:
        gift = seen.received if seen.seat is other.partner else None
        return came_to_light if gift is None else came_to_light | CardSet([gift])
    if state.kitty != state.deal.kitty:
        return card_set(0)
    if not any(isinstance(move, GiveCard) for move in state.moves):
        return came_to_light
    return card_set(0) if seen.given is None else came_to_light - CardSet([seen.given])


@final
@attrs.frozen
class Course:
    """The course of a hand, as far as its moves tell it without the cards that are hidden.

    Attributes:
        calls: The calls, each with its seat.
        contract: The contract, None before the auction is over and when all have passed.
        bidder: The seat that plays it, None while there is none.
        exchange: The moves between the auction and the play, each with its seat.
        took_kitty: Whether the bidder has taken the kitty.
        trump: The trump suit, None before it is named and in a Mulot.
        tricks: The tricks that have been won.
        trick: The cards on the table, each with its seat.
        over: Whether the hand has ended.
    """

    calls: Calls
    contract: Contract | None
    bidder: Seat | None
    exchange: tuple[tuple[Seat, Move | Hidden], ...]
    took_kitty: bool
    trump: Suit | None
    tricks: tuple[Trick, ...]
    trick: tuple[tuple[Seat, Card], ...]
    over: bool

    @property
    def tricks_won(self) -> tuple[int, int, int, int]:
        """The tricks that each seat has won, N E S W."""
        winners = [trick.winner for trick in self.tricks]
        north, east, south, west = [winners.count(seat) for seat in SEATS]
        return north, east, south, west

    def plays(self, rules: Rules) -> Iterator[tuple[Seat, Card]]:
        """Give the cards that have been played, each with its seat."""
        if self.contract is not None and self.bidder is not None:
            _, after = leader_and_turn(rules, self.contract, self.bidder.__index__())
            for trick in self.tricks:
                seat = trick.leader.__index__()
                for card in trick.cards:
                    yield SEATS[seat], card
                    seat = after[seat]
        yield from self.trick

    def result(self, rules: Rules) -> HandResult | None:
        """Give how the hand ended, None before it has and when it was passed out."""
        if not self.over or self.contract is None or self.bidder is None:
            return None
        return hand_result(rules, self.contract, self.bidder, self.tricks_won)

    def next_dealer(self, rules: Rules, dealer: Seat) -> Seat:
        """Give who deals after the hand (rules `deal`, `bid.passed-out`)."""
        again = self.contract is None and rules.redeal_by is RedealBy.SAME_DEALER
        return dealer if again else dealer.next


class OutOfPlace(NotationError):
    """A move of a kind that cannot come where it stands.

    Args:
        message: What is wrong.
        move: The number of the move in the hand, the first being 1.
    """

    move: int

    def __init__(self, message: str, move: int) -> None:
        super().__init__(f"move {move}, {message}")
        self.move = move

    def __reduce__(self) -> tuple[object, ...]:
        return (OutOfPlace, (str(self).partition(", ")[2], self.move))


def course(rules: Rules, dealer: Seat, moves: Moves) -> Course:
    """Follow a hand by its moves alone, hidden ones among them.

    Args:
        rules: The rules.
        dealer: The seat that dealt.
        moves: The moves, as far as they are known.

    Raises:
        OutOfPlace: The moves are of kinds that cannot come in this order.
    """
    calls, bidder, called = _auction(rules, dealer, moves)
    if not called or bidder < 0:
        if len(moves) > len(calls):
            raise _out_of_place(moves, len(calls), "to be made: the hand is over")
        return Course(calls, None, None, (), False, None, (), (), called)
    contract = max(call.contract for _, call in calls if isinstance(call, Bid))
    exchange, took_kitty = _exchange(rules, dealer, moves, calls)
    begun = len(calls) + len(exchange)
    played = _played(rules, moves, begun)
    trump = next((move.suit for _, move in exchange if isinstance(move, NameTrump)), None)
    tricks, trick, over = _play(rules, contract, bidder, trump, played)
    over_after = sum(len(won.cards) for won in tricks)
    if over and len(played) > over_after:
        raise _out_of_place(moves, begun + over_after, "to be played: the hand is over")
    end = (trump, tricks, trick, over)
    return Course(calls, contract, SEATS[bidder], exchange, took_kitty, *end)


def _out_of_place(moves: Moves, place: int, wanted: str) -> OutOfPlace:
    """Make the error for a move of a kind that does not come here."""
    return OutOfPlace(f"{moves[place]}, is not {wanted}", place + 1)


def _played(rules: Rules, moves: Moves, first: int) -> list[Card]:
    """Give the cards that are played, from a move on."""
    played: dict[Card, None] = {}
    for place, move in enumerate(moves[first:], first):
        if not isinstance(move, Play):
            raise _out_of_place(moves, place, "a card played")
        if move.card not in rules.pack.cards:
            raise _out_of_place(moves, place, "in the pack")
        if move.card in played:
            raise _out_of_place(moves, place, "to be played: it has been")
        played[move.card] = None
    return list(played)


def _auction(rules: Rules, dealer: Seat, moves: Moves) -> tuple[Calls, int, bool]:
    """Give the calls, the seat of the highest bid, and whether the auction is over."""
    calls: Calls = ()
    bidder = -1
    highest: Contract | None = None
    caller = dealer.next.__index__()
    for place, move in enumerate(moves):
        if caller < 0:
            return calls, bidder, True
        if not isinstance(move, Pass | Bid):
            raise _out_of_place(moves, place, "a call")
        if isinstance(move, Bid):
            if highest is not None and move.contract <= highest:
                raise _out_of_place(moves, place, f"above {highest}")
            highest = move.contract
            bidder = caller
        calls = (*calls, (SEATS[caller], move))
        caller = next_caller(rules, calls, bidder)
    return calls, bidder, caller < 0


def _exchange(
    rules: Rules, dealer: Seat, moves: Moves, calls: Calls
) -> tuple[tuple[tuple[Seat, Move | Hidden], ...], bool]:
    """Give the moves between the auction and the play, and whether the kitty has been taken.

    What kinds of moves these are does not hang on the cards, so that a hand of other cards can be
    played along with them.
    """
    cards = list(rules.pack.cards)
    hands = [cards[first : first + HAND_SIZE] for first in range(0, 4 * HAND_SIZE, HAND_SIZE)]
    state = deal(rules, cards=Deal(hands, CardSet(cards[4 * HAND_SIZE :])), dealer=dealer)
    for _, call in calls:
        state = apply(state, call)
    found: list[tuple[Seat, Move | Hidden]] = []
    for place in range(len(calls), len(moves)):
        seat = state.to_move
        if seat is None or state.phase is PLAY:
            break
        state = apply(state, _stand_in(state, moves, place))
        found.append((seat, moves[place]))
    return tuple(found), state.kitty != state.deal.kitty


def _stand_in(state: State, moves: Moves, place: int) -> Move:
    """Find a legal move like one that is hidden, or whose cards are not those at hand."""
    move = moves[place]
    kind = move.kind if isinstance(move, Hidden) else type(move)
    alike = [choice for choice in legal_moves(state) if type(choice) is kind]
    fitting = alike
    if isinstance(move, AskPartner):
        # Where a card may be asked for by name there is more than one request.
        fitting = alike if move.card is None or len(alike) > 1 else []
    elif isinstance(move, NameTrump):
        fitting = [move] if alike else []
    elif isinstance(move, Discard):
        count = len(move.cards)
        fitting = [m for m in alike if isinstance(m, Discard) and len(m.cards) == count]
    if not fitting:
        raise _out_of_place(moves, place, f"asked for in the phase {state.phase}")
    return fitting[0]


def _play(
    rules: Rules, contract: Contract, bidder: int, trump: Suit | None, played: list[Card]
) -> tuple[tuple[Trick, ...], tuple[tuple[Seat, Card], ...], bool]:
    """Give the tricks that have been won, the cards on the table, and whether the hand is over."""
    order = order_of(trump, rules.nine_high, rules.joker_forced)
    leader, after = leader_and_turn(rules, contract, bidder)
    size = trick_size(contract)
    table = rounds(order, after, leader, size, [card._index for card in played])
    tricks = tricks_of(table, order, after, size)
    for place, trick in enumerate(tricks, 1):
        broken = contract.is_solo and (trick.winner is SEATS[bidder]) is contract.is_mulot
        if place == HAND_SIZE or (broken and rules.stop_when_broken):
            return tricks[:place], (), True
    on_table: list[tuple[Seat, Card]] = []
    if len(table) > len(tricks):
        seat, cards = table[-1]
        for index in cards:
            on_table.append((SEATS[seat], CARDS[index]))
            seat = after[seat]
    return tricks, tuple(on_table), False


def _checked_moves(moves: Iterable[Move | Hidden]) -> Moves:
    """Check that the moves of a hand are moves."""
    listed = tuple(moves)
    for move in listed:
        if type(move) not in KINDS:
            require(move, Hidden, "a move or a Hidden one")
    return listed


def _are_counts(*counts: object) -> bool:
    """Say whether these are numbers that can be written and read."""
    return all(type(count) is int and 0 <= count < SCORES_BELOW for count in counts)


def require_scores(scores: object) -> None:
    """Refuse what is not the points of the two sides."""
    if not (isinstance(scores, tuple) and len(scores) == 2 and _are_counts(*scores)):
        msg = f"scores are a tuple of two ints (NS, EW) from 0 up, not {quoted(scores)}"
        raise NotationError(msg)


@final
@attrs.frozen
class RecordedHand:
    """A hand of a game as it is kept.

    Attributes:
        dealer: The seat that dealt.
        deal: The cards as they were dealt, or what is known of them.
        moves: The moves, some of them hidden in a public record.
        result: How the hand ended, None before it has and when it was passed out.
        scores: The points of NS and of EW after the hand, None before it has ended.
    """

    dealer: Seat = attrs.field()
    deal: Deal | KnownDeal = attrs.field()
    moves: Moves = attrs.field(converter=_checked_moves)
    result: HandResult | None = attrs.field(default=None)
    scores: tuple[int, int] | None = attrs.field(default=None)

    def __attrs_post_init__(self) -> None:
        require(self.dealer, Seat, "a Seat that deals")
        require(self.deal, Deal | KnownDeal, "a Deal")
        require(self.result, HandResult | None, "a HandResult or None")
        result = self.result
        if result is not None and not _are_counts(result.tricks, result.points):
            msg = f"tricks and points are ints from 0 up, unlike those of {quoted(result)}"
            raise NotationError(msg)
        if self.scores is not None:
            require_scores(self.scores)

    @property
    def is_public(self) -> bool:
        """Whether something of the hand is hidden."""
        return isinstance(self.deal, KnownDeal) or any(isinstance(m, Hidden) for m in self.moves)


def recorded(state: State) -> RecordedHand:
    """Give the hand that a state has come to, to be kept."""
    over = state.to_move is None
    return RecordedHand(
        state.dealer, state.deal, state.moves, state.result, state.scores if over else None
    )


def seen_by(state: State, seat: Seat | None) -> RecordedHand:
    """Give the hand that a state has come to, as a seat or a spectator may keep it."""
    return attrs.evolve(
        recorded(state), deal=known_deal(state, seat), moves=view(state, seat).moves
    )


def result_text(result: HandResult) -> str:
    """Write a result in one line, such as `5 S 6 made NS 5`."""
    outcome = "made" if result.made else "failed"
    return (
        f"{result.contract} {result.bidder} {result.tricks} {outcome} {result.side} {result.points}"
    )
