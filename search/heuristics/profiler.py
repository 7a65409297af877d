"""Putting every guess to a set: the sizes of the classes that it would leave."""

import math
from collections.abc import Sequence

import numpy as np

from search.heuristics.heuristic import Heuristic, Ties
from search.heuristics.ideal import ideal
from search.heuristics.profiles import Profiles
from search.kernels.heuristics.profiles import (
    DistinctProfiles,
    distinct_profiles,
    first_of,
)
from search.model.matrix import FeedbackMatrix, Indices
from search.model.partition import classes, splitting_space

#: Candidates are weighed alone where all guesses are so many times more: to copy them takes longer.
FEWER = 4


class Profiler:
    """The scales of one game, used again for every set.

    Parameters
    ----------
    matrix : FeedbackMatrix
    """

    def __init__(self, matrix: FeedbackMatrix) -> None:
        self.matrix = matrix
        self.found = make_profiles(matrix)
        self.candidate = np.zeros(matrix.guesses, np.uint8)
        self.left_out = np.zeros(matrix.guesses, np.uint8)
        self.every = np.arange(matrix.guesses, dtype=np.int32)
        self.counts, self.label, self.tally = splitting_space(matrix)

    def kinds(
        self, members: Indices, left_out: Sequence[int] = (), *, candidates_only: bool = False
    ) -> tuple[Indices, Profiles]:
        """Sort the guesses by the class sizes they leave, candidates apart from others.

        Parameters
        ----------
        members : (n,) int32
            The set, not empty.
        left_out : sequence of int
            Guesses to pass over.
        candidates_only : bool
            Whether guesses that are no candidates may be passed over too.

        Returns
        -------
        kind_of : (guesses,) int32
            Which of the kinds a guess belongs to; -1 for one left out. It is a view that the next
            call overwrites.
        sizes : Profiles
            Of each kind.
        """
        own, out = self.matrix.own[members], list(left_out)
        found = self.found
        self.candidate[own] = 1
        self.left_out[out] = 1
        columns, candidate, passed = self.matrix.columns, self.candidate, self.left_out
        among = candidates_only and FEWER * len(own) <= self.matrix.guesses
        if among:
            # What the candidates alone tell of each other is copied, as a matrix of its own.
            columns = np.ascontiguousarray(self.matrix.rows[own[:, None], members].T)
            members = np.arange(len(own), dtype=np.int32)
            candidate, passed = candidate[own], passed[own]
        many = distinct_profiles(
            columns,
            members,
            candidate,
            passed,
            found,
            self.matrix.classes,
            self.counts,
            self.tally,
        )
        self.candidate[own] = 0
        self.left_out[out] = 0
        if among:
            kind = found.of[: len(own)].copy()
            found.of[:] = -1
            found.of[own] = kind
        runs = int(found.start[many])
        sizes = Profiles(
            found.size[:runs].astype(np.int64),
            found.times[:runs].astype(np.int64),
            found.start[:many].copy(),
            found.candidate[:many].astype(bool),
            self.matrix.classes,
        )
        return found.of, sizes

    def ideal(self, method: Heuristic, members: Indices, left_out: Sequence[int] = ()) -> int:
        """Return the guess that a method makes, if it is as good as any can be; else -1.

        Parameters
        ----------
        method : Heuristic
        members : (n,) int32
            The set, of at least two.
        left_out : sequence of int
            Guesses to pass over.
        """
        best = ideal(method, len(members), self.matrix.classes)
        if best is None:
            return -1
        own, out = self.matrix.own[members], list(left_out)
        guesses = self.every if best.any else np.sort(own)
        if method.ties == Ties.last:
            guesses = guesses[::-1]
        self.candidate[own] = 1
        self.left_out[out] = 1
        found = first_of(
            self.matrix.rows,
            members,
            np.ascontiguousarray(guesses),
            self.left_out,
            self.candidate,
            best.weights,
            best.wanted,
        )
        self.candidate[own] = 0
        self.left_out[out] = 0
        return int(found)

    def classes(self, guess: int, members: Indices) -> list[Indices]:
        """Return the classes that a guess makes of a set, the largest first."""
        return classes(self.matrix.rows[guess], members, self.counts, self.label, self.tally)


def make_profiles(matrix: FeedbackMatrix) -> DistinctProfiles:
    """Return room for the profiles of all guesses."""
    guesses = matrix.guesses
    # Profiles that differ add up to no more than the secrets: 1 + 2 + ... + r.
    runs = guesses * min(matrix.classes, math.isqrt(2 * matrix.secrets) + 1)
    return DistinctProfiles(
        of=np.empty(guesses, np.int32),
        candidate=np.empty(guesses, np.uint8),
        start=np.zeros(guesses + 1, np.int64),
        size=np.empty(runs, np.int32),
        times=np.empty(runs, np.int32),
        table=np.full(2 << guesses.bit_length(), -1, np.int32),
        place=np.empty(guesses, np.int32),
    )
