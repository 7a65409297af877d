"""What the sizes of classes tell of small sets: their costs at least, and which guesses are open.

The bounds are those of `search.kernels.cost.bounds`.
"""

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from search.solve.cost.engine import CostEngine

#: Secrets in rising order.
Secrets: TypeAlias = tuple[int, ...]


def _some(guesses: NDArray[np.int64], marks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the guesses that are marked."""
    some: NDArray[np.int64] = guesses[marks]
    return some


class Sizes:
    """The sizes of the classes of one game at the prices of one search."""

    def __init__(self, engine: CostEngine) -> None:
        self.matrix, self.prices, self.weights = engine.matrix, engine.prices, engine.weights
        #: By state and most classes: what the first j members of a class cost at least.
        self._sums: dict[tuple[int, int], list[int]] = {}

    def _paid(self, state: int, tries: int) -> int:
        return int(self.prices.cost[state, min(tries, self.prices.cost.shape[1] - 1)])

    def _sums_up_to(self, size: int, state: int, most: int) -> list[int]:
        sums = self._sums.setdefault((state, most), [0])
        while len(sums) <= size:
            tries = next(i for i in range(1, 99) if most ** (i - 1) >= len(sums))
            sums.append(sums[-1] + self._paid(state, tries))
        return sums

    def least(self, members: Secrets, state: int, most: int) -> int:
        """Return what a set costs at least, if no guess makes more classes of it than ``most``."""
        sums = self._sums_up_to(len(members), state, most)
        if self.prices.equal:
            return sums[len(members)]
        weights = np.sort(self.weights[list(members)])[::-1].tolist()
        return sum(w * (b - a) for w, a, b in zip(weights, sums, sums[1:], strict=False))

    def classes(self, members: Secrets, guess: int) -> Iterator[Secrets]:
        """Yield the classes of a guess but its own, the largest first."""
        listed = np.array(members, np.int32)
        row = self.matrix.rows[guess][listed]
        sizes = np.bincount(row)
        for feedback in np.argsort(-sizes, kind="stable")[: np.count_nonzero(sizes)].tolist():
            each = listed[row == feedback].tolist()
            if self.matrix.own[each[0]] != guess:
                yield tuple(each)

    def open_guesses(
        self, members: Secrets, state: int, bound: int, orbit: NDArray[np.int32] | None
    ) -> NDArray[np.int64]:
        """Return the guesses of which the sizes do not show that the set costs so much.

        Of each orbit, if these are given, that is the first guess.
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
        # Row by row: whether a guess puts one more member into a class that has some.
        same = columns[1:] == columns[:-1]
        repeated = same.sum(axis=0)
        most = max(2, len(members) - int(repeated.min()))
        splits = repeated < len(members) - 1
        if self.prices.equal:
            costs = self._costs(members, after, firsts, same, most)
            return _some(firsts, splits & (costs < bound))
        firsts = _some(firsts, splits)
        sums = [
            sum(self.least(each, after, most) for each in self.classes(members, guess))
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
        """Return what the classes of each guess cost at least, for secrets of equal weight."""
        # Of each class the first secret pays least, the next no less: one more of all guesses at a
        # time. The guess itself pays no more.
        steps = np.diff(self._sums_up_to(len(members), after, most))
        rank, cost = np.zeros(len(guesses), np.int64), np.full(len(guesses), steps[0])
        for row in same:
            rank = np.where(row, rank + 1, 0)
            cost += steps[rank]
        cost[np.isin(guesses, self.matrix.own[list(members)])] -= steps[0]
        return cost

    def needed(self, members: Secrets, bound: int) -> Secrets:
        """Leave out secrets while every guess leaves so much to be missed by the next and last.

        That is deletion-based, as minimal unsatisfiable subsets are found (Marques-Silva, Computing
        Minimally Unsatisfiable Subformulas, 2012).
        """
        # A place for each class of each guess, by member.
        guesses, classes = np.arange(self.matrix.guesses), self.matrix.classes
        places = self.matrix.columns[np.array(members, np.int32)] + guesses * classes
        sizes = np.bincount(places.ravel(), minlength=len(guesses) * classes)
        # How many secrets share a class with one before: that number is missed.
        made = np.count_nonzero(sizes.reshape(-1, classes), axis=1)
        repeated, size = len(members) - made, len(members)
        kept = np.ones(len(members), np.bool_)
        for at, place in enumerate(places):
            if size <= bound:
                break
            fewer = repeated - (sizes[place] > 1)
            missed = fewest = int(fewer.min())
            kept[at] = False
            if not self.prices.equal:
                lightest = np.sort(self.weights[np.array(members)[kept]])[:fewest]
                missed = int(lightest.sum())
            if missed >= bound:
                repeated, size = fewer, size - 1
                sizes[place] -= 1
            else:
                kept[at] = True
        return tuple([s for s, stays in zip(members, kept.tolist(), strict=True) if stays])
