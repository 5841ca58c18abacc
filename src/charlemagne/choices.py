"""The moves that some cards give, as the engine lists them: sets of cards are masks here."""

from __future__ import annotations

from typing import Final

from charlemagne.cards import card_set
from charlemagne.moves import ASKS, GIFTS, PLAYS, AskPartner, Discard, GiveCard, Play


def _choices(moves: tuple[Play, ...]) -> tuple[tuple[Play, ...], ...]:
    """Give, for every mask over a few plays, the plays that it holds."""
    table: list[tuple[Play, ...]] = [()]
    for play in moves:
        table += [(*held, play) for held in table]
    return tuple(table)


_CLUBS: Final = _choices(PLAYS[:8])
_DIAMONDS: Final = _choices(PLAYS[8:16])
_HEARTS: Final = _choices(PLAYS[16:24])
_SPADES: Final = _choices(PLAYS[24:32])
_JOKERS: Final = _choices(PLAYS[32:])


def plays(mask: int) -> tuple[Play, ...]:
    """Give the plays of the cards of a mask, in pack order."""
    chosen = _CLUBS[mask & 255]
    # Most choices lie within a suit or two; to add nothing would cost as much as to add cards.
    if mask >> 8 & 255:
        chosen += _DIAMONDS[mask >> 8 & 255]
    if mask >> 16 & 255:
        chosen += _HEARTS[mask >> 16 & 255]
    if mask >> 24:
        chosen += _SPADES[mask >> 24 & 255] + _JOKERS[mask >> 32]
    return chosen


def asks(mask: int) -> tuple[AskPartner, ...]:
    """Give the requests for the cards of a mask by name, in pack order."""
    return tuple([ask for index, ask in enumerate(ASKS) if mask >> index & 1])


def gifts(mask: int) -> tuple[GiveCard, ...]:
    """Give the gifts of the cards of a mask, in pack order."""
    return tuple([gift for index, gift in enumerate(GIFTS) if mask >> index & 1])


# A legal discard is one of 6579 sets of one to three cards: each is made once, when it is needed.
_DISCARDS: Final[dict[int, Discard]] = {}


def discard(mask: int) -> Discard:
    """Give the discard of the cards of a mask."""
    made = _DISCARDS.get(mask)
    if made is None:
        made = _DISCARDS.setdefault(mask, Discard(card_set(mask)))
    return made


def discards(mask: int, count: int) -> tuple[Discard, ...]:
    """Give the discards of `count` cards of a mask, lexicographic in pack order."""
    found: list[Discard] = []
    _add_discards(found, mask, count, 0)
    return tuple(found)


def _add_discards(found: list[Discard], mask: int, count: int, chosen: int) -> None:
    """Add the discards of the chosen cards with `count` others of a mask."""
    while mask:
        card = mask & -mask
        mask ^= card
        if count > 1:
            _add_discards(found, mask, count - 1, chosen | card)
        else:
            found.append(discard(chosen | card))
