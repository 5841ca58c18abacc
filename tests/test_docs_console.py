"""The console sessions of the docs show what the command really writes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from charlemagne.cli import main
from charlemagne.records import Record, problems

DOCS = Path(__file__).parent.parent / "docs"
FILES = DOCS / "_files"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What the environment of the tests says of the terminal is no matter of theirs.
TERMINAL: dict[str, str | None] = dict.fromkeys(
    ("FORCE_COLOR", "NO_COLOR", "TERM", "TTY_COMPATIBLE", "LC_ALL", "LANG")
)


def shown() -> Iterator[tuple[str, str, str]]:
    """Every use of the command on a page: the page, the command line, and what it wrote."""
    for page in sorted(DOCS.rglob("*.md")):
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                line, _, output = part.partition("\n")
                if line.startswith("charlemagne "):
                    yield page.relative_to(DOCS).as_posix(), line, output


@pytest.mark.parametrize(("page", "line", "output"), list(shown()))
def test_the_command_writes_what_a_page_shows(
    page: str, line: str, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line with three dots alone stands for any lines."""
    monkeypatch.chdir(FILES)
    runner = CliRunner(env=TERMINAL | {"COLUMNS": "80"})
    result = runner.invoke(main, shlex.split(line)[1:], prog_name="charlemagne")
    assert result.exception is None or isinstance(result.exception, SystemExit)
    parts = re.split(r"^\.\.\.\n", output.rstrip("\n") + "\n", flags=re.MULTILINE)
    pattern = r"(?:.*\n)*".join(map(re.escape, parts))
    assert re.fullmatch(pattern, result.output.rstrip("\n") + "\n"), result.output


def test_every_command_is_shown() -> None:
    lines = [line for page, line, _ in shown() if page == "reference/cli.md"]
    for command in main.commands:
        assert any(line.startswith(f"charlemagne {command} ") for line in lines), command


def test_the_files_of_the_pages_are_what_they_are_called() -> None:
    game = Record.from_text((FILES / "game.txt").read_text(encoding="utf-8"))
    assert (FILES / "game.json").read_text(encoding="utf-8") == game.to_json()
    assert (FILES / "public.txt").read_text(encoding="utf-8") == game.public(None).to_text()
    assert problems((FILES / "dispute.txt").read_bytes()) == []
    assert len(problems((FILES / "faulty.txt").read_bytes())) == 2
