"""What public functions take that take a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Never, TypeAlias

from charlemagne.state import State

# Compiled functions check their arguments by themselves, with a message of their own, unless the
# argument may be anything. This is a `State` to a type checker, anything to the compiler, and a
# `State` again to whatever reads annotations at run time.
if TYPE_CHECKING:
    AnyState: TypeAlias = State | Never
else:
    AnyState = State
