"""The examples run as they stand, each as its reader would run it."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from charlemagne.testing import check_bot
from support import deeper

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))


# What each must print when it is run without arguments.
PRINTED = {
    "bot_match.py": r"game 20: NS \d+, EW \d+ after \d+ hands\nThe bot, NS, won 20 of 20 games",
    "check_record.py": r"winner: NS\nwith a mistake: 1 wrong\n.*follow with it \(play\.follow\)",
    "full_game.py": r"win the game, \d+ to \d+\n$",
    "settle_dispute.py": r"E played KC\. Under canadian: .*\(mulot\.jokers\)\n$",
    "table.py": r"^([NESW] dealt: .* \(\d+, \d+\)\n)+$",
    "table_clients.py": r"^([NESW] dealt: .* \| NS \d+ EW \d+\n)+$",
}
# What waits for clients, and is run by the tests that are its clients.
RUN_ELSEWHERE = {"table_server.py": "test_table_server.py"}
# What the others import, and nobody runs.
IMPORTED = {"table_lines.py"}
DOCS = Path(__file__).parent.parent / "docs"
RECORDS = DOCS / "_files"


MISTAKES = {
    "bot_match.py": [["x"], ["1", "2", "3"]],
    "check_record.py": [["none"]],
    "full_game.py": [["x"], ["1", "2"]],
    "settle_dispute.py": [["canadian"], ["x", "maine"], ["canadian", "maine", "none"], ["1"] * 4],
    "table_clients.py": [["x"], ["--port", "70000"]],
    "table_server.py": [[], ["x"], ["x", "y"]],
}


@pytest.mark.parametrize("name", MISTAKES)
def test_an_ordinary_mistake_is_told_without_a_traceback(name: str) -> None:
    for arguments in MISTAKES[name]:
        command = [sys.executable, str(named(name)), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode in {1, 2}
        assert "Traceback" not in done.stderr
        assert 1 <= done.stderr.count("\n") <= 2


def run(script: Path, *arguments: str, code: int = 0) -> str:
    """What a script prints; it must end so and complain of nothing."""
    command = [sys.executable, "-W", "error", str(script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (code, "")
    return done.stdout


def named(name: str) -> Path:
    """The example of that name."""
    [script] = [script for script in EXAMPLES if script.name == name]
    return script


def test_of_every_example_it_is_known_what_it_prints() -> None:
    assert {script.name for script in EXAMPLES} == {*PRINTED, *RUN_ELSEWHERE, *IMPORTED}
    for name, test in RUN_ELSEWHERE.items():
        assert f'"{name}"' in Path(__file__).with_name(test).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PRINTED)
def test_an_example_runs_and_prints_what_it_should(name: str) -> None:
    assert re.search(PRINTED[name], run(named(name)))


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda script: script.name)
def test_an_example_is_short_and_says_how_it_is_run(script: Path) -> None:
    """Its readers copy it: they read all of it first."""
    text = script.read_text(encoding="utf-8")
    assert text.count("\n") < 100
    said = f"`python examples/{script.name}" in text.split('"""')[1]
    assert said != (script.name in IMPORTED)


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda script: script.name)
def test_the_docs_name_an_example(script: Path) -> None:
    """Nobody finds what no page names."""
    pages = [page.read_text(encoding="utf-8") for page in DOCS.glob("*/*.md")]
    assert any(f"`examples/{script.name}`" in page for page in pages)


def test_the_docs_name_no_example_that_there_is_not() -> None:
    known = {script.name for script in EXAMPLES}
    for page in [*DOCS.glob("*/*.md"), DOCS.parent / "README.md"]:
        assert {*re.findall(r"examples/(\w+\.py)", page.read_text(encoding="utf-8"))} <= known


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_full_game_ends_with_the_side_that_reached_the_target(seed: str) -> None:
    first, *hands, last = run(named("full_game.py"), seed).splitlines()
    assert first == f"Rules canadian, seed {seed}"
    scores = hands[-1].replace(",", "").split()
    points = {scores[0]: int(scores[1]), scores[2]: int(scores[3])}
    winner = max(points, key=lambda side: points[side])
    assert last == f"{winner} win the game, {max(points.values())} to {min(points.values())}"
    assert min(points.values()) < 32 <= max(points.values())
    contracts = [line for line in hands if " by " in line]
    tricks = [line for line in hands if " leads " in line]
    assert len(tricks) == 8 * len(contracts)


def test_full_game_is_repeated_by_its_seed() -> None:
    assert run(named("full_game.py"), "4") == run(named("full_game.py"), "4")
    assert run(named("full_game.py")) == run(named("full_game.py"), "1")


def test_bot_match_plays_as_many_games_as_it_is_told_and_is_repeated_by_its_seed() -> None:
    lines = run(named("bot_match.py"), "3", "8").splitlines()
    assert [line.partition(":")[0] for line in lines[:-1]] == ["game 1", "game 2", "game 3"]
    assert lines[-1].endswith("of 3 games, seed 8")
    assert run(named("bot_match.py"), "3", "8").splitlines() == lines


def test_the_bot_of_bot_match_keeps_to_every_reading_of_the_rules() -> None:
    spec = importlib.util.spec_from_file_location("bot_match", named("bot_match.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    check_bot(module.bot, games=deeper(10))


def test_settle_dispute_takes_other_readings_and_records() -> None:
    record = str(RECORDS / "game.json")
    assert "agree on all of it" in run(named("settle_dispute.py"), "canadian", "korean", record)
    other = run(named("settle_dispute.py"), "canadian", "canadian+trick_bid_lead=bidder", record)
    assert other.startswith("The readings part in hand 1, after 6 moves: to move.\n")
    assert "trick_bid_lead" in other


@pytest.mark.parametrize("name", ["game.txt", "game.json", "public.txt", "dispute.txt"])
def test_check_record_tells_the_hands_of_a_right_record(name: str) -> None:
    printed = run(named("check_record.py"), str(RECORDS / name))
    assert ": right\n" in printed
    assert "hand 1: " in printed


def test_check_record_tells_every_fault_and_ends_with_1() -> None:
    names = [str(RECORDS / name) for name in ("faulty.txt", "game.txt")]
    printed = run(named("check_record.py"), *names, code=1)
    assert "faulty.txt: 2 wrong\n  hand 1, move 12, JD" in printed
    assert "legal there: 8H JH QH" in printed
    assert "game.txt: right" in printed
