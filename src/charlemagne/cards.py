"""Cards, sets of cards, the two packs, and how cards are written.

A card is a number from 0 to 33 inside (its place in pack order: clubs 7 to A, diamonds, hearts,
spades, low joker, high joker), and a set of cards is an int with a bit for each of its cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import ClassVar, final

import attrs

from charlemagne.errors import NotationError
from charlemagne.texts import TextEnum, quoted, require_text, words


@final
class Suit(TextEnum):
    """The four suits, in pack order.

    >>> str(Suit.HEARTS), Suit.parse("H").symbol
    ('H', '♥')
    """

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def symbol(self) -> str:
        """The suit's sign, for showing: it is never read back."""
        return "♣♦♥♠"[self]

    @property
    def same_colour(self) -> Suit:
        """The other suit of the same colour, home of the little jack (rule `rank.trump`)."""
        return _SUITS[3 - self._place]


@final
class Rank(TextEnum):
    """The eight ranks of a suit, from the seven up to the ace, as they rank in a plain suit.

    >>> str(Rank.TEN), Rank.parse("J").name
    ('T', 'JACK')
    """

    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


_SUITS = tuple(Suit)
_RANKS = tuple(Rank)

LOW_JOKER = 32
HIGH_JOKER = 33
PACK_SIZE = 34
JOKERS = 1 << LOW_JOKER | 1 << HIGH_JOKER
FULL_PACK = (1 << PACK_SIZE) - 1
PLAIN_PACK = FULL_PACK ^ JOKERS


@final
@attrs.frozen(init=False, repr=False, match_args=False, hash=False)
class Card:
    """One of the 34 cards: a rank in a suit, or one of the two jokers (rule `pack`).

    Cards are equal and hash by what they are. They have no order of their own: which of two cards
    is higher depends on the contract and on the trick.

    Args:
        rank: The rank.
        suit: The suit.

    Raises:
        TypeError: The arguments are not a `Rank` and a `Suit`.

    >>> Card(Rank.TEN, Suit.HEARTS) == Card.parse("TH")
    True
    >>> str(Card.HIGH_JOKER), Card.LOW_JOKER.symbol
    ('HI', '☆')
    """

    _index: int

    HIGH_JOKER: ClassVar[Card]
    LOW_JOKER: ClassVar[Card]
    __match_args__ = ("rank", "suit")

    def __init__(self, rank: Rank, suit: Suit) -> None:
        if not isinstance(rank, Rank) or not isinstance(suit, Suit):
            msg = f"a card is made of a Rank and a Suit, not of {quoted(rank)} and {quoted(suit)}"
            raise TypeError(msg)
        self.__attrs_init__(8 * suit.__index__() + rank.__index__())

    def __hash__(self) -> int:
        # The hash that attrs would write differs from run to run, and a set's order with it.
        return self._index

    @property
    def rank(self) -> Rank | None:
        """The rank, None for a joker."""
        return None if self.is_joker else _RANKS[self._index & 7]

    @property
    def suit(self) -> Suit | None:
        """The suit that is printed on the card, None for a joker.

        The little jack belongs to the trump suit in play, whatever is printed on it.
        """
        return None if self.is_joker else _SUITS[self._index >> 3]

    @property
    def is_joker(self) -> bool:
        """Whether this is the high or the low joker."""
        return self._index >= LOW_JOKER

    @property
    def symbol(self) -> str:
        """The card for showing, such as `10♥` or `★`: it is never read back."""
        if self.is_joker:
            return "☆★"[self._index - LOW_JOKER]
        rank = "10" if self.rank is Rank.TEN else str(self.rank)
        return f"{rank}{_SUITS[self._index >> 3].symbol}"

    def __str__(self) -> str:
        return _TEXTS[self._index]

    def __repr__(self) -> str:
        return f"Card.parse('{self}')"

    def __reduce__(self) -> tuple[object, ...]:
        return (_card_at, (self._index,))

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card from its text: `AS`, `TH`, `7D`, `HI` or `LO`.

        Args:
            text: The card's one spelling.

        Returns:
            The card.

        Raises:
            NotationError: It is no card; the message names the nearest right spelling.

        >>> Card.parse("JC").rank
        <Rank.JACK: 'J'>
        >>> Card.parse("10H")
        Traceback (most recent call last):
        charlemagne.errors.NotationError: '10H' is no card; did you mean 'TH'?
        """
        require_text(text)
        return read_card(text, 0)


def _joker(index: int) -> Card:
    """Make one of the two cards that have no rank and no suit."""
    card = object.__new__(Card)
    card.__attrs_init__(index)
    return card


Card.LOW_JOKER = _joker(LOW_JOKER)
Card.HIGH_JOKER = _joker(HIGH_JOKER)

CARDS: tuple[Card, ...] = (
    *(Card(rank, suit) for suit in Suit for rank in Rank),
    Card.LOW_JOKER,
    Card.HIGH_JOKER,
)
_TEXTS = (*(f"{rank}{suit}" for suit in Suit for rank in Rank), "LO", "HI")
_BY_TEXT = dict(zip(_TEXTS, CARDS, strict=True))


def _card_at(index: int) -> Card:
    """Give the card with this place in pack order, as pickles name it."""
    return CARDS[index]


def read_card(text: str, offset: int) -> Card:
    """Read one card that stands at `offset` of a longer text."""
    card = _BY_TEXT.get(text)
    if card is not None:
        return card
    near = nearest_card(text)
    if near is not None:
        raise NotationError(f"{text!r} is no card; did you mean '{near}'?", offset)
    msg = f"{text!r} is no card; a card is one of 789TJQKA and one of CDHS, or LO or HI"
    raise NotationError(msg, offset)


_SIGNS = str.maketrans(
    {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S", "\ufe0f": ""}
    | {"★": "HI", "☆": "LO"}
)


def nearest_card(text: str) -> str | None:
    """Find the right spelling of a card that was written another way, None if there is none."""
    wanted = text.strip().translate(_SIGNS).upper().replace("10", "T")
    for spelling in (wanted, wanted[::-1]):
        if spelling in _BY_TEXT:
            return spelling
    return None


def indices(mask: int) -> list[int]:
    """List the cards of a mask as numbers, in pack order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


