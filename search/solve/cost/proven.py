"""Proven lemmas: the guesses that each refutes, and the lemmas inside a set."""

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.partition import left_whole
from emi.search.solve.cost.sizes import Secrets

#: The largest set for which a checker quickly scans all guesses of an orbit.
CHECKED_SECRETS = 1 << 13


def bits(members: Iterable[int]) -> int:
    """Return an integer with a bit set for each secret."""
    return sum([1 << s for s in members])


class ProvenLemma:
    """A lemma: secrets with a lower bound on their misses, and the place among all lemmas."""

    def __init__(self, place: int, bound: int, members: Secrets, matrix: FeedbackMatrix) -> None:
        self.place, self.bound, self.members = place, bound, members
        self._matrix = matrix

    @cached_property
    def inside(self) -> int:
        """A bit for each of the secrets."""
        return bits(self.members)

    @cached_property
    def refuted(self) -> NDArray[np.bool_]:
        """The guesses that leave all its secrets in one class."""
        return left_whole(self._matrix, self.members)

    def refuted_by_orbit(self, orbit: NDArray[np.int32] | None, secrets: int) -> NDArray[np.bool_]:
        """Return the guesses that leave the secrets whole, and the first guess of each such orbit.

        For a first guess, some image of the secrets stays whole. A checker finds it by trying the
        guesses of the orbit in turn, which is quick for few secrets.
        """
        if orbit is None or secrets > CHECKED_SECRETS:
            return self.refuted
        refuted = self.refuted.copy()
        refuted[orbit[self.refuted]] = True
        return refuted


class Together:
    """Lemmas inside a set, several of which may refute a guess together."""

    def __init__(self, guesses: int) -> None:
        self._all: list[ProvenLemma] = []
        #: A row for each guess: whether it leaves the secrets of a lemma whole.
        self._whole = np.empty((guesses, 0), np.bool_)

    def extend(self, lemmas: Sequence[ProvenLemma]) -> None:
        """Add lemmas."""
        begin = len(self._all)
        self._all += lemmas
        if len(self._all) > self._whole.shape[1]:
            wider = np.empty((len(self._whole), 2 * len(self._all)), np.bool_)
            wider[:, :begin] = self._whole[:, :begin]
            self._whole = wider
        for k, lemma in enumerate(lemmas, start=begin):
            self._whole[:, k] = lemma.refuted

    def whole_after(self, guess: int) -> list[ProvenLemma]:
        """Return the lemmas whose secrets a guess leaves in one class, in the order added."""
        places = np.flatnonzero(self._whole[guess, : len(self._all)]).tolist()
        return [self._all[k] for k in places]


class Index:
    """The lemmas about one state, in the order of their proofs."""

    def __init__(self, secrets: int) -> None:
        self.all: list[ProvenLemma] = []
        self._room = secrets + -secrets % 64
        self._bits = np.empty((0, self._room // 64), np.uint64)

    def _packed(self, sets: Sequence[Secrets]) -> NDArray[np.uint64]:
        flags = np.zeros((len(sets), self._room), np.bool_)
        for row, members in zip(flags, sets, strict=True):
            row[list(members)] = True
        return np.packbits(flags, axis=1).view(np.uint64)

    def inside(self, members: Secrets) -> list[ProvenLemma]:
        """Return the lemmas whose secrets all lie in a set."""
        if new := self.all[len(self._bits) :]:
            self._bits = np.concatenate(
                [self._bits, self._packed([lemma.members for lemma in new])]
            )
        included = ~(self._bits & ~self._packed([members])).any(axis=1)
        return [self.all[k] for k in np.flatnonzero(included).tolist()]
