"""Where the `charlemagne` command writes: as wide as the terminal, in what it can show."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Iterable
from typing import final

import attrs
import click
from rich.cells import cell_len
from rich.console import Console, RenderableType

from charlemagne.cards import Card
from charlemagne.cli_words import Words
from charlemagne.names import Language

_HIDDEN = "?"
_CUT = "..."


@final
@attrs.frozen
class Page:
    """Where the command writes, and what can be shown there.

    Attributes:
        console: The standard output, as wide as the terminal.
        encoding: What its reader is known to understand.
        symbols: Whether card symbols can be shown.
        words: The language in which it is told, as it can be written here.
    """

    console: Console
    encoding: str
    symbols: bool
    words: Words

    @classmethod
    def on_stdout(cls, language: Language = Language.EN) -> Page:
        """Give the standard output, for a language.

        Symbols are for people at a terminal that has them. Pipes and files get the text forms,
        which every encoding can write and the library reads back.
        """
        columns, lines = shutil.get_terminal_size()
        # A terminal too narrow for a trick may break its line, but no card is to be cut off.
        width = max(columns, 40)
        console = Console(width=width, height=lines, highlight=False, markup=False, emoji=False)
        # Python writes UTF-8 in the C locale too, where nothing says that it will be understood.
        plain = {os.environ.get("LC_ALL"), os.environ.get("LANG")} & {"C", "POSIX"}
        encoding = "ascii" if plain else console.encoding
        terminal = console.file.isatty() and not console.is_dumb_terminal
        symbols = "♣♦♥♠☆★"
        symbolic = terminal and writable(symbols, encoding) == symbols
        return cls(console, encoding, symbolic, Words(language, encoding))

    def show(self, content: RenderableType, style: str = "") -> None:
        """Write something, without the blanks with which tables fill their lines."""
        with self.console.capture() as captured:
            self.console.print(content, style=style)
        click.echo("\n".join(line.rstrip() for line in captured.get().rstrip("\n").split("\n")))

    def write(self, text: str) -> None:
        """Write a line as it is, however long it is."""
        click.echo(self.safe(text))

    def safe(self, text: str) -> str:
        """Write a text of somebody else's as it can be shown here, on one line."""
        return writable(text, self.encoding)

    def card(self, card: Card) -> str:
        """Write a card as it can be shown here."""
        return self.words.symbol(card) if self.symbols else str(card)

    def cards(self, cards: Iterable[Card], count: int = 0) -> str:
        """Write cards as they can be shown here, with a `?` for each that is missing to a count."""
        known = [self.card(card) for card in cards]
        return " ".join(known + [_HIDDEN] * (count - len(known)))

    def excerpt(self, text: str, start: int, end: int, place: int, indent: str) -> None:
        """Write a line of a text, from `start` to `end`, with a caret under one of its characters.

        Of a line that is too long for the terminal the part around that character is written.
        """
        room = self.console.width - len(indent)
        before = [self.safe(char) for char in text[max(start, place - room) : place]]
        after = [self.safe(char) for char in text[place : min(end, place + room)]]
        whole = len(before) == place - start and len(after) == end - place
        if not whole or _cells(before + after) > room:
            room -= 2 * len(_CUT)
            right = _fitting(after, room // 2)
            left = _fitting(before[::-1], room - _cells(after[:right]))
            right = _fitting(after, room - _cells(before[len(before) - left :]))
            before = [_CUT] * (left < place - start) + before[len(before) - left :]
            after = after[:right] + [_CUT] * (right < end - place)
        click.echo((indent + "".join(before + after)).rstrip())
        click.echo(indent + " " * _cells(before) + "^")


def writable(text: str, encoding: str) -> str:
    r"""Write a text on one line for a reader of an encoding, what cannot be shown as `\x1b`."""
    return "".join(_writable_character(char, encoding) for char in text)


def _writable_character(char: str, encoding: str) -> str:
    shown = char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
    return shown.encode(encoding, "backslashreplace").decode(encoding)


def _cells(parts: list[str]) -> int:
    """Count the columns of a terminal that some text takes."""
    return cell_len("".join(parts))


def _fitting(parts: list[str], room: int) -> int:
    """Count how many of the first parts of a text fit into so many columns."""
    taken = itertools.accumulate(map(cell_len, parts))
    return sum(1 for _ in itertools.takewhile(lambda cells: cells <= room, taken))
