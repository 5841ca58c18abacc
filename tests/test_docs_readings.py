"""The matrix of the page on readings is whole, and says what the library says."""

from __future__ import annotations

import re
import tomllib
from itertools import chain, combinations
from pathlib import Path

import pytest

from charlemagne import CANADIAN, CharlemagneError, Contract, Rules
from charlemagne.rules import (
    FIELDS,
    Auction,
    Pack,
    RedealBy,
    Shown,
    TrickBidLead,
    TrumpNamed,
    reading_of,
)

DOCS = Path(__file__).parent.parent / "docs"
DATA = tomllib.loads((DOCS / "_data" / "readings.toml").read_text(encoding="utf-8"))
PAGE = (DOCS / "explanation" / "readings.md").read_text(encoding="utf-8")
SOURCES = ["pagat", "gamerules", "french", "english", "korean"]
MATRIX = DATA["fields"]
USUAL = " ".join(f"{made}/{failed}" for made, failed in CANADIAN.values)

# The values of the fields that take one of a list.
OPTIONS: dict[str, list[str]] = {
    "pack": list(Pack),
    "nine_high": ["false", "true"],
    "auction": list(Auction),
    "dealer_forced": ["false", "true"],
    "redeal_by": list(RedealBy),
    "trump_named": list(TrumpNamed),
    "trick_bid_lead": list(TrickBidLead),
    "gros_mulot_shown": [Shown.AFTER_FIRST_TRICK, Shown.AT_ONCE],
    "gros_charlemagne_shown": list(Shown),
    "named_card": [
        ",".join(chosen) or "none"
        for chosen in chain.from_iterable(combinations(["C", "GC"], n) for n in range(3))
    ],
    "joker_forced": ["false", "true"],
    "stop_when_broken": ["false", "true"],
}
OPEN = [field for field in FIELDS if field not in OPTIONS]


def with_value(field: str, value: str) -> Rules:
    return CANADIAN if value == USUAL else Rules.parse(f"canadian+{field}={value}")


def taken(field: str) -> dict[str, list[str]]:
    """Each source's values of a field."""
    return {source: cell["takes"] for source, cell in MATRIX[field]["cells"].items()}


def mentioned(field: str) -> set[str]:
    return {*chain.from_iterable(taken(field).values()), *MATRIX[field]["unstated"]}


def test_there_is_a_row_for_each_field_in_order() -> None:
    assert tuple(MATRIX) == FIELDS


def test_there_is_a_column_for_each_source() -> None:
    assert DATA["sources"] == SOURCES


@pytest.mark.parametrize("field", FIELDS)
def test_a_cell_is_blank_only_where_the_source_is_listed_as_silent(field: str) -> None:
    row = MATRIX[field]
    assert set(row["cells"]) == set(SOURCES) - set(row["silent"])
    assert set(row["silent"]) <= set(SOURCES)


@pytest.mark.parametrize("field", FIELDS)
def test_a_cell_is_one_sentence(field: str) -> None:
    for cell in MATRIX[field]["cells"].values():
        assert set(cell) == {"takes", "says"}
        assert re.fullmatch(r"[^.|]+\.", cell["says"])


@pytest.mark.parametrize("field", OPTIONS)
def test_every_value_of_an_option_is_mentioned_and_nothing_else(field: str) -> None:
    assert mentioned(field) == set(OPTIONS[field])
    assert "open" not in MATRIX[field]


def test_the_options_are_all_that_the_library_takes() -> None:
    """A value that is added to a field has to be added to the lists here."""
    texts = {value for values in OPTIONS.values() for value in values}
    for field, values in OPTIONS.items():
        for value in texts - set(values):
            with pytest.raises(CharlemagneError):
                Rules.parse(f"canadian+{field}={value}")


@pytest.mark.parametrize("field", OPEN)
def test_a_field_without_a_list_says_what_else_it_takes(field: str) -> None:
    assert MATRIX[field]["open"].startswith("any other")
    assert any(with_value(field, value) == CANADIAN for value in mentioned(field))


def test_the_fields_without_a_list_are_numbers_of_points() -> None:
    assert OPEN == ["target", "values"]


@pytest.mark.parametrize("field", FIELDS)
def test_a_source_that_has_a_value_is_cited_for_it(field: str) -> None:
    for source, values in taken(field).items():
        for value in values:
            assert source in cited(field, value), value


@pytest.mark.parametrize("field", FIELDS)
def test_a_source_that_is_cited_for_a_value_has_it_or_says_nothing_against_it(field: str) -> None:
    row = MATRIX[field]
    for value in mentioned(field) - set(row["unstated"]):
        for source in cited(field, value) - set(row["silent"]):
            assert value in taken(field)[source], (value, source)


def cited(field: str, value: str) -> set[str]:
    """The sources that the library names for a value."""
    sources = reading_of(with_value(field, value), field).rpartition("[")[2]
    return set(re.findall(r"\w+", sources)) & set(SOURCES)


@pytest.mark.parametrize("field", FIELDS)
def test_the_page_has_a_section_with_a_worked_example_for_each_field(field: str) -> None:
    start = PAGE.index(f"(reading-{field})=\n## {MATRIX[field]['title']}: `{field}`\n")
    section = PAGE[start : PAGE.index("\n(", start)]
    assert f"```{{reading}} {field}\n```" in section
    assert f"\nby {field}, rule " in section


def test_what_the_sources_say_on_points_is_the_table_of_the_library() -> None:
    for source, values in taken("values").items():
        assert values == ([] if source == "korean" else [USUAL])
    assert CANADIAN.value(Contract.MULOT) == (15, 7)
