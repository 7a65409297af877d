"""The average of several boards: the least total, exact for few combinations, estimated for many.

`LeastTotal` finds the least total over all combinations of secrets by branch and bound.

`BoardsHeuristic` plays by an estimate. A board with n candidates takes ``1 + log2(n) / 4`` guesses:
the right one, and its share of those that give information about all boards. A found board takes
none. The estimate of a guess is the sum over boards of the expected estimate after it. So each
board is profiled by itself, once for all positions that contain it.

If at most some thousand combinations are left, the heuristic looks one guess further: it compares
the guesses of least estimate by the least estimate after the next guess. If few combinations are
left, it plays them out with the few guesses of least estimate for each state, and takes the guess
of least total, or among equal totals of least worst case.
"""

from __future__ import annotations

import math
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from emi.search.heuristics.comparison import Ratios
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Stopped
from emi.search.solve.boards.state import (
    APART,
    BoardsSearch,
    BoardSums,
    KeySums,
    Splitter,
    hold_apart,
    members_of,
)
from emi.search.solve.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from emi.search.heuristics.aggregates import Aggregate
    from emi.search.heuristics.profiles import Profiles
    from emi.search.model.matrix import FeedbackMatrix
    from emi.search.solve.boards.state import State

#: The estimated guesses for each bit of information about a board, shared with the other boards.
PER_BIT = 0.25
#: At most PLAYED_OUT combinations are played out, with TRIED guesses for each state.
PLAYED_OUT, TRIED = 60, 4
#: With at most LOOKED_AHEAD combinations, COMPARED guesses are compared by the least estimate after
#: the next guess, on DRAWN random combinations.
LOOKED_AHEAD, COMPARED, DRAWN = 20_000, 6, 60
#: For `BoardsHeuristic.opener`: FIRST first guesses are compared by the best 1 / SHARE of SECOND
#: second guesses, on a sample of at most SAMPLE secrets.
FIRST, SECOND, SHARE, SAMPLE = 256, 512, 8, 1000
#: The second guesses whose classes are counted at once.
BLOCK = 64
#: The bonus of a candidate over other guesses of the same value.
TIED = 1e-3


class BoardsAverage(BoardsSearch):
    """The average of several boards: the least total number of guesses over all combinations.

    Parameters are those of `BoardsParameters`.
    """

    def _begin(self) -> None:
        self.totals = LeastTotal(self.matrix, distinct=self.splitter.distinct, session=self.session)
        self.guess = int(self.matrix.own[members_of(self.start[0])[0]])
        # Proposing all candidates of one board after the other is a strategy.
        many = self.totals.combinations(self.start)
        sizes = sum(map(int.bit_count, self.start))
        self.bounds = Bounds(self.totals.least(self.start), many * sizes)

    def run(self) -> None:
        """Search until the value is proven or the session ends."""
        self.session.bounds = self.bounds
        with suppress(Stopped):
            total, guess = self.totals.of(self.start)
            self.bounds, self.guess = Bounds(total, total), guess
        self.session.bounds = self.bounds


