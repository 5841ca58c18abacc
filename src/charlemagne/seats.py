"""The four seats and the two sides."""

from __future__ import annotations

from typing import final

from charlemagne.texts import TextEnum


@final
class Side(TextEnum):
    """The two partnerships (rule `seats`).

    >>> Side.NS.other
    <Side.EW: 'EW'>
    """

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> Side:
        """The opponents."""
        return SIDES[1 - self._place]

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The two seats of the side."""
        return SEATS[self._place], SEATS[self._place + 2]


@final
class Seat(TextEnum):
    """The four seats, clockwise (rule `seats`); a seat indexes a tuple that is kept by seat.

    >>> Seat.NORTH.next, Seat.NORTH.partner, Seat.EAST.side
    (<Seat.EAST: 'E'>, <Seat.SOUTH: 'S'>, <Side.EW: 'EW'>)
    >>> ("a", "b", "c", "d")[Seat.WEST]
    'd'
    """

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    @property
    def next(self) -> Seat:
        """The seat at the left, which is next to call, to play and to deal."""
        return SEATS[(self._place + 1) % 4]

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return SEATS[(self._place + 2) % 4]

    @property
    def side(self) -> Side:
        """The partnership that the seat belongs to."""
        return SIDES[self._place % 2]


SEATS: tuple[Seat, ...] = tuple(Seat)
SIDES: tuple[Side, ...] = tuple(Side)
