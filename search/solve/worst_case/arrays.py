"""The arrays that the kernels of the worst case work on: how large they are, and how they grow."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from search.kernels.common.sweep import TILE
from search.kernels.worst_case.cores import Cores, Refuted
from search.kernels.worst_case.levels import LEVEL, Levels, Scratch
from search.kernels.worst_case.sums import BLOCK
from search.model.matrix import FeedbackMatrix
from search.model.partition import splitting_space
from search.solve.arrays import doubled, make_steps

#: First capacity of the cores; it grows by doubling.
CORES = 4096
#: The most words for the guesses that cores refute: 64 MiB.
REFUTED = 1 << 23
#: Sets that so many guesses are to find are counted.
COUNTED = 3
#: Candidates among which a core of two guesses is picked, before all are considered.
WIDTH = 256
#: Of a matrix in a file so many times more is gathered at once.
HIGHER = 16


def make_cores(secrets: int, guesses: int) -> Cores:
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
        refuted=_make_refuted(CORES, guesses),
    )


def _make_refuted(cores: int, guesses: int) -> Refuted:
    """Return room for the guesses that so many cores refute, or fewer; it holds none."""
    words = (guesses + 63) // 64
    rows = max(1, min(cores, REFUTED // words))
    return Refuted(
        bits=np.empty((rows, words), np.uint64),
        core=np.full(rows, -1, np.int64),
        mark=np.empty(guesses, np.uint8),
    )


def crowded(cores: Cores, secrets: int) -> list[str]:
    """Return which arrays of the cores have no room for two more."""
    held, members = int(cores.held[0]), int(cores.held[1])
    names = []
    if held + 2 >= len(cores.size):
        names += ["bits", "offset", "size", "depth", "work", "reason_at"]
    if members + 2 * secrets > len(cores.members):
        names.append("members")
    if int(cores.reason_at[held]) + 2 * (held + 1) > len(cores.reasons):
        names.append("reasons")
    return names


def bytes_to_grow(cores: Cores, levels: Levels, names: list[str]) -> int:
    """Return what it takes to give these arrays twice the room, the old ones being there."""
    inside = levels.inside.nbytes + cores.refuted.bits.nbytes if "bits" in names else 0
    return 3 * int(inside + sum(getattr(cores, name).nbytes for name in names))


def grow_cores(cores: Cores, names: list[str]) -> Cores:
    """Return the cores with twice the room in these arrays."""
    wider: dict[str, Any] = {name: doubled(getattr(cores, name)) for name in names}
    if "size" in names:
        wider["refuted"] = _make_refuted(len(wider["size"]), len(cores.refuted.mark))
    return cores._replace(**wider)


def make_levels(
    matrix: FeedbackMatrix, depth: int, capacity: int, *, counting: bool = False
) -> Levels:
    """Return a stack for questions of up to ``depth`` guesses, with so many cores.

    By ``counting``, sets are refuted that are too large for what guesses tell.

    Sets with two guesses left are decided at once, so there is no level for them.
    """
    levels = max(depth - 2, 1)
    secrets, guesses = matrix.secrets, matrix.guesses
    return Levels(
        at=np.zeros(levels, LEVEL),
        members=np.empty((levels, secrets), np.int32),
        split=np.empty((levels, secrets), np.int32),
        start=np.empty((levels, secrets + 1), np.int32),
        alive=np.empty((levels, (guesses + 63) // 64), np.uint64),
        orbit=np.empty((levels, guesses), np.int32),
        keys=np.empty((levels, guesses), np.int64),
        inside=np.empty((levels, capacity), np.int32),
        key=np.zeros((levels, 2), np.uint64),
        reach=_reach(matrix, levels + 3) if counting else np.full(levels + 3, secrets),
    )


def _reach(matrix: FeedbackMatrix, depths: int) -> NDArray[np.int64]:
    """Return how many secrets 0, 1, ... guesses find at most, or all where it is not known.

    A guess may be right, and leaves at most P classes if it is not: c(d) = 1 + P c(d - 1). For so
    small a set as three guesses are to find, the cores that a search comes upon serve better.
    """
    most = matrix.classes - int(matrix.guesses == matrix.secrets)
    reach = np.full(depths, matrix.secrets)
    found = 0
    for depth in range(depths):
        if depth >= COUNTED:
            reach[depth] = min(found, matrix.secrets)
        found = min(1 + most * found, matrix.secrets)
    return reach


def grow_levels(levels: Levels, capacity: int) -> Levels:
    """Return the stack with room for so many cores at each level."""
    held = levels.inside.shape[1]
    if held >= capacity:
        return levels
    inside = np.empty((len(levels.at), capacity), np.int32)
    inside[:, :held] = levels.inside
    return levels._replace(inside=inside)


def make_scratch(matrix: FeedbackMatrix) -> Scratch:
    """Return working space for the kernels."""
    return Scratch(
        space=splitting_space(matrix),
        stamp=np.zeros(matrix.classes, np.int64),
        clock=np.zeros(1, np.int64),
        mark=np.zeros(matrix.guesses, np.uint8),
        free=np.empty((WIDTH, matrix.guesses), np.uint8),
        bits=np.zeros((matrix.secrets + 63) // 64, np.uint64),
        found=np.empty(matrix.secrets, np.int32),
        times=np.empty(matrix.secrets, np.int32),
        equal=np.empty(BLOCK, np.uint16),
        tile=np.empty((TILE * (HIGHER if matrix.in_file else 1), matrix.secrets), np.uint16),
        steps=make_steps(matrix.secrets),
    )
