"""The arrays that the kernels of the least cost work on: how large they are, and how they grow."""

import numpy as np

from search.kernels.common.stack import ALIKE
from search.kernels.common.sweep import ABREAST, MANY, TILE
from search.kernels.cost.bounds import Counting
from search.kernels.cost.counting import AT_MOST, FEW, MARKED
from search.kernels.cost.refuting import ASKED, WORK, Asked, Work
from search.kernels.cost.repeats import Repeats
from search.kernels.cost.stack import LEVEL, WORDS, Levels, Scratch
from search.model.matrix import FeedbackMatrix, Indices
from search.model.partition import splitting_space
from search.solve.arrays import doubled

#: Levels of the stack; they grow by doubling.
LEVELS = 12
#: Sets that are asked about in a refutation, likewise, and slots by which they are found.
SETS, SLOTS = 1 << 12, 1 << 20


def make_levels(matrix: FeedbackMatrix, *, restricted: bool) -> Levels:
    """Return a stack of `LEVELS` levels."""
    secrets, guesses = matrix.secrets, matrix.guesses
    return Levels(
        at=np.zeros(LEVELS, LEVEL),
        members=np.empty((LEVELS, secrets), np.int32),
        allowed=np.empty((LEVELS, guesses if restricted else 0), np.int32),
        split=np.empty((LEVELS, secrets), np.int32),
        start=np.empty((LEVELS, secrets + 1), np.int32),
        lower=np.empty((LEVELS, secrets), np.int64),
        settled=np.empty((LEVELS, secrets), np.uint8),
        bearing=np.empty((LEVELS, secrets), np.uint8),
        floor=np.empty((LEVELS, secrets + 1), np.int64),
        order=np.empty((LEVELS, guesses), np.int32),
        firsts=np.empty((LEVELS, len(matrix.symmetry.codes)), np.int32),
        keys=np.empty((LEVELS, guesses), np.int64),
        used=np.empty((LEVELS, guesses, WORDS), np.uint64),
        key=np.zeros((LEVELS, 2), np.uint64),
    )


def grow_levels(levels: Levels) -> Levels:
    """Return the stack with twice the levels."""
    return Levels(*map(doubled, levels))


def make_scratch(matrix: FeedbackMatrix) -> Scratch:
    """Return working space for the kernels."""
    guesses, secrets, classes = matrix.guesses, matrix.secrets, matrix.classes
    space = splitting_space(matrix)
    eights = np.zeros((MARKED if classes <= AT_MOST else 0, -(-classes // 8)), np.uint64)
    counting = Counting(
        counts=space.counts,
        stamp=np.zeros(classes, np.int64),
        clock=np.zeros(1, np.int64),
        apart=np.empty(guesses, np.uint8),
        made=np.empty(guesses, np.uint16),
        seen=np.empty(guesses, np.uint64),
        briefly=np.empty(guesses, np.uint16),
        gain=np.empty(guesses, np.int64),
        keys=np.empty(guesses, np.int64),
        spread=np.empty(guesses, np.int64),
        steps=np.empty(secrets + 1, np.int64),
        sums=np.empty(secrets + 1, np.int64),
        abreast=np.zeros((ABREAST if classes <= MANY else 0, classes), np.int32),
        tile=np.empty((TILE, secrets), np.uint16),
        marks=eights.view(np.uint8),
        eights=eights,
    )
    return Scratch(
        counting=counting,
        space=space,
        orbit=np.empty(len(matrix.symmetry.codes), np.int32),
        free=np.empty((FEW, guesses), np.uint8),
        found=np.empty(secrets, np.int32),
        place=np.empty(secrets, np.int32),
        mark=np.empty(guesses, np.uint8),
        bits=np.zeros(WORDS, np.uint64),
        key=np.zeros(2, np.uint64),
        repeats=make_repeats(matrix),
        tally=np.empty((3, ALIKE), np.int64),
    )


def make_repeats(matrix: FeedbackMatrix) -> Repeats:
    """Return working space to look for guesses that make the same classes."""
    size, classes = 2 << matrix.guesses.bit_length(), matrix.classes
    return Repeats(
        slots=np.empty(size, np.int32),
        tags=np.empty(size, np.uint64),
        keys=np.zeros(classes, np.uint64),
        stamp=np.zeros((2, classes), np.int64),
        clock=np.zeros(1, np.int64),
    )


def make_asked(members: Indices, allowed: Indices, bound: int, most: int) -> Asked:
    """Return the question that a refutation begins with, what members cost at least from state 0.

    The members are the heaviest first; no guess makes more classes than ``most``.
    """
    pool = np.empty(max(SETS * 16, 2 * (len(members) + len(allowed))), np.int32)
    pool[: len(members) + len(allowed)] = np.concatenate([members, allowed])
    of_size = np.full(len(members) + 1, -1, np.int64)
    of_size[-1] = 0
    at = np.zeros(SETS, ASKED)
    at[0] = (len(members), len(allowed), 0, 0, bound, most, 0, 0, -1, -1, 0, -1, -1)
    return Asked(
        at=at,
        key=np.zeros((SETS, 2), np.uint64),
        pool=pool,
        alike=np.full(SLOTS, -1, np.int64),
        of_size=of_size,
        shown=np.zeros(SETS, np.int64),
        held=np.array([1, len(members) + len(allowed), 0]),
    )


def grow_asked(asked: Asked) -> Asked:
    """Return the sets of a refutation with twice the room."""
    at, key, shown = map(doubled, (asked.at, asked.key, asked.shown))
    return asked._replace(at=at, key=key, shown=shown, pool=doubled(asked.pool))


def make_work(matrix: FeedbackMatrix, scratch: Scratch) -> Work:
    """Return working space for a refutation, which shares that of the search."""
    guesses, secrets = matrix.guesses, matrix.secrets
    registers = np.zeros(1, WORK)
    registers[0].reach = secrets
    return Work(
        registers=registers,
        counting=scratch.counting,
        space=scratch.space,
        keys=np.empty(guesses, np.int64),
        order=np.empty(guesses, np.int32),
        orbit=np.empty(guesses, np.int32),
        left=np.empty(guesses, np.int32),
        split=np.empty(secrets, np.int32),
        start=np.empty(secrets + 1, np.int32),
        sums=np.empty(secrets + 1, np.int64),
        have=np.empty(secrets, np.int64),
        more=np.empty(secrets, np.int64),
        settled=np.empty(secrets, np.uint8),
        key=np.empty(2, np.uint64),
    )
