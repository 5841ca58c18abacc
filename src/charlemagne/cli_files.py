"""The files that the `charlemagne` command is given: reading them, and the faults found in them."""

from __future__ import annotations

import bisect
import itertools
from typing import TypeAlias, final

import attrs
import click

from charlemagne.cli_page import Page
from charlemagne.cli_words import Words
from charlemagne.engine import apply, why_illegal
from charlemagne.errors import CharlemagneError, NotationError, shortened
from charlemagne.moves import parse_move
from charlemagne.notation import parse_position, placed_moves
from charlemagne.recorded import recorded
from charlemagne.records import Problem, Record, problems
from charlemagne.refusals import IllegalMove
from charlemagne.rules import Rules

_Data: TypeAlias = dict[str, object]


@final
@attrs.frozen
class Place:
    """Where in a text something stands.

    Attributes:
        line: The number of its line, the first being 1.
        column: The number of its character in the line, the first being 1.
        start: The offset at which the line begins.
        end: The offset at which the line ends.
    """

    line: int
    column: int
    start: int
    end: int


@final
@attrs.frozen
class Source:
    """A file that has been read.

    Attributes:
        name: What the file was called by, `-` for standard input.
        text: What stands in it, empty if it could not be read.
        record: The record that it holds, None if it has faults.
        faults: What is wrong with it, at least one fault if it holds no record.
    """

    name: str
    text: str
    record: Record | None
    faults: list[Problem]
    # Where each line begins: there may be many faults, and all of them in one line.
    _lines: list[int] = attrs.field(init=False, repr=False)

    @_lines.default
    def _find_lines(self) -> list[int]:
        lengths = (len(line) + 1 for line in self.text.split("\n"))
        return list(itertools.accumulate(lengths, initial=0))

    def place(self, offset: int) -> Place:
        """Find the line and the column of a character of the text."""
        line = bisect.bisect_right(self._lines, offset, hi=len(self._lines) - 1)
        start, end = self._lines[line - 1], self._lines[line] - 1
        return Place(line, offset - start + 1, start, end)


def of_file(words: Words, name: str, said: str) -> str:
    """Say something of a file."""
    return words.say("of-file", file=words.say("stdin") if name == "-" else name, said=said)


def read_source(name: str, limit: int, words: Words, *, position: bool = False) -> Source:
    """Read a file; whatever is wrong with it is among its faults, and nothing is raised.

    Args:
        name: The name of the file, `-` for standard input.
        limit: The most bytes that are read.
        words: The language in which it is said that the file cannot be read.
        position: Whether it may hold a position instead, which becomes a record of its one hand.
    """
    try:
        data = _read_bytes(name, limit)
    except (OSError, RuntimeError) as error:
        # click raises RuntimeError for a standard input that is closed.
        why = error.strerror if isinstance(error, OSError) else words.say("closed")
        return _unreadable(name, words.say("unreadable", why=why))
    if len(data) > limit:
        return _unreadable(name, words.say("too-long", limit=limit))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        place = len(data[: error.start].decode())
        wrong = NotationError("the bytes are no UTF-8 text", place)
        shown = data.decode(errors="backslashreplace")
        return Source(name, shown, None, [Problem(str(wrong), wrong, offset=place)])
    if not _is_position(text):
        return _read(name, text)
    if position:
        return _read_position(name, text)
    return _unreadable(name, words.say("is-position")) if _has_rules(text) else _read(name, text)


def _read_bytes(name: str, limit: int) -> bytearray:
    """Read a file, one byte over the limit at most."""
    data = bytearray()
    with click.open_file(name, "rb") as file:
        while part := file.read(min(65536, limit + 1 - len(data))):
            data += part
    return data


def _unreadable(name: str, why: str) -> Source:
    return Source(name, "", None, [Problem(why, NotationError(why))])


def _read(name: str, text: str) -> Source:
    """Read a record in either form, or list its faults."""
    try:
        return Source(name, text, Record.parse(text, limit=len(text)), [])
    except CharlemagneError:
        return Source(name, text, None, problems(text, limit=len(text)))


