"""What `mutants.py` does to sources before mutmut changes them, and reads off them afterwards."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

# Names for what a message says, in the sources.
TOLD = {"msg", "hint", "known", "shown"}
# Words from which on a text is taken for a sentence, or a part of one.
SENTENCE = 3
# Characters for either side of a change where it is told in one line.
ROOM = 60


def opened(source: str) -> str:
    """A module whose decorated functions have their bodies in functions without decorators.

    mutmut leaves decorated functions alone, which are all properties and whatever is cached. Here
    they only call another function, which has the body, and which mutmut changes.
    """
    lines = source.splitlines(keepends=True)
    tree = ast.parse(source)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    found = [(node, "") for node in tree.body]
    found += [(node, "self.") for kind in classes for node in kind.body]
    for function, owner in reversed(found):
        if isinstance(function, ast.FunctionDef) and is_closed(function):
            start = first_line(function)
            lines[start : function.end_lineno] = ["".join(parted(function, owner, lines))]
            # The lines that follow keep their places: the text stands where the first line stood.
            lines[start + 1 : start + 1] = [""] * ((function.end_lineno or 0) - start - 1)
    return "".join(lines)


def is_closed(function: ast.FunctionDef) -> bool:
    """Whether mutmut would leave this function alone for a decorator that it has."""
    decorators = [ast.unparse(decorator) for decorator in function.decorator_list]
    return bool(decorators) and decorators not in (["classmethod"], ["staticmethod"])


def first_line(function: ast.FunctionDef) -> int:
    """The place of a function's first decorator among the lines of its module."""
    return min(decorator.lineno for decorator in function.decorator_list) - 1


def parted(function: ast.FunctionDef, owner: str, lines: list[str]) -> Iterator[str]:
    """The lines of a decorated function that calls its body, and those of its body."""
    head, body = function.lineno - 1, function.body[0].lineno - 1
    margin = " " * function.body[0].col_offset
    names = [argument.arg for argument in function.args.posonlyargs + function.args.args]
    passed = ", ".join(names[1:] if owner else names)
    # What is remembered from the unchanged function would hide its mutants.
    if not any("cache" in ast.unparse(decorator) for decorator in function.decorator_list):
        yield from lines[first_line(function) : head]
    yield from lines[head:body]
    yield f"{margin}return {owner}{function.name}_body({passed})\n\n"
    yield lines[head].replace(f"def {function.name}(", f"def {function.name}_body(", 1)
    yield from lines[head + 1 : function.end_lineno]


@dataclass(frozen=True)
class Mutant:
    """One change: where it is, what is changed into what, and whether only words are."""

    name: str
    module: str
    function: str
    before: str
    after: str
    wording: bool

    @property
    def key(self) -> str:
        """What the trampolines of mutmut call the changed function."""
        return self.name.partition("__mutmut_")[0]

    @property
    def line(self) -> str:
        """The mutant as the list of survivors has it."""
        return f"`{self.module}.{self.function}`: `{self.before}` → `{self.after}`"


def mutants_of(module: str, code: str, names: list[str]) -> Iterator[Mutant]:
    """Read off the code that mutmut wrote what the mutants of these names change."""
    functions = {n.name: n for n in ast.walk(ast.parse(code)) if isinstance(n, ast.FunctionDef)}
    for name in names:
        mangled = name.partition("__mutmut_")[0]
        original, mutant = functions[f"{mangled}__mutmut_orig"], functions[name]
        mutant.name = original.name
        pairs = list(changed(original, mutant))
        told = [tuple(map(in_one_line, pair)) for pair in pairs[1:] or pairs]
        plain = mangled.removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
        # As much of what is around a change as fits a line, the change itself in any case.
        before, after = next((pair for pair in told if max(map(len, pair)) <= ROOM), told[-1])
        yield Mutant(
            name=f"charlemagne.{module}.{name}",
            module=module,
            function=plain.removesuffix("_body"),
            before=before,
            after=after,
            wording=is_wording(original, *pairs[-1]),
        )


def changed(before: ast.AST, after: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Every statement and expression that holds all of a change, the largest first."""
    yield before, after
    inside, others = list(ast.iter_child_nodes(before)), list(ast.iter_child_nodes(after))
    if type(before) is not type(after) or len(inside) != len(others):
        return
    differing = [
        (one, other)
        for one, other in zip(inside, others, strict=True)
        if ast.dump(one) != ast.dump(other)
    ]
    # An operator without its operands would say too little.
    small = (ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.pattern)
    if len(differing) == 1 and not any(isinstance(node, small) for node in differing[0]):
        yield from changed(*differing[0])


def in_one_line(node: ast.AST) -> str:
    """The source of a node in one line."""
    return " ".join(ast.unparse(node).split())


def is_wording(function: ast.FunctionDef, before: ast.AST, after: ast.AST) -> bool:
    """Whether a text of a message, or a whole sentence, is changed into another text."""
    if not (isinstance(before, ast.Constant) and isinstance(after, ast.Constant)):
        return False
    if not (isinstance(before.value, str) and isinstance(after.value, str)):
        return False
    messages = [node for node in ast.walk(function) if tells(node)]
    is_told = any(before in ast.walk(message) for message in messages)
    return is_told or len(before.value.split()) >= SENTENCE


def tells(node: ast.AST) -> bool:
    """Whether this raises an error, makes a part of its message, or has it made."""
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) in TOLD
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) == "require"
    return isinstance(node, ast.Raise)
