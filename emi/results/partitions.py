"""Partitions of the secrets of a game by guesses: class sizes and scores."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.results.shown import Shown

if TYPE_CHECKING:
    from emi.results.game import GameFacts


@dataclass(frozen=True)
class Partition:
    """The class sizes of a guess for n secrets, and the scores in Table 3 of Heeffer and Heeffer.

    Attributes
    ----------
    guess : str
    sizes : tuple of int
        The class size for each feedback; 0 if no secret gives the feedback.
    worst_case : int
        The largest class size.
    expected_size : Fraction
        The expected size of the class of the secret, sum(t^2) / n for classes of t secrets; that of
        the secret alone, where the guess is right, is one of them. Advice and reviews print this
        too, and the heuristic ``ExpectedSize`` minimises it. The source divides by n - 1.
    entropy : float
        The entropy of the feedback in bits, rounded to three decimals.
    partitions : int
        The number of nonempty classes.
    standard_deviation : int
        The standard deviation of all sizes, including zeros, rounded.
    """

    guess: str
    sizes: tuple[int, ...]
    worst_case: int
    expected_size: Fraction
    entropy: float
    partitions: int
    standard_deviation: int


@dataclass(frozen=True, repr=False)
class Partitions(Shown):
    """The partitions by several guesses, side by side.

    ``feedbacks`` lists all feedbacks of the game. Games of words have too many: there it lists only
    those that these guesses get.
    """

    game: GameFacts
    feedbacks: tuple[str, ...]
    columns: tuple[Partition, ...]

    def __repr__(self) -> str:
        return f"<Partitions of {self.game} by {' '.join(one.guess for one in self.columns)}>"
