"""Which cores are let go when there is no room for more: those that took the least work.

Nothing that was proven becomes wrong: a set whose core is gone is searched again, and costs time.
"""

import numpy as np
from numpy.typing import NDArray

from search.kernels.common.stack import OPEN
from search.kernels.worst_case.cores import Cores
from search.kernels.worst_case.levels import Levels

#: Members and reasons of cores that are shifted at once, about; a copy of them is made on the way.
ABREAST = 1 << 14


def opened(levels: Levels, level: int) -> list[int]:
    """Return the levels up to this one that list cores; the last one may just have been put up."""
    return [at for at in range(level + 1) if levels.at[at].stage != OPEN]


def useful(
    cores: Cores, levels: Levels, level: int, core: int, *, reasons: bool
) -> NDArray[np.int64]:
    """Return ``(n,)`` int64, the cores to keep, in their order: about half of them.

    Those that bear what is being refuted at the levels up to ``level`` stay, and so does the one
    that was found last. Of the others those stay that are known of the deepest sets, and at the
    most work. With ``reasons`` what they rest on stays as well, however much that is.
    """
    held = int(cores.held[0])
    kept = np.zeros(held, bool)
    # Every guess that is not tried any more is refuted by one of these.
    for at in opened(levels, level):
        ids = levels.inside[at, : levels.at[at].cores]
        kept[ids[cores.depth[ids] >= levels.at[at].depth - 1]] = True
    if 0 <= core < held:
        kept[core] = True
    order = np.lexsort((np.arange(held), cores.work[:held], cores.depth[:held]))
    kept[order[held // 2 + int(kept.sum()) :]] = True
    if reasons:
        begin = cores.reason_at
        # A core is numbered after its reasons.
        for k in range(held - 1, -1, -1):
            if kept[k]:
                kept[cores.reasons[begin[k] : begin[k + 1]]] = True
    return np.flatnonzero(kept)


def keep_only(
    cores: Cores, levels: Levels, level: int, kept: NDArray[np.int64], *, reasons: bool
) -> NDArray[np.int64]:
    """Let all cores go but these, in place; return ``(held,)`` int64, their new numbers or -1.

    Without ``reasons`` the reasons of cores are dropped too.
    """
    held = int(cores.held[0])
    number = np.full(held, -1, np.int64)
    number[kept] = np.arange(len(kept))
    members = reason = low = 0
    words = cores.bits.shape[1]
    weight = cores.size[kept] + words + np.diff(cores.reason_at[: held + 1])[kept]
    pieces = np.flatnonzero(np.diff(np.cumsum(weight) // ABREAST)) + 1
    for ids in np.split(kept, pieces):
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
            # The next ones lie behind: what is overwritten has been read.
            cores.reason_at[to] = starts
        else:
            cores.reason_at[to] = 0
    cores.reason_at[len(kept)] = reason
    cores.held[:] = len(kept), members
    cores.refuted.core[:] = -1
    for at in opened(levels, level):
        here = levels.at[at]
        ids = number[levels.inside[at, : here.cores]]
        ids = ids[ids >= 0]
        levels.inside[at, : len(ids)] = ids
        here.cores = len(ids)
        here.cores_seen = int(np.searchsorted(kept, here.cores_seen))
    return number


def _shifted(
    pool: NDArray[np.int32],
    offset: NDArray[np.int64],
    size: NDArray[np.int64],
    to: int,
    starts: NDArray[np.int64],
) -> int:
    """Move pieces of a pool to lie one behind the other from ``to`` on; return where they end."""
    ends = np.cumsum(size, dtype=np.int64)
    begins = ends - size
    total = int(ends[-1])
    places = np.arange(total) - np.repeat(begins, size) + np.repeat(offset, size)
    pool[to : to + total] = pool[places]
    starts[:] = to + begins
    return to + total
