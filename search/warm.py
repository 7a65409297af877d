"""Compile the kernels, or load them from numba's cache, before several threads want them."""

import numpy as np

from search.facts import Fact
from search.limits import Limits
from search.matrix import FeedbackMatrix
from search.worst_case import worst_case


def warm_up(dtype: type[np.uint8 | np.uint16]) -> None:
    """Solve a game of five secrets that only naming them tells apart.

    It needs five guesses, which no quick bound shows, so every kernel runs.

    Parameters
    ----------
    dtype : numpy.uint8 or numpy.uint16
        The dtype of the feedback matrices to come.
    """
    rows = np.ones((5, 5), dtype)
    np.fill_diagonal(rows, 0)
    matrix = FeedbackMatrix(rows, np.arange(5, dtype=np.int32))

    def discard(facts: object) -> None:
        """Keep nothing; a keeper makes the search write its journal."""

    facts: list[Fact] = []
    worst_case(matrix, limits=Limits(), facts=facts, keep=discard)
