"""Drop cores when memory is short: shallow ones first, then those that took the least work.

Dropping a core costs time but no correctness: the search proves the set again when it needs to.
"""

import numpy as np
from numpy.typing import NDArray

from emi.search.kernels.core.stack import OPEN
from emi.search.kernels.worst_case.cores import Cores
from emi.search.kernels.worst_case.levels import WorstCaseLevels

#: The approximate number of members and reasons shifted at once, since shifting copies them.
ABREAST = 1 << 14


def opened(levels: WorstCaseLevels, level: int) -> list[int]:
    """Return the levels up to this one that have listed their cores; the last may not have."""
    return [at for at in range(level + 1) if levels.at[at].stage != OPEN]


def useful(
    cores: Cores, levels: WorstCaseLevels, level: int, core: int, *, reasons: bool
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
    cores: Cores,
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
