"""Results about several boards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.results.base import Shown, fact

if TYPE_CHECKING:
    from emi.search.model.bounds import Bounds


@dataclass(frozen=True)
class BoardsTurn:
    """A guess on several boards.

    Attributes
    ----------
    guess : str
    feedback : tuple of str
        That of each board; empty for a board that was found before.
    """

    guess: str
    feedback: tuple[str, ...]


@dataclass(frozen=True)
class BoardsGuess:
    """A possible next guess on several boards.

    Attributes
    ----------
    guess : str
    estimate : float
        The estimate of the guesses that all boards still take after it.
    possible : tuple of int
        The numbers of the boards of which it may be the secret, from 1.
    expected_sizes : tuple of Fraction
        The expected number of candidates of each board that is not found after it.
    """

    guess: str
    estimate: float
    possible: tuple[int, ...]
    expected_sizes: tuple[Fraction, ...]


@dataclass(frozen=True)
class BoardsValue(Shown):
    """The number of guesses that surely find all boards.

    Attributes
    ----------
    game : str
    secrets : int
        The number of secrets of each board at first.
    boards : int
    distinct : bool
        Whether the secrets of all boards differ.
    bounds : Bounds
    guess : str
        The first guess of a strategy that attains the upper bound.
    nodes : int
        The number of states examined.
    seconds : float
    """

    game: str
    secrets: int
    boards: int
    distinct: bool
    bounds: Bounds
    guess: str
    nodes: int
    seconds: float


@dataclass(frozen=True)
class BoardsAdvice(Shown):
    """What to play on several boards, and what is left.

    Attributes
    ----------
    game : str
    tries : int
    turns : tuple of BoardsTurn
    candidates : tuple of int
        The number of candidates of each board; 0 if it is found.
    worst : Bounds
        Bounds on the further guesses that surely find all boards.
    guesses : tuple of BoardsGuess
        The best first.
    """

    game: str
    tries: int
    turns: tuple[BoardsTurn, ...]
    candidates: tuple[int, ...]
    worst: Bounds
    guesses: tuple[BoardsGuess, ...]


@dataclass(frozen=True)
class BoardsGames(Shown):
    """Games of several boards that were played.

    Attributes
    ----------
    game : str
    tries : int
    seed : int
        The seed of the secrets.
    first : tuple of str
        The first guesses that were prescribed.
    counts : tuple of int
        The number of games that took 1, 2, 3, ... guesses.
    """

    game: str
    tries: int
    seed: int
    first: tuple[str, ...]
    counts: tuple[int, ...]

    @fact
    def games(self) -> int:
        """The number of games."""
        return sum(self.counts)

    @fact
    def lost(self) -> int:
        """The games that took more guesses than there are tries."""
        return sum(self.counts[self.tries :])

    @fact
    def mean(self) -> Fraction:
        """The mean number of guesses."""
        return Fraction(sum(made * n for made, n in enumerate(self.counts, 1)), self.games)

    @fact
    def worst(self) -> int:
        """The most guesses of a game."""
        return len(self.counts)
