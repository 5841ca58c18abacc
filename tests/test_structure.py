"""The shape of the package: what imports what, what is on offer, what may not stand in a step."""

from __future__ import annotations

import ast
import functools
import importlib.util
import subprocess
import sys
from pathlib import Path

import charlemagne

PACKAGE = Path(charlemagne.__file__).parent

# Each module imports only modules above it.
ORDER = [
    "errors",
    "texts",
    "cards",
    "seats",
    "contracts",
    "rules",
    "moves",
    "choices",
    "refusals",
    "tricks",
    "scoring",
    "shuffling",
    "deals",
    "table",
    "state",
    "any_state",
    "engine",
    "about",
    "dealing",
    "views",
    "notation",
    "recorded",
    "public_hands",
    "comparing",
    "record_texts",
    "records",
    "names",
]
# The command, and what it is made of.
COMMAND = {"cli", "cli_files", "cli_hands", "cli_page", "cli_players", "cli_words"}
# Imported by nothing else in the package; each may import all of it.
APART = {"testing", *COMMAND}


@functools.cache
def source(module: str) -> ast.Module:
    return ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8"))


def imported(module: str) -> set[str]:
    """The modules of the package that a module imports, wherever in it the import stands."""
    found: set[str] = set()
    for node in ast.walk(source(module)):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found.add(node.module)
            if node.module == "charlemagne":
                found |= {f"charlemagne.{name.name}" for name in node.names}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return {name.split(".")[1] for name in found if name.startswith("charlemagne.")}


def test_every_module_has_its_place() -> None:
    """A module that is not in the order would escape the test of imports."""
    assert {path.stem for path in PACKAGE.glob("*.py")} == {*ORDER, *APART, "__init__"}


def test_modules_import_only_modules_above_them() -> None:
    """An import from below makes a circle, and rules begin to live in two places."""
    for place, module in enumerate(ORDER):
        assert imported(module) <= set(ORDER[:place]), module


def test_nothing_imports_the_command_or_the_test_kit() -> None:
    """They need extras: an import of them would break a plain installation."""
    for module in [*ORDER, "__init__"]:
        assert not imported(module) & APART
    assert not imported("testing") & COMMAND


def test_the_parts_of_the_command_do_not_need_the_command() -> None:
    """The message about a missing extra comes from `cli`, which must be imported before them."""
    assert imported("cli") & COMMAND == COMMAND - {"cli"}
    for module in COMMAND:
        assert "cli" not in imported(module)


def test_the_package_itself_needs_attrs_alone() -> None:
    """An import of anything else would break a plain installation, or slow every import."""
    code = "import sys, charlemagne, charlemagne.records; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    roots = {name.partition(".")[0] for name in ran.stdout.split()}
    for extra in ["click", "rich", "hypothesis", "pytest", "jsonschema"]:
        assert extra not in roots
    assert importlib.util.find_spec("hypothesis") is not None


def test_the_naive_reading_shares_nothing_with_the_package() -> None:
    """It would judge the engine by the engine: a fault in what both use is seen by no test."""
    reading = Path(__file__).with_name("naive.py").read_text(encoding="utf-8")
    found: set[str] = set()
    for node in ast.walk(ast.parse(reading)):
        if isinstance(node, ast.ImportFrom):
            # An import from beside it would be of a test helper, and those use the package.
            assert node.level == 0
            found.add(str(node.module))
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    assert found, "the naive reading is looked for in the wrong place"
    roots = {name.partition(".")[0] for name in found}
    assert roots <= set(sys.stdlib_module_names) - {"importlib", "runpy", "sys"}


def test_all_names_what_is_on_offer() -> None:
    """A name that is imported and not offered, or offered and not there, surprises users."""
    modules = {*ORDER, *APART}
    public = {name for name in vars(charlemagne) if not name.startswith("_")} - modules
    assert public == set(charlemagne.__all__)
    assert charlemagne.__all__ == sorted(charlemagne.__all__, key=_ruff_order)


def _ruff_order(name: str) -> tuple[int, str]:
    """Constants first, then classes, then functions, as the linter sorts them."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def test_a_step_evolves_nothing() -> None:
    """attrs.evolve costs three times a constructor: it may not stand where steps are made."""
    for module in ["tricks", "state", "engine"]:
        names = {n.attr for n in ast.walk(source(module)) if isinstance(n, ast.Attribute)}
        names |= {n.id for n in ast.walk(source(module)) if isinstance(n, ast.Name)}
        assert "evolve" not in names


def test_no_house_rule_is_read_off_a_preset() -> None:
    """A branch on a preset would play another game for the same values spelt out."""
    for module in [module for module in ORDER if module != "rules"]:
        for node in ast.walk(source(module)):
            if isinstance(node, ast.Compare):
                names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
                assert not names & {"CANADIAN", "MAINE", "ENGLISH", "KOREAN", "PRESETS"}
