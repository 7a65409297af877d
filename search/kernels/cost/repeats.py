"""Drop guesses whose partition of a set repeats that of an earlier guess.

In hard play such guesses differ, because they leave different guesses allowed.
"""

from typing import NamedTuple

import numpy as np

from emi.search.kernels.compiler.jit import phase
from emi.search.kernels.compiler.structs import struct
from emi.search.kernels.compiler.widths import either
from emi.search.kernels.core.arrays import array

#: Repeated guesses are dropped for at most REPEATED_MEMBERS members, as larger sets have few, and
#: after TRIED_FIRST guesses were tried, as one of the first is often optimal.
REPEATED_MEMBERS, TRIED_FIRST = 64, 8


@struct
class Repeats(NamedTuple):
    """Working space."""

    # A hash table of guesses by their tags: a power of 2, at least twice the guesses.
    slots: np.ndarray = array(np.int32, "slots")
    tags: np.ndarray = array(np.uint64, "slots")
    # As for `tag_of`.
    keys: np.ndarray = array(np.uint64, "classes", fill=0)
    # As for `are_same`.
    stamp: np.ndarray = array(np.int64, 2, "classes", fill=0)
    clock: np.ndarray = array(np.int64, 1, fill=0)


@phase
def tag_of(row, members, zobrist, keys):
    """Return a hash of the partition of a guess.

    Contract: ``keys`` is zero on entry and on return.
    """
    for i in range(members.shape[0]):
        keys[row[members[i]]] ^= zobrist[members[i], 0]
    tag = np.uint64(0)
    for i in range(members.shape[0]):
        c = row[members[i]]
        key = keys[c]
        # Clear it, so that each class counts once.
        keys[c] = 0
        tag ^= key * (key >> np.uint64(32))
    return tag


@phase
def are_same(row, other, members, stamp, clock):
    """Return whether two guesses make the same classes.

    Contract: no entry of ``stamp``, ``(2, classes)``, exceeds ``clock[0]`` on entry or on return.
    """
    base = clock[0]
    there, back = stamp[0], stamp[1]
    clock[0] = base + there.shape[0]
    differ = False
    for i in range(members.shape[0]):
        c, d = np.int64(row[members[i]]), np.int64(other[members[i]])
        differ |= (there[c] > base) & (there[c] != base + 1 + d)
        differ |= (back[d] > base) & (back[d] != base + 1 + c)
        there[c] = base + 1 + d
        back[d] = base + 1 + c
    return not differ


@either
def drop_repeated(rows, members, zobrist, order, repeats):
    """Drop guesses that make the same classes as an earlier one; return how many stay."""
    slots, tags, stamp, clock = repeats.slots, repeats.tags, repeats.stamp, repeats.clock
    count = order.shape[0]
    size = 1
    while size < 2 * count:
        size *= 2
    slots[:size] = -1
    stay = 0
    for q in range(count):
        g = order[q]
        row = rows[g]
        tag = tag_of(row, members, zobrist, repeats.keys)
        at = np.int64(tag >> np.uint64(32)) & (size - 1)
        repeated = False
        while slots[at] >= 0 and not repeated:
            if tags[at] == tag:
                repeated = are_same(rows[slots[at]], row, members, stamp, clock)
            at = (at + 1) & (size - 1)
        if not repeated:
            slots[at] = g
            tags[at] = tag
            order[stay] = g
            stay += 1
    return stay
