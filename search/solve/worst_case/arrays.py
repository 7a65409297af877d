"""The arrays of the worst-case kernels: their sizes, how they grow, and which cores may go.

When memory is short, cores are dropped: shallow ones first, then those that took the least work.
This costs time, but leaves all results correct: the search proves a dropped core again if needed.
"""

import numpy as np
from numpy.typing import NDArray

from emi.search.kernels.core.arrays import allocate, enlarge, having
from emi.search.kernels.core.machine import OPEN
from emi.search.kernels.core.partition import TILE_GUESSES
from emi.search.kernels.worst_case.cores import RefutedGuesses, WorstCaseCores
from emi.search.kernels.worst_case.levels import WorstCaseLevels, WorstCaseScratch
from emi.search.model.matrix import FeedbackMatrix
from emi.search.solve.engine import sizes_of

#: Initial capacity for cores; it doubles when it is full.
CORES = 4096
#: The most words for the bitsets of guesses that cores refute: 64 MiB.
REFUTED_WORDS = 1 << 23
#: Sets are refuted by counting from this depth on.
COUNTED = 3
#: A core of depth 2 is searched for among all members only if there is none among the first WIDTH.
WIDTH = 256
#: The factor by which more guesses are gathered at once from a matrix in a file.
HIGHER = 16
#: The approximate number of members and reasons shifted at once, since shifting copies them.
ABREAST = 1 << 14


def make_cores(secrets: int, guesses: int) -> WorstCaseCores:
    """Return an empty collection of cores."""
    sizes = {
        "capacity": CORES,
        "pool": CORES * 16 + 2 * secrets,
        "reason pool": CORES * 16,
        "secret words": (secrets + 63) // 64,
    }
    return allocate(WorstCaseCores, sizes, refuted=_make_refuted(CORES, guesses))


def _make_refuted(cores: int, guesses: int) -> RefutedGuesses:
    """Return empty arrays for the guesses refuted by up to ``cores`` cores."""
    words = (guesses + 63) // 64
    rows = max(1, min(cores, REFUTED_WORDS // words))
    sizes = {"rows": rows, "guess words": words, "guesses": guesses}
    return allocate(RefutedGuesses, sizes)


def crowded(cores: WorstCaseCores, secrets: int) -> list[str]:
    """Return the dimensions of the cores that have no room for two more cores."""
    held, members = int(cores.held[0]), int(cores.held[1])
    full = {
        "capacity": held + 2 >= len(cores.size),
        "pool": members + 2 * secrets > len(cores.members),
        "reason pool": int(cores.reason_at[held]) + 2 * (held + 1) > len(cores.reasons),
    }
    return [dim for dim, is_full in full.items() if is_full]


def bytes_to_grow(cores: WorstCaseCores, levels: WorstCaseLevels, dims: list[str]) -> int:
    """Return the bytes needed to double these dimensions while the old arrays still exist."""
    names = [name for dim in dims for name in having(WorstCaseCores, dim)]
    inside = levels.inside.nbytes + cores.refuted.bits.nbytes if "capacity" in dims else 0
    return 3 * int(inside + sum(getattr(cores, name).nbytes for name in names))


def grow_cores(cores: WorstCaseCores, dims: list[str]) -> WorstCaseCores:
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


def opened(levels: WorstCaseLevels, level: int) -> list[int]:
    """Return the levels up to this one that were opened, and so list their cores."""
    return [at for at in range(level + 1) if levels.at[at].stage != OPEN]


def useful(
    cores: WorstCaseCores, levels: WorstCaseLevels, level: int, core: int, *, reasons: bool
) -> NDArray[np.int64]:
    """Return ``(n,)`` int64: the cores to keep in ascending order, about half of them.

    These include the cores that refute guesses at the levels up to ``level``, and ``core``, the one
    found last. Of the others, the deepest ones are kept, and of equal depth those that took the
    most work. With ``reasons``, the reasons of kept cores are kept too, however many they are.
    """
    held = int(cores.held[0])
    is_kept = np.zeros(held, bool)
    # These cores refute the guesses that are no longer alive at their level.
    for at in opened(levels, level):
        ids = levels.inside[at, : levels.at[at].cores]
        is_kept[ids[cores.depth[ids] >= levels.at[at].depth - 1]] = True
    if 0 <= core < held:
        is_kept[core] = True
    order = np.lexsort((np.arange(held), cores.work[:held], cores.depth[:held]))
    is_kept[order[held // 2 + int(is_kept.sum()) :]] = True
    if reasons:
        begin = cores.reason_at
        # The reasons of a core have lower numbers than the core.
        for k in range(held - 1, -1, -1):
            if is_kept[k]:
                is_kept[cores.reasons[begin[k] : begin[k + 1]]] = True
    return np.flatnonzero(is_kept)


def keep_only(
    cores: WorstCaseCores,
    levels: WorstCaseLevels,
    level: int,
    remaining: NDArray[np.int64],
    *,
    reasons: bool,
) -> NDArray[np.int64]:
    """Drop all cores except ``remaining``, in place; return ``(held,)`` int64: new numbers, or -1.

    Without ``reasons``, the reasons of the kept cores are dropped too.
    """
    held = int(cores.held[0])
    number = np.full(held, -1, np.int64)
    number[remaining] = np.arange(len(remaining))
    members = reason = low = 0
    words = cores.bits.shape[1]
    weight = cores.size[remaining] + words + np.diff(cores.reason_at[: held + 1])[remaining]
    pieces = np.flatnonzero(np.diff(np.cumsum(weight) // ABREAST)) + 1
    for ids in np.split(remaining, pieces):
        to = slice(low, low + len(ids))
        low += len(ids)
        size, offset = cores.size[ids], cores.offset[ids]
        first, end = cores.reason_at[ids], cores.reason_at[ids + 1]
        for values in (cores.bits, cores.size, cores.depth, cores.work):
            values[to] = values[ids]
        members = _shifted(cores.members, offset, size, members, cores.offset[to])
        if reasons:
            begun = reason
            starts = np.empty(len(ids), np.int64)
            reason = _shifted(cores.reasons, first, end - first, reason, starts)
            cores.reasons[begun:reason] = number[cores.reasons[begun:reason]]
            # Pieces only move towards the front, so this overwrites nothing unread.
            cores.reason_at[to] = starts
        else:
            cores.reason_at[to] = 0
    cores.reason_at[len(remaining)] = reason
    cores.held[:] = len(remaining), members
    cores.refuted.core[:] = -1
    for at in opened(levels, level):
        here = levels.at[at]
        ids = number[levels.inside[at, : here.cores]]
        ids = ids[ids >= 0]
        levels.inside[at, : len(ids)] = ids
        here.cores = len(ids)
        here.cores_seen = int(np.searchsorted(remaining, here.cores_seen))
    return number


def _shifted(
    pool: NDArray[np.int32],
    offset: NDArray[np.int64],
    size: NDArray[np.int64],
    to: int,
    starts: NDArray[np.int64],
) -> int:
    """Move pieces of a pool next to each other, beginning at ``to``; return where they end."""
    ends = np.cumsum(size, dtype=np.int64)
    begins = ends - size
    total = int(ends[-1])
    places = np.arange(total) - np.repeat(begins, size) + np.repeat(offset, size)
    pool[to : to + total] = pool[places]
    starts[:] = to + begins
    return to + total
