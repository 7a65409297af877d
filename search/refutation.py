"""Why a set cannot be found within d guesses: a graph of cores that anyone can check."""

from dataclasses import dataclass

import numpy as np

from search.engine import Engine, GoOn, always, class_keys
from search.kernels.cores import inseparable_core
from search.limits import Stopped
from search.matrix import Indices


@dataclass(frozen=True, eq=False)
class Core:
    """Secrets that cannot all be found within ``depth`` guesses.

    It holds when for every guess one of the ``reasons`` lies whole in one class of that guess; at
    depth 2 when every guess puts two members in one class; at depth 1 when there are two members.

    Parameters
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


def refute(engine: Engine, members: Indices, depth: int, go_on: GoOn = always) -> list[Core]:
    """Show that ``depth`` guesses do not surely find every member.

    Parameters
    ----------
    engine : Engine
        What it has recalled from disk has no reasons: it must not have recalled any core.
    members : (n,) int32
    depth : int
    go_on : callable
        Called now and then.

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
        If ``go_on`` returned False.
    """
    if depth == 0:
        return []
    if len(members) > max(depth, 2) or (depth == 1 and len(members) > 1):
        if depth == 1:
            return [Core(1, np.sort(members[:2]))]
        keys, apart, _ = class_keys(engine.matrix, members)
        if apart < 0 and depth == 2:  # noqa: PLR2004
            found, columns = engine.scratch.found, engine.matrix.columns
            size = inseparable_core(columns, members, engine.scratch.free, found)
            return [Core(2, np.sort(found[:size]))]
        if apart < 0:
            guess = engine.decide(members, depth, keys, go_on=go_on)
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
    place: dict[int, int] = {}
    listed: list[Core] = []

    def visit(k: int) -> int:
        if k not in place:
            below = cores.reasons[cores.reason_at[k] : cores.reason_at[k + 1]]
            reasons = tuple(visit(reason) for reason in below.tolist())
            members = cores.members[cores.offset[k] : cores.offset[k] + cores.size[k]]
            place[k] = len(listed)
            listed.append(Core(int(cores.depth[k]), np.sort(members), reasons))
        return place[k]

    reasons = tuple(visit(k) for k in top_reasons)
    listed.append(Core(depth, np.sort(top), reasons))
    return listed
