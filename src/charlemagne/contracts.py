"""The eight contracts and what each allows."""

from __future__ import annotations

from typing import final

from charlemagne.texts import TextEnum


@final
class Contract(TextEnum):
    """The eight bids, in the order in which each beats those before it (rule `bid.higher`).

    >>> Contract.EIGHT < Contract.MULOT < Contract.CHARLEMAGNE < Contract.GROS_MULOT
    True
    >>> Contract.parse("GC").title
    'Gros Charlemagne'
    """

    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    MULOT = "M"
    CHARLEMAGNE = "C"
    GROS_MULOT = "GM"
    GROS_CHARLEMAGNE = "GC"

    def __lt__(self, other: Contract) -> bool:
        return self._place < other._place if isinstance(other, Contract) else NotImplemented

    def __le__(self, other: Contract) -> bool:
        return self._place <= other._place if isinstance(other, Contract) else NotImplemented

    def __gt__(self, other: Contract) -> bool:
        return self._place > other._place if isinstance(other, Contract) else NotImplemented

    def __ge__(self, other: Contract) -> bool:
        return self._place >= other._place if isinstance(other, Contract) else NotImplemented

    @property
    def title(self) -> str:
        """The name that players use: `5`, `Mulot`, `Gros Charlemagne`."""
        return str(self) if self.is_trick_bid else self.name.replace("_", " ").title()

    @property
    def rule(self) -> str:
        """The id of the rule that describes the contract."""
        return "trick-bid" if self.is_trick_bid else self.name.lower().replace("_", "-")

    @property
    def is_trick_bid(self) -> bool:
        """Whether it is one of the bids 5 to 8 (rule `trick-bid`)."""
        return self._place <= _EIGHT

    @property
    def is_solo(self) -> bool:
        """Whether the bidder plays alone, in tricks of three cards (rule `solo`)."""
        return self._place > _EIGHT

    @property
    def is_mulot(self) -> bool:
        """Whether it is a Mulot or a Gros Mulot, played without trump (rule `mulot`)."""
        return self._place in _MULOTS

    @property
    def is_charlemagne(self) -> bool:
        """Whether it is a Charlemagne or a Gros Charlemagne (rule `charlemagne`)."""
        return self.is_solo and not self.is_mulot

    @property
    def tricks(self) -> range:
        """The numbers of tricks of the bidder's side that make the contract."""
        return _TRICKS[self._place]


_EIGHT = Contract.EIGHT.__index__()
_MULOTS = frozenset({Contract.MULOT.__index__(), Contract.GROS_MULOT.__index__()})
CONTRACTS: tuple[Contract, ...] = tuple(Contract)

_NONE, _ALL = range(1), range(8, 9)
_TRICKS = (range(5, 9), range(6, 9), range(7, 9), _ALL, _NONE, _ALL, _NONE, _ALL)
