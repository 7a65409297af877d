"""What is shown of a position: the guesses made, what they leave, the next ones weighed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from search.heuristics.heuristic import Heuristic

__all__ = ["Explanation", "Runs", "Turn", "Value", "Weighed", "figure", "written"]

Runs: TypeAlias = tuple[tuple[int, int], ...]
"""Falling numbers, each with how often it is there."""

Value: TypeAlias = int | float | Fraction | Runs
"""What an aggregate makes of a guess; a vector is given as runs."""


@dataclass(frozen=True)
class Turn:
    """A guess that was made.

    Attributes
    ----------
    guess, clue : str
        The word, and the mark of each letter.
    possible : tuple of str
        The words that stay possible after it.
    """

    guess: str
    clue: str
    possible: tuple[str, ...]


@dataclass(frozen=True)
class Weighed:
    """A guess that may be made next.

    Attributes
    ----------
    guess : str
        The word.
    possible : bool
        Whether it may itself be right.
    classes : Runs
        The sizes of the classes that it would leave.
    vector : tuple of int
        For each possible word the size of the class that it lies in; empty if they are many.
    values : dict
        What each aggregate makes of it, by name.
    """

    guess: str
    possible: bool
    classes: Runs
    vector: tuple[int, ...]
    values: dict[str, Value]


@dataclass(frozen=True)
class Explanation:
    """A position, and the guesses that may be made next.

    Attributes
    ----------
    game, lexicon, digest : str
        What the game is called, and its word list; that is empty if there is none.
    secrets : int
        How many words were possible before the first guess.
    turns : tuple of Turn
        The guesses made.
    possible : tuple of str
        The words that are still possible, at least one.
    found : bool
        Whether one of the guesses made was right.
    method : Heuristic
        What the guesses are sorted by.
    guesses : tuple of Weighed
        The best first; none if the secret is found.
    weighed : int
        How many there are, those not listed included.
    tied : int
        How many of them are as good as the first, before ties are broken.
    """

    game: str
    lexicon: str
    digest: str
    secrets: int
    turns: tuple[Turn, ...]
    possible: tuple[str, ...]
    found: bool
    method: Heuristic
    guesses: tuple[Weighed, ...]
    weighed: int
    tied: int


def written(runs: Runs, room: int | None = None) -> str:
    """Write runs, ``3x7`` for seven threes; what does not fit is left out.

    Parameters
    ----------
    runs : Runs
        The runs.
    room : int, optional
        How many characters fit; the first run is there in any case.

    Examples
    --------
    >>> runs = ((40, 1), (12, 1), (3, 7), (1, 60))
    >>> written(runs), written(runs, 15), written(runs, 14)
    ('40 12 3x7 1x60', '40 12 3x7 1x60', '40 12 3x7 1x60')
    >>> written(runs, 13)
    '40 12 3x7 ...'
    """
    parts = [str(size) if times == 1 else f"{size}x{times}" for size, times in runs]
    text = " ".join(parts)
    if room is None or len(text) <= room or len(parts) == 1:
        return text
    kept = len(parts) - 1
    while kept > 1 and len(" ".join(parts[:kept])) + len(" ...") > room:
        kept -= 1
    return f"{' '.join(parts[:kept])} ..."


def figure(value: Value, room: int | None = None) -> str:
    """Write what an aggregate makes of a guess, as the paper's tables do.

    Parameters
    ----------
    value : Value
        The value; what is not an integer is written with two decimals.
    room : int, optional
        As of `written`, for a vector.

    Examples
    --------
    >>> figure(1234), figure(Fraction(1, 6)), figure(-0.001), figure(((2, 4), (1, 1)))
    ('1,234', '0.17', '0.00', '2x4 1')
    """
    if isinstance(value, tuple):
        return written(value, room)
    return f"{value:,}" if isinstance(value, int) else f"{float(value):z,.2f}"
