"""Which charlemagne this is."""

from __future__ import annotations

from types import FunctionType
from typing import final

import attrs

from charlemagne.engine import apply
from charlemagne.texts import ShowsFields

__version__ = "0.1.0"


@final
@attrs.frozen(repr=False)
class BuildInfo(ShowsFields):
    """Which charlemagne this is.

    Attributes:
        version: The version.
        compiled: Whether the engine is compiled. It plays, refuses and says what the pure one does,
            and is faster; at run time its functions have no docstrings and no annotations.

    >>> str(BuildInfo(version="1.0.0", compiled=False))
    'charlemagne 1.0.0 (pure)'
    """

    version: str
    compiled: bool

    def __str__(self) -> str:
        return f"charlemagne {self.version} ({'compiled' if self.compiled else 'pure'})"


def build_info() -> BuildInfo:
    """Say which charlemagne this is, to be named in reports of faults and of speeds.

    Returns:
        The version, and whether the engine is compiled.

    >>> import charlemagne
    >>> build_info().version == charlemagne.__version__
    True
    """
    return BuildInfo(__version__, not isinstance(apply, FunctionType))
