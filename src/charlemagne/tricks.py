"""Which suit a card belongs to, what may be played to a trick, and who wins it.

Everything here works on one hand and on public facts, so that a state and a view use the same
code. Which cards are trumps, and where the little jack belongs, is decided here and nowhere else.
Cards are numbers in pack order and sets of cards are masks.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final, final

from charlemagne.cards import HIGH_JOKER, JOKERS, LOW_JOKER, PACK_SIZE, Rank, Suit

_JACK: Final = Rank.JACK.__index__()
_NINE: Final = Rank.NINE.__index__()


@final
class Order:
    """The order of the cards under one trump, or under none, as tables built once.

    It is no value and so no attrs class: there is one for each trump and reading, and every step
    looks into it.

    Attributes:
        suits: The cards of each suit in pack order, as they belong together in play; the little
            jack and the jokers are trumps.
        follow: For each card that may be led, the cards that follow it.
        beaters: For each card that is winning a trick, the cards that would win it from it.
        forced: The cards of which one must be played by a seat that cannot follow.
        key: What the order was built from.
    """

    __slots__ = ("beaters", "follow", "forced", "key", "suits")

    def __init__(
        self,
        suits: tuple[int, ...],
        follow: tuple[int, ...],
        beaters: tuple[int, ...],
        forced: int,
        key: tuple[Suit | None, bool, bool],
    ) -> None:
        self.suits: tuple[int, ...] = suits
        self.follow: tuple[int, ...] = follow
        self.beaters: tuple[int, ...] = beaters
        self.forced: int = forced
        self.key: tuple[Suit | None, bool, bool] = key

    def __reduce__(self) -> tuple[object, ...]:
        return (order_of, self.key)


@functools.cache
def order_of(trump: Suit | None, nine_high: bool, joker_forced: bool) -> Order:
    """Build the order of the cards (rules `rank.trump`, `rank.plain`, `mulot.jokers`).

    Args:
        trump: The trump suit, None in a Mulot.
        nine_high: Whether the nine of trump ranks above both jacks.
        joker_forced: Whether a seat that cannot follow in a Mulot must play its joker.
    """
    ranked = [list(range(first, first + 8)) for first in range(0, LOW_JOKER, 8)]
    jokers = [LOW_JOKER, HIGH_JOKER]
    if trump is None:
        trumps = jokers
        groups = [*ranked, jokers]
        forced = JOKERS if joker_forced else 0
    else:
        trumps = ranked[trump]
        _raise_trumps(trumps, ranked[trump.same_colour], 8 * trump.__index__(), nine_high)
        trumps += jokers
        groups = ranked
        forced = 0
    follow = [0] * PACK_SIZE
    beaters = [0] * PACK_SIZE
    for group in groups:
        for place, card in enumerate(group):
            follow[card] = _mask(group)
            beaters[card] = _mask(group[place + 1 :]) | (0 if group is trumps else _mask(trumps))
    return Order(
        tuple(map(_mask, ranked)),
        tuple(follow),
        tuple(beaters),
        forced,
        (trump, nine_high, joker_forced),
    )


def _raise_trumps(trumps: list[int], plain: list[int], first: int, nine_high: bool) -> None:
    """Bring the little jack over from its suit, and put the high trumps on top."""
    big_jack = first + _JACK
    little_jack = plain.pop(_JACK)
    trumps.remove(big_jack)
    trumps += [little_jack, big_jack]
    if nine_high:
        nine = first + _NINE
        trumps.remove(nine)
        trumps.append(nine)


def _mask(cards: Sequence[int]) -> int:
    return sum(1 << card for card in cards)


def suit_of(order: Order, card: int) -> Suit | None:
    """Give the suit that a card belongs to in play, None for a joker in a Mulot (`rank.trump`).

    Args:
        order: The order of the cards.
        card: The card.
    """
    for suit in Suit:
        if order.suits[suit] >> card & 1:
            return suit
    return None


def may_play(order: Order, hand: int, led: int) -> int:
    """Give the cards of a hand that may be played (rules `play.follow`, `mulot.jokers`).

    Args:
        order: The order of the cards.
        hand: The cards in the hand.
        led: The card that was led, -1 when the hand is to lead.
    """
    if led < 0:
        return hand
    return hand & order.follow[led] or hand & order.forced or hand


def shown_void(order: Order, led: int, card: int) -> int:
    """Give the cards that a seat shows, by what it plays, that it does not hold.

    A seat that does not follow has no card that follows (rule `play.follow`); one that could not
    follow and played no joker although it had to has none (rule `mulot.jokers`).

    Args:
        order: The order of the cards.
        led: The card that was led.
        card: The card that the seat played to it.
    """
    if order.follow[led] >> card & 1:
        return 0
    return order.follow[led] | (0 if order.forced >> card & 1 else order.forced)


def taker(order: Order, cards: Sequence[int]) -> int:
    """Give the place in a trick of the card that wins it (rules `play.winner`, `mulot.jokers`).

    Args:
        order: The order of the cards.
        cards: The cards of the trick as they were played, at least one.
    """
    best = 0
    for place, card in enumerate(cards):
        if order.beaters[cards[best]] >> card & 1:
            best = place
    return best


def winning_seat(order: Order, after: tuple[int, ...], leader: int, cards: Sequence[int]) -> int:
    """Give the seat that wins a trick, or would win it as it stands (rule `play.winner`).

    Args:
        order: The order of the cards.
        after: For each seat the one that plays after it.
        leader: The seat that led.
        cards: The cards of the trick as they were played, at least one.
    """
    seat = leader
    for _ in range(taker(order, cards)):
        seat = after[seat]
    return seat


def rounds(
    order: Order, after: tuple[int, ...], leader: int, size: int, played: Sequence[int]
) -> list[tuple[int, Sequence[int]]]:
    """Part the cards of a hand into tricks, each with who led, the one on the table last.

    Args:
        order: The order of the cards.
        after: For each seat the one that plays after it.
        leader: The seat that led first.
        size: The number of cards of a trick.
        played: The cards as they were played.
    """
    found = []
    for first in range(0, len(played), size):
        cards = played[first : first + size]
        found.append((leader, cards))
        leader = winning_seat(order, after, leader, cards)
    return found
