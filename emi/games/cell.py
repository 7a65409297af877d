"""The notation of Motus games: cells such as ``C5``, lengths, letters and tries."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from emi.errors import CellError, OptionError
from emi.lexicon.load import MAX_LENGTH, MIN_LENGTH

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#: The tries of the show, as `Tries` reads them, and the largest number supported.
DEFAULT, MOST_TRIES = "5:5,6-10:6", 9_999

_LENGTHS = f"{MIN_LENGTH} to {MAX_LENGTH}"


@dataclass(frozen=True)
class Cell:
    """The words of one initial, a letter A to Z or None for any, and one length.

    Examples
    --------
    >>> Cell.parse("c5"), str(Cell.parse("10"))
    (Cell(initial='C', length=5), '10')
    """

    initial: str | None
    length: int

    @classmethod
    def parse(cls, text: str) -> "Cell":
        """Parse a cell such as ``C5`` or ``5``; raise CellError if the text is not a cell."""
        match = re.fullmatch(r"([A-Za-z]?)([0-9]{1,3})", text.strip(), re.ASCII)
        if match is None or not MIN_LENGTH <= int(match[2]) <= MAX_LENGTH:
            raise CellError(
                f"unknown cell {text!r}: expected an initial and a length of {_LENGTHS}, "
                "such as C5, or only a length, such as 5"
            )
        return cls(match[1].upper() or None, int(match[2]))

    def __str__(self) -> str:
        return f"{self.initial or ''}{self.length}"


def cells_of(letters: Sequence[str | None], lengths: Sequence[int]) -> list[Cell]:
    """Return every cell of the given letters and lengths, by length, then letter."""
    return [Cell(letter, length) for length in lengths for letter in letters]


def parse_lengths(text: str) -> tuple[int, ...]:
    """Parse lengths such as ``5-10`` or ``5,7-8``; sorted, without duplicates."""
    if not (lengths := parse_span(text, MIN_LENGTH, MAX_LENGTH)):
        raise OptionError(f"expected lengths from {_LENGTHS}, such as 5-10 or 5,7", lengths=text)
    return lengths


def parse_span(text: str, least: int, most: int) -> tuple[int, ...]:
    """Parse numbers such as ``5-10`` or ``5,7-8``; sorted, without duplicates.

    The result is empty if the text is malformed or a number is not within the limits.
    """
    numbers: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", part.strip(), re.ASCII)
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
        if not least <= low <= high <= most:
            return ()
        numbers.update(range(low, high + 1))
    return tuple(sorted(numbers))


def parse_letters(text: str) -> tuple[str, ...]:
    """Parse letters such as ``A-Z``, ``CR`` or ``A-D,R``; sorted, without duplicates."""
    letters: set[str] = set()
    for part in text.upper().split(","):
        span = re.fullmatch(r"([A-Z])-([A-Z])", part.strip())
        if span is not None and span[1] <= span[2]:
            letters.update(ALPHABET[ALPHABET.index(span[1]) : ALPHABET.index(span[2]) + 1])
        elif re.fullmatch(r"[A-Z]+", part.strip()):
            letters.update(part.strip())
        else:
            raise OptionError("expected letters, such as A-Z, CR or A-D,R", letters=text)
    return tuple(sorted(letters))


def tries_allowed(length: int) -> int:
    """Return the number of tries in the show for words of a length (paper, section 2.1)."""
    return 5 if length <= 5 else 6  # noqa: PLR2004 - the rule of the show


@dataclass(frozen=True)
class Tries:
    """The number of tries: one, several to compare, or one for each length.

    Attributes
    ----------
    text : str
        The text as written.
    numbers : tuple of int
        In rising order; empty if they depend on the length.
    by_length : dict of int to int
        The tries of each listed length.

    Examples
    --------
    >>> Tries.parse("6").of(5), Tries.parse("5:5,6-10:6").of(7), Tries.parse("1-3,5").numbers
    (6, 6, (1, 2, 3, 5))
    """

    text: str
    numbers: tuple[int, ...]
    by_length: Mapping[int, int]

    @classmethod
    def parse(cls, text: str) -> "Tries":
        """Parse tries such as ``6``, ``1-7`` or ``5:5,6-10:6``; raise OptionError otherwise."""
        if ":" not in text:
            if not (numbers := parse_span(text, 1, MOST_TRIES)):
                raise OptionError(
                    f"expected a number from 1 to {MOST_TRIES:,}, or as in {DEFAULT}", tries=text
                )
            return cls(text, numbers, {})
        allowed: dict[int, int] = {}
        for part in text.split(","):
            match = re.fullmatch(r"([^:]*):([0-9]{1,4})", part.strip(), re.ASCII)
            lengths = parse_span(match[1], MIN_LENGTH, MAX_LENGTH) if match else ()
            tries = int(match[2]) if match else 0
            if not lengths or not tries:
                raise OptionError(
                    f"expected lengths from {_LENGTHS}, each with the tries allowed, 1 to "
                    f"{MOST_TRIES:,}, such as {DEFAULT}",
                    tries=text,
                )
            for length in lengths:
                if length in allowed:
                    raise OptionError(f"length {length} given twice", tries=text)
                allowed[length] = tries
        return cls(text, (), allowed)

    def of(self, length: int) -> int:
        """Return the tries for a length; for a length not listed, those of the show.

        Raises
        ------
        OptionError
            If there are several numbers of tries.
        """
        if not self.numbers:
            return self.by_length.get(length, tries_allowed(length))
        if len(self.numbers) > 1:
            raise OptionError(f"expected one number, or as in {DEFAULT}", tries=self.text)
        return self.numbers[0]
