"""The exceptions of this package; each room derives its own from `EmiError`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "CellError",
    "CertificateError",
    "ClueError",
    "EmiError",
    "FileError",
    "GameError",
    "IncompleteClueError",
    "LexiconError",
    "MemoryNeedError",
    "MissingGuessError",
    "OptionError",
    "TreeError",
    "Unproven",
    "WeightsError",
    "WordError",
    "listed",
    "one_line",
    "shown",
]

#: Messages repeat at most this many characters of an input.
ECHO = 100
#: Those of a path, which is of no use without its middle.
PATH = 240
#: The space within numbers of some languages, which `str.isprintable` does not count.
NARROW = "\u202f"
#: Longer messages repeat an input; only their ends are shown.
LONGEST, ENOUGH = 500, 240


class EmiError(Exception):
    """Base class of all exceptions of emi; the message is one line.

    Parameters
    ----------
    reason : str
        The fault, and what was expected.
    **parameters
        The parameters concerned, with their values. They begin the message.

    Attributes
    ----------
    reason : str
    parameters : dict

    Examples
    --------
    >>> import emi
    >>> try:
    ...     emi.Average(within=0)
    ... except emi.EmiError as error:
    ...     print(error)
    ...     print(error.parameters)
    within=0: expected a whole number above 0
    {'within': 0}
    """

    def __init__(self, reason: object = "", **parameters: object) -> None:
        self.reason = str(reason)
        self.parameters = parameters
        given = ", ".join(f"{name}={_written(value)}" for name, value in parameters.items())
        super().__init__(one_line(f"{given}: {reason}" if given else reason))
        #: The key of the message in `emi.reports.texts` and its values, to write it in another
        #: language; None for a message in English only.
        self.said: Any = None


class OptionError(EmiError, ValueError):
    """Raised if a parameter has an invalid value."""


class FileError(EmiError):
    """Raised if a file is damaged, too large, or of the wrong kind."""


class LexiconError(EmiError):
    """Raised if a word list cannot be read, or contains no usable word."""


class CellError(EmiError):
    """Raised if a cell is malformed, or has no words in the lexicon."""


class WordError(EmiError):
    """Raised if a word has the wrong length, or characters other than letters of its alphabet."""


class GameError(EmiError):
    """Raised if a game is unknown, or its size or lists are invalid."""


class MemoryNeedError(EmiError):
    """Raised if the feedback matrix of a game does not fit into memory."""


class WeightsError(EmiError):
    """Raised if weights cannot be read, or do not match the secrets of the game."""


class CertificateError(EmiError):
    """Raised if a file is not a certificate, or is for another lexicon."""


class ClueError(EmiError):
    """Raised if a clue is malformed or missing, or if the clues leave no candidate."""


class IncompleteClueError(ClueError):
    """Raised if a clue lacks feedback, a letter or a guess, which the next line may supply."""


class MissingGuessError(IncompleteClueError):
    """Raised if feedback is given without a guess."""


class TreeError(EmiError):
    """Raised if a file contains no strategy for the game."""


class Unproven(EmiError):  # noqa: N818 - the value may still be right
    """Raised if a value, or the claim of a certificate, is not proven."""


def listed(
    given: object, what: str, error: type[EmiError] = OptionError, **parameters: object
) -> tuple[Any, ...]:
    """Return the items of a list; raise ``error`` for a text or a value that is not iterable.

    A text is iterable too, but would be read as a list of its characters.

    Examples
    --------
    >>> listed(["CADES", "CANES"], "words")
    ('CADES', 'CANES')
    """
    if isinstance(given, Iterable) and not isinstance(given, str | bytes):
        return tuple(given)
    said = "" if parameters else f"{given!r}: "
    raise error(f"{said}expected a list of {what}, such as ['AB', 'BA']", **parameters)


def one_line(message: object) -> str:
    r"""Return a message as one line of printable characters, whatever input it repeats.

    Characters that are not printable are escaped, except the narrow space within numbers. Bytes
    that are not valid UTF-8 are written like ``\xff``, although Python holds them as surrogates.
    Quoted texts and words of more than 100 characters are shortened in the middle; paths, of more
    than 240.

    Examples
    --------
    >>> print(one_line("two\nlines"), one_line("a \udcff"), len(one_line(9000 * "C")))
    two\nlines a \xff 100
    """
    import re  # Only here: it takes longer to import than the package.

    text = "".join(
        one if one.isprintable() or one == NARROW else repr(one)[1:-1] for one in str(message)
    )
    text = re.sub(r"(?<!\\)\\udc([89a-f][0-9a-f])", r"\\x\1", text)
    quoted = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
    text = re.sub(
        rf"{quoted}|[^\s'\"]+",
        lambda found: _ends(found[0], _most(found[0])),
        text,
    )
    return text if len(text) <= LONGEST else _ends(text, ENOUGH)


def shown(text: str) -> str:
    """Return an input as messages show it: in quotes, unless it is a single short word."""
    short = 0 < len(text) < _most(text)
    return text if short and text.isprintable() and " " not in text else repr(text)


def _written(value: object) -> str:
    """Return the repr of a value; for a path, its text, and for a class, its name."""
    if isinstance(value, type):
        return value.__name__
    return repr(os.fspath(value) if isinstance(value, os.PathLike) else value)


def _most(text: str) -> int:
    """Return how many characters of an input, perhaps in quotes, a message repeats."""
    return PATH if os.sep in text else ECHO


def _ends(text: str, most: int) -> str:
    """Return a text, or its beginning and end if it is longer than ``most`` characters."""
    return text if len(text) <= most else f"{text[: most * 3 // 4]}...{text[3 - most // 4 :]}"
