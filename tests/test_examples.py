"""The examples run as they stand, each as its reader would run it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))


def run(script: Path, *arguments: str) -> str:
    """What a script prints; it must end well and complain of nothing."""
    command = [sys.executable, "-W", "error", str(script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def named(name: str) -> Path:
    """The example of that name."""
    [script] = [script for script in EXAMPLES if script.name == name]
    return script


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda script: script.name)
def test_an_example_runs_and_prints_something(script: Path) -> None:
    assert run(script).strip()


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
