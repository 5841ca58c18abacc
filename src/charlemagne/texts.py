"""Reading texts strictly: words with their places, and values that have one spelling each."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from types import UnionType
from typing import NoReturn, Self

import attrs

from charlemagne.errors import NotationError, shortened


class TextEnum(enum.Enum):
    """An enumeration whose members have a text, a place in their order, and a hash that lasts.

    A member's value is its text. It can index a tuple that is kept in the order of the members.
    """

    _place: int

    def __new__(cls, text: str) -> Self:
        """Number the members as they come."""
        member = object.__new__(cls)
        member._value_ = text
        member._place = len(cls.__members__)
        return member

    def __str__(self) -> str:
        return str(self._value_)

    def __index__(self) -> int:
        return self._place

    def __hash__(self) -> int:
        # Enum hashes names, which differ from run to run, and a set's order with them.
        return self._place

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a member from its text.

        Args:
            text: The one spelling that `str` gives.

        Returns:
            The member.

        Raises:
            NotationError: There is no such member; the message names those there are.
        """
        require_text(text)
        for member in cls:
            if member._value_ == text:
                return member
        refuse_member(cls, text)


class ShowsFields:
    """A base for attrs classes that are shown by their class and fields, as attrs shows them.

    One method for all is compiled once; what attrs writes for each class is compiled with every
    import.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        cls = type(self)
        fields: tuple[attrs.Attribute[object], ...] = getattr(cls, "__attrs_attrs__")  # noqa: B009
        shown = [f"{field.name}={getattr(self, field.name)!r}" for field in fields if field.repr]
        return f"{cls.__name__}({', '.join(shown)})"


def refuse_member(kind: type[TextEnum], text: str) -> NoReturn:
    """Raise the error for a text that names no member of `kind`."""
    noun = kind.__name__.lower()
    wanted = text.strip().upper().replace(" ", "_").replace("-", "_")
    wanted = wanted.replace("10", "T")
    for member in kind:
        if wanted in {str(member), member.name}:
            raise NotationError(f"{text!r} is no {noun}; did you mean '{member}'?")
    known = " ".join(map(str, kind))
    raise NotationError(f"{text!r} is no {noun}; there are {known}")


def require_text(text: object) -> None:
    """Refuse what is no text with a `TypeError` that says what came instead."""
    if not isinstance(text, str):
        msg = f"a text is read from a str, not from {type(text).__name__}: {quoted(text)}"
        raise TypeError(msg)


def require(value: object, kind: type | UnionType, wanted: str) -> None:
    """Refuse what is not of a kind with a `TypeError` that says what is wanted."""
    if not isinstance(value, kind):
        msg = f"{wanted} is wanted here, not {quoted(value)}"
        raise TypeError(msg)


# What is made of these holds cards that not everybody may see, and messages go anywhere.
_SECRETS = ("State", "View", "Deal", "RecordedHand")


def quoted(value: object) -> str:
    """Show a value in a message, whatever it is: no hidden cards, and not at any length."""
    kind = type(value).__name__
    try:
        shown = repr(value)
    except Exception:
        return f"an {kind} of too many digits" if kind == "int" else f"a {kind} that has no repr"
    if not isinstance(value, str) and any(secret in shown for secret in _SECRETS):
        return f"a {kind}"
    return shortened(shown)


def words(text: str) -> Iterator[tuple[str, int]]:
    """Give the words of a text, parted by spaces, each with its offset."""
    offset = 0
    for word in text.split(" "):
        if word:
            yield word, offset
        offset += len(word) + 1


# Python reads ints of 640 digits however it is set up, and no game counts so far. Scores may have
# one digit more than a target and the points of a hand.
POINTS_DIGITS = 600
_MOST_DIGITS = POINTS_DIGITS + 1
SCORES_BELOW = 10**_MOST_DIGITS


def read_number(text: str, offset: int) -> int:
    """Read a number from 0 up that stands at `offset` of a longer text."""
    digits = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    if not digits or (text[0] == "0" and text != "0"):
        if len(text) > _MOST_DIGITS:
            raise NotationError(f"a number has {_MOST_DIGITS} digits at the most", offset)
        near = text.strip().lstrip("+0") or ("0" if "0" in text else "")
        right = near.isascii() and near.isdigit()
        hint = f"did you mean '{near}'?" if right else "numbers are written like 32"
        raise NotationError(f"{text!r} is no number; {hint}", offset)
    return int(text)
