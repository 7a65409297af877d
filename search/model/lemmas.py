"""Lemmas: the steps of the proof of a bound, each a lower bound on the cost of a set."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

#: The reasons, the guesses played before and the permutations of a lemma.
Rest = tuple[tuple[int, ...], tuple[tuple[int, int], ...], tuple[tuple[int, ...], ...]]
NO_REST: Rest = ((), (), ())
#: The bits that hold a secret in a sort key, below those of the lemma.
WORD = 32


class Lemma(NamedTuple):
    """A lower bound on the cost of a set of secrets after ``state`` guesses.

    The lemma holds if every guess costs at least ``bound``: its price, plus a lower bound for each
    class. A class is bounded by its size, by a lemma about it, or by the ``reasons`` inside it
    (indices of earlier lemmas in the same list). ``played`` lists the guesses made before, each
    with a secret that gives the feedback, which matters in hard play. Guesses that the permutations
    ``moves`` map to each other cost the same (see `emi.search.model.symmetry.stabiliser`).
    """

    state: int
    bound: int
    members: tuple[int, ...]
    reasons: tuple[int, ...] = ()
    played: tuple[tuple[int, int], ...] = ()
    moves: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, eq=False)
class Lemmas(Sequence[Lemma]):
    """A sequence of lemmas, each after those that it needs, held as arrays.

    A `Lemma` is created when read: creating 150,000 of them takes as long as proving them.

    Attributes
    ----------
    state, bound, begin, size : ndarray of int64
        For each lemma the state, the bound, and the place and number of its secrets in ``pool``.
    pool : ndarray of int32
        Secrets; those of a lemma may have any order.
    special : ndarray of bool
        Whether a lemma has reasons, guesses played before, or permutations.
    rest : callable
        Returns these three for the index of such a lemma.
    """

    state: NDArray[np.int64]
    bound: NDArray[np.int64]
    begin: NDArray[np.int64]
    size: NDArray[np.int64]
    pool: NDArray[np.int32]
    special: NDArray[np.bool_]
    rest: Callable[[int], Rest]

    @classmethod
    def of(cls, lemmas: Sequence[Lemma]) -> "Lemmas":
        """Return the lemmas of a list."""
        size = np.array([len(lemma.members) for lemma in lemmas], np.int64)
        return cls(
            np.array([lemma.state for lemma in lemmas], np.int64),
            np.array([lemma.bound for lemma in lemmas], np.int64),
            np.cumsum(size) - size,
            size,
            np.fromiter(chain.from_iterable([lemma.members for lemma in lemmas]), np.int32),
            np.array([any(lemma[3:]) for lemma in lemmas], np.bool_),
            lambda at: lemmas[at][3:],
        )

    def __len__(self) -> int:
        return len(self.size)

    @overload
    def __getitem__(self, at: int) -> Lemma: ...
    @overload
    def __getitem__(self, at: slice) -> list[Lemma]: ...
    def __getitem__(self, at: int | slice) -> Lemma | list[Lemma]:
        if isinstance(at, slice):
            return [self[k] for k in range(*at.indices(len(self)))]
        at = range(len(self))[at]
        begin = self.begin[at]
        members = tuple(sorted(self.pool[begin : begin + self.size[at]].tolist()))
        rest = self.rest(at) if self.special[at] else NO_REST
        return Lemma(int(self.state[at]), int(self.bound[at]), members, *rest)

    def secrets(
        self, block: slice, number: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the secrets of some lemmas under new numbers, and where each lemma begins.

        Parameters
        ----------
        block : slice
            The lemmas.
        number : (secrets,) int64
            The new number of each secret, below ``2**WORD``.

        Returns
        -------
        numbers : (n,) int64
            The secrets of all lemmas, one lemma after the other, each in ascending order.
        first : (lemmas,) int64
            The place of the first secret of each lemma.
        """
        size = self.size[block]
        first = np.cumsum(size) - size
        place = np.arange(size.sum()) + np.repeat(self.begin[block] - first, size)
        lemma = np.repeat(np.arange(len(size)) << WORD, size)
        return np.sort(lemma + number[self.pool[place]]) & ((1 << WORD) - 1), first
