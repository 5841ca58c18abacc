"""The rules in full, in English and in French: a section for every rule id, and it runs."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import charlemagne
from charlemagne import Contract, Rules
from charlemagne.rules import FIELDS, PRESETS, RULE_OF

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "rules"
PACKAGE = Path(charlemagne.__file__).parent
LANGUAGES = ["en", "fr"]

# The ids of the rules, in the order in which a hand goes.
RULES = """
    pack seats deal turn hand
    bid.order bid.higher bid.passed-out bid.dealer-forced
    trick-bid mulot charlemagne gros-mulot gros-charlemagne named-card solo
    rank.trump rank.plain play.follow play.winner mulot.jokers
    stop score target
""".split()

# For each field, every value in it that describes itself in words of its own.
SETTINGS: dict[str, list[object]] = {
    "pack": ["with_jokers", "without_jokers"],
    "nine_high": [False, True],
    "auction": ["single_round", "until_all_pass"],
    "dealer_forced": [False, True],
    "redeal_by": ["next_dealer", "same_dealer"],
    "trump_named": ["after_discard", "before_kitty"],
    "trick_bid_lead": ["left_of_bidder", "bidder"],
    "gros_mulot_shown": ["after_first_trick", "at_once"],
    "gros_charlemagne_shown": ["never", "after_first_trick", "at_once"],
    "named_card": [set(), {Contract.CHARLEMAGNE}, {Contract.GROS_CHARLEMAGNE}],
    "joker_forced": [True, False],
    "stop_when_broken": [True, False],
    "target": [32, 21, 50, 7],
    "values": [{}, {Contract.FIVE: (5, 6)}],
}

HEADING = re.compile(
    r'^<a id="(?P<anchor>.+)"></a>\n\n\((?P<target>.+)\)=\n## `(?P<rule>.+?)`(?P<title>.*)$',
    re.MULTILINE,
)
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"\s+#.*")


@dataclass(frozen=True)
class Section:
    """A section of a page: how it is reached, what it is called, and its text."""

    anchor: str
    target: str
    rule: str
    title: str
    text: str

    @property
    def examples(self) -> list[doctest.Example]:
        """What the section shows at a prompt."""
        parser = doctest.DocTestParser()
        blocks = BLOCK.findall(self.text)
        return [example for block in blocks for example in parser.get_examples(block)]


def page(language: str) -> str:
    return (FOLDER / f"{language}.md").read_text(encoding="utf-8")


def sections(language: str) -> list[Section]:
    """The rules of a page, in the order in which they stand."""
    text = page(language)
    found = list(HEADING.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    return [
        Section(**match.groupdict(), text=text[match.end() : end])
        for match, end in zip(found, ends, strict=True)
    ]


def cited_on_refusals() -> set[str]:
    """Every rule that the package cites where it refuses a move."""
    cited: set[str] = set()
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "refuse":
                rule = node.args[1]
                if isinstance(rule, ast.Constant):
                    cited.add(str(rule.value))
                else:  # the rule of the contract that is played
                    cited |= {contract.rule for contract in Contract}
    return cited


def cited_in_docstrings() -> set[str]:
    """Every rule that the package cites in its own documentation."""
    cited: set[str] = set()
    for path in PACKAGE.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for listed in re.findall(r"\brules?((?:[\s,]|and|`[a-z.-]+`)+)", text):
            cited |= set(re.findall(r"`([a-z.-]+)`", listed))
    return cited - set(PRESETS)


def readings() -> Iterator[Rules]:
    """Every preset with every value of every field laid over it."""
    make: Callable[..., Rules] = Rules
    for preset in PRESETS.values():
        fields = {field: getattr(preset, field) for field in FIELDS}
        for field, values in SETTINGS.items():
            for value in values:
                yield make(**fields | {field: value})


def described() -> set[str]:
    """Every rule that some reading describes."""
    lines = {line for rules in readings() for line in rules.describe().splitlines()}
    return {line.partition(":")[0] for line in lines}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_section_and_they_stand_in_order(language: str) -> None:
    assert [section.rule for section in sections(language)] == RULES
    # What is told at the same level and is no rule stands before them.
    others = re.findall(r"^## [^`].*$", page(language), re.MULTILINE)
    assert len(others) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_is_reached_by_the_id_of_its_rule(language: str) -> None:
    for section in sections(language):
        assert section.anchor == section.rule
        assert section.target == f"{language}-{section.rule}"
        assert re.search(r"\w", section.title), f"{section.rule} has no title"


def test_every_id_that_the_library_uses_is_a_rule() -> None:
    """A violation, a description or a docstring that cites a rule has somewhere to point to."""
    assert set(SETTINGS) == set(FIELDS) == set(RULE_OF)
    assert set(RULE_OF.values()) <= set(RULES)
    assert described() == set(RULES)
    refusals = cited_on_refusals()
    assert {"turn", "play.follow", "gros-charlemagne"} <= refusals <= set(RULES)
    docstrings = cited_in_docstrings()
    assert {"turn", "play.follow", "rank.plain"} <= docstrings <= set(RULES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_has_an_example_that_shows_something(language: str) -> None:
    for section in sections(language):
        assert any(example.want for example in section.examples), section.rule


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_runs(language: str) -> None:
    script, path = ROOT / "tools" / "run_markdown.py", FOLDER / f"{language}.md"
    command = [sys.executable, str(script), "--require", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_both_pages_have_the_same_examples() -> None:
    """They differ in comments, and in the language of what is refused."""
    for english, french in zip(sections("en"), sections("fr"), strict=True):
        for one, other in zip(english.examples, french.examples, strict=True):
            assert COMMENT.sub("", one.source) == COMMENT.sub("", other.source)
            if not one.source.startswith("why("):
                assert one.want == other.want


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_is_told_where_its_rule_is(language: str) -> None:
    told = {section.rule: section.text for section in sections(language)}
    for field, rule in RULE_OF.items():
        assert re.search(rf"`{field}\b", told[rule]), f"{field} is not in {rule}"


def test_the_index_leads_to_both_pages() -> None:
    listed = re.search(r"^```\{toctree\}\n(.*?)^```$", page("index"), re.MULTILINE | re.DOTALL)
    assert listed is not None
    assert listed[1].split()[-2:] == LANGUAGES
