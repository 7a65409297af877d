"""One cell of the EMI table: how many tries surely find any word, and how well that is known."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

__all__ = ["Row"]


@dataclass(frozen=True)
class Row:
    """The bounds on the worst case of one initial letter and one length.

    Attributes
    ----------
    letter : str
        The initial, a capital; empty for all the initials of that length together.
    length : int
        The number of letters of a word.
    words : int
        The number of words.
    lower, upper : int
        The worst case lies between them; it is proven when they meet.
    first_guess : str
        A first guess that keeps to `upper`; empty when none is known.
    seconds : float
        The time that the answer took.

    Raises
    ------
    ValueError
        When a value is impossible, such as bounds that cross.

    Examples
    --------
    >>> row = Row("C", 5, 408, 4, 5, "CARIE", 1.2)
    >>> row.name, row.value, row.emi
    ('C5', '4..5', None)
    """

    letter: str
    length: int
    words: int
    lower: int
    upper: int
    first_guess: str
    seconds: float

    def __post_init__(self) -> None:
        """Refuse impossible values, which would only show much later, in a printed table."""
        if self.letter and not is_initial(self.letter):
            raise ValueError(f"letter must be one of A to Z, or empty, not {self.letter!r}")
        if self.length < 1:
            raise ValueError(f"length must be at least 1, not {self.length}")
        if self.words < 0:
            raise ValueError(f"words must be at least 0, not {self.words}")
        if not 0 <= self.lower <= self.upper:
            raise ValueError(f"bounds must be 0 <= lower <= upper, not {self.lower}, {self.upper}")
        if not (isfinite(self.seconds) and self.seconds >= 0):
            raise ValueError(f"seconds must be finite and at least 0, not {self.seconds}")

    @property
    def emi(self) -> int | None:
        """The proven worst case; None while the bounds are apart."""
        return self.upper if self.lower == self.upper else None

    @property
    def value(self) -> str:
        """The worst case as read by a person: ``5``, ``4..5`` if not proven, ``?`` if not begun."""
        if self.lower == self.upper:
            return str(self.upper)
        # Between one guess and one for each word: that is what is known before any search.
        begun = self.lower > 1 or self.upper < self.words
        return f"{self.lower}..{self.upper}" if begun else "?"

    @property
    def name(self) -> str:
        """What the cell is called: ``C5``, or ``length 5`` for all initials."""
        return f"{self.letter}{self.length}" if self.letter else f"length {self.length}"


def is_initial(text: str) -> bool:
    """Say whether a text is one capital of A to Z.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_initial("C"), is_initial("c"), is_initial("É"), is_initial("CH")
    (True, False, False, False)
    """
    return len(text) == 1 and "A" <= text <= "Z"
