"""The arrays of the worst-case kernels: their sizes, and how they grow."""

import numpy as np
from numpy.typing import NDArray

from emi.search.kernels.core.arrays import allocate, enlarge, having
from emi.search.kernels.core.sweep import TILE_GUESSES
from emi.search.kernels.worst_case.cores import Cores, Refuted
from emi.search.kernels.worst_case.levels import WorstCaseLevels, WorstCaseScratch
from emi.search.model.matrix import FeedbackMatrix
from emi.search.solve.arrays import sizes_of

#: Initial capacity for cores; it doubles when it is full.
CORES = 4096
#: The most words for the bitsets of guesses that cores refute: 64 MiB.
REFUTED_WORDS = 1 << 23
#: Sets are refuted by counting from this depth on.
COUNTED = 3
#: A core of depth 2 is first searched for among this many members.
WIDTH = 256
#: The factor by which more guesses are gathered at once from a matrix in a file.
HIGHER = 16


def make_cores(secrets: int, guesses: int) -> Cores:
    """Return an empty collection of cores."""
    sizes = {
        "capacity": CORES,
        "pool": CORES * 16 + 2 * secrets,
        "reason pool": CORES * 16,
        "secret words": (secrets + 63) // 64,
    }
    return allocate(Cores, sizes, refuted=_make_refuted(CORES, guesses))


def _make_refuted(cores: int, guesses: int) -> Refuted:
    """Return empty arrays for the guesses refuted by up to ``cores`` cores."""
    words = (guesses + 63) // 64
    rows = max(1, min(cores, REFUTED_WORDS // words))
    sizes = {"rows": rows, "guess words": words, "guesses": guesses}
    return allocate(Refuted, sizes)


def crowded(cores: Cores, secrets: int) -> list[str]:
    """Return the dimensions of the cores that have no room for two more cores."""
    held, members = int(cores.held[0]), int(cores.held[1])
    full = {
        "capacity": held + 2 >= len(cores.size),
        "pool": members + 2 * secrets > len(cores.members),
        "reason pool": int(cores.reason_at[held]) + 2 * (held + 1) > len(cores.reasons),
    }
    return [dim for dim, is_full in full.items() if is_full]


def bytes_to_grow(cores: Cores, levels: WorstCaseLevels, dims: list[str]) -> int:
    """Return the bytes needed to double these dimensions while the old arrays still exist."""
    names = [name for dim in dims for name in having(Cores, dim)]
    inside = levels.inside.nbytes + cores.refuted.bits.nbytes if "capacity" in dims else 0
    return 3 * int(inside + sum(getattr(cores, name).nbytes for name in names))


def grow_cores(cores: Cores, dims: list[str]) -> Cores:
    """Return the cores with these dimensions doubled."""
    room = {
        "capacity": len(cores.size),
        "pool": len(cores.members),
        "reason pool": len(cores.reasons),
    }
    for dim in dims:
        cores = enlarge(cores, dim, 2 * room[dim])
    if "capacity" in dims:
        refuted = _make_refuted(len(cores.size), len(cores.refuted.mark))
        cores = cores._replace(refuted=refuted)
    return cores


def make_levels(
    matrix: FeedbackMatrix, depth: int, capacity: int, *, counting: bool = False
) -> WorstCaseLevels:
    """Return a stack for questions of up to ``depth`` guesses, with ``capacity`` cores.

    With ``counting``, the search refutes sets that have too many members for the number of classes.
    Sets with two guesses left are decided in one sweep and need no level.
    """
    count = max(depth - 2, 1)
    sizes = sizes_of(matrix) | {"levels": count, "capacity": capacity}
    secrets = matrix.secrets
    reach = _reach(matrix, count + 3) if counting else np.full(count + 3, secrets)
    return allocate(WorstCaseLevels, sizes, reach=reach)


def _reach(matrix: FeedbackMatrix, depths: int) -> NDArray[np.int64]:
    """Return upper bounds on the number of secrets that 0, 1, ... guesses can find.

    A guess may be the secret, and leaves at most P classes otherwise: c(d) = 1 + P c(d - 1). Below
    depth `COUNTED` the bound is the number of secrets and refutes nothing: the cores of a search
    refute more small sets than counting.
    """
    most = matrix.classes - int(matrix.guesses == matrix.secrets)
    reach = np.full(depths, matrix.secrets)
    secrets = 0
    for depth in range(depths):
        if depth >= COUNTED:
            reach[depth] = min(secrets, matrix.secrets)
        secrets = min(1 + most * secrets, matrix.secrets)
    return reach


def grow_levels(levels: WorstCaseLevels, capacity: int) -> WorstCaseLevels:
    """Return the stack with room for ``capacity`` cores at each level."""
    if levels.inside.shape[1] < capacity:
        levels = enlarge(levels, "capacity", capacity)
    return levels


def make_scratch(matrix: FeedbackMatrix) -> WorstCaseScratch:
    """Return working space for the kernels."""
    tile = TILE_GUESSES * (HIGHER if matrix.in_file else 1)
    sizes = sizes_of(matrix) | {"picked": WIDTH, "tile": tile}
    return allocate(WorstCaseScratch, sizes)
