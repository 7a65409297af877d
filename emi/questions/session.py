"""What the questions of one command share: the arrays of their game, and what was spent."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from emi.compiling import kernels_ready, seconds_waited
from search.model.limits import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from emi.games.game import Game
    from search.model.matrix import FeedbackMatrix
    from search.model.restriction import Restriction


@dataclass
class _Arrays:
    """What is made of a game once, whatever is asked of it."""

    matrix: FeedbackMatrix | None = None
    restriction: Restriction | None = None


class Session:
    """What questions about one game share. It is of the game that the first of them is about.

    Attributes
    ----------
    nodes : int
        Sets examined so far by all of them.
    began : float
        When the session began, by ``time.monotonic``.
    """

    def __init__(self) -> None:
        self.nodes = 0
        self.began, self._waited = time.monotonic(), seconds_waited()
        self._arrays = _Arrays()

    def again(self) -> Session:
        """Return a session that begins now and has the same arrays."""
        other = Session()
        other._arrays = self._arrays
        return other

    @property
    def prepared(self) -> bool:
        """Whether the feedback matrix was made."""
        return self._arrays.matrix is not None

    @property
    def seconds(self) -> float:
        """How long it has taken so far, without the time of making kernels ready."""
        return time.monotonic() - self.began - (seconds_waited() - self._waited)

    def matrix(
        self, game: Game, go_on: Callable[[float], bool], *, costs: bool = False
    ) -> FeedbackMatrix:
        """Return the feedback matrix of the game, the kernels being ready.

        ``go_on`` receives the fraction done and returns whether to continue; otherwise Stopped is
        raised. With ``costs`` the kernels of the search for costs are compiled.
        """
        arrays = self._arrays
        if arrays.matrix is None and not go_on(0.0):
            raise Stopped
        kernels_ready(restricted=game.hard, costs=costs)
        if arrays.matrix is None:
            arrays.matrix = game.matrix(go_on)
        return arrays.matrix

    def restriction(
        self, game: Game, matrix: FeedbackMatrix, go_on: Callable[[float], bool]
    ) -> Restriction | None:
        """Return what answers leave of the guesses, which heuristics need not know."""
        if self._arrays.restriction is None:
            self._arrays.restriction = game.restricted(matrix, go_on)
        return self._arrays.restriction
