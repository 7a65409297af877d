"""Lemmas that are shown: which guesses each refutes, and which of them lie inside a set."""

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from search.model.matrix import FeedbackMatrix
from search.model.partition import left_whole
from search.solve.cost.sizes import Secrets

#: Secrets of a set of which a checker is quick to go through all guesses of an orbit.
CHECKED_SECRETS = 1 << 13


def bits(members: Iterable[int]) -> int:
    """Return a number with a bit for each secret."""
    return sum([1 << s for s in members])


class Shown:
    """A lemma: secrets of which so much is missed, and its place among all lemmas."""

    def __init__(self, place: int, bound: int, members: Secrets, matrix: FeedbackMatrix) -> None:
        self.place, self.bound, self.members = place, bound, members
        #: Those that say most come first, of these those that need least.
        self.rank = -bound, len(members)
        self._matrix = matrix

    @cached_property
    def inside(self) -> int:
        """A bit for each of its secrets."""
        return bits(self.members)

    @cached_property
    def refuted(self) -> NDArray[np.bool_]:
        """The guesses that leave all its secrets in one class."""
        return left_whole(self._matrix, self.members)

    @cached_property
    def refutes(self) -> bytes:
        """The same as bytes, a byte each: one of them is quicker to look up there."""
        return self.refuted.tobytes()

    def refuted_by_orbit(self, orbit: NDArray[np.int32] | None, secrets: int) -> NDArray[np.bool_]:
        """Return which guesses leave its secrets whole, or an image of them, by their orbits.

        A checker finds the image by going through the guesses of the orbit, one after the other:
        that is quick of few secrets.
        """
        if orbit is None or secrets > CHECKED_SECRETS:
            return self.refuted
        refuted = self.refuted.copy()
        refuted[orbit[self.refuted]] = True
        return refuted


class Index:
    """The lemmas about one state, in the order in which they were shown."""

    def __init__(self, secrets: int) -> None:
        self.all: list[Shown] = []
        self._room = secrets + -secrets % 64
        self._bits = np.empty((0, self._room // 64), np.uint64)

    def _packed(self, sets: Sequence[Secrets]) -> NDArray[np.uint64]:
        flags = np.zeros((len(sets), self._room), np.bool_)
        for row, members in zip(flags, sets, strict=True):
            row[list(members)] = True
        return np.packbits(flags, axis=1).view(np.uint64)

    def inside(self, members: Secrets) -> list[Shown]:
        """Return those whose secrets are all in a set."""
        if new := self.all[len(self._bits) :]:
            self._bits = np.concatenate([self._bits, self._packed([one.members for one in new])])
        found = ~(self._bits & ~self._packed([members])).any(axis=1)
        return [self.all[k] for k in np.flatnonzero(found).tolist()]