def _is_position(text: str) -> bool:
    """Say whether a text is a position rather than a record: one line, parted by bars."""
    line = text.removesuffix("\n")
    return " |" in line and "\n" not in line and not line.lstrip().startswith("{")


def _has_rules(text: str) -> bool:
    """Say whether a text begins with rules, as only positions do."""
    try:
        Rules.parse(text.partition(" ")[0])
    except CharlemagneError:
        return False
    return True


def _read_position(name: str, text: str) -> Source:
    """Read a position as a record of its one hand."""
    line = text.removesuffix("\n")
    try:
        state = parse_position(line)
    except IllegalMove as error:
        return Source(name, text, None, [_illegal_move(line, error)])
    except CharlemagneError as error:
        offset = error.offset if isinstance(error, NotationError) else None
        return Source(name, text, None, [Problem(str(error), error, offset=offset)])
    record = Record(state.rules, [recorded(state)], start=state.scores_at_deal)
    return Source(name, text, record, [])


def _illegal_move(line: str, error: IllegalMove) -> Problem:
    """Give the fault of a position of which a move is not legal."""
    start = line.index(" |", line.index(" | ") + len(" | ")) + len(" |")
    state = parse_position(line[:start])
    for number, (word, offset) in enumerate(placed_moves(line[start + 1 :], start + 1), 1):
        move = parse_move(word)
        why = why_illegal(state, move)
        if why is not None:
            return Problem(str(error), error, None, number, offset, why)
        state = apply(state, move)
    raise AssertionError(line)


# ---------------------------------------------------------------- faults


def write_fault(page: Page, source: Source, fault: Problem) -> None:
    """Write a fault on a line, and under it where it stands."""
    words = page.words
    # The place is written with its line and column below.
    page.write(of_file(words, source.name, shortened(_say_fault(words, fault))))
    if fault.offset is not None:
        place = source.place(fault.offset)
        said = words.say(
            "place-and-rule" if fault.violation else "place",
            line=place.line,
            column=place.column,
            offset=fault.offset,
            rule=fault.violation and fault.violation.rule,
        )
        page.write(f"    {said}")
        page.excerpt(source.text, place.start, place.end, fault.offset, "    ")


def _say_fault(words: Words, fault: Problem) -> str:
    """Say what is wrong, but not at which character."""
    if fault.violation is None:
        # Faults that are no illegal moves are for programmers, and said in English alone.
        end = "" if fault.offset is None else f" (at character {fault.offset + 1})"
        return fault.message.removesuffix(end)
    return words.say(
        "illegal" if fault.hand is None else "illegal-in-hand",
        hand=fault.hand,
        move=fault.move,
        text=fault.violation.move,
        why=words.why(fault.violation),
    )


def say_fault(words: Words, fault: Problem) -> str:
    """Say what is wrong, and at which character if the fault has a place."""
    if fault.violation is None:
        return fault.message
    assert fault.offset is not None, "the fault is one of a text"
    return words.say("at", said=_say_fault(words, fault), number=fault.offset + 1)


def source_data(source: Source, faults: list[Problem], words: Words) -> _Data:
    """Give what was found of a file in plain values, to be written as JSON."""
    return {
        "file": source.name,
        "valid": not source.faults,
        "public": source.record is not None and source.record.is_public,
        "faults": [_fault_data(source, fault, words) for fault in faults],
    }


def _fault_data(source: Source, fault: Problem, words: Words) -> _Data:
    place = None if fault.offset is None else source.place(fault.offset)
    why = fault.violation
    return {
        "message": say_fault(words, fault),
        "hand": fault.hand,
        "move": fault.move,
        "offset": fault.offset,
        "line": place and place.line,
        "column": place and place.column,
        "reason": why and str(why.reason),
        "rule": why and why.rule,
        "legal_moves": [str(move) for move in fault.legal_moves],
    }
