"""Guesses that make the same classes of a set are one guess: the first of them is tried.

Where answers restrict the guesses they are not the same, for they leave others.
"""

import numpy as np

from search.kernels.common.jit import phase
from search.kernels.common.widths import either

#: Repeated guesses are looked for among so many members at most, for of more there are few, and
#: after so many guesses were tried: often one of the first is as good as can be.
MOST, TRIED = 64, 8


@phase
def hash_of(row, members, stamp, clock):
    """Return a number that is the same for all guesses that make the same classes.

    Classes are named in the order in which they are met. Contract: no entry of ``stamp`` exceeds
    ``clock[0]`` on entry or on return.
    """
    base = clock[0]
    made = 0
    value = np.uint64(0)
    for i in range(members.shape[0]):
        c = row[members[i]]
        if stamp[c] <= base:
            made += 1
            stamp[c] = base + made
        value = value * np.uint64(0x9E3779B97F4A7C15) + np.uint64(stamp[c] - base)
    clock[0] = base + made
    return value >> np.uint64(32)


@phase
def refines(one, other, members, stamp, clock):
    """Tell whether each class of one guess lies in a class of the other."""
    base = clock[0]
    clock[0] = base + stamp.shape[0]
    for i in range(members.shape[0]):
        c, named = one[members[i]], base + 1 + other[members[i]]
        if stamp[c] <= base:
            stamp[c] = named
        elif stamp[c] != named:
            return False
    return True


@either
def drop_repeated(rows, members, order, slots, stamp, clock):
    """Leave out the guesses that make the same classes as one before; return how many stay.

    Contract: ``slots`` has a power of 2 of places, at least twice as many as there are guesses;
    ``stamp`` and ``clock`` as of `hash_of`.
    """
    count = order.shape[0]
    size = 1
    while size < 2 * count:
        size *= 2
    slots[:size] = -1
    stay = 0
    for q in range(count):
        g = order[q]
        at = np.int64(hash_of(rows[g], members, stamp, clock) & np.uint64(size - 1))
        repeated = False
        while slots[at] >= 0 and not repeated:
            other = rows[slots[at]]
            repeated = refines(other, rows[g], members, stamp, clock)
            repeated = repeated and refines(rows[g], other, members, stamp, clock)
            at = (at + 1) & (size - 1)
        if not repeated:
            slots[at] = g
            order[stay] = g
            stay += 1
    return stay
