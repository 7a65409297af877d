"""The number of guesses that beat a greedy opponent, which keeps the most candidates possible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from emi.results.shown import Shown

if TYPE_CHECKING:
    from emi.results.explanation import Turn
    from emi.results.game import GameFacts
    from emi.search.model.bounds import Bounds


@dataclass(frozen=True, eq=False, repr=False)
class GreedyOpponent(Shown):
    """The fewest guesses that beat an opponent which always leaves a largest class.

    Attributes
    ----------
    game : GameFacts
    bounds : Bounds
        Bounds on the guesses if the opponent breaks ties between largest classes against the
        player.
    kindest : Bounds
        Bounds on the guesses if it breaks ties in favour of the player. No way to break ties takes
        fewer guesses.
    turns : tuple of Turn
        A shortest sequence of guesses that beats the opponent, with its answers; empty if none is
        proven.
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
