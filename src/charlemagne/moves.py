"""The moves, one class a kind, and how moves are written.

Moves are made once and shared wherever there are few of them.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar, final

import attrs

from charlemagne.cards import (
    CARDS,
    Card,
    CardSet,
    Suit,
    card_set,
    nearest_card,
    read_card,
)
from charlemagne.contracts import CONTRACTS, Contract
from charlemagne.errors import NotationError
from charlemagne.texts import ShowsFields, quoted, require_text

_T = TypeVar("_T")


def _must_be(kind: type[_T], noun: str) -> Callable[[object, attrs.Attribute[_T], _T], None]:
    """Make the check that a field of a move holds a value of its kind."""

    def check(move: object, field: attrs.Attribute[_T], value: _T) -> None:
        if not isinstance(value, kind):
            msg = f"{type(move).__name__} takes {noun}, not {quoted(value)}"
            raise TypeError(msg)

    return check


@final
@attrs.frozen(cache_hash=True, repr=False)
class Pass(ShowsFields):
    """No bid (rule `bid.higher`).

    >>> str(Pass())
    'P'
    """

    def __str__(self) -> str:
        return "P"


@final
@attrs.frozen(cache_hash=True, repr=False)
class Bid(ShowsFields):
    """A bid of one of the eight contracts (rule `bid.higher`).

    >>> str(Bid(Contract.GROS_MULOT))
    'GM'
    """

    contract: Contract = attrs.field(validator=_must_be(Contract, "a Contract"))

    def __str__(self) -> str:
        return str(self.contract)


@final
@attrs.frozen(cache_hash=True, repr=False)
class TakeKitty(ShowsFields):
    """The choice of the kitty as the one aid (rule `gros-charlemagne`).

    >>> str(TakeKitty())
    'K'
    """

    def __str__(self) -> str:
        return "K"


@final
@attrs.frozen(cache_hash=True, repr=False)
class AskPartner(ShowsFields):
    """The bidder's request for a card: any card, or one by name (rule `named-card`).

    Args:
        card: The card that is named, None for any.

    >>> str(AskPartner()), str(AskPartner(Card.parse("QH")))
    ('A', 'A:QH')
    """

    card: Card | None = attrs.field(
        default=None, validator=attrs.validators.optional(_must_be(Card, "a Card or None"))
    )

    def __str__(self) -> str:
        return "A" if self.card is None else f"A:{self.card}"


@final
@attrs.frozen(cache_hash=True, repr=False)
class GiveCard(ShowsFields):
    """The card that the bidder's partner gives, face down (rule `charlemagne`).

    >>> str(GiveCard(Card.parse("QH")))
    '>QH'
    """

    card: Card = attrs.field(validator=_must_be(Card, "a Card"))

    def __str__(self) -> str:
        return f">{self.card}"


def _distinct(cards: Iterable[Card]) -> CardSet:
    """Turn the cards of a discard into a set; a card that stands twice is a `ValueError`."""
    if isinstance(cards, CardSet):
        return cards
    listed = list(cards)
    distinct = CardSet(listed)
    if len(distinct) != len(listed):
        msg = "a discard names each of its cards once"
        raise ValueError(msg)
    return distinct


@final
@attrs.frozen(cache_hash=True, repr=False)
class Discard(ShowsFields):
    """The cards that the bidder lays away face down (rule `trick-bid`).

    Args:
        cards: The cards, in any order.

    Raises:
        ValueError: A card is repeated.

    >>> str(Discard([Card.parse("8H"), Card.parse("7H")]))
    '-7H.8H'
    """

    cards: CardSet = attrs.field(converter=_distinct)

    def __str__(self) -> str:
        return "-" + ".".join(map(str, self.cards))


@final
@attrs.frozen(cache_hash=True, repr=False)
class NameTrump(ShowsFields):
    """The bidder's choice of trump (rule `trick-bid`).

    >>> str(NameTrump(Suit.SPADES))
    '=S'
    """

    suit: Suit = attrs.field(validator=_must_be(Suit, "a Suit"))

    def __str__(self) -> str:
        return f"={self.suit}"


@final
@attrs.frozen(cache_hash=True, repr=False)
class Play(ShowsFields):
    """A card played to the trick (rule `play.follow`).

    >>> str(Play(Card.LOW_JOKER))
    'LO'
    """

    card: Card = attrs.field(validator=_must_be(Card, "a Card"))

    def __str__(self) -> str:
        return str(self.card)


def _as_text(move: Move) -> tuple[Callable[[str], Move], tuple[str]]:
    """Pickle a move as its text, so that a loaded move is the shared one."""
    return (parse_move, (str(move),))


Move: TypeAlias = Pass | Bid | TakeKitty | AskPartner | GiveCard | Discard | NameTrump | Play
KINDS: frozenset[type[Move]] = frozenset(
    {Pass, Bid, TakeKitty, AskPartner, GiveCard, Discard, NameTrump, Play}
)


def _pickle_as_text() -> None:
    for kind in KINDS:
        copyreg.pickle(kind, _as_text)


_pickle_as_text()

PASS = Pass()
BIDS = tuple(Bid(contract) for contract in Contract)
TAKE_KITTY = TakeKitty()
ASK = AskPartner()
ASKS = tuple(AskPartner(card) for card in CARDS)
GIFTS = tuple(GiveCard(card) for card in CARDS)
TRUMPS = tuple(NameTrump(suit) for suit in Suit)
PLAYS = tuple(Play(card) for card in CARDS)


@final
@attrs.frozen(repr=False)
class Hidden(ShowsFields):
    """What a view's history shows of a secret move: that it was made, not its cards.

    It is no move: `apply` does not take it and `parse_move` does not read it.

    Args:
        kind: `GiveCard` or `Discard`.

    >>> str(Hidden(Discard)), str(Hidden(GiveCard))
    ('-?', '>?')
    """

    kind: type[GiveCard | Discard] = attrs.field()

    @kind.validator
    def _check_kind(self, field: object, value: object) -> None:
        if value is not GiveCard and value is not Discard:
            msg = f"Hidden takes GiveCard or Discard, not {quoted(value)}"
            raise TypeError(msg)

    def __str__(self) -> str:
        return "-?" if self.kind is Discard else ">?"


HIDDEN_GIFT = Hidden(GiveCard)
HIDDEN_DISCARD = Hidden(Discard)

_SHARED: tuple[Move, ...] = (PASS, *BIDS, TAKE_KITTY, ASK, *ASKS, *GIFTS, *TRUMPS, *PLAYS)
_BY_TEXT = {str(move): move for move in (*_SHARED, Discard(()))}
_WORDS = (
    {"PASS": "P", "KITTY": "K", "ASK": "A"}
    | {contract.name: str(contract) for contract in CONTRACTS}
    | {contract.title.upper(): str(contract) for contract in CONTRACTS}
)


def parse_move(text: str) -> Move:
    """Read a move from its text.

    Args:
        text: `P`; a contract such as `5` or `GM`; `K`; `A` or `A:QH`; `>QH`; `-7H.8H`; `=S`; or a
            card such as `QH`.

    Returns:
        The move.

    Raises:
        NotationError: It is no move; the message names the nearest right spelling.

    >>> parse_move("-7H.8H")
    Discard(cards=CardSet.parse('7H 8H'))
    >>> parse_move("pass")
    Traceback (most recent call last):
    charlemagne.errors.NotationError: 'pass' is no move; did you mean 'P'?
    """
    require_text(text)
    return read_move(text, 0)


def read_move(text: str, offset: int) -> Move:
    """Read a move that stands at `offset` of a longer text."""
    move = _BY_TEXT.get(text)
    if move is not None:
        return move
    if text in {"-?", ">?"}:
        raise NotationError(f"'{text}' stands for a hidden move, which cannot be played", offset)
    if text.startswith("-"):
        return _read_discard(text, offset)
    near = _nearest_move(text)
    if near is not None:
        raise NotationError(f"{text!r} is no move; did you mean '{near}'?", offset)
    if text[:1] in {">", "="} or text.startswith("A:"):
        msg = f"{text!r} is no move; it wants one {'suit' if text[0] == '=' else 'card'}"
        raise NotationError(f"{msg} after '{'A:' if text[0] == 'A' else text[0]}'", offset)
    msg = f"{text!r} is no move; moves are written P 5 6 7 8 M C GM GC K A A:QH >QH -7H.8H =S QH"
    raise NotationError(msg, offset)


def _read_discard(text: str, offset: int) -> Discard:
    """Read a discard, whose cards stand in pack order, parted by dots."""
    mask = 0
    place = 1
    for word in text[1:].split("."):
        bit = 1 << read_card(word, offset + place)._index
        if mask & bit:
            raise NotationError(f"'{word}' stands twice in {text!r}", offset + place)
        mask |= bit
        place += len(word) + 1
    found = Discard(card_set(mask))
    if str(found) != text:
        msg = f"{text!r} is not in pack order; did you mean '{found}'?"
        raise NotationError(msg, offset)
    return found


def _nearest_move(text: str) -> str | None:
    """Find the right spelling of a move that was written another way, None if there is none."""
    wanted = text.strip().upper()
    if _WORDS.get(wanted):
        return _WORDS[wanted]
    sign = next((sign for sign in ("A:", ">", "=") if wanted.startswith(sign)), "")
    rest = wanted[len(sign) :].strip()
    if sign == "=":
        card = nearest_card(f"7{rest}")
        return f"={card[1]}" if card and rest else None
    if wanted in _BY_TEXT:
        return wanted
    card = nearest_card(rest)
    return f"{sign}{card}" if card else None
