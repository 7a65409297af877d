"""The best opening: one or two guesses, besides prescribed ones, made regardless of the feedback.

The number and sizes of the classes of an opening give a lower bound on its value. The search counts
classes for all openings in blocks, the more promising first. Then it plays openings by rising bound
until no bound is below the best value.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from emi.search.kernels.common.partition import USELESS
from emi.search.model.bounds import Bounds
from emi.search.model.candidates import Candidates
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.symmetry import firsts_of
from emi.search.solve.objectives import Objective
from emi.search.solve.opening import CostEnds, Ends, OpenedSearch, WorstEnds
from emi.search.solve.session import Session

#: The most guesses that the search can add.
MOST_SOUGHT = 2
#: The most feedbacks sorted at once.
AT_ONCE = 4_000_000

Values = NDArray[np.int64]


class OpenersSearch(OpenedSearch):
    """A question about strategies that begin with the best opening of a given length.

    The opening begins with the prescribed guesses. The attribute ``opening`` is the best so far.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        ends: Ends,
        candidates: Candidates | None,
        given: Sequence[int],
        openers: int,
        heaviest_first: NDArray[np.int64] | None = None,
    ) -> None:
        super().__init__(matrix, ends, candidates, given, heaviest_first)
        self.given = self.opening
        self.sought = openers - len(self.given)
        if not 1 <= self.sought <= MOST_SOUGHT:
            raise ValueError(f"{self.sought} guesses to be found: expected 1 to {MOST_SOUGHT}")
        self.equal = heaviest_first is None or bool((heaviest_first == 1).all())
        self._weights = (
            np.ones(len(self.members), np.int64)
            if heaviest_first is None
            else heaviest_first[self.members]
        )
        self._place = np.full(matrix.guesses, len(self.members))
        self._place[matrix.own[self.members]] = np.arange(len(self.members))
        self._best = ends.forbidden

    def recalled(self, proven: object) -> None:
        """Ignore records of the question: they do not name the opening."""

    def heard(self, opening: Sequence[int], bounds: Bounds) -> None:
        """Ignore interim bounds: the opening being played need not be the best one."""

    def explore(self) -> None:
        """Count the classes of all openings, then play those that may be the best."""
        self._raise(self.ends.floor(self.candidates))
        rated, all_rated = self._rated()
        if not rated or self.bounds.proven:
            return
        least = np.concatenate([some for some, _ in rated])
        openings = [one for _, some in rated for one in some]
        # Combine the least bound of the played openings with that of the others.
        played, lower = USELESS, USELESS
        for at in np.argsort(least, kind="stable").tolist():
            lower = int(least[at])
            if all_rated:
                self._raise(min(lower, played))
            if lower >= self._best or not self.session.go_on():
                break
            played, lower = min(played, self._try(openings[at], lower)), USELESS
        if all_rated:
            self._raise(min(lower, played))

    def _rated(self) -> tuple[list[tuple[Values, list[tuple[int, ...]]]], bool]:
        """Return the openings that may be the best, with lower bounds on their values.

        The best opening of each block is played at once. Also return whether all blocks were
        examined in time.
        """
        rated: list[tuple[Values, list[tuple[int, ...]]]] = []
        for block in self._blocks():
            if self.bounds.proven or not self.session.go_on():
                return rated, False
            openings = [self._ordered(one) for one in block]
            least = self._least(openings)
            at = int(least.argmin())
            if least[at] < self._best:
                least[at] = self._try(openings[at], int(least[at]))
            alive = np.flatnonzero(least < self._best)
            rated.append((least[alive], [openings[i] for i in alive.tolist()]))
        return rated, True

    def _raise(self, lower: int) -> None:
        most = self._best if self.bounds.upper is None else self.bounds.upper
        self.bounds = self.bounds.tightened(min(lower, most), None)

    def _try(self, opening: tuple[int, ...], lower: int) -> int:
        """Play an opening; return a lower bound on its value."""
        bounds = self.play(opening, self._best)
        if bounds.upper is not None and bounds.upper < self._best:
            self.opening, self.guess, self._best = opening, opening[0], bounds.upper
            self.bounds = self.bounds.tightened(0, bounds.upper)
        return max(bounds.lower, lower)

    def _blocks(self) -> Iterator[list[tuple[int, ...]]]:
        """Yield the openings in blocks, the more promising first."""
        others = [g for g in range(self.matrix.guesses) if g not in self.given]
        singles = [(*self.given, g) for g in others]
        size = max(1, AT_ONCE // len(self.members))
        if self.sought == 1:
            for at in range(0, len(singles), size):
                yield singles[at : at + size]
            return
        symmetry, firsts = self.matrix.symmetry, {*others}
        whole = len(self.members) == self.matrix.secrets
        symmetric = bool(len(symmetry.codes)) and whole and self.equal and not self.given
        if symmetric:
            firsts = {*firsts_of(symmetry).tolist()}
        keys = np.concatenate(
            [_distinct(self._codes(singles[at : at + size])) for at in range(0, len(singles), size)]
        )
        order = [others[i] for i in np.argsort(-keys, kind="stable").tolist()]
        seen = set[int]()
        for g in order:
            if g not in firsts:
                continue
            # Two guesses can be made in either order; keep one of those equivalent by symmetry.
            seen.add(g)
            block = [(*self.given, g, h) for h in order if h != g and (symmetric or h not in seen)]
            if block:
                yield block

    def _ordered(self, opening: tuple[int, ...]) -> tuple[int, ...]:
        """Return an opening sorted so that possible secrets come first, the heaviest before others.

        In this order, each of them can find a secret.
        """
        sought = sorted(opening[len(self.given) :], key=lambda g: self._place[g])
        return (*self.given, *sought)

    def _codes(self, openings: Sequence[tuple[int, ...]]) -> NDArray[np.signedinteger[Any]]:
        """Return ``(openings, members)``: class numbers of each opening, sorted along rows."""
        rows, columns = self.matrix.rows, self.members
        made = np.array(openings, np.int64)
        codes = rows[made[:, 0]][:, columns].astype(np.int64)
        for i in range(1, made.shape[1]):
            if codes.max() >= USELESS // self.matrix.classes:
                codes = np.unique(codes, return_inverse=True)[1].reshape(codes.shape)
            codes = codes * self.matrix.classes + rows[made[:, i]][:, columns]
        if codes.max() < 1 << 31:
            # Sorting this form takes less than half of the time.
            codes = codes.astype(np.int32)
        codes.sort(axis=1)
        return codes

    def _least(self, openings: list[tuple[int, ...]]) -> Values:
        """Return lower bounds on openings by the number and sizes of their classes."""
        size = max(1, AT_ONCE // len(self.members))
        bounds = [self._least_of(openings[at : at + size]) for at in range(0, len(openings), size)]
        return np.concatenate(bounds)

    def _least_of(self, openings: list[tuple[int, ...]]) -> Values:
        codes, n = self._codes(openings), len(self.members)
        made = _distinct(codes)
        k, ends = len(openings[0]), self.ends
        if isinstance(ends, WorstEnds):
            # Finding the largest class takes at least the guesses that can find its number of
            # members.
            least = np.full(len(openings), k)
            for tries, most in enumerate(ends.reach):
                if most < n:
                    over = (codes[:, most:] == codes[:, : n - most]).any(axis=1)
                    least[over] = k + tries + 1
            right = self._place[np.array(openings)] < n
            least[made == right.sum(axis=1)] = 1
            return least
        assert isinstance(ends, CostEnds)  # noqa: S101 - there are two kinds
        places = [tuple(np.flatnonzero(one).tolist()) for one in self._right(openings)]
        tables = {right: self._costs(ends, k, right) for right in {*places}}
        pairs = zip(made.tolist(), places, strict=True)
        return np.array([tables[right][each] for each, right in pairs], np.int64)

    def _right(self, openings: list[tuple[int, ...]]) -> NDArray[np.bool_]:
        """Return which guesses of openings may be the secret."""
        right: NDArray[np.bool_] = self._place[np.array(openings)] < len(self.members)
        return right

    def _costs(self, ends: CostEnds, made: int, right: tuple[int, ...]) -> Values:
        """Return the least cost of an opening that makes 0, 1, ... classes.

        The places of possible secrets in the opening are given. The next guess finds at most one
        secret of each class. The bound assumes that the heaviest secrets are found first.
        """
        weights: Values = self._weights
        total = len(weights)
        found = sum(
            ends.paid[i + 1] * int(w) for i, w in zip(right, weights.tolist(), strict=False)
        )
        rest = np.concatenate([[0], np.cumsum(weights[len(right) :])])
        next_, later = ends.paid[made + 1], ends.paid[made + 2]
        one = np.clip(np.arange(total + 1) - len(right), 0, total - len(right))
        costs: Values = found + next_ * rest[one] + later * (rest[-1] - rest[one])
        return costs


def _distinct(codes: NDArray[np.signedinteger[Any]]) -> Values:
    """Return the number of distinct values in each sorted row."""
    made: Values = 1 + (codes[:, 1:] != codes[:, :-1]).sum(axis=1, dtype=np.int64)
    return made


def opened(
    matrix: FeedbackMatrix,
    objective: Objective,
    candidates: Candidates | None,
    given: Sequence[int],
    openers: int,
    session: Session | None = None,
) -> OpenedSearch:
    """Return the search among strategies that begin with an opening, not yet run.

    If ``openers`` exceeds the number of prescribed guesses, the search adds the difference.
    """
    ends, weights = objective.ends(matrix, session or Session()), objective.weighing
    # Guesses after the last one are useless, and there are no more than all guesses.
    many = min(openers, ends.last or openers, matrix.guesses)
    if many > len(given):
        return OpenersSearch(matrix, ends, candidates, given, many, weights)
    return OpenedSearch(matrix, ends, candidates, given, weights)
