"""Strategies of heuristics: upper bounds on a cost before the search finds better ones."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from emi.search.heuristics.heuristic import Heuristic
from emi.search.heuristics.play import strategy_of, tries
from emi.search.model.cost_model import CostModel
from emi.search.model.limits import Limits, Stopped
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.strategy import Strategy
from emi.search.solve.session import Session

#: Heuristics that are not played at once are played after this many nodes for each secret and each
#: of them: for C5 after 0.11 of 0.7 s. By then, the search has mostly found better strategies: for
#: C5 within 0.04 s after Sum, for mastermind:4x6 0.05, after CASER in C5 0.02, for C5 in hard play
#: 0.03 to 0.05. For SALET in Wordle, they would take 0.9 s beside 1.9.
LATER = 150

T = TypeVar("T")
#: Called with the cost of each secret, a list, and the first guess of the heuristic.
Report: TypeAlias = Callable[[list[int], int], None]


class HeuristicPlay:
    """Plays heuristics against all secrets: some before a search, others if it takes longer.

    The function ``report`` is a parameter of each call, not an attribute: it belongs to the search,
    and a reference cycle with the search would keep the matrix in memory.

    Parameters
    ----------
    matrix : FeedbackMatrix
    model : CostModel
    weights : ndarray of int64
        The weight of each secret.
    session : Session

    Attributes
    ----------
    later : list
        The heuristics to play if the search takes longer, each with the guesses that it begins
        with.
    played : tuple or None
        The heuristic played last, with the guesses that it began with.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        model: CostModel,
        weights: NDArray[np.int64],
        session: Session,
    ) -> None:
        self.matrix, self.model, self.weights = matrix, model, weights
        self.session = session
        self.later: list[tuple[Heuristic, tuple[int, ...]]] = []
        self.played: tuple[Heuristic, tuple[int, ...]] | None = None

    def strategy(self, session: Session, heuristic: Heuristic, opening: Sequence[int]) -> Strategy:
        """Return the strategy of a heuristic; raise Stopped if the session ends."""
        whole = strategy_of(
            self.matrix, heuristic, opening=opening, watch=lambda _: session.go_on()
        )
        return whole if self.model.last is None else whole.cut(self.model.last)

    def begin(
        self, plays: Sequence[tuple[Heuristic, tuple[int, ...]]], report: Report, *, later: bool
    ) -> None:
        """Play the first heuristic unless ``later``, and note the others for later.

        Raises Stopped as `play` does.
        """
        self.later = [*plays]
        if not later:
            self.play(*self.later.pop(0), report, self.session.limits)

    def play(
        self, heuristic: Heuristic, opening: Sequence[int], report: Report, until: Limits
    ) -> None:
        """Play a heuristic after an opening; raise Stopped if time runs out."""
        of, session = self.model.of, self.session
        # A heuristic examines no nodes, so it is played even if the node limit is reached.
        spent = session.nodes >= session.limits.nodes
        taken, begun = tries(
            self.matrix,
            heuristic,
            opening=opening,
            watch=lambda _: not until.passed and (spent or session.go_on()),
        )
        by_tries = [of(i) for i in range(int(taken.max()) + 1)]
        costs = [by_tries[i] * int(w) for i, w in zip(taken, self.weights, strict=True)]
        self.played = heuristic, tuple(opening)
        report(costs, begun)

    def play_later(self, report: Report, until: Limits | None = None) -> None:
        """Play the heuristics of ``later`` until time runs out, and empty this list."""
        with suppress(Stopped):
            while self.later:
                self.play(*self.later.pop(0), report, until or self.session.limits)
        self.later.clear()

    def alongside(self, search: Iterator[T], report: Report) -> Iterator[T]:
        """Pass on the results of a search, and play the heuristics left if it takes longer.

        They are played after `LATER` nodes, or in half of the time.
        """
        session = self.session
        half, began = session.limits.remaining / 2, session.nodes
        enough = LATER * self.matrix.secrets * len(self.later)
        for interim in search:
            yield interim
            if session.nodes - began >= enough or session.limits.remaining < half:
                self.play_later(report)
