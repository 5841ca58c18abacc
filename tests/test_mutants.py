"""The script of the mutation tests: what it lays open, and what it says of a mutant."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).parent.parent / "tools"


def tool(name: str) -> ModuleType:
    """A script of the tools folder, which is no package."""
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


sources = tool("mutant_sources")

CLOSED = '''\
import functools


class Box:
    def __init__(self, side: int) -> None:
        self.side = side

    @property
    def area(self) -> int:
        """Its area."""
        return self.side * self.side

    @classmethod
    def unit(cls) -> "Box":
        return cls(1)


@functools.cache
def volume(side: int, height: int) -> int:
    return side * side * height


def last() -> int:
    return 3
'''


def test_a_decorated_function_calls_its_body() -> None:
    """mutmut would pass over a property or a cached function, and its rule with it."""
    opened = sources.opened(CLOSED)
    names: dict[str, object] = {}
    exec(opened, names)
    code = (
        "Box.unit().area, Box(3).area, Box(3).area_body(), volume(2, 5), volume_body(2, 5), last()"
    )
    assert eval(code, names) == (1, 9, 9, 20, 20, 3)
    functions = {n.name: n for n in ast.walk(ast.parse(opened)) if isinstance(n, ast.FunctionDef)}
    decorated = {name: len(function.decorator_list) for name, function in functions.items()}
    assert decorated == {
        "__init__": 0,
        "area": 1,
        "area_body": 0,
        "unit": 1,
        "volume": 0,
        "volume_body": 0,
        "last": 0,
    }


def test_the_sources_can_be_laid_open() -> None:
    """A module of the package has a decorated function that is not parted well."""
    for path in (TOOLS.parent / "src" / "charlemagne").glob("*.py"):
        ast.parse(sources.opened(path.read_text(encoding="utf-8")))


ORIGINAL = """\
def x_check__mutmut_orig(value):
    if value < 0:
        msg = f"{value} is below" + " nothing"
        raise ValueError(msg)
    if value:
        return "b"
    return "Only three words."
"""


@pytest.mark.parametrize(
    ("before", "after", "line", "wording"),
    [
        ("value < 0", "value <= 0", "`value < 0` → `value <= 0`", False),
        ("0:", "1:", "`value < 0` → `value < 1`", False),
        (
            "nothing",
            "NOTHING",
            "`msg = f'{value} is below' + ' nothing'` → `msg = f'{value} is below' + ' NOTHING'`",
            True,
        ),
        ("(msg)", "(None)", "`raise ValueError(msg)` → `raise ValueError(None)`", False),
        ('"b"', '"B"', "`if value: return 'b'` → `if value: return 'B'`", False),
        ("Only", "only", "`return 'Only three words.'` → `return 'only three words.'`", True),
        ('"Only three words."', "None", "`return 'Only three words.'` → `return None`", False),
    ],
)
def test_a_mutant_is_told_in_one_line(before: str, after: str, line: str, wording: bool) -> None:
    """A survivor cannot be found in the list, or a message counts as a rule."""
    changed = ORIGINAL.replace("_orig", "_1").replace(before, after, 1)
    [mutant] = sources.mutants_of("box", ORIGINAL + changed, ["x_check__mutmut_1"])
    assert (mutant.line, mutant.wording) == (f"`box.check`: {line}", wording)
    assert (mutant.name, mutant.key) == (
        "charlemagne.box.x_check__mutmut_1",
        "charlemagne.box.x_check",
    )


def test_a_mutant_of_a_method_is_told_by_its_class() -> None:
    """A property's body has a name of its own, which nobody would look for."""
    code = """\
class Box:
    def xǁBoxǁarea_body__mutmut_orig(self):
        return 1
    def xǁBoxǁarea_body__mutmut_1(self):
        return 2
"""
    [mutant] = sources.mutants_of("box", code, ["xǁBoxǁarea_body__mutmut_1"])
    assert mutant.line == "`box.Box.area`: `return 1` → `return 2`"
