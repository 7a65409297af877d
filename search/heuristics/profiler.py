"""The profiler: the profile of every guess, for one set of candidates after another."""

import math
from collections.abc import Sequence

import numpy as np

from emi.search.heuristics.heuristic import Heuristic, Ties
from emi.search.heuristics.ideal import ideal
from emi.search.heuristics.profiles import Profiles
from emi.search.kernels.compiler.widths import in_widths
from emi.search.kernels.heuristics.profiles import DistinctProfiles, distinct_profiles, first_of
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.partition import Partitioner

#: Candidates are profiled separately, in a copy, if there are this many times more guesses.
FEWER = 4


class Profiler:
    """The profiles of the guesses of one game, with working space for every set."""

    def __init__(self, matrix: FeedbackMatrix) -> None:
        self.matrix = matrix
        self.found = make_profiles(matrix)
        self.candidate = np.zeros(matrix.guesses, np.uint8)
        self.left_out = np.zeros(matrix.guesses, np.uint8)
        self.every = np.arange(matrix.guesses, dtype=np.int32)
        self.partitioner = Partitioner(matrix)
        self.counts, self.label, self.tally = self.partitioner.space

    def profiles(
        self, members: Indices, left_out: Sequence[int] = (), *, candidates_only: bool = False
    ) -> tuple[Indices, Profiles]:
        """Return the distinct profiles of the guesses; those of candidates are kept separate.

        Parameters
        ----------
        members : (n,) int32
            The set, not empty.
        left_out : sequence of int
            Guesses to skip.
        candidates_only : bool
            Whether guesses that are not candidates may be skipped too.

        Returns
        -------
        profile_of : (guesses,) int32
            The number of the profile of each guess; -1 for one left out. This is a view that the
            next call overwrites.
        profiles : Profiles
        """
        own, out, arrays = self.matrix.own[members], list(left_out), self.found
        self._mark(own, out, 1)
        columns, candidate, passed = self.matrix.columns, self.candidate, self.left_out
        alone = candidates_only and FEWER * len(own) <= self.matrix.guesses
        if alone:
            # The feedback among candidates is copied to a matrix of its own.
            columns = np.ascontiguousarray(self.matrix.rows[own[:, None], members].T)
            members = np.arange(len(own), dtype=np.int32)
            candidate, passed = candidate[own], passed[own]
        classes = self.matrix.classes
        many = distinct_profiles(
            in_widths(columns), members, candidate, passed, arrays, classes, self.counts, self.tally
        )
        self._mark(own, out, 0)
        if alone:
            profile_of = arrays.of[: len(own)].copy()
            arrays.of[:] = -1
            arrays.of[own] = profile_of
        runs = int(arrays.start[many])
        return arrays.of, Profiles(
            arrays.size[:runs].astype(np.int64),
            arrays.times[:runs].astype(np.int64),
            arrays.start[:many].copy(),
            arrays.candidate[:many].astype(bool),
            classes,
        )

    def ideal(self, heuristic: Heuristic, members: Indices, left_out: Sequence[int] = ()) -> int:
        """Return the guess of a heuristic if its profile is ideal, else -1.

        The set must have at least two members. Some guesses may be left out.
        """
        best = ideal(heuristic, len(members), self.matrix.classes)
        if best is None:
            return -1
        own, out = self.matrix.own[members], list(left_out)
        guesses = self.every if best.any else np.sort(own)
        if heuristic.ties == Ties.last:
            guesses = np.ascontiguousarray(guesses[::-1])
        marks = self.left_out, self.candidate
        self._mark(own, out, 1)
        guess = first_of(self.partitioner.rows, members, guesses, *marks, best.weights, best.wanted)
        self._mark(own, out, 0)
        return int(guess)

    def _mark(self, own: Indices, left_out: list[int], mark: int) -> None:
        """Set or clear the marks of candidates and of guesses to skip."""
        self.candidate[own] = mark
        self.left_out[left_out] = mark


def make_profiles(matrix: FeedbackMatrix) -> DistinctProfiles:
    """Return arrays for the profiles of all guesses."""
    guesses = matrix.guesses
    # The sum of r distinct sizes is at most the number of secrets: 1 + 2 + ... + r.
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
