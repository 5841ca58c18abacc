"""The errors that the package raises on purpose, all under `CharlemagneError`."""


class CharlemagneError(Exception):
    """The base of every error that this package raises on purpose."""


class InvalidDeal(CharlemagneError, ValueError):
    """Cards, a dealer, scores or a seed from which no hand can be dealt."""


class InvalidRules(CharlemagneError, ValueError):
    """A field or a value that no house rule has.

    Attributes:
        offset: Where the setting begins in the text that was read, None when none was read.
    """

    offset: int | None = None

    def __init__(self, message: str) -> None:
        super().__init__(shortened(message))


class NotationError(CharlemagneError, ValueError):
    """A text that is not written as the text forms ask.

    Args:
        message: What is wrong, and the nearest right spelling.
        offset: Where the wrong part begins, in characters from the start of the text that was
            read, the first character being 0.
    """

    offset: int

    def __init__(self, message: str, offset: int = 0) -> None:
        message = shortened(message)
        super().__init__(message if offset == 0 else f"{message} (at character {offset + 1})")
        self.offset = offset

    def __reduce__(self) -> tuple[object, ...]:
        return (_notation_error, (str(self), self.offset))


def _notation_error(shown: str, offset: int) -> NotationError:
    """Rebuild a pickled `NotationError`, whose message names its place already."""
    error = NotationError.__new__(NotationError, shown)
    error.offset = offset
    return error


def shortened(message: str) -> str:
    """Keep both ends of a message: it quotes what is wrong, which may be a megabyte of it."""
    return message if len(message) <= 400 else f"{message[:240]} ... {message[-150:]}"