class LeastTotal:
    """The least total of guesses over all combinations of secrets: the average of several boards.

    It is exact by branch and bound, and meant for products of up to some thousand combinations.

    Parameters
    ----------
    matrix : FeedbackMatrix
    distinct : bool
        Whether all secrets differ.
    session : Session, optional
        The limits and the watcher; by default none.
    among : int, optional
        The number of guesses to try for each state, the first ones in ``order``; by default all. If
        given, the total is only an upper bound, and the worst case decides between equal totals.
    order : callable, optional
        Returns a number for each guess in a state: guesses are tried in rising order. By default
        `KeySums.of`.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        *,
        distinct: bool = False,
        session: Session | None = None,
        among: int | None = None,
        order: Callable[[State], NDArray[np.floating[Any]]] | None = None,
    ) -> None:
        self.matrix, self.session, self.among = matrix, session or Session(), among
        self.splitter = Splitter(matrix, distinct=distinct)
        self._order = order or KeySums(matrix).of
        #: The total, the worst case among equal totals (0 if all guesses are tried), and the guess.
        self._known: dict[State, tuple[int, int, int]] = {(): (0, 0, -1)}

    def of(self, state: State) -> tuple[int, int]:
        """Return the least total over the combinations of a state, and a guess that attains it.

        Raises
        ------
        Stopped
            If the session ended.
        """
        total, _, guess = self._of(state)
        return total, guess

    def _of(self, state: State) -> tuple[int, int, int]:
        known = self._known.get(state)
        if known is None:
            known = self._known[state] = self._search(state)
        return known

    def least(self, state: State) -> int:
        """Return a lower bound on the total of a state.

        Each combination takes at least one guess for each of its different secrets. And for each
        choice of secrets on the other boards, the first guess finds at most one candidate of a
        board; the other candidates take two guesses or more.
        """
        known = self._known.get(state)
        if known is not None:
            return known[0]
        many = self.combinations(state)
        if self.splitter.distinct:
            return many * len(state)
        sizes = [board.bit_count() for board in state]
        alone = max(many // n * (2 * n - 1) for n in sizes)
        union, differ = 0, 0
        for board in state:
            union |= board
        while union:
            secret = union & -union
            union ^= secret
            differ += many - math.prod(
                n - (board & secret > 0) for n, board in zip(sizes, state, strict=True)
            )
        return max(alone, differ)

    def combinations(self, state: State) -> int:
        """Return the number of combinations of secrets that a state allows."""
        return combinations(state, distinct=self.splitter.distinct)

    def _search(self, state: State) -> tuple[int, int, int]:
        self.session.nodes += 1
        if not self.session.go_on():
            raise Stopped
        many, floor = self.combinations(state), self.least(state)
        best, guess = (many * sum(map(int.bit_count, state)) + 1, 0), -1
        order = np.argsort(self._order(state), kind="stable")[: self.among]
        for one in order.tolist():
            afters = [*self.splitter.states(state, one, every=True)]
            if afters == [state]:
                continue
            least = [*map(self.least, afters)]
            total, worst = many + sum(least), 0
            for after, bound in zip(afters, least, strict=True):
                if (total, worst) >= best:
                    break
                exact, deep, _ = self._of(after)
                total += exact - bound
                if self.among is not None:
                    worst = max(worst, 1 + deep)
            if (total, worst) < best:
                best, guess = (total, worst), one
                if best <= (floor, 1):
                    break
        return *best, guess


def combinations(state: State, *, distinct: bool = False) -> int:
    """Return the number of combinations of secrets that a state allows."""
    return _different_choices(state) if distinct else math.prod(map(int.bit_count, state))


def _different_choices(state: State) -> int:
    """Return the number of ways to give different secrets to the boards.

    The boards are dealt with one by one. Secrets that are candidates of the same boards are
    interchangeable, so they count as one kind.
    """
    kinds: dict[int, int] = {}
    union = 0
    for board in state:
        union |= board
    while union:
        secret = union & -union
        union ^= secret
        on = sum(1 << place for place, board in enumerate(state) if board & secret)
        kinds[on] = kinds.get(on, 0) + 1
    return _deal(0, len(state), tuple(sorted(kinds.items())))


def _deal(board: int, boards: int, kinds: tuple[tuple[int, int], ...]) -> int:
    """Return the ways to give different secrets to the boards from ``board`` on."""
    if board == boards:
        return 1
    ways = 0
    for at, (on, many) in enumerate(kinds):
        if on >> board & 1 and many:
            ways += many * _deal(board + 1, boards, (*kinds[:at], (on, many - 1), *kinds[at + 1 :]))
    return ways


def estimate(sizes: Iterable[int]) -> float:
    """Return the estimated number of guesses for boards with these numbers of candidates."""
    return sum(1 + PER_BIT * math.log2(n) for n in sizes if n)


class Estimates(BoardSums):
    """The estimated number of guesses for all boards after each guess."""

    def __init__(self, matrix: FeedbackMatrix) -> None:
        super().__init__(matrix)
        many = np.arange(matrix.secrets + 1)
        #: The estimate for a board, by the number of candidates.
        self._of_size = np.where(many > 0, 1 + PER_BIT * np.log2(np.maximum(many, 1)), 0)

    def of_profiles(self, profiles: Profiles) -> NDArray[np.float64]:
        """Return the expected estimates of a board after guesses."""
        share = profiles.times * profiles.size / profiles.members
        expected = np.add.reduceat(share * self._of_size[profiles.size], profiles.start)
        # The secret is in a class of its own, and takes no further guess.
        estimates: NDArray[np.float64] = expected - profiles.candidate * (
            self._of_size[1] / profiles.members
        )
        return estimates


class Aggregated(BoardSums):
    """The values of an aggregate for each guess, the best ones lowest."""

    def __init__(self, matrix: FeedbackMatrix, by: Aggregate) -> None:
        super().__init__(matrix)
        self.by = by

    def of_profiles(self, profiles: Profiles) -> NDArray[np.float64]:
        """Return the values of guesses for a board, slightly lower for its candidates."""
        found: Any = self.by(profiles)
        values = found.over / found.under if isinstance(found, Ratios) else found
        return np.asarray(-values if self.by.highest else values, np.float64) - (
            TIED * profiles.candidate
        )


class BoardsHeuristic:
    """Chooses guesses for several boards of one game.

    Parameters
    ----------
    matrix : FeedbackMatrix
    by : Aggregate, optional
        The aggregate that is summed over the boards. By default the estimate is summed, and few
        combinations are played out.
    """

    def __init__(self, matrix: FeedbackMatrix, by: Aggregate | None = None) -> None:
        self.matrix = matrix
        self.estimates = Estimates(matrix).of if by is None else Aggregated(matrix, by).of
        self.played_out = PLAYED_OUT if by is None else 0
        self.totals = LeastTotal(matrix, among=TRIED, order=self.estimates)
        self.splitter = self.totals.splitter

    def choose(self, state: State) -> int:
        """Return the next guess for the boards that are not found, at least one.

        The choice depends on the state alone: if all secrets differ, only the candidates of the
        state may reflect this.
        """
        many = self.totals.combinations(state)
        if many <= self.played_out:
            return self.totals.of(state)[1]
        every = (1 << self.matrix.secrets) - 1
        if self.played_out and len(state) > 1 and state == (every,) * len(state):
            return self.opener
        if self.played_out and many <= LOOKED_AHEAD:
            return self._ahead(state)
        return int(self.estimates(state).argmin())

    def _ahead(self, state: State) -> int:
        """Return the guess after which the next guess is best, of `COMPARED` of least estimate.

        The guesses are compared by the sum of the least estimates after the next guess, over the
        same random combinations.
        """
        draw = np.random.default_rng(self.totals.combinations(state))
        secrets = np.stack([draw.choice(members_of(board), DRAWN) for board in state], 1).tolist()

        def left(guess: int) -> float:
            afters = (self.splitter.after(state, guess, drawn)[0] for drawn in secrets)
            return math.fsum(self.estimates(after).min() for after in afters if after)

        order = np.argsort(self.estimates(state), kind="stable")[:COMPARED]
        return int(min(order.tolist(), key=left))

    @cached_property
    def opener(self) -> int:
        """The first guess on several boards: the one that leaves the best second guesses.

        The second guess serves all boards, which differ after the first one. So a good first guess
        leaves many good second guesses; the one of least estimate may leave a single one. First
        guesses are compared by the mean estimate after the best eighth of 512 second guesses, on a
        sample of the secrets. These 512 are those of least estimate by themselves.
        """
        matrix = self.matrix
        order = self.estimates(((1 << matrix.secrets) - 1,)).argsort(kind="stable")
        some = np.arange(0, matrix.secrets, -(-matrix.secrets // SAMPLE))
        size = np.arange(len(some) + 1)
        cost = size * (1 + PER_BIT * np.log2(np.maximum(size, 1)))
        after = matrix.rows[order[:SECOND]][:, some].astype(np.int64)
        counted = max(1, len(after) // SHARE)
        best, guess = np.inf, int(order[0])
        for first in order[:FIRST].tolist():
            classes, label = np.unique(matrix.rows[first][some], return_inverse=True)
            wide = len(classes) * matrix.classes
            means = []
            for low in range(0, len(after), BLOCK):
                block = after[low : low + BLOCK] * len(classes) + label
                block += (np.arange(len(block)) * wide)[:, None]
                counts = np.bincount(block.ravel(), minlength=len(block) * wide)
                means.append(cost[counts.reshape(len(block), wide)].sum(1))
            mean = float(np.sort(np.concatenate(means))[:counted].mean())
            if mean < best:
                best, guess = mean, first
        return guess


def play(
    heuristic: BoardsHeuristic,
    secrets: list[int],
    opening: tuple[int, ...] = (),
    *,
    distinct: bool = False,
) -> int:
    """Return the number of guesses that a heuristic takes to find the secrets of all boards.

    Parameters
    ----------
    heuristic : BoardsHeuristic
    secrets : list of int
    opening : tuple of int, optional
        The first guesses, whatever the feedback.
    distinct : bool
        Whether all secrets differ: then a secret known on one board is excluded on the others.
    """
    every = (1 << heuristic.matrix.secrets) - 1
    boards, left = (every,) * len(secrets), tuple(secrets)
    made = 0
    while left:
        if distinct and len(boards) <= APART:
            hold_apart(apart := [*boards])
            boards = tuple(apart)
        state = tuple(sorted(boards))
        guess = opening[made] if made < len(opening) else heuristic.choose(state)
        boards, left = heuristic.splitter.after(boards, guess, left)
        made += 1
    return made
