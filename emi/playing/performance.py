"""Strategies played against every secret of a game: how many tries each secret takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from emi.games.game import Game


@dataclass(frozen=True)
class PlayProgress:
    """How far play has come.

    Parameters
    ----------
    name : str
        Of the heuristic or strategy.
    found, secrets : int
        Secrets found so far, of how many.
    """

    name: str
    found: int
    secrets: int

    def __str__(self) -> str:
        return f"{self.name} {self.found:,}/{self.secrets:,}"


@dataclass(frozen=True, eq=False)
class Performance:
    """A heuristic or strategy played against every secret of a game.

    Parameters
    ----------
    game : Game
    name : str
        Of the heuristic or strategy.
    ties : str
        How ties were broken: ``possible`` (a candidate first), ``alphabetical`` (the first),
        ``last``, ``random``, or empty if it plays no role.
    direction : str
        How the aggregate was read: ``lowest``, ``highest``, or empty if there is none.
    tries : (secrets,) int32
        Guesses for each secret of the game.

    Examples
    --------
    >>> import emi
    >>> played = emi.play(emi.Mastermind(2, 3), "Max")
    >>> played.name, played.worst, played.counts
    ('Max', 4, (1, 2, 5, 1))
    """

    game: Game
    name: str
    ties: str
    direction: str
    tries: NDArray[np.int32]

    @property
    def counts(self) -> tuple[int, ...]:
        """The secrets found with one guess, with two, and so on; the last is not zero."""
        import numpy as np

        return tuple(np.bincount(self.tries)[1:].tolist())

    @property
    def total(self) -> int:
        """Guesses for all secrets together."""
        return int(self.tries.sum())

    @property
    def mean(self) -> float:
        """Guesses for a secret on average."""
        return self.total / len(self.tries)

    @property
    def worst(self) -> int:
        """The most guesses that a secret takes."""
        return int(self.tries.max())
