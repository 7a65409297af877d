"""What it takes to beat a greedy opponent, who keeps the most candidates possible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from emi.results.shown import Shown

if TYPE_CHECKING:
    from emi.results.explanation import Turn
    from emi.results.game import GameFacts
    from search.model.bounds import Bounds


@dataclass(frozen=True, eq=False, repr=False)
class GreedyOpponent(Shown):
    """How few guesses beat an opponent who answers so that the most candidates stay possible.

    Attributes
    ----------
    game : GameFacts
    bounds : Bounds
        On the guesses, if of several largest classes he leaves the worst one for the player.
    kindest : Bounds
        The same if he leaves the best one: what he does with ties takes at least so many.
    turns : tuple of Turn
        A shortest way to beat him, with his answers; empty if none is proven.
    seconds : float

    Examples
    --------
    >>> import emi
    >>> emi.greedy_opponent("mastermind:2x3").bounds.proven
    True
    """

    game: GameFacts
    bounds: Bounds
    kindest: Bounds
    turns: tuple[Turn, ...]
    seconds: float

    def __repr__(self) -> str:
        return f"<GreedyOpponent of {self.game}: beaten with {self.bounds} guesses>"
