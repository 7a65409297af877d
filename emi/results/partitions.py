"""What guesses make of all the secrets of a game: the sizes of the classes, and their scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from emi.results.shown import Shown

if TYPE_CHECKING:
    from emi.results.game import GameFacts


@dataclass(frozen=True)
class Partition:
    """The classes of a guess, and the scores of Table 3 of Heeffer and Heeffer for n secrets.

    Attributes
    ----------
    guess : str
    sizes : tuple of int
        One for each feedback; 0 where no secret gives it.
    worst_case : int
        The greatest size.
    expected_size : int
        The sum of their squares over n - 1, without its fraction.
    entropy : float
        Of the feedback, in bits, with three decimals.
    partitions : int
        The classes that are not empty.
    standard_deviation : int
        Of the sizes, of the empty classes too, rounded.
    """

    guess: str
    sizes: tuple[int, ...]
    worst_case: int
    expected_size: int
    entropy: float
    partitions: int
    standard_deviation: int


@dataclass(frozen=True, repr=False)
class Partitions(Shown):
    """The classes that several guesses make, side by side.

    Feedbacks are those that the game knows; of words, which know very many, those that these
    guesses get.
    """

    game: GameFacts
    feedbacks: tuple[str, ...]
    columns: tuple[Partition, ...]

    def __repr__(self) -> str:
        return f"<Partitions of {self.game} by {' '.join(one.guess for one in self.columns)}>"
