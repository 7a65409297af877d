"""What is known at a position: the guesses made, what they leave, the next ones with profiles."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from search.heuristics.heuristic import Heuristic
    from search.heuristics.profiles import Runs

#: What an aggregate makes of a guess; a vector is given as runs.
Value: TypeAlias = "int | float | Fraction | Runs"


@dataclass(frozen=True)
class Turn:
    """A guess that was made, its clue, and the words that stay possible after it."""

    guess: str
    clue: str
    possible: tuple[str, ...]


@dataclass(frozen=True)
class GuessProfile:
    """A guess that may be made next, with the sizes of the classes that it would leave.

    Attributes
    ----------
    guess : str
    possible : bool
        Whether it may itself be right.
    classes : Runs
        The sizes of the classes, falling, each with how often it is there.
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
    heuristic : Heuristic
        What the guesses are sorted by.
    guesses : tuple of GuessProfile
        The best first; none if the secret is found.
    ranked, tied : int
        How many there are, and how many are as good as the first, before ties are broken.
    """

    game: str
    lexicon: str
    digest: str
    secrets: int
    turns: tuple[Turn, ...]
    possible: tuple[str, ...]
    found: bool
    heuristic: Heuristic
    guesses: tuple[GuessProfile, ...]
    ranked: int
    tied: int