@final
@attrs.frozen(init=False, eq=False, repr=False, match_args=False)
class CardSet(Set[Card]):
    """An immutable set of cards that iterates in pack order.

    It compares and combines with every other set of cards, and hashes as a `frozenset` does; what
    `&`, `|`, `-` and `^` make is a `CardSet` again.

    Args:
        cards: The cards, in any order.

    Raises:
        TypeError: Something among them is no card.

    >>> hand = CardSet.parse("KS AS TH")
    >>> str(hand), len(hand), Card.parse("TH") in hand
    ('TH KS AS', 3, True)
    >>> str(hand - CardSet.parse("KS"))
    'TH AS'
    """

    _mask: int

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        self.__attrs_init__(mask_of(cards))

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self._mask >> card._index & 1)

    def __iter__(self) -> Iterator[Card]:
        return iter([CARDS[index] for index in indices(self._mask)])

    def __len__(self) -> int:
        return self._mask.bit_count()

    def __and__(self, other: Set[object]) -> CardSet:
        if isinstance(other, CardSet):
            return card_set(self._mask & other._mask)
        if not isinstance(other, Set):
            return NotImplemented
        return CardSet(card for card in self if card in other)

    def __sub__(self, other: Set[object]) -> CardSet:
        if isinstance(other, CardSet):
            return card_set(self._mask & ~other._mask)
        if not isinstance(other, Set):
            return NotImplemented
        return CardSet(card for card in self if card not in other)

    def __or__(self, other: Set[object]) -> CardSet:
        return card_set(self._mask | mask_of(other)) if isinstance(other, Set) else NotImplemented

    def __xor__(self, other: Set[object]) -> CardSet:
        return card_set(self._mask ^ mask_of(other)) if isinstance(other, Set) else NotImplemented

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardSet):
            return self._mask == other._mask
        return Set.__eq__(self, other) if isinstance(other, Set) else NotImplemented

    def __hash__(self) -> int:
        return self._hash()

    def __str__(self) -> str:
        return " ".join([_TEXTS[index] for index in indices(self._mask)])

    def __repr__(self) -> str:
        return f"CardSet.parse('{self}')"

    def __reduce__(self) -> tuple[object, ...]:
        return (card_set, (self._mask,))

    @classmethod
    def parse(cls, text: str) -> CardSet:
        """Read cards that are parted by spaces, in any order.

        Args:
            text: The cards' texts; an empty text is the empty set.

        Returns:
            The set.

        Raises:
            NotationError: A word is no card, or a card stands twice; the message says where.

        >>> str(CardSet.parse("AS  7C"))
        '7C AS'
        """
        require_text(text)
        return card_set(read_cards(text, 0))


def read_cards(text: str, offset: int) -> int:
    """Read cards that stand at `offset` of a longer text, as a mask."""
    mask = 0
    for word, place in words(text):
        bit = 1 << read_card(word, offset + place)._index
        if mask & bit:
            raise NotationError(f"'{word}' stands twice", offset + place)
        mask |= bit
    return mask


def card_set(mask: int) -> CardSet:
    """Give the set of the cards of a mask."""
    cards = object.__new__(CardSet)
    cards.__attrs_init__(mask)
    return cards


def mask_of(cards: Iterable[object]) -> int:
    """Give the mask of some cards; what is no card is a `TypeError`."""
    if isinstance(cards, CardSet):
        return cards._mask
    mask = 0
    for card in cards:
        if not isinstance(card, Card):
            msg = f"a set of cards holds cards, not {type(card).__name__}: {quoted(card)}"
            raise TypeError(msg)
        mask |= 1 << card._index
    return mask
