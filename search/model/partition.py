"""The partition of a set by a guess."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from emi.search.kernels.compiler.widths import in_widths
from emi.search.kernels.core.arrays import allocate
from emi.search.kernels.core.partition import Space, split
from emi.search.model.matrix import FeedbackMatrix, Indices

#: The members that are compared at once: one by one takes three times as long, and all at once
#: could take much memory.
TOGETHER = 64


def splitting_space(matrix: FeedbackMatrix) -> Space:
    """Return working space for `split` and `greedy_depth`."""
    return empty_space(max(matrix.classes, matrix.secrets) + 1)


def empty_space(width: int) -> Space:
    """Return working space for sets with fewer members and classes than ``width``."""
    return allocate(Space, {"width": width})


def left_whole(matrix: FeedbackMatrix, members: Sequence[int] | Indices) -> NDArray[np.bool_]:
    """Return which guesses leave a set in one class, ``(guesses,)`` bool."""
    whole = np.ones(matrix.guesses, np.bool_)
    first, listed = matrix.columns[members[0]], np.asarray(members)
    for begin in range(1, len(listed), TOGETHER):
        whole &= (matrix.columns[listed[begin : begin + TOGETHER]] == first).all(axis=0)
    return whole


class Partitioner:
    """Partitions sets of candidates of one game; for one thread at a time."""

    def __init__(self, matrix: FeedbackMatrix) -> None:
        self.matrix = matrix
        self.rows = in_widths(matrix.rows)
        self.space = splitting_space(matrix)

    def classes(self, guess: int, members: Indices) -> list[Indices]:
        """Return the classes into which a guess splits a set, the largest first."""
        out = np.empty(len(members), np.int32)
        start = np.empty(len(members) + 1, np.int32)
        count = split(self.rows, guess, members, out, start, self.space)
        return [out[low:high] for low, high in pairwise(start[: count + 1].tolist())]
