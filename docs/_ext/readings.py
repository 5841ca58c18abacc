"""The directives of the page on readings: what each source says on each field of `Rules`.

What the sources say is in `docs/_data/readings.toml`; what the values of a field mean is asked of
the library.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import ClassVar, TypedDict

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from charlemagne import CANADIAN, Rules
from charlemagne.rules import RULE_OF, reading_of

DATA = Path(__file__).parent.parent / "_data" / "readings.toml"
# How a cell's sentence may begin, when what the source has on the point is not whole.
MARKS = ("garbled", "seen in part", "cut off")
# A table of scores has no text of its own while it is the usual one.
USUAL_VALUES = " ".join(f"{made}/{failed}" for made, failed in CANADIAN.values)


class Cell(TypedDict):
    """What one source says on one field."""

    takes: list[str]
    says: str


class _OptionalKeys(TypedDict, total=False):
    open: str


class Field(_OptionalKeys):
    """What the sources say on one field."""

    title: str
    silent: list[str]
    unstated: list[str]
    cells: dict[str, Cell]


class Data(TypedDict):
    """All that the page's data holds."""

    sources: list[str]
    fields: dict[str, Field]


def load() -> Data:
    """Read the data of the page."""
    data: Data = tomllib.loads(DATA.read_text(encoding="utf-8"))  # type: ignore[assignment]
    return data


def values_of(name: str, field: Field) -> list[str]:
    """The values of a field, as rules text has them, the default first."""
    taken = [value for cell in field["cells"].values() for value in cell["takes"]]
    known = list(dict.fromkeys([*taken, *field["unstated"]]))
    return sorted(known, key=lambda value: with_value(name, value) != CANADIAN)


def with_value(name: str, value: str) -> Rules:
    """The default rules with one field changed."""
    return CANADIAN if value == USUAL_VALUES else Rules.parse(f"canadian+{name}={value}")


def mark_of(cell: Cell) -> str:
    """How a cell is marked, empty when the source is clear."""
    start, colon, _ = cell["says"].partition(":")
    return start if colon and start in MARKS else ""


def _code(values: list[str]) -> str:
    """Show values, those of the score table with their contracts left to the reader."""
    return ", ".join(value if value == USUAL_VALUES else f"`{value}`" for value in values)


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


class _FromData(SphinxDirective):
    """A directive whose page is read again when the data change."""

    def shown(self, text: str, *classes: str) -> list[nodes.Node]:
        """Turn Markdown into a part of the page."""
        self.env.note_dependency(str(DATA))
        box = nodes.container(classes=list(classes))
        box += self.parse_text_to_nodes(text)
        return [box]


class Matrix(_FromData):
    """All fields by all sources, each cell the values that the source has."""

    def run(self) -> list[nodes.Node]:
        """Give the table."""
        data = load()
        rows = []
        for name, field in data["fields"].items():
            cells = [field["cells"].get(source) for source in data["sources"]]
            row = [_code(cell["takes"]) + _marked(cell) if cell else "" for cell in cells]
            rows.append([f"[`{name}`](#reading-{name})", *row])
        [box] = self.shown(_table(["field", *data["sources"]], rows), "readings-matrix")
        for literal in list(box.findall(nodes.literal)):
            _let_break(literal)
        return [box]


def _let_break(literal: nodes.literal) -> None:
    """Let a name go on in another line after each `_`, without a mark that would be copied."""
    first, *rest = literal.astext().split("_")
    literal.children.clear()
    literal += nodes.Text(f"{first}_" if rest else first)
    for place, word in enumerate(rest, 1):
        literal += nodes.raw("", "<wbr>", format="html")
        literal += nodes.Text(f"{word}_" if place < len(rest) else word)


def _marked(cell: Cell) -> str:
    mark = mark_of(cell)
    return f" *{mark}*" if mark else ""


class Reading(_FromData):
    """One field: what its values mean, and what each source says on it."""

    required_arguments: ClassVar[int] = 1

    def run(self) -> list[nodes.Node]:
        """Give the list of values and the table of sources."""
        data = load()
        name = self.arguments[0]
        field = data["fields"][name]
        rule = RULE_OF[name]
        lines = [f"A reading of the rule [`{rule}`](#en-{rule}).", ""]
        for value in values_of(name, field):
            sentence, _, sources = reading_of(with_value(name, value), name).rpartition(" [")
            default = ", the default" if with_value(name, value) == CANADIAN else ""
            shown = "the usual table" if value == USUAL_VALUES else f"`{value}`"
            lines.append(f"- {shown}{default}: {sentence} *({sources.rstrip(']')})*")
        if "open" in field:
            lines.append(f"- {field['open']}: *(a house rule)*")
        rows = []
        for source in data["sources"]:
            cell = field["cells"].get(source)
            if cell is None:
                rows.append([source, ""])
            else:
                mark = mark_of(cell)
                said = cell["says"].removeprefix(f"{mark}:") if mark else cell["says"]
                rows.append([source, f"*{mark}:*{said}" if mark else said])
        return self.shown("\n".join([*lines, "", _table(["source", "says"], rows)]), "reading")


def setup(app: Sphinx) -> dict[str, object]:
    """Offer the directives."""
    app.config.html_static_path.append(str(Path(__file__).parent / "static"))
    app.add_css_file("readings.css")
    app.add_directive("readings", Matrix)
    app.add_directive("reading", Reading)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
