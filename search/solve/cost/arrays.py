"""The arrays that the kernels of the least cost work on: how large they are, and how they grow."""

import numpy as np

from search.kernels.cost.bounds import Looks
from search.kernels.cost.counting import ABREAST, FEW, MANY, TILE
from search.kernels.cost.search import Findings
from search.kernels.cost.stack import WORDS, Frames, Space
from search.kernels.cost.transposition import Worth
from search.model.matrix import FeedbackMatrix
from search.model.partition import splitting_space
from search.solve.worst_case.arrays import doubled

#: Places of the transposition table (the smallest sets give way), entries of the findings (they are
#: emptied when full), levels of the stack (they grow by doubling).
PLACES, FINDINGS, LEVELS = 1 << 20, 1024, 12


def make_worth() -> Worth:
    """Return an empty transposition table."""
    return Worth(
        keys=np.zeros((PLACES, 2), np.uint64),
        lower=np.zeros(PLACES, np.int64),
        exact=np.zeros(PLACES, np.uint8),
        guess=np.zeros(PLACES, np.int32),
        size=np.zeros(PLACES, np.int32),
    )


def make_findings(secrets: int, least_work: int) -> Findings:
    """Return empty findings that take what was bounded with at least so many nodes."""
    return Findings(
        members=np.empty(FINDINGS * 64 + 2 * secrets, np.int32),
        size=np.empty(FINDINGS, np.int32),
        state=np.empty(FINDINGS, np.int32),
        guess=np.empty(FINDINGS, np.int32),
        lower=np.empty(FINDINGS, np.int64),
        exact=np.empty(FINDINGS, np.uint8),
        held=np.array([0, 0, least_work]),
    )


def make_frames(matrix: FeedbackMatrix) -> Frames:
    """Return a stack of `LEVELS` levels."""
    secrets, guesses = matrix.secrets, matrix.guesses
    small = Frames._fields[: Frames._fields.index("work")]
    large = Frames._fields[len(small) : Frames._fields.index("members")]
    return Frames(
        **{name: np.zeros(LEVELS, np.int32) for name in small},
        **{name: np.zeros(LEVELS, np.int64) for name in large},
        members=np.empty((LEVELS, secrets), np.int32),
        split=np.empty((LEVELS, secrets), np.int32),
        start=np.empty((LEVELS, secrets + 1), np.int32),
        lower=np.empty((LEVELS, secrets), np.int64),
        settled=np.empty((LEVELS, secrets), np.uint8),
        bearing=np.empty((LEVELS, secrets), np.uint8),
        floor=np.empty((LEVELS, secrets + 1), np.int64),
        order=np.empty((LEVELS, guesses), np.int32),
        keys=np.empty((LEVELS, guesses), np.int64),
        used=np.empty((LEVELS, guesses, WORDS), np.uint64),
        key=np.zeros((LEVELS, 2), np.uint64),
    )


def grow_frames(frames: Frames) -> Frames:
    """Return the stack with twice the levels."""
    return Frames(*map(doubled, frames))


def make_looks(matrix: FeedbackMatrix) -> Looks:
    """Return working space for `search.kernels.cost.bounds`."""
    guesses = matrix.guesses
    return Looks(
        counts=splitting_space(matrix)[0],
        stamp=np.zeros(matrix.classes, np.int64),
        clock=np.zeros(1, np.int64),
        apart=np.empty(guesses, np.uint8),
        made=np.empty(guesses, np.uint8),
        seen=np.empty(guesses, np.uint64),
        gain=np.empty(guesses, np.int64),
        keys=np.empty(guesses, np.int64),
        spread=np.empty(guesses, np.int64),
        steps=np.empty(matrix.secrets + 1, np.int64),
        sums=np.empty(matrix.secrets + 1, np.int64),
        abreast=np.zeros((ABREAST if matrix.classes <= MANY else 0, matrix.classes), np.int32),
        tile=np.empty((TILE, matrix.secrets), matrix.rows.dtype),
    )


def make_space(matrix: FeedbackMatrix) -> Space:
    """Return working space for `search.kernels.cost.search`."""
    counts, label, tally = splitting_space(matrix)
    return Space(
        counts=counts,
        label=label,
        tally=tally,
        orbit=np.empty(len(matrix.symmetry.codes), np.int32),
        rank=np.empty(matrix.guesses, np.int64),
        free=np.empty((FEW, matrix.guesses), np.uint8),
        found=np.empty(matrix.secrets, np.int32),
        mark=np.empty(matrix.guesses, np.uint8),
        bits=np.zeros(WORDS, np.uint64),
        place=np.empty(matrix.secrets, np.int32),
        key=np.zeros(2, np.uint64),
    )
