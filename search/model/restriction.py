"""Hard play: the feedback so far restricts the guesses."""

from dataclasses import dataclass

import numpy as np

from emi.search.compile.jit import in_widths
from emi.search.kernels.core import restriction as kernel
from emi.search.model.matrix import FeedbackMatrix, Indices, Rows
from emi.search.model.partition import Partitioner


@dataclass(frozen=True, eq=False)
class Restriction:
    """The rule by which feedback restricts the guesses; every candidate stays allowed.

    Parameters
    ----------
    clues : (words, guesses, guesses) uint8 or uint16, optional
        ``clues[:, g, h]`` is the feedback on guess g if guess h were the secret, as words of bits.
        By default only candidates are allowed.
    hints : bool
        Whether an allowed guess must have at least the bits of the feedback so far (a bit for each
        hint). Otherwise it must have exactly the same words.
    at_root : (n,) int32, optional
        The guesses allowed at the root, including every candidate; by default all. Ignored if only
        candidates are allowed.

    Raises
    ------
    ValueError
        If ``clues`` has another shape.
    """

    clues: Rows | None = None
    hints: bool = False
    at_root: Indices | None = None

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
        if self.at_root is not None:
            return self.at_root
        return np.arange(matrix.guesses, dtype=np.int32)

    def arrays(self, matrix: FeedbackMatrix) -> kernel.RestrictionArrays:
        """Return the restriction in the form that the kernels take.

        Raises
        ------
        ValueError
            If the restriction belongs to another game.
        """
        clues = np.empty((0, 1, 1)) if self.clues is None else self.clues
        if len(clues) > 0 and clues.shape[1] != matrix.guesses:
            msg = f"clues: expected those of {matrix.guesses} guesses, got {clues.shape[1]}"
            raise ValueError(msg)
        source = np.random.default_rng(20180041)
        zobrist = source.integers(0, 1 << 64, (matrix.guesses, 2), np.uint64, endpoint=False)
        clues = np.ascontiguousarray(clues, np.uint16)
        return kernel.RestrictionArrays(clues, self.hints, True, zobrist)


def unrestricted() -> kernel.RestrictionArrays:
    """Return the restriction that allows every guess, in the form that the kernels take."""
    clues = np.empty((0, 1, 1), np.uint16)
    return kernel.RestrictionArrays(clues, False, False, np.empty((0, 2), np.uint64))


class Allowed:
    """The guesses allowed at each node of a strategy while it is written.

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
        """Return the guesses allowed at a node after `step`; empty in free play."""
        return self._allowed.get(members.tobytes(), members[:0])

    def step(self, members: Indices, guess: int) -> None:
        """Compute the guesses allowed at the branches of a node, given its guess."""
        if self._arrays is None:
            return
        allowed, remaining = self.at(members), np.empty(self.matrix.guesses, np.int32)
        rows, own = in_widths(self.matrix.rows), self.matrix.own
        for klass in self._partitioner.classes(guess, members):
            if len(klass) > 1:
                count = kernel.leave(self._arrays, rows, own, allowed, guess, klass, remaining)
                self._allowed[klass.tobytes()] = remaining[:count].copy()
