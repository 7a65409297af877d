"""The notation of Motus games: cells such as ``C5``, lengths, letters and tries."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from emi.errors import CellError, OptionError
from emi.lexicon.alphabet import FOLD, Alphabet, alphabet_named
from emi.lexicon.load import MAX_LENGTH, MIN_LENGTH

#: The tries of the show, as `Tries` reads them, and the largest number supported.
DEFAULT, MOST_TRIES = "5:5,6-10:6", 9_999

_LENGTHS = f"{MIN_LENGTH} to {MAX_LENGTH}"


@dataclass(frozen=True)
class Cell:
    """The words of one initial and one length.

    Attributes
    ----------
    initial : str or None
        The first letter; None for any.
    length : int
        The number of letters.

    Examples
    --------
    >>> Cell.parse("c5"), str(Cell.parse("10"))
    (Cell(initial='C', length=5), '10')
    """

    initial: str | None
    length: int

    @classmethod
    def parse(cls, text: str, letters: Alphabet | None = None) -> "Cell":
        """Parse a cell such as ``C5``, ``ñ5`` or ``5``, by an alphabet; by default A to Z.

        Raises
        ------
        CellError
            If the text is not a cell.
        """
        letters = letters or alphabet_named(FOLD)
        match = re.fullmatch(r"([^\d\s]*)([0-9]{1,3})", text.strip())
        initial = letters.read(match[1]) if match else ""
        one = match is not None and (not match[1] or (len(initial) == 1 and letters.has(initial)))
        if match is None or not one or not MIN_LENGTH <= int(match[2]) <= MAX_LENGTH:
            of = "" if letters.name == FOLD else f" of the alphabet {letters}"
            raise CellError(
                f"unknown cell {text!r}: expected an initial{of} and a length of {_LENGTHS}, "
                "such as C5, or only a length, such as 5"
            )
        return cls(initial or None, int(match[2]))

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


def parse_letters(text: str, letters: Alphabet | None = None) -> tuple[str, ...]:
    """Parse letters such as ``A-Z``, ``CR`` or ``A-D,Ñ``: each once, in the alphabet's order."""
    letters = letters or alphabet_named(FOLD)
    found: set[str] = set()
    for part in text.split(","):
        word = letters.read(part)
        first, dash, last = word[:1], word[1:2], word[2:]
        if dash == "-" and len(last) == 1 and not letters.has(dash):
            inside = letters.letters[letters.letters.find(first) : letters.letters.find(last) + 1]
            word = inside if first and letters.has(first) and letters.has(last) else ""
        if not word or letters.foreign(word):
            of = "" if letters.name == FOLD else f" of the alphabet {letters}"
            raise OptionError(f"expected letters{of}, such as A-Z, CR or A-D,R", letters=text)
        found.update(word)
    return tuple(sorted(found, key=letters.key))


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
                    f"expected a number from 1 to {MOST_TRIES:,}, or one for each length, such as "
                    f"{DEFAULT}",
                    tries=text,
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
        """Return the tries for a length; by default the tries of the show.

        Raises
        ------
        OptionError
            If there are several numbers of tries.
        """
        if not self.numbers:
            return self.by_length.get(length, tries_allowed(length))
        if len(self.numbers) > 1:
            raise OptionError(
                f"expected one number, or one for each length, such as {DEFAULT}", tries=self.text
            )
        return self.numbers[0]
