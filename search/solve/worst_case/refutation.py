"""Why a set cannot be found within d guesses: a graph of cores that anyone can check."""

from typing import NamedTuple

import numpy as np

from search.kernels.common.widths import in_widths
from search.kernels.worst_case.cores import inseparable_core
from search.model.limits import Stopped
from search.model.matrix import Indices
from search.solve.worst_case.engine import Engine, Keys, class_keys


class Core(NamedTuple):
    """Secrets that cannot all be found within ``depth`` guesses.

    It holds when for every guess one of the ``reasons`` lies whole in one class of that guess; at
    depth 2 when every guess puts two members in one class; at depth 1 when there are two members.

    Attributes
    ----------
    depth : int
    members : (n,) int32
        In rising order.
    reasons : tuple of int
        Places of cores of depth ``depth - 1`` in the list that this core stands in, all before it.
    """

    depth: int
    members: Indices
    reasons: tuple[int, ...] = ()


def refute(engine: Engine, members: Indices, depth: int, keys: Keys | None = None) -> list[Core]:
    """Show that ``depth`` guesses do not surely find every member.

    Parameters
    ----------
    engine : Engine
        What it has recalled from disk has no reasons: it must not have recalled any core.
    members : (n,) int32
    depth : int
    keys : (guesses,) int64, optional
        As `class_keys` gives them, if they are known and no guess tells all members apart.

    Returns
    -------
    list of Core
        Every core after its reasons; the last one refutes the set. Empty if ``depth`` is 0, which
        needs no proof.

    Raises
    ------
    ValueError
        If the set can be found.
    Stopped
        If its session ended.
    """
    if depth == 0:
        return []
    if len(members) > max(depth, 2) or (depth == 1 and len(members) > 1):
        if depth == 1:
            return [Core(1, np.sort(members[:2]))]
        apart = -1
        if keys is None:
            keys, apart, _ = class_keys(engine.matrix, members)
        if apart < 0 and depth == 2:  # noqa: PLR2004
            found, columns = engine.scratch.found, in_widths(engine.matrix.columns)
            size = inseparable_core(columns, members, engine.scratch.free, found)
            return [Core(2, np.sort(found[:size]))]
        if apart < 0:
            guess = engine.decide(members, depth, keys)
            if guess is None:
                raise Stopped
            if guess < 0:
                return _collect(engine, depth)
    msg = f"{len(members)} secrets can be found within {depth} guesses"
    raise ValueError(msg)


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
    for k, low, size, guesses in zip(
        ids,
        cores.offset[ids].tolist(),
        cores.size[ids].tolist(),
        cores.depth[ids].tolist(),
        strict=True,
    ):
        members = cores.members[low : low + size].copy()
        members.sort()
        listed.append(Core(guesses, members, tuple([place[reason] for reason in below[k]])))
    listed.append(Core(depth, np.sort(top), tuple([place[reason] for reason in top_reasons])))
    return listed
