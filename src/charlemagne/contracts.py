"""The eight contracts and what each allows."""

from __future__ import annotations

from typing import final

from charlemagne.texts import TextEnum


@final
class Contract(TextEnum):
    """The eight bids, in the order in which each beats those before it (rule `bid.higher`).

    Attributes:
        title: The name that players use: `5`, `Mulot`, `Gros Charlemagne`.
        rule: The id of the rule that describes the contract.
        is_trick_bid: Whether it is one of the bids 5 to 8 (rule `trick-bid`).
        is_solo: Whether the bidder plays alone, in tricks of three cards (rule `solo`).
        is_mulot: Whether it is a Mulot or a Gros Mulot, played without trump (rule `mulot`).
        is_charlemagne: Whether it is a Charlemagne or a Gros Charlemagne (rule `charlemagne`).
        tricks: The numbers of tricks of the bidder's side that make it (rule `score`).

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

    title: str
    rule: str
    is_trick_bid: bool
    is_solo: bool
    is_mulot: bool
    is_charlemagne: bool
    tricks: range

    def __init__(self, text: str) -> None:
        self.is_trick_bid = text.isdigit()
        self.is_solo = not self.is_trick_bid
        self.is_mulot = text.endswith("M")
        self.is_charlemagne = text.endswith("C")
        name = self.name.replace("_", " ")
        self.title = text if self.is_trick_bid else name.title()
        self.rule = "trick-bid" if self.is_trick_bid else name.lower().replace(" ", "-")
        least = int(text) if self.is_trick_bid else 8
        self.tricks = range(1) if self.is_mulot else range(least, 9)

    def __lt__(self, other: Contract) -> bool:
        return self._place < other._place if isinstance(other, Contract) else NotImplemented

    def __le__(self, other: Contract) -> bool:
        return self._place <= other._place if isinstance(other, Contract) else NotImplemented

    def __gt__(self, other: Contract) -> bool:
        return self._place > other._place if isinstance(other, Contract) else NotImplemented

    def __ge__(self, other: Contract) -> bool:
        return self._place >= other._place if isinstance(other, Contract) else NotImplemented


CONTRACTS: tuple[Contract, ...] = tuple(Contract)
