"""The files that the `charlemagne` command is given: reading them, and the faults found in them."""

from __future__ import annotations

from typing import TypeAlias, final

import attrs
import click

from charlemagne.cli_page import Page, shortened
from charlemagne.errors import CharlemagneError, NotationError
from charlemagne.notation import parse_position
from charlemagne.recorded import recorded
from charlemagne.records import Problem, Record, problems

_Data: TypeAlias = dict[str, object]


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


def title_of(name: str) -> str:
    """Give what a file is called in a sentence."""
    return "standard input" if name == "-" else name


def read_source(name: str, limit: int, *, position: bool = False) -> Source:
    """Read a file; whatever is wrong with it is among its faults, and nothing is raised.

    Args:
        name: The name of the file, `-` for standard input.
        limit: The most bytes that are read.
        position: Whether it may hold a position instead, which becomes a record of its one hand.
    """
    try:
        data = _read_bytes(name, limit)
    except (OSError, RuntimeError) as error:
        # click raises RuntimeError for a standard input that is closed.
        why = error.strerror if isinstance(error, OSError) else "it is closed"
        return _unreadable(name, f"cannot be read: {why}")
    if len(data) > limit:
        return _unreadable(name, f"has more than {limit} bytes; --limit N has more read")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        place = len(data[: error.start].decode())
        wrong = NotationError("the bytes are no UTF-8 text", place)
        shown = data.decode(errors="backslashreplace")
        return Source(name, shown, None, [Problem(str(wrong), wrong, offset=place)])
    return _read_position(name, text) if position and _is_position(text) else _read(name, text)


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


def _read_position(name: str, text: str) -> Source:
    """Read a position as a record of its one hand."""
    line = text.removesuffix("\n")
    try:
        state = parse_position(line)
    except CharlemagneError as error:
        offset = error.offset if isinstance(error, NotationError) else None
        return Source(name, text, None, [Problem(str(error), error, offset=offset)])
    record = Record(state.rules, [recorded(state)], start=state.scores_at_deal)
    return Source(name, text, record, [])


# ---------------------------------------------------------------- faults


@final
@attrs.frozen
class _Place:
    """Where in a text something stands: the numbers of its line and column begin with 1."""

    line: int
    column: int
    text: str


def _place(text: str, offset: int) -> _Place:
    """Find the line and the column of a character of a text."""
    start = text.rfind("\n", 0, offset) + 1
    line = text[start:].partition("\n")[0]
    return _Place(text.count("\n", 0, offset) + 1, offset - start + 1, line)


def write_fault(page: Page, source: Source, fault: Problem) -> None:
    """Write a fault on a line, and under it where it stands."""
    message = fault.message
    if fault.offset is not None:
        # The place is written with its line and column below.
        message = message.removesuffix(f" (at character {fault.offset + 1})")
    page.write(f"{title_of(source.name)}: {shortened(message)}")
    if fault.offset is not None:
        place = _place(source.text, fault.offset)
        rule = f", rule {fault.violation.rule}" if fault.violation else ""
        page.write(f"    line {place.line}, column {place.column}, offset {fault.offset}{rule}")
        page.excerpt(place.text, place.column - 1, "    ")


def source_data(source: Source, faults: list[Problem]) -> _Data:
    """Give what was found of a file in plain values, to be written as JSON."""
    return {
        "file": source.name,
        "valid": not source.faults,
        "public": source.record is not None and source.record.is_public,
        "faults": [_fault_data(source.text, fault) for fault in faults],
    }


def _fault_data(text: str, fault: Problem) -> _Data:
    place = None if fault.offset is None else _place(text, fault.offset)
    why = fault.violation
    return {
        "message": fault.message,
        "hand": fault.hand,
        "move": fault.move,
        "offset": fault.offset,
        "line": place and place.line,
        "column": place and place.column,
        "reason": why and str(why.reason),
        "rule": why and why.rule,
        "legal_moves": [str(move) for move in fault.legal_moves],
    }
