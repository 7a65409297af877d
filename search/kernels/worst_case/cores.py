"""Refutation cores: small sets that cannot all be found within a number of guesses.

A core refutes every superset. So a guess that leaves a core of depth d - 1 whole in one class need
not be tried when d guesses are left.
"""

from typing import NamedTuple

import numpy as np

from emi.search.kernels.compiler.jit import kernel, phase, view
from emi.search.kernels.compiler.structs import struct
from emi.search.kernels.core.arrays import array, nested
from emi.search.kernels.core.bits import holds, inside, pack_members
from emi.search.kernels.core.stack import copy


@struct
class Refuted(NamedTuple):
    """A cache of the guesses that leave each core whole, for the cores used last."""

    # The guesses for one core in each row: core k uses row k modulo the number of rows.
    bits: np.ndarray = array(np.uint64, "rows", "guess words")
    # The core of each row; -1 for an empty row.
    core: np.ndarray = array(np.int64, "rows", fill=-1)
    # Working space.
    mark: np.ndarray = array(np.uint8, "guesses")


@struct
class Cores(NamedTuple):
    """All cores known. Core k holds ``members[offset[k]:offset[k] + size[k]]``."""

    # The members of each core as a bitset over the secrets.
    bits: np.ndarray = array(np.uint64, "capacity", "secret words")
    members: np.ndarray = array(np.int32, "pool")
    offset: np.ndarray = array(np.int64, "capacity")
    size: np.ndarray = array(np.int32, "capacity")
    # ``depth[k]`` guesses do not suffice for core k.
    depth: np.ndarray = array(np.int32, "capacity")
    # The number of nodes that the proof took.
    work: np.ndarray = array(np.int64, "capacity")
    # The reasons of core k, from ``reason_at[k]`` to ``reason_at[k + 1]``: cores one level down
    # that refute every guess. Cores of depth 2 need none, and cores read from disk have none.
    reasons: np.ndarray = array(np.int32, "reason pool")
    reason_at: np.ndarray = array(np.int64, "capacity + 1", fill=0)
    # The numbers of cores and of members.
    held: np.ndarray = array(np.int64, 2, fill=0)
    refuted: Refuted = nested(Refuted)


@kernel
def add_core(cores, members, depth, work, reasons):
    """Append a core and return its number.

    Contract: there is room for it.
    """
    k = cores.held[0]
    at = cores.held[1]
    n = members.shape[0]
    copy(members, cores.members[at:])
    pack_members(members, cores.bits[k])
    cores.offset[k] = at
    cores.size[k] = n
    cores.depth[k] = depth
    cores.work[k] = work
    first = cores.reason_at[k]
    copy(reasons, cores.reasons[first:])
    cores.reason_at[k + 1] = first + reasons.shape[0]
    cores.held[0] = k + 1
    cores.held[1] = at + n
    return k


@phase
def is_crowded(cores, secrets):
    """Return whether there may be no room for another core."""
    held = cores.held
    return (
        held[0] + 1 >= cores.size.shape[0]
        or held[1] + secrets > cores.members.shape[0]
        or cores.reason_at[held[0]] + held[0] > cores.reasons.shape[0]
    )


@view
def members_of(cores, k):
    """Return the members of core k."""
    at = cores.offset[k]
    return cores.members[at : at + cores.size[k]]


@phase
def is_inside(cores, k, bits):
    """Return whether a set of bits includes core k.

    Most cores have fewer members than a set of all secrets has words.
    """
    core = members_of(cores, k)
    if core.shape[0] > bits.shape[0]:
        return inside(cores.bits[k], bits)
    for i in range(core.shape[0]):
        if not holds(bits, core[i]):
            return False
    return True
