"""Why a set cannot be found within d guesses: a graph of cores that anyone can check."""

import numpy as np

from search.kernels.common.widths import in_widths
from search.kernels.worst_case.inseparable import inseparable_core
from search.model.matrix import Indices
from search.model.written import Core
from search.solve.engine import NO_KEYS, Keys
from search.solve.worst_case.engine import Engine, class_keys


def refute(engine: Engine, members: Indices, depth: int, keys: Keys = NO_KEYS) -> list[Core]:
    """Show that ``depth`` guesses do not surely find every member.

    The engine must not have recalled any core: what comes from disk has no reasons. The keys are
    those of `class_keys`, if they are known and no guess tells all members apart.

    Returns every core after its reasons; the last one refutes the set. There is none if ``depth``
    is 0, which needs no proof. Raises ValueError if the set can be found, Stopped if the session
    ended.
    """
    if depth == 0:
        return []
    if len(members) > max(depth, 2) or (depth == 1 and len(members) > 1):
        if depth == 1:
            return [Core(1, np.sort(members[:2]))]
        apart = -1
        if len(keys) == 0:
            keys, apart, _ = class_keys(engine.matrix, members)
        if apart < 0 and depth == 2:  # noqa: PLR2004
            found, columns = engine.scratch.found, in_widths(engine.matrix.columns)
            size = inseparable_core(columns, members, engine.scratch.free, found)
            return [Core(2, np.sort(found[:size]))]
        if apart < 0 and engine.surely(members, depth, keys) < 0:
            return _collect(engine, depth)
    raise ValueError(f"{len(members)} secrets can be found within {depth} guesses")


def _collect(engine: Engine, depth: int) -> list[Core]:
    """List the cores under the question that the engine has just refuted."""
    top, top_reasons = engine.refuted(depth)
    cores = engine.cores
    below: dict[int, list[int]] = {}
    waiting = list(top_reasons)
    while waiting:
        k = waiting.pop()
        if k not in below:
            below[k] = cores.reasons[cores.reason_at[k] : cores.reason_at[k + 1]].tolist()
            waiting.extend(below[k])
    # The engine numbers a core after its reasons.
    ids = sorted(below)
    place = {k: at for at, k in enumerate(ids)}
    listed = []
    # Of numpy's arrays, numbers one by one are slow to take out.
    about = cores.offset[ids].tolist(), cores.size[ids].tolist(), cores.depth[ids].tolist()
    for k, low, size, guesses in zip(ids, *about, strict=True):
        members = np.sort(cores.members[low : low + size])
        listed.append(Core(guesses, members, tuple([place[reason] for reason in below[k]])))
    listed.append(Core(depth, np.sort(top), tuple([place[reason] for reason in top_reasons])))
    return listed
