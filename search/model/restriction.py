"""Hard play: a restriction of what may be proposed, by what was answered."""

from dataclasses import dataclass

import numpy as np

from search.kernels.common import restriction as kernel
from search.kernels.compiler.widths import in_widths
from search.model.matrix import FeedbackMatrix, Indices, Rows
from search.model.partition import Partitioner


@dataclass(frozen=True, eq=False)
class Restriction:
    """Which guesses each answer leaves; a candidate is always among them.

    Parameters
    ----------
    clues : (words, guesses, guesses) uint8 or uint16, optional
        ``clues[:, g, h]`` is what guess g would be told if guess h were the secret, in words of
        bits. Without it candidates alone may be proposed.
    hints : bool
        Whether a guess must be told all that was told (a bit for each hint), or exactly that.
    left : (n,) int32, optional
        The guesses that the answers so far leave, every candidate among them; by default there was
        no answer. Where candidates alone may be proposed it plays no role.

    Raises
    ------
    ValueError
        If ``clues`` has another shape.
    """

    clues: Rows | None = None
    hints: bool = False
    left: Indices | None = None

    def __post_init__(self) -> None:
        if self.clues is not None and (self.clues.ndim != 3 or len(set(self.clues.shape[1:])) != 1):  # noqa: PLR2004
            msg = f"clues: expected (words, guesses, guesses), got {self.clues.shape}"
            raise ValueError(msg)

    def allowed(self, matrix: FeedbackMatrix, members: Indices) -> Indices:
        """Return the guesses that are allowed at the root of a question.

        Parameters
        ----------
        matrix : FeedbackMatrix
        members : (n,) int32
            The candidates.
        """
        if self.clues is None:
            return matrix.own[members]
        if self.left is not None:
            return self.left
        return np.arange(matrix.guesses, dtype=np.int32)

    def arrays(self, matrix: FeedbackMatrix) -> kernel.Restriction:
        """Return the restriction as the kernels take it.

        Raises
        ------
        ValueError
            If it is of another game.
        """
        clues = np.empty((0, 1, 1)) if self.clues is None else self.clues
        if len(clues) > 0 and clues.shape[1] != matrix.guesses:
            msg = f"clues: expected it of {matrix.guesses} guesses, got {clues.shape[1]}"
            raise ValueError(msg)
        source = np.random.default_rng(20180041)
        zobrist = source.integers(0, 1 << 64, (matrix.guesses, 2), np.uint64, endpoint=False)
        clues = np.ascontiguousarray(clues, np.uint16)
        return kernel.Restriction(clues, self.hints, True, zobrist)


def unrestricted() -> kernel.Restriction:
    """Return the arguments of the kernels for play without a restriction."""
    clues = np.empty((0, 1, 1), np.uint16)
    return kernel.Restriction(clues, False, False, np.empty((0, 2), np.uint64))


class Allowed:
    """The guesses still allowed at each node of a strategy that is being written.

    Parameters
    ----------
    matrix : FeedbackMatrix
    restriction : Restriction or None
    members : (n,) int32
        The candidates at the root.
    """

    def __init__(
        self, matrix: FeedbackMatrix, restriction: Restriction | None, members: Indices
    ) -> None:
        self.matrix = matrix
        self._arrays = None if restriction is None else restriction.arrays(matrix)
        self._partitioner = Partitioner(matrix)
        self._allowed = {}
        if restriction is not None:
            self._allowed[members.tobytes()] = restriction.allowed(matrix, members)

    def at(self, members: Indices) -> Indices:
        """Return those of a node that `step` led to; none are listed where all are allowed."""
        return self._allowed.get(members.tobytes(), members[:0])

    def step(self, members: Indices, guess: int) -> None:
        """Take over that a guess is made at a node."""
        if self._arrays is None:
            return
        allowed, left = self.at(members), np.empty(self.matrix.guesses, np.int32)
        rows, own = in_widths(self.matrix.rows), self.matrix.own
        for klass in self._partitioner.classes(guess, members):
            if len(klass) > 1:
                count = kernel.leave(self._arrays, rows, own, allowed, guess, klass, left)
                self._allowed[klass.tobytes()] = left[:count].copy()
