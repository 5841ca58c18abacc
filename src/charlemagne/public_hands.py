"""A hand of which some is hidden: what came of it, and whether it can have been played so."""

from __future__ import annotations

from charlemagne.cards import Card, card_set, mask_of
from charlemagne.deals import HAND_SIZE, Deal
from charlemagne.engine import trick_size
from charlemagne.errors import InvalidDeal
from charlemagne.moves import AskPartner, Discard, GiveCard, Hidden, Move, Play
from charlemagne.recorded import Course, KnownDeal, OutOfPlace, RecordedHand, course
from charlemagne.rules import Rules
from charlemagne.scoring import HandResult
from charlemagne.seats import SEATS, Seat
from charlemagne.tricks import may_play, order_of


def public_outcome(rules: Rules, hand: RecordedHand) -> tuple[bool, HandResult | None, Seat | None]:
    """Give whether a hand is over, its result and the next dealer, from what is not hidden.

    Args:
        rules: The rules.
        hand: The hand.

    Raises:
        InvalidDeal: The deal is not one of the rules' pack, or could not be known so well.
        OutOfPlace: A move cannot have been made, whatever it is that is hidden.
    """
    _require_pack(rules, hand)
    seen = course(rules, hand.dealer, hand.moves)
    held = _Held(rules, hand, seen)
    plays = list(seen.plays(rules))
    played = [(seat, Play(card)) for seat, card in plays]
    for place, (seat, move) in enumerate([*seen.exchange, *played], len(seen.calls) + 1):
        held.make(place, seat, move)
    _require_followed(rules, seen, plays, held)
    return seen.over, seen.result(rules), seen.next_dealer(rules, hand.dealer)


def _require_pack(rules: Rules, hand: RecordedHand) -> None:
    """Refuse a deal that is not of the rules' pack, or that could not be known so well."""
    dealt = hand.deal
    kitty = dealt.kitty_size if isinstance(dealt, KnownDeal) else len(dealt.kitty)
    known = frozenset().union(*dealt.hands, dealt.kitty)
    if kitty != rules.pack.kitty_size or not known <= rules.pack.cards:
        msg = f"these rules play with {len(rules.pack.cards)} cards, and this is no deal of them"
        raise InvalidDeal(msg)
    # Only in a pack without a kitty can everything be known to somebody who saw no discards.
    if isinstance(dealt, Deal) and (kitty or Hidden(GiveCard) in hand.moves):
        msg = "nothing of the deal is hidden, but a move is"
        raise InvalidDeal(msg)


