"""The cards as they are dealt, and the tricks as they are taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias, final

import attrs

from charlemagne.cards import (
    CARDS,
    FULL_PACK,
    PLAIN_PACK,
    Card,
    CardSet,
    card_set,
    read_cards,
)
from charlemagne.errors import InvalidDeal, NotationError
from charlemagne.rules import Rules
from charlemagne.seats import SEATS, Seat
from charlemagne.shuffling import shuffled
from charlemagne.texts import ShowsFields, quoted, require, require_text, words
from charlemagne.tricks import Order, winning_seat

if TYPE_CHECKING:
    import random

Hands: TypeAlias = tuple[CardSet, CardSet, CardSet, CardSet]
HAND_SIZE = 8
_LABELS = "NESWK"


def hands_of(hands: Iterable[Iterable[Card]]) -> Hands:
    """Turn four collections of cards into four sets, refusing a card that stands twice in one."""
    found = tuple(whole_set(hand) for hand in hands)
    if len(found) != len(SEATS):
        msg = f"a deal has the hands of four seats, N E S W, not of {len(found)}"
        raise InvalidDeal(msg)
    return found[0], found[1], found[2], found[3]


def whole_set(cards: Iterable[Card]) -> CardSet:
    """Turn a collection of cards into a set, refusing a card that stands in it twice."""
    if isinstance(cards, CardSet):
        return cards
    listed = list(cards)
    distinct = CardSet(listed)
    for card in distinct:
        if listed.count(card) > 1:
            msg = f"{card} is dealt twice"
            raise InvalidDeal(msg)
    return distinct


@final
@attrs.frozen(repr=False, hash=False)
class Deal:
    """The cards as they are dealt: eight to each seat, the rest to the kitty (rule `deal`).

    Args:
        hands: The hands of N, E, S and W, each any collection of eight cards.
        kitty: The two cards of the kitty; none in the pack of 32 cards.

    Raises:
        InvalidDeal: The cards are not exactly one of the two packs, dealt so.
        TypeError: Something among them is no card.

    >>> import random
    >>> from charlemagne import CANADIAN
    >>> len(Deal.random(CANADIAN, random.Random(7)).kitty)
    2
    """

    hands: Hands = attrs.field(converter=hands_of)
    kitty: CardSet = attrs.field(converter=whole_set, default=CardSet())

    def __attrs_post_init__(self) -> None:
        seen = 0
        for label, cards in zip(_LABELS, (*self.hands, self.kitty), strict=True):
            if seen & cards._mask:
                msg = f"{card_set(seen & cards._mask)} is dealt twice"
                raise InvalidDeal(msg)
            seen |= cards._mask
            if label != "K" and len(cards) != HAND_SIZE:
                msg = f"{label} has {len(cards)} cards; each seat is dealt {HAND_SIZE}"
                raise InvalidDeal(msg)
        if len(self.kitty) not in {0, 2}:
            msg = f"K has {len(self.kitty)} cards; the kitty has 2, or none without jokers"
            raise InvalidDeal(msg)
        if seen not in {FULL_PACK, PLAIN_PACK}:
            msg = f"{card_set(seen & ~PLAIN_PACK)} is dealt, but a pack with jokers leaves a kitty"
            raise InvalidDeal(msg)

    def __hash__(self) -> int:
        return hash(self.masks)

    @property
    def masks(self) -> tuple[int, int, int, int]:
        """The four hands as masks."""
        north, east, south, west = self.hands
        return north._mask, east._mask, south._mask, west._mask

    def __str__(self) -> str:
        held = [f"{label}:{cards}" for label, cards in zip(_LABELS, self.hands, strict=False)]
        return " ".join([*held, f"K:{self.kitty}"] if self.kitty else held)

    def __repr__(self) -> str:
        return f"Deal.parse('{self}')"

    @classmethod
    def random(cls, rules: Rules, rng: random.Random) -> Deal:
        """Shuffle and deal.

        Args:
            rules: The rules, for the pack.
            rng: The source of luck; each deal draws 33 numbers from it, 31 without jokers.

        Returns:
            The deal; the same for ever from a generator of the same seed.

        Raises:
            TypeError: The arguments are no rules, or no generator.

        >>> import random
        >>> str(Deal.random(Rules(), random.Random(7)).kitty)
        'JC TD'
        """
        require(rules, Rules, "a Rules")
        if not callable(getattr(rng, "random", None)):
            msg = f"a random.Random is wanted here, not {quoted(rng)}"
            raise TypeError(msg)
        pack = rules.pack
        counts = (*[HAND_SIZE] * len(SEATS), pack.kitty_size)
        masks = shuffled(len(pack.cards), rng, counts)
        return cls([card_set(mask) for mask in masks[:4]], card_set(masks[4]))

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read a deal from its text.

        Args:
            text: `N:7C JC ... E:... S:... W:... K:8H 9S`; without a kitty no `K:`. The cards of a
                hand may stand in any order.

        Returns:
            The deal.

        Raises:
            NotationError: The text is not written so; the message says where.
            InvalidDeal: The cards are not exactly one of the two packs.
        """
        require_text(text)
        return read_deal(text, 0)


def read_deal(text: str, offset: int) -> Deal:
    """Read a deal that stands at `offset` of a longer text."""
    masks = [read_cards(part, place) for part, place in deal_parts(text, offset)]
    return Deal([card_set(mask) for mask in masks[:4]], card_set(sum(masks[4:])))


def deal_parts(text: str, offset: int) -> list[tuple[str, int]]:
    """Part the text of a deal into the cards of N, E, S, W and the kitty, with their offsets."""
    starts = [place for word, place in words(text) if word[1:2] == ":"]
    if not starts or starts[0] > 0:
        msg = "a deal is written N:... E:... S:... W:... K:..., with the cards of each after it"
        raise NotationError(msg, offset)
    parts = []
    for label, start, end in zip(_LABELS, starts, [*starts[1:], len(text)], strict=False):
        if text[start] != label:
            msg = f"{text[start : start + 2]!r} stands where '{label}:' should"
            raise NotationError(msg, offset + start)
        parts.append((text[start + 2 : end], offset + start + 2))
    if len(starts) not in {4, 5}:
        msg = f"a deal has the parts N: E: S: W: and K:, once each; here are {len(starts)}"
        raise NotationError(msg, offset + starts[-1])
    if len(parts) == 5 and not parts[4][0].strip(" "):
        msg = "without a kitty no 'K:' is written"
        raise NotationError(msg, offset + starts[-1])
    return parts


@final
@attrs.frozen(repr=False)
class Trick(ShowsFields):
    """A trick that has been won (rule `play.winner`).

    Attributes:
        leader: The seat that led.
        cards: The cards in the order in which they were played, clockwise from the leader; three
            when the bidder plays alone, whose partner is passed over.
        winner: The seat that won it.
    """

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


def tricks_of(
    played: list[tuple[int, Sequence[int]]], order: Order | None, after: tuple[int, ...], size: int
) -> tuple[Trick, ...]:
    """Give the tricks that have been won, of those that have been played to."""
    found = []
    for leader, cards in played:
        if order is not None and len(cards) == size:
            winner = winning_seat(order, after, leader, cards)
            found.append(Trick(SEATS[leader], tuple([CARDS[i] for i in cards]), SEATS[winner]))
    return tuple(found)
