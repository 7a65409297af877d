"""A heuristic for several boards: the least estimate of the guesses that all of them still take.

A board with n candidates is estimated to take ``1 + log2(n) / 4`` guesses: one that is right, and
its share of those that tell all boards something. A found board takes none. The estimate of a guess
is the sum over boards of the expected estimate after it, so the boards are profiled one by one, and
a board once for all positions that it is part of.

Where few combinations are left, the totals of the guesses of least estimate are compared exactly
(`emi.search.solve.boards.average`), again among such guesses only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from emi.search.heuristics.profiler import Profiler
from emi.search.solve.boards.average import LeastTotal
from emi.search.solve.boards.state import BoardSums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from emi.search.model.matrix import FeedbackMatrix, Indices
    from emi.search.solve.boards.state import State

#: The guesses that one bit about a board costs, of those shared by all boards.
PER_BIT = 0.25
#: The most combinations that are played out, and the guesses tried for each state then.
PLAYED_OUT, TRIED = 60, 4


class Estimates(BoardSums):
    """The guesses that boards are estimated to take after each guess."""

    def __init__(self, matrix: FeedbackMatrix) -> None:
        super().__init__(matrix)
        self._profiler = Profiler(matrix)
        many = np.arange(matrix.secrets + 1)
        #: The estimate for a board, by the number of candidates.
        self._of_size = np.where(many > 0, 1 + PER_BIT * np.log2(np.maximum(many, 1)), 0)

    def of_board(self, members: Indices) -> NDArray[np.float64]:
        """Return the expected estimate of a board after each guess."""
        profile_of, profiles = self._profiler.profiles(members)
        share = profiles.times * profiles.size / len(members)
        expected = np.add.reduceat(share * self._of_size[profiles.size], profiles.start)
        # The secret is in a class of its own, and takes no further guess.
        expected -= profiles.candidate * (self._of_size[1] / len(members))
        estimates: NDArray[np.float64] = expected[profile_of]
        return estimates


class BoardsHeuristic:
    """Chooses guesses for several boards of one game.

    Parameters
    ----------
    matrix : FeedbackMatrix
    """

    def __init__(self, matrix: FeedbackMatrix) -> None:
        self.matrix = matrix
        self.estimates = Estimates(matrix).of
        self.totals = LeastTotal(matrix, among=TRIED, order=self.estimates)
        self.splitter = self.totals.splitter

    def choose(self, state: State) -> int:
        """Return the next guess for the boards that are not found, at least one.

        That secrets differ matters only to the candidates of the state.
        """
        if self.totals.combinations(state) <= PLAYED_OUT:
            return self.totals.of(state)[1]
        return int(self.estimates(state).argmin())


def play(heuristic: BoardsHeuristic, secrets: list[int], opening: tuple[int, ...] = ()) -> int:
    """Return the number of guesses that a heuristic takes to find the secrets of all boards.

    Parameters
    ----------
    heuristic : BoardsHeuristic
    secrets : list of int
    opening : tuple of int, optional
        The first guesses, whatever the feedback.
    """
    every = (1 << heuristic.matrix.secrets) - 1
    boards, left = [every] * len(secrets), [*secrets]
    made = 0
    while left:
        state = tuple(sorted(boards))
        guess = opening[made] if made < len(opening) else heuristic.choose(state)
        made += 1
        after = [
            (board & heuristic.splitter.class_of(guess, secret), secret)
            for board, secret in zip(boards, left, strict=True)
            if heuristic.matrix.own[secret] != guess
        ]
        boards, left = [board for board, _ in after], [secret for _, secret in after]
    return made