class _Held:
    """What each seat is known to have held at one time or another of a hand, as masks of cards.

    Every move adds to it, until a seat would have to have held more cards than came to it.
    """

    def __init__(self, rules: Rules, hand: RecordedHand, seen: Course) -> None:
        self._pack = rules.pack.cards
        self._dealt = [mask_of(held) for held in hand.deal.hands]
        self._kitty = mask_of(hand.deal.kitty)
        self.cards = list(self._dealt)
        self._sizes = [HAND_SIZE] * len(SEATS)
        self._bidder = seen.bidder
        self._asked: tuple[int, Card] | None = None
        # What the bidder has laid away, None once some of that is hidden.
        self.discards: int | None = 0
        self._hidden_gift = False
        if seen.bidder is not None and seen.took_kitty:
            self.cards[seen.bidder] |= self._kitty
            self._sizes[seen.bidder] += rules.pack.kitty_size

    def make(self, place: int, seat: Seat, move: Move | Hidden) -> None:
        """Refuse a move that its seat cannot have made with the cards that came to it.

        Args:
            place: The number of the move, the first being 1.
            seat: The seat that makes it.
            move: The move.
        """
        match move:
            case AskPartner(Card() as card):
                self._ask(place, seat, card)
            case GiveCard(card):
                self._give(place, seat, card)
            case Hidden(kind) if kind is GiveCard:
                self._give_unseen(place, seat)
            case Hidden(kind) if kind is Discard:
                self.discards = None
            case Discard(cards):
                for card in cards:
                    self._hold(place, seat, card)
                self.discards = mask_of(cards)
            case Play(card):
                if self.discards and seat is self._bidder and self.discards >> card._index & 1:
                    raise OutOfPlace(f"{card}: {seat} has discarded it (hand)", place)
                self._hold(place, seat, card)
            case _:
                pass

    def _hold(self, place: int, seat: Seat, card: Card) -> None:
        """Add a card that a seat must have held, unless it cannot have (rule `hand`)."""
        if card not in self._pack:
            raise OutOfPlace(f"{card}: these rules play without it (pack)", place)
        bit = 1 << card._index
        if self.cards[seat] & bit:
            return
        dealt_to = [other for other in SEATS if self._dealt[other] & bit]
        if self._hidden_gift and seat is self._bidder and dealt_to == [seat.partner]:
            self._hidden_gift = False
        elif dealt_to or self._kitty & bit:
            other = str(dealt_to[0]) if dealt_to else "the kitty"
            raise OutOfPlace(f"{card}: it was dealt to {other} (hand)", place)
        known = self.cards[seat].bit_count()
        if known == self._sizes[seat]:
            said = f"{card}: {seat} had {known} other cards, which are all known (hand)"
            raise OutOfPlace(said, place)
        self.cards[seat] |= bit
        if self._asked is not None and self._asked[1] == card and seat is self._bidder:
            raise _holds_what_it_asks_for(*self._asked, seat)

    def _ask(self, place: int, seat: Seat, card: Card) -> None:
        """Take a request for a card that the bidder does not hold (rule `named-card`)."""
        if card not in self._pack:
            raise OutOfPlace(f"A:{card}: these rules play without it (pack)", place)
        if self.cards[seat] >> card._index & 1:
            raise _holds_what_it_asks_for(place, card, seat)
        self._asked = place, card

    def _give(self, place: int, seat: Seat, card: Card) -> None:
        """Pass a card to the bidder, the one that was asked for if it is there."""
        self._hold(place, seat, card)
        if self._asked is not None and self._asked[1] != card:
            asked = self._asked[1]
            if self.cards[seat] >> asked._index & 1:
                said = f">{card}: {seat} holds {asked}, which was asked for (named-card)"
                raise OutOfPlace(said, place)
        else:
            self._asked = None
        self._sizes[seat.partner] += 1
        self.cards[seat.partner] |= 1 << card._index

    def _give_unseen(self, place: int, seat: Seat) -> None:
        """Pass a hidden card to the bidder; if the one asked for is there, it is that one."""
        if self._asked is not None and self.cards[seat] >> self._asked[1]._index & 1:
            self._give(place, seat, self._asked[1])
        else:
            self._asked = None
            self._hidden_gift = True
            self._sizes[seat.partner] += 1


def _holds_what_it_asks_for(place: int, card: Card, seat: Seat) -> OutOfPlace:
    """Make the error for a request that no bidder may make (rule `named-card`)."""
    return OutOfPlace(f"A:{card}: {seat} holds it, and may not ask for it (named-card)", place)


def _require_followed(
    rules: Rules, seen: Course, plays: list[tuple[Seat, Card]], known: _Held
) -> None:
    """Refuse a card that does not follow although its seat is known to have held one that does.

    A seat is known to hold what it plays later, and the known cards that came to it, unless it may
    have discarded them.
    """
    order = order_of(seen.trump, rules.nine_high, rules.joker_forced)
    begun = len(seen.calls) + len(seen.exchange)
    held = [0, 0, 0, 0]
    for seat, card in plays:
        held[seat] |= 1 << card._index
    for seat in SEATS:
        if seat is not seen.bidder:
            held[seat] |= known.cards[seat]
        elif known.discards is not None:
            held[seat] |= known.cards[seat] & ~known.discards
    size = trick_size(seen.contract) if seen.contract is not None else 1
    led = -1
    for place, (seat, card) in enumerate(plays):
        if place % size == 0:
            led = -1
        right = may_play(order, held[seat], led)
        if not right >> card._index & 1:
            rule = "play.follow" if right & order.follow[led] else "mulot.jokers"
            said = f"{card}: {seat} holds {card_set(right)} ({rule})"
            raise OutOfPlace(said, begun + place + 1)
        held[seat] &= ~(1 << card._index)
        if led < 0:
            led = card._index
