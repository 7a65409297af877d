"""What a guess makes of a set."""

from itertools import pairwise

import numpy as np

from search.kernels.common.arrays import allocate
from search.kernels.common.partition import Space, split
from search.kernels.compiler.widths import in_widths
from search.model.matrix import FeedbackMatrix, Indices


def splitting_space(matrix: FeedbackMatrix) -> Space:
    """Return the working space of `split` and of `greedy_depth`."""
    return empty_space(max(matrix.classes, matrix.secrets) + 1)


def empty_space(width: int) -> Space:
    """Return such a space for fewer members and classes than the width."""
    return allocate(Space, {"width": width})


def struck(matrix: FeedbackMatrix, members: Indices, guesses: Indices | None = None) -> Indices:
    """Return those of the guesses, by default all, that leave a set in one class."""
    if guesses is None:
        # Of a secret all answers lie side by side.
        columns = matrix.columns[members]
        every: Indices = np.flatnonzero((columns == columns[0]).all(0)).astype(np.int32)
        return every
    rows = matrix.rows[guesses[:, np.newaxis], members]
    whole: Indices = guesses[(rows == rows[:, :1]).all(1)]
    return whole


class Partitioner:
    """Puts guesses to sets of candidates of one game; for one thread at a time."""

    def __init__(self, matrix: FeedbackMatrix) -> None:
        self.matrix = matrix
        self.rows = in_widths(matrix.rows)
        self.space = splitting_space(matrix)

    def classes(self, guess: int, members: Indices) -> list[Indices]:
        """Return the classes that a guess makes of a set, the largest first."""
        out = np.empty(len(members), np.int32)
        start = np.empty(len(members) + 1, np.int32)
        made = split(self.rows, guess, members, out, start, self.space)
        return [out[low:high] for low, high in pairwise(start[: made + 1].tolist())]
