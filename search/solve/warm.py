"""Compile the kernels, or load them from numba's cache, before several threads want them."""

import numpy as np

from search.heuristics.heuristic import HEURISTICS
from search.heuristics.play import tries
from search.model.bounds import Bounds
from search.model.candidates import Candidates
from search.model.costs import Costs
from search.model.facts import Fact
from search.model.matrix import FeedbackMatrix
from search.solve.cost.tree import cheapest
from search.solve.restricted.search import hard_strategy
from search.solve.worst_case.engine import Engine
from search.solve.worst_case.proof import prove
from search.strategy.refutation import refute


def warm_up(dtype: type[np.uint8 | np.uint16]) -> None:
    """Prove the value of a game of five secrets that only naming them tells apart.

    It needs five guesses, which no quick bound shows, so every kernel of the search runs.

    Parameters
    ----------
    dtype : numpy.uint8 or numpy.uint16
        The dtype of the feedback matrices to come.
    """
    matrix = _five(dtype)
    prove(matrix)
    refute(Engine(matrix, 3), np.arange(3, dtype=np.int32), 2)
    tries(matrix, HEURISTICS["Sum"])
    engine = Engine(matrix, 5)
    engine.recall(Fact(Candidates(range(4), 5), Bounds(4, 4)))
    engine.recall(Fact(Candidates(range(4), 5), Bounds(1, 3)))


def warm_up_hard(dtype: type[np.uint8 | np.uint16]) -> None:
    """Find the strategy of that game when only candidates may be proposed; as `warm_up`."""
    hard_strategy(_five(dtype))


def warm_up_costs(dtype: type[np.uint8 | np.uint16]) -> None:
    """Find the least average of that game; as `warm_up`."""
    cheapest(_five(dtype), Costs.average())


def _five(dtype: type[np.uint8 | np.uint16]) -> FeedbackMatrix:
    rows = np.ones((5, 5), dtype)
    np.fill_diagonal(rows, 0)
    return FeedbackMatrix(rows, np.arange(5, dtype=np.int32))
