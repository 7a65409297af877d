"""The arrays that the kernels work on: how large they are, and how they grow."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from search.kernels.common.solved import Solved
from search.kernels.worst_case.cores import Cores
from search.kernels.worst_case.levels import Levels, Scratch
from search.kernels.worst_case.search import Journal
from search.model.matrix import FeedbackMatrix
from search.model.partition import splitting_space

#: First capacities: cores (they grow by doubling), journal entries (it is emptied when full),
#: places of the transposition table (the shallowest entries give way).
CORES, JOURNAL, SOLVED = 4096, 1024, 1 << 20
#: Candidates among which a core of two guesses is picked, before all are considered.
WIDTH = 256


def make_zobrist(secrets: int) -> NDArray[np.uint64]:
    """Return ``(secrets, 2)`` uint64, 128 random bits for each secret, the same every time."""
    source = np.random.default_rng(20180040)
    return source.integers(0, 1 << 64, (secrets, 2), np.uint64, endpoint=False)


def make_cores(secrets: int) -> Cores:
    """Return an empty collection of cores."""
    return Cores(
        bits=np.empty((CORES, (secrets + 63) // 64), np.uint64),
        members=np.empty(CORES * 16 + 2 * secrets, np.int32),
        offset=np.empty(CORES, np.int64),
        size=np.empty(CORES, np.int32),
        depth=np.empty(CORES, np.int32),
        work=np.empty(CORES, np.int64),
        reasons=np.empty(CORES * 16, np.int32),
        reason_at=np.zeros(CORES + 1, np.int64),
        held=np.zeros(2, np.int64),
    )


def doubled(array: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return the array with as much room again."""
    return np.concatenate([array, np.empty_like(array)])


def grow_cores(cores: Cores, secrets: int) -> Cores:
    """Return the cores with twice the room where less than two more would fit."""
    held, members = int(cores.held[0]), int(cores.held[1])
    names = []
    if held + 2 >= len(cores.size):
        names += ["bits", "offset", "size", "depth", "work", "reason_at"]
    if members + 2 * secrets > len(cores.members):
        names.append("members")
    if int(cores.reason_at[held]) + 2 * (held + 1) > len(cores.reasons):
        names.append("reasons")
    return cores._replace(**{name: doubled(getattr(cores, name)) for name in names})


def make_solved() -> Solved:
    """Return an empty transposition table."""
    return Solved(np.zeros((SOLVED, 2), np.uint64), np.zeros(SOLVED, np.int32))


def make_journal(secrets: int, least_work: int) -> Journal:
    """Return an empty journal that takes what was proven with at least so many nodes."""
    return Journal(
        members=np.empty(JOURNAL * 64 + 2 * secrets, np.int32),
        size=np.empty(JOURNAL, np.int32),
        depth=np.empty(JOURNAL, np.int32),
        guess=np.empty(JOURNAL, np.int32),
        held=np.array([0, 0, least_work]),
    )


def make_levels(matrix: FeedbackMatrix, depth: int, capacity: int) -> Levels:
    """Return a stack for questions of up to ``depth`` guesses, with so many cores.

    Sets with two guesses left are decided at once, so there is no level for them.
    """
    levels = max(depth - 2, 1)
    secrets, guesses = matrix.secrets, matrix.guesses
    plain = Levels._fields[: Levels._fields.index("work")]
    return Levels(
        **{name: np.zeros(levels, np.int32) for name in plain},
        work=np.zeros(levels, np.int64),
        members=np.empty((levels, secrets), np.int32),
        split=np.empty((levels, secrets), np.int32),
        start=np.empty((levels, secrets + 1), np.int32),
        alive=np.empty((levels, guesses), np.uint8),
        orbit=np.empty((levels, guesses), np.int32),
        keys=np.empty((levels, guesses), np.int64),
        inside=np.empty((levels, capacity), np.int32),
        key=np.zeros((levels, 2), np.uint64),
    )


def grow_levels(levels: Levels, capacity: int) -> Levels:
    """Return the stack with room for so many cores at each level."""
    if levels.inside.shape[1] >= capacity:
        return levels
    inside = np.empty((len(levels.depth), capacity), np.int32)
    inside[:, : levels.inside.shape[1]] = levels.inside
    return levels._replace(inside=inside)


@lru_cache(maxsize=256)
def make_steps(secrets: int) -> NDArray[np.int64]:
    """Return ``(secrets,)`` int64: what the aggregate that orders guesses grows by.

    It is Sum, the sum of the squares of the class sizes: step t is (t + 1)^2 - t^2. Orders by the
    sum of the cubes or of t ln t are as good, by the number of classes worse.
    """
    return 2 * np.arange(secrets, dtype=np.int64) + 1


def make_scratch(matrix: FeedbackMatrix) -> Scratch:
    """Return working space for the kernels."""
    counts, label, tally = splitting_space(matrix)
    return Scratch(
        counts=counts,
        label=label,
        tally=tally,
        stamp=np.zeros(matrix.classes, np.int64),
        clock=np.zeros(1, np.int64),
        mark=np.zeros(matrix.guesses, np.uint8),
        free=np.empty((WIDTH, matrix.guesses), np.uint8),
        bits=np.zeros((matrix.secrets + 63) // 64, np.uint64),
        found=np.empty(matrix.secrets, np.int32),
        times=np.empty(matrix.secrets, np.int32),
        steps=make_steps(matrix.secrets),
    )
