"""The average of several boards: the least total over all combinations of secrets."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from emi.search.model.limits import Stopped
from emi.search.solve.boards.state import KeySums, Splitter
from emi.search.solve.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from numpy.typing import NDArray

    from emi.search.model.matrix import FeedbackMatrix
    from emi.search.solve.boards.state import State


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
        The number of guesses to try for each state, the first ones; then the total is an upper
        bound. By default all guesses.
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
        self._known: dict[State, tuple[int, int]] = {(): (0, -1)}

    def of(self, state: State) -> tuple[int, int]:
        """Return the least total over the combinations of a state, and a guess that attains it.

        Raises
        ------
        Stopped
            If the session ended.
        """
        known = self._known.get(state)
        if known is None:
            known = self._known[state] = self._search(state)
        return known

    def least(self, state: State) -> int:
        """Return a lower bound on the total of a state.

        A combination takes a guess for each of its different secrets. And a board by itself takes
        one guess for one candidate at most and two or more for any other, whatever the others.
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
        if not self.splitter.distinct:
            return math.prod(map(int.bit_count, state))
        return _different_choices(state)

    def _search(self, state: State) -> tuple[int, int]:
        self.session.nodes += 1
        if not self.session.go_on():
            raise Stopped
        many, floor = self.combinations(state), self.least(state)
        best, guess = many * sum(map(int.bit_count, state)) + 1, -1
        order = np.argsort(self._order(state), kind="stable")[: self.among]
        for one in order.tolist():
            afters = [*self.splitter.states(state, one, every=True)]
            if afters == [state]:
                continue
            least = [*map(self.least, afters)]
            total = many + sum(least)
            for after, bound in zip(afters, least, strict=True):
                if total >= best:
                    break
                total += self.of(after)[0] - bound
            if total < best:
                best, guess = total, one
                if best == floor:
                    break
        return best, guess


def _different_choices(state: State) -> int:
    """Return in how many ways each board can have a secret of its own.

    The boards are dealt with one by one; what counts of the others is which secrets they share, so
    secrets on the same boards are one kind.
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
