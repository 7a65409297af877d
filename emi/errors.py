"""What can be wrong with a question. A message is one line: the input, and what was expected."""

#: Of an input that is longer, a message repeats so many characters.
ECHO = 100
#: No message of ours is longer; one that is repeats an input, and its ends are enough.
LONGEST, ENOUGH = 500, 240


def one_line(message: object) -> str:
    r"""Return a message as one line that is fit for a terminal, whatever input it repeats.

    What is no printable character is escaped. Of a text in quotes, or a run without a space, that
    is too long, the ends stay.

    Examples
    --------
    >>> print(one_line("two\nlines"), len(one_line(9000 * "C")))
    two\nlines 100
    """
    import re  # Only here: it takes longer to import than the package.

    text = "".join(one if one.isprintable() else repr(one)[1:-1] for one in str(message))
    quoted = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
    text = re.sub(rf"{quoted}|[^\s'\"]+", lambda found: _ends(found[0], ECHO), text)
    return text if len(text) <= LONGEST else _ends(text, ENOUGH)


def shown(text: str) -> str:
    """Return an input as a message repeats it: in quotes, unless it is one short word."""
    return text if 0 < len(text) < ECHO and text.isprintable() and " " not in text else repr(text)


def _ends(text: str, most: int) -> str:
    """Return a text, or its ends if it is longer than so many characters."""
    return text if len(text) <= most else f"{text[: most * 3 // 4]}...{text[3 - most // 4 :]}"


class EmiError(ValueError):
    """Base of every error that a user can cause; the command line prints it and exits with 2.

    Examples
    --------
    >>> import emi
    >>> try:
    ...     emi.Mastermind(0, 6)
    ... except emi.EmiError as error:
    ...     print(error)
    mastermind:0x6: expected 1 peg or more
    """

    def __init__(self, message: object = "") -> None:
        super().__init__(one_line(message))


class FileError(EmiError):
    """A file that is damaged or too large; the message goes on after "is"."""


class LexiconError(EmiError):
    """A word list that cannot be read, or holds nothing that can be used."""


class CellError(EmiError):
    """A cell that is not written as a cell, or that the lexicon has no word for."""


class WordError(EmiError):
    """A word of the wrong length or with characters other than A to Z."""


class GameError(EmiError):
    """A game that is unknown, or of which the size or the lists make no game."""


class MemoryNeedError(EmiError):
    """A game whose feedback matrix does not fit into memory."""


class OptionError(EmiError):
    """An option with a value that it cannot have."""


class WeightsError(EmiError):
    """Weights that cannot be read, or do not fit the secrets of the game."""


class CertificateError(EmiError):
    """A file that is not a certificate, or not one for the lexicon at hand."""
