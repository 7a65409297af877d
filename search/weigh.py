"""Putting every guess to a set: the sizes of the classes that it would leave."""

from collections.abc import Sequence

import numpy as np

from search.arrays import make_kinds
from search.kernels.kinds import find_kinds
from search.matrix import FeedbackMatrix, Indices
from search.partition import classes
from search.sizes import Sizes


class Weigh:
    """The scales of one game, used again for every set.

    Parameters
    ----------
    matrix : FeedbackMatrix
    """

    def __init__(self, matrix: FeedbackMatrix) -> None:
        self.matrix = matrix
        self.found = make_kinds(matrix)
        self.candidate = np.zeros(matrix.guesses, np.uint8)
        self.left_out = np.zeros(matrix.guesses, np.uint8)
        width = max(matrix.classes, matrix.secrets) + 1
        self.counts = np.zeros(width, np.int32)
        self.label = np.full(width, -1, np.int32)
        self.tally = np.zeros(width, np.int32)

    def kinds(self, members: Indices, left_out: Sequence[int] = ()) -> tuple[Indices, Sizes]:
        """Sort the guesses by the class sizes they leave, candidates apart from others.

        Parameters
        ----------
        members : (n,) int32
            The set, not empty.
        left_out : sequence of int
            Guesses to pass over.

        Returns
        -------
        kind_of : (guesses,) int32
            Which of the kinds a guess belongs to; -1 for one left out. It is a view that the next
            call overwrites.
        sizes : Sizes
            Of each kind.
        """
        own, out = self.matrix.own[members], list(left_out)
        self.candidate[own] = 1
        self.left_out[out] = 1
        found = self.found
        many = find_kinds(
            self.matrix.columns,
            members,
            self.candidate,
            self.left_out,
            found,
            self.counts,
            self.tally,
        )
        self.candidate[own] = 0
        self.left_out[out] = 0
        runs = int(found.start[many])
        sizes = Sizes(
            found.size[:runs].astype(np.int64),
            found.times[:runs].astype(np.int64),
            found.start[:many].copy(),
            found.candidate[:many].astype(bool),
            self.matrix.classes,
        )
        return found.of, sizes

    def classes(self, guess: int, members: Indices) -> list[Indices]:
        """Return the classes that a guess makes of a set, the largest first."""
        return classes(self.matrix.rows[guess], members, self.counts, self.label, self.tally)
