"""How a method fares in a game: how many tries it takes for each secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from emi.games.game import Game


@dataclass(frozen=True)
class Playing:
    """Where a game stands that a method plays.

    Parameters
    ----------
    method : str
    found, secrets : int
        Secrets found so far, of how many.
    """

    method: str
    found: int
    secrets: int

    def __str__(self) -> str:
        return f"{self.method} {self.found:,}/{self.secrets:,}"


@dataclass(frozen=True, eq=False)
class Played:
    """How a method fared in a game.

    Parameters
    ----------
    game : Game
    method : str
    ties : str
        How ties were broken: ``possible`` (a candidate first), ``alphabetical`` (the first),
        ``last``, ``random``, or empty if it plays no role.
    direction : str
        How the aggregate was read: ``lowest``, ``highest``, or empty if there is none.
    tries : (secrets,) int32
        Guesses for each secret of the game.
    """

    game: Game
    method: str
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
