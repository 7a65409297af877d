"""Bounds from class sizes for small sets: their least costs, and the guesses left open.

The bounds are those of `emi.search.kernels.cost.bounds`.
"""

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from emi.search.compile.jit import in_widths
from emi.search.kernels.cost.packing import drop_unneeded
from emi.search.model.matrix import Indices
from emi.search.solve.cost.engine import CostEngine

#: A tuple of secrets in ascending order.
Secrets: TypeAlias = tuple[int, ...]


def _some(guesses: NDArray[np.int64], marks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the marked guesses."""
    some: NDArray[np.int64] = guesses[marks]
    return some


class Sizes:
    """The class sizes of one game, with the prices of one search."""

    def __init__(self, engine: CostEngine) -> None:
        self.matrix, self.prices, self.weights = engine.matrix, engine.prices, engine.weights
        #: By state and largest number of classes: the least cost of the first j members of a class.
        self._sums: dict[tuple[int, int], list[int]] = {}
        #: Working space of `needed`.
        self._counts = np.zeros((self.matrix.guesses, self.matrix.classes), np.int32)
        self._repeated = np.zeros(self.matrix.guesses, np.int32)

    def _paid(self, state: int, tries: int) -> int:
        return int(self.prices.cost[state, min(tries, self.prices.cost.shape[1] - 1)])

    def _sums_up_to(self, size: int, state: int, most: int) -> list[int]:
        sums = self._sums.setdefault((state, most), [0])
        while len(sums) <= size:
            tries = next(i for i in range(1, 99) if most ** (i - 1) >= len(sums))
            sums.append(sums[-1] + self._paid(state, tries))
        return sums

    def least(self, members: Secrets | Indices, state: int, most: int) -> int:
        """Return a lower bound on the cost of a set whose guesses make at most ``most`` classes."""
        sums = self._sums_up_to(len(members), state, most)
        if self.prices.equal:
            return sums[len(members)]
        weights = np.sort(self.weights[list(members)])[::-1].tolist()
        return sum(w * (b - a) for w, a, b in zip(weights, sums, sums[1:], strict=False))

    def classes(self, members: Secrets, guess: int) -> Iterator[Secrets]:
        """Yield the classes of a guess except its own, the largest first."""
        listed = np.array(members, np.int32)
        row = self.matrix.rows[guess][listed]
        sizes = np.bincount(row)
        for feedback in np.argsort(-sizes, kind="stable")[: np.count_nonzero(sizes)].tolist():
            klass = listed[row == feedback].tolist()
            if self.matrix.own[klass[0]] != guess:
                yield tuple(klass)

    def open_guesses(
        self, members: Secrets, state: int, bound: int, orbit: NDArray[np.int32] | None
    ) -> NDArray[np.int64]:
        """Return the guesses whose class sizes do not prove that the set costs at least the bound.

        If orbits are given, return only the first guess of each.
        """
        after, listed = state + 1, np.array(members, np.int32)
        firsts: NDArray[np.int64] = np.arange(self.matrix.guesses)
        if orbit is None:
            columns = self.matrix.columns[listed]
        else:
            firsts = firsts[orbit == firsts]
            columns = self.matrix.rows[firsts][:, listed].T
        if self._paid(after, 2) == 0 == self.least(members, after, max(2, self.matrix.classes)):
            return _some(firsts, (columns != columns[0]).any(axis=0))
        columns = np.sort(columns, axis=0)
        # By row: whether a guess puts the next member into a nonempty class.
        same = columns[1:] == columns[:-1]
        repeated = same.sum(axis=0)
        most = max(2, len(members) - int(repeated.min()))
        splits = repeated < len(members) - 1
        if self.prices.equal:
            costs = self._costs(members, after, firsts, same, most)
            return _some(firsts, splits & (costs < bound))
        firsts = _some(firsts, splits)
        sums = [
            sum(self.least(klass, after, most) for klass in self.classes(members, guess))
            for guess in firsts.tolist()
        ]
        return _some(firsts, np.array(sums, np.int64) < bound)

    def _costs(
        self,
        members: Secrets,
        after: int,
        guesses: NDArray[np.int64],
        same: NDArray[np.bool_],
        most: int,
    ) -> NDArray[np.int64]:
        """Return lower bounds for the classes of each guess, for secrets of equal weight."""
        # The j-th member of a class pays ``steps[j]``. Each row adds the next member in the order
        # of the classes of each guess. A guess that is a member pays nothing more.
        steps = np.diff(self._sums_up_to(len(members), after, most))
        rank, cost = np.zeros(len(guesses), np.int64), np.full(len(guesses), steps[0])
        for row in same:
            rank = np.where(row, rank + 1, 0)
            cost += steps[rank]
        cost[np.isin(guesses, self.matrix.own[list(members)])] -= steps[0]
        return cost

    def needed(self, members: Secrets, bound: int) -> Secrets:
        """Return the members left after dropping all that `drop_unneeded` can drop.

        Any two guesses still miss at least ``bound`` of them.
        """
        listed, matrix = np.array(members, np.int32), self.matrix
        stays = np.ones(len(members), np.uint8)
        by_weight = np.argsort(self.weights[listed], kind="stable")
        if self.prices.equal:
            by_weight = by_weight[:0]
        drop_unneeded(
            in_widths(matrix.columns), listed, self.weights, by_weight, bound,
            self._counts, self._repeated, stays,
        )  # fmt: skip
        return tuple(listed[stays == 1].tolist())
