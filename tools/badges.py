"""Draw the badges of the README from the project's own files, into ``docs/badges``.

What it prints are the lines that show them, for the README.

A badge says only what one of those files says. When a file no longer says it, nothing is drawn and
the run fails, so a badge cannot go on claiming what was true once.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "badges"

# Widths at the size of the text, in a font as wide as Verdana. They need not be exact: `textLength`
# makes the text of any font as long as is counted here.
NARROW, NARROW_WIDTH = frozenset(" .,:;-'/()|!fijlrtI"), 4.0
WIDE, WIDE_WIDTH = frozenset("mwMW%@&"), 10.3
OTHER_WIDTH = 6.6
PADDING = 6

# White on either colour is well above what legible text needs (4.5 to 1), and both stand out from a
# white page and from a black one: a picture in a README does not know which it is on.
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" viewBox="0 0 {width} 20" \
role="img" aria-label="{says}">
  <title>{says}</title>
  <clipPath id="round"><rect width="{width}" height="20" rx="3"/></clipPath>
  <g clip-path="url(#round)">
    <rect width="{middle}" height="20" fill="#505050"/>
    <rect x="{middle}" width="{value_width}" height="20" fill="#1f6f43"/>
  </g>
  <g fill="#fff" font-family="Verdana,Geneva,'DejaVu Sans',sans-serif" font-size="11">
    <text x="{label_x}" y="14" textLength="{label_length}">{label}</text>
    <text x="{value_x}" y="14" textLength="{value_length}">{value}</text>
  </g>
</svg>
"""


class Badge(NamedTuple):
    """What a badge says: of what on the left, and what on the right."""

    label: str
    value: str


def badges() -> dict[str, Badge]:
    """The badges by the names of their files, in the order in which the README shows them."""
    settings = tomllib.loads(read("pyproject.toml"))
    noxfile = ast.parse(read("noxfile.py"))
    return {
        "version": Badge("version", version(read("src/charlemagne/about.py"))),
        "python": Badge("Python", python_versions(settings["project"]["classifiers"])),
        "licence": Badge("licence", settings["project"]["license"]),
        "types": Badge("types", strictness(noxfile)),
        "coverage": Badge("rules coverage", coverage(settings, noxfile)),
    }


def read(name: str) -> str:
    """The text of a file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def version(about: str) -> str:
    """The version, read and not imported: what is installed may be another one."""
    found = re.search(r'^__version__ = "(.+)"$', about, re.MULTILINE)
    if found is None:
        sys.exit("about.py has no __version__")
    return found[1]


def python_versions(classifiers: list[str]) -> str:
    """The oldest and the newest Python that the classifiers name, when all between are named."""
    pattern = r"^Programming Language :: Python :: 3\.(\d+)$"
    minors = sorted(map(int, re.findall(pattern, "\n".join(classifiers), re.MULTILINE)))
    if not minors or minors != list(range(minors[0], minors[-1] + 1)):
        sys.exit("the classifiers in pyproject.toml name no range of Pythons without a gap")
    return f"3.{minors[0]} to 3.{minors[-1]}"


def strictness(noxfile: ast.Module) -> str:
    """How types are checked, provided that users get them too."""
    if not (ROOT / "src/charlemagne/py.typed").exists():
        sys.exit("there is no py.typed, so users do not get the types")
    if any({"mypy", "--strict", "src"} <= words for words in functions(noxfile)):
        return "strict"
    sys.exit("noxfile.py does not run `mypy --strict` on src")


def coverage(settings: dict[str, Any], noxfile: ast.Module) -> str:
    """How much of the rules the tests must go through.

    Coverage counts lines and branches together: only a whole 100 says something of branches alone.
    """
    asked = any({"RULES_MODULES", "--fail-under=100"} <= words for words in functions(noxfile))
    if asked and settings["tool"]["coverage"]["run"]["branch"]:
        return "100 % of branches"
    sys.exit("noxfile.py does not ask for 100 % of the branches of RULES_MODULES")


def functions(noxfile: ast.Module) -> Iterator[set[str]]:
    """The texts and the names in each function; a comment is neither."""
    for function in noxfile.body:
        if isinstance(function, ast.FunctionDef):
            nodes = list(ast.walk(function))
            names = {node.id for node in nodes if isinstance(node, ast.Name)}
            constants = (node.value for node in nodes if isinstance(node, ast.Constant))
            yield names | {text for text in constants if isinstance(text, str)}


def draw(badge: Badge) -> str:
    """The picture of a badge: two boxes of one line each, and its words for who cannot see it."""
    label_length, value_length = length(badge.label), length(badge.value)
    middle, value_width = label_length + 2 * PADDING, value_length + 2 * PADDING
    label, value = (escape(text, {'"': "&quot;"}) for text in badge)
    return SVG.format(
        width=middle + value_width,
        middle=middle,
        value_width=value_width,
        says=f"{label} {value}",
        label=label,
        label_x=PADDING,
        label_length=label_length,
        value=value,
        value_x=middle + PADDING,
        value_length=value_length,
    )


def length(text: str) -> int:
    """About how long a text is, in whole pixels."""
    narrow = sum(sign in NARROW for sign in text)
    wide = sum(sign in WIDE for sign in text)
    other = len(text) - narrow - wide
    return round(narrow * NARROW_WIDTH + wide * WIDE_WIDTH + other * OTHER_WIDTH)


def main() -> None:
    """Draw every badge, or none when one of them has nothing true to say."""
    drawn = badges()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, badge in drawn.items():
        path = FOLDER / f"{name}.svg"
        path.write_text(draw(badge), encoding="utf-8", newline="\n")
        print(f"![{badge.label} {badge.value}]({path.relative_to(ROOT).as_posix()})")


if __name__ == "__main__":
    main()
