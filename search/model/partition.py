"""The partition of a set by a guess, or by several that are made regardless of the feedback.

The searches treat an `Opening` as one more guess, whose feedback is that on all its guesses. Only
the root makes this guess: it splits no class of its own. The secrets that the opening finds belong
to no class; their cost is a constant.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from emi.search.compile.jit import in_widths
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


class Opening(NamedTuple):
    """The guesses of an opening, and the partition that they make together.

    Attributes
    ----------
    guesses : tuple of int
        At least one, and all distinct.
    found_by : dict of int to int
        For each secret that the opening finds, the number of the guess that finds it, counted
        from 1.
    left : (n,) int32
        The other members of the set.
    classes : list of (n,) int32
        Their classes, the largest first. Members keep their order.
    """

    guesses: tuple[int, ...]
    found_by: dict[int, int]
    left: Indices
    classes: list[Indices]

    @classmethod
    def of(cls, partitioner: Partitioner, members: Indices, guesses: Sequence[int]) -> Self:
        """Return the opening of a set."""
        own, found_by, classes = partitioner.matrix.own, dict[int, int](), [members]
        for number, guess in enumerate(guesses, 1):
            after = list[Indices]()
            for klass in classes:
                for part in partitioner.classes(guess, klass):
                    if own[part[0]] == guess:
                        found_by[int(part[0])] = number
                    else:
                        after.append(part)
            classes = after
        left = members[~np.isin(members, [*found_by])]
        return cls(tuple(guesses), found_by, left, sorted(classes, key=len, reverse=True))
