"""The errors that the package raises on purpose, all under `CharlemagneError`."""


class CharlemagneError(Exception):
    """The base of every error that this package raises on purpose."""


class InvalidDeal(CharlemagneError, ValueError):
    """Cards, a dealer, scores or a seed from which no hand can be dealt."""


class InvalidRules(CharlemagneError, ValueError):
    """A field or a value that no house rule has.

    Attributes:
        offset: Where the rules begin in the text that was read, None when they were not read.
    """

    offset: int | None = None


# A message quotes what is wrong, and what is wrong may be a megabyte of it.
_LONGEST = 400


class NotationError(CharlemagneError, ValueError):
    """A text that is not written as the text forms ask.

    Args:
        message: What is wrong, and the nearest right spelling.
        offset: Where the wrong part begins, in characters from the start of the text that was
            read, the first character being 0.
    """

    offset: int

    def __init__(self, message: str, offset: int = 0) -> None:
        if len(message) > _LONGEST:
            message = f"{message[:_LONGEST]}..."
        super().__init__(message if offset == 0 else f"{message} (at character {offset + 1})")
        self.offset = offset

    def __reduce__(self) -> tuple[object, ...]:
        return (_notation_error, (str(self), self.offset))


def _notation_error(shown: str, offset: int) -> NotationError:
    """Rebuild a pickled `NotationError`, whose message names its place already."""
    error = NotationError(shown)
    error.offset = offset
    return error
