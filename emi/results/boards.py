"""Results about several boards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn

from emi.errors import OptionError
from emi.results.base import Tabular

if TYPE_CHECKING:
    from emi.search.model.bounds import Bounds


@dataclass(frozen=True)
class BoardsTurn:
    """A guess on several boards.

    Attributes
    ----------
    guess : str
    feedback : tuple of str
        The feedback of each board; empty for a board that was found before.
    listed : bool
        Whether the guess is on a list of the game.
    """

    guess: str
    feedback: tuple[str, ...]
    listed: bool = True


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
        For each board that is not found yet, the expected number of candidates after the guess.
    """

    guess: str
    estimate: float
    possible: tuple[int, ...]
    expected_sizes: tuple[Fraction, ...]


@dataclass(frozen=True)
class BoardsMove:
    """A guess on several boards, with the candidates that it left, and the advised guess.

    Attributes
    ----------
    guess : str
    feedback : tuple of str
        The feedback of each board; empty for a board that was found before.
    candidates : tuple of int
        The number of candidates of each board after it; 0 if the board is found.
    estimate : float or None
        The estimate of the guess before its feedback, as in `BoardsGuess`; None if the guess is not
        on the list.
    after : float
        The estimate of the guesses that all boards still take after the feedback.
    best : str
        The guess that was advised.
    best_estimate : float
        The estimate of the advised guess.
    """

    guess: str
    feedback: tuple[str, ...]
    candidates: tuple[int, ...]
    estimate: float | None
    after: float
    best: str
    best_estimate: float


@dataclass(frozen=True)
class BoardsReview(Tabular):
    """A game of several boards that was played.

    Attributes
    ----------
    game : str
    tries : int
    found : bool
        Whether all boards were found.
    moves : tuple of BoardsMove
    """

    game: str
    tries: int
    found: bool
    moves: tuple[BoardsMove, ...]


@dataclass(frozen=True)
class BoardsAdvice(Tabular):
    """Ranked next guesses on several boards, and the number of candidates of each board.

    Attributes
    ----------
    game : str
    tries : int
    turns : tuple of BoardsTurn
    candidates : tuple of int
        The number of candidates of each board; 0 if it is found.
    worst : Bounds
        Bounds on the number of further guesses that are guaranteed to find all boards.
    guesses : tuple of BoardsGuess
        The next guesses, the best first.
    """

    game: str
    tries: int
    turns: tuple[BoardsTurn, ...]
    candidates: tuple[int, ...]
    worst: Bounds
    guesses: tuple[BoardsGuess, ...]


@dataclass(frozen=True)
class NoSource:
    """The source of a value of several boards, which has no strategy and no certificate."""

    game: str
    outline: None = None

    def strategy(self, *_: object, **__: object) -> NoReturn:
        """Raise OptionError: a strategy is for one secret."""
        raise OptionError(f"{self.game}: strategies are for one secret, not for several boards")

    def certificate(self, *_: object, **__: object) -> NoReturn:
        """Raise OptionError: a certificate is for one secret."""
        raise OptionError(f"{self.game}: certificates are for one secret, not for several boards")
