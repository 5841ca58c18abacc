"""The compiled build and the pure one: two of the same, to the letter."""

from __future__ import annotations

import subprocess
import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec
from pathlib import Path

import pytest

import charlemagne
from charlemagne import BuildInfo, build_info

# Under another build there is nothing to compare; `nox -s compiled` runs these.
compiled = pytest.mark.skipif(not build_info().compiled, reason="this build is the pure one")
HANDS = 20_000
BUILDS = ["compiled", "pure"]


def test_the_build_says_which_it_is() -> None:
    """A report of a fault or of a speed is about another build than was thought."""
    spec = find_spec("charlemagne.tricks")
    assert spec is not None
    is_compiled = isinstance(spec.loader, ExtensionFileLoader)
    assert build_info() == BuildInfo(version=charlemagne.__version__, compiled=is_compiled)
    kind = "compiled" if is_compiled else "pure"
    assert str(build_info()) == f"charlemagne {charlemagne.__version__} ({kind})"


def run_builds(*arguments: str | Path) -> list[str]:
    """Run the script in both builds side by side, and give what each of them prints."""
    script = Path(__file__).with_name("played.py")
    runs = [
        subprocess.Popen(
            [sys.executable, script, build, *arguments], stdout=subprocess.PIPE, text=True
        )
        for build in BUILDS
    ]
    printed = [run.communicate()[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0]
    return printed


@compiled
def test_both_builds_say_the_same_of_every_state(tmp_path: Path) -> None:
    """A rule, a message, a hash or a pickle that the compiler took otherwise than Python does."""
    run_builds("play", tmp_path, str(HANDS))
    one, other = [(tmp_path / f"{build}.txt").read_text("utf-8").splitlines() for build in BUILDS]
    assert len(one) == HANDS // 100
    # The first block of hands in which they part, if they do.
    assert [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]][:1] == []
    for loaded in run_builds("load", tmp_path):
        assert int(loaded) > HANDS // 100
