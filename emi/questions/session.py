"""The state shared by the questions of one command: arrays of their game, and time spent."""

from __future__ import annotations

import time
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from emi.compiling import kernels_ready, seconds_waited
from emi.search.model.limits import Stopped, Watch

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.search.model.matrix import FeedbackMatrix
    from emi.search.model.restriction import Restriction


@dataclass
class _Arrays:
    """The arrays that are made once per game for all questions."""

    matrix: FeedbackMatrix | None = None
    restriction: Restriction | None = None
    key: str = ""


class Session:
    """State shared by questions about one game, that of the first question.

    Attributes
    ----------
    nodes : int
        The number of sets examined so far by all questions.
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
        """Whether the feedback matrix exists."""
        return self._arrays.matrix is not None

    @property
    def seconds(self) -> float:
        """The seconds taken so far, excluding the compilation of kernels."""
        return time.monotonic() - self.began - (seconds_waited() - self._waited)

    def matrix(self, game: Game, go_on: Watch, *, costs: bool = False) -> FeedbackMatrix:
        """Return the feedback matrix of the game, with compiled kernels.

        ``go_on`` receives the fraction done and returns whether to continue; Stopped is raised if
        not. With ``costs``, the kernels of the search for costs are compiled.
        """
        arrays = self._arrays
        if arrays.matrix is None and not go_on(0.0):
            raise Stopped
        kernels_ready(restricted=game.hard, costs=costs)
        return self._made(game, go_on)

    def _made(self, game: Game, go_on: Watch) -> FeedbackMatrix:
        arrays = self._arrays
        if arrays.matrix is None:
            arrays.matrix = game.matrix(go_on)
        return arrays.matrix

    def key(self, game: Game, go_on: Watch) -> str:
        """Return the key of stored facts about the game.

        A custom rule may depend on more than its text, so the key is a digest of its feedback, for
        which the matrix is made; in hard play also of the feedback that guesses have on each other.
        Raise Stopped as in `matrix`.
        """
        if not game.own_rule:
            return game.key
        if not self._arrays.key:
            matrix = self._made(game, go_on)
            restriction = self.restriction(game, matrix, go_on)
            clues = None if restriction is None else restriction.clues
            found = sha256(f"{game.key} by feedback 1".encode())
            for one in (matrix.rows, clues):
                if one is not None:
                    found.update(f"{one.shape} {one.dtype}".encode())
                    found.update(one.data)
            self._arrays.key = found.hexdigest()
        return self._arrays.key

    def restriction(self, game: Game, matrix: FeedbackMatrix, go_on: Watch) -> Restriction | None:
        """Return the restriction of guesses by answers, which heuristics do not need."""
        if self._arrays.restriction is None:
            self._arrays.restriction = game.restricted(matrix, go_on)
        return self._arrays.restriction
