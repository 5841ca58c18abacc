"""The badges of the README: what they say is true now, and said to everybody."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
FOLDER = ROOT / "docs" / "badges"
TOOL = Path("tools", "badges.py")
PACKAGE = Path("src", "charlemagne")
# What the tool reads.
SOURCES = [Path("pyproject.toml"), Path("noxfile.py"), PACKAGE / "about.py", PACKAGE / "py.typed"]
SPACE = "{http://www.w3.org/2000/svg}"
SHOWN = re.compile(r"^!\[(.+)\]\(docs/badges/(.+)\)$", re.MULTILINE)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the tool and with what it reads, where files may be changed."""
    for path in [TOOL, *SOURCES]:
        (tmp_path / path.parent).mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    return tmp_path


def run_tool(project: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(project / TOOL)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def pictures(folder: Path) -> dict[str, str]:
    """Everything in a folder of badges, hidden files and strangers too."""
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def words(folder: Path) -> dict[str, str]:
    """What each badge of a folder says to those who cannot see it."""
    badges = {name: ElementTree.fromstring(text) for name, text in pictures(folder).items()}
    return {name: badge.get("aria-label", "") for name, badge in badges.items()}


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_badges_are_those_that_the_tool_draws_now(project: Path) -> None:
    """When this fails, `python tools/badges.py` mends it."""
    done = run_tool(project)
    assert done.returncode == 0, done.stderr
    assert pictures(FOLDER) == pictures(project / "docs" / "badges")


def test_a_badge_follows_the_file_that_it_is_drawn_from(project: Path) -> None:
    about = (project / PACKAGE / "about.py").read_text(encoding="utf-8")
    [version] = re.findall(r'^__version__ = "(.+)"$', about, re.MULTILINE)
    change(project / PACKAGE / "about.py", f'"{version}"', '"12.3.4"')
    change(project / "pyproject.toml", 'license = "MIT"', 'license = "<&>"')
    change(project / "pyproject.toml", "Python :: 3.", "Python :: 3.1")
    assert run_tool(project).returncode == 0
    before, after = words(FOLDER), words(project / "docs" / "badges")
    assert after["version.svg"] == "version 12.3.4"
    assert after["licence.svg"] == "licence <&>"
    assert after["python.svg"] == before["python.svg"].replace("3.", "3.1")


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("src/charlemagne/about.py", "__version__", "__release__", "__version__"),
        ("pyproject.toml", "Typing :: Typed", "Programming Language :: Python :: 3.1", "gap"),
        ("pyproject.toml", "branch = true", "branch = false", "100 %"),
        ("noxfile.py", "--fail-under=100", "--fail-under=99", "100 %"),
        ("noxfile.py", '"--strict", *folders', "*folders", "mypy --strict"),
        ("noxfile.py", 'existing("src", ', "existing(", "mypy --strict"),
    ],
)
def test_what_is_no_longer_true_is_not_drawn(
    project: Path, name: str, old: str, new: str, complaint: str
) -> None:
    change(project / name, old, new)
    done = run_tool(project)
    assert done.returncode == 1
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
    assert not (project / "docs").exists()


def test_a_package_without_its_types_is_not_called_typed(project: Path) -> None:
    (project / PACKAGE / "py.typed").unlink()
    done = run_tool(project)
    assert done.returncode == 1
    assert "py.typed" in done.stderr


def test_a_badge_says_in_words_what_it_shows() -> None:
    for name, picture in pictures(FOLDER).items():
        badge = ElementTree.fromstring(picture)
        title = badge.findtext(f"{SPACE}title")
        shown = [text.text for text in badge.iter(f"{SPACE}text")]
        assert badge.tag == f"{SPACE}svg", name
        assert badge.get("role") == "img", name
        assert badge.get("aria-label") == title == "{} {}".format(*shown), name


def test_a_badge_fetches_nothing() -> None:
    for name, picture in pictures(FOLDER).items():
        links = re.findall(r"\w+://|href|url\((?!#)|@import", picture.replace(SPACE[1:-1], ""))
        assert not links, name


def test_the_readme_shows_every_badge_and_says_the_same(project: Path) -> None:
    """Words between the brackets are all that a reader has whose page does not show pictures."""
    shown = SHOWN.findall(README.read_text(encoding="utf-8"))
    assert shown == SHOWN.findall(run_tool(project).stdout)
    assert sorted(shown) == sorted((said, name) for name, said in words(FOLDER).items())


def test_the_badges_stand_under_the_title() -> None:
    title, badges, _ = README.read_text(encoding="utf-8").split("\n\n", 2)
    assert title == "# charlemagne"
    assert len(SHOWN.findall(badges)) == len(badges.splitlines()) == len(pictures(FOLDER))
