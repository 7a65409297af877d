"""The profiler: the profile of every guess, for one set of candidates after another.

The *ideal* profiles of a heuristic are those that no other profile of as many candidates beats. For
few candidates, all profiles can be listed, and so the ideal ones are known. A guess with an ideal
profile is best without comparison, so profiling can stop at the first such guess.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import in_widths
from emi.search.heuristics.heuristic import Heuristic, Ties
from emi.search.heuristics.profiles import Integers, Profiles
from emi.search.kernels.core.profiles import DistinctProfiles, distinct_profiles, first_of
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.partition import Partitioner

#: Candidates are profiled separately, in a copy, if there are this many times more guesses.
FEWER = 4


class Profiler:
    """The profiles of the guesses of one game, with working space for every set."""

    def __init__(self, matrix: FeedbackMatrix) -> None:
        self.matrix = matrix
        self.arrays = make_profiles(matrix)
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
        own, out, arrays = self.matrix.own[members], list(left_out), self.arrays
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

        The set must have at least two members. Guesses of ``left_out`` are skipped.
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


#: With at most MOST candidates, search for an ideal guess among them; with at most MOST_ANY, among
#: all guesses. With more candidates, the ideal is rarely attained.
MOST, MOST_ANY = 12, 4


class Ideal(NamedTuple):
    """The ideal profiles in the form that `emi.search.kernels.core.profiles.first_of` takes.

    Attributes
    ----------
    weights : (members + 1,) int64
        Weights of class sizes. A profile is identified by the sum of the weights of its sizes.
    wanted : (2, profiles) int64
        The ideal profiles of a guess that is not a candidate, and of a candidate; -1 pads the
        shorter row.
    any : bool
        Whether a guess that is not a candidate may be ideal.
    """

    weights: Integers
    wanted: Integers
    any: bool


@lru_cache(maxsize=1024)
def ideal(heuristic: Heuristic, members: int, classes: int) -> Ideal | None:
    """Return the ideal profiles of 2 or more ``members`` in at most ``classes`` classes.

    Return None if guesses must be compared.
    """
    if members > MOST or not heuristic.by or heuristic.ties == Ties.random:
        return None
    ways = [way for way in falling(members, members) if len(way) <= classes]
    # A candidate distinguishes itself from the others.
    listed = [(way, False) for way in ways] + [(way, True) for way in ways if way[-1] == 1]
    profiles = Profiles.of([way for way, _ in listed], [own for _, own in listed], classes)
    best = [listed[place] for place in np.flatnonzero(heuristic.best(profiles))]
    if any(len(way) == 1 for way, _ in best):
        # A guess without information is equally good, and would be chosen earlier.
        return None
    if heuristic.ties == Ties.possible and any(own for _, own in best):
        best = [(way, own) for way, own in best if own]
    others = any(not own for _, own in best)
    if others and members > MOST_ANY:
        return None
    # Powers of a base larger than any digit: the digits count the sizes.
    weights = np.array([0, *((members + 1) ** size for size in range(members))], np.int64)
    wanted = np.full((2, len(best)), -1, np.int64)
    for place, (way, own) in enumerate(best):
        wanted[int(own), place] = weights[list(way)].sum()
    return Ideal(weights, wanted, others)


def falling(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield all partitions of a number into parts up to ``most``, the largest first.

    Examples
    --------
    >>> list(falling(4, 3))
    [(3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    """
    if total == 0:
        yield ()
    for size in range(min(total, most), 0, -1):
        for rest in falling(total - size, size):
            yield (size, *rest)
