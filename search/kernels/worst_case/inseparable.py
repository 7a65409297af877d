"""Two guesses left: whether a guess tells all members of a set apart, and if not, who bears it.

The columns of the matrix are compared two at a time, for all guesses at once.
"""

from functools import partial

import numpy as np

from search.kernels.common.partition import first_apart
from search.kernels.common.sweep import strike_alike
from search.kernels.compiler.jit import allocating_kernel, allocating_phase, phase
from search.kernels.compiler.widths import either

#: Members that are told apart for all guesses at once; what guesses are left is tried one by one.
PREFIX_MEMBERS = 16


#: When so many times fewer guesses are left, they alone are gone on with: to copy what one tells
#: takes as long as to look at it fifteen times.
TIMES_FEWER = 8


@phase
def collide(free, kept, a, b):
    """Free no guess that is not kept, or is of one feedback for a and b; return how many are."""
    # In 32 bits, so that more are counted at once.
    count = np.int32(0)
    for g in range(free.shape[0]):
        f = np.uint8(free[g] & kept[g] & np.uint8(a[g] != b[g]))
        free[g] = f
        count = np.int32(count + np.int32(f))
    return np.int64(count)


@phase
def is_any(free):
    """Tell whether any guess is free."""
    some = np.uint8(0)
    for g in range(free.shape[0]):
        some = np.uint8(some | free[g])
    return some != 0


@either
def inseparable_prefix(columns, members, free):
    """Return how many of the first members it takes that no guess tells them apart.

    0 if some guess tells all of them apart: ``free`` marks those that do.
    """
    free[:] = 1
    for i in range(1, members.shape[0]):
        strike_alike(columns, members, i, 0, free)
        if not is_any(free):
            return i + 1
    return 0


@phase
def separable(game, members, free, stamp, clock, prefix):
    """Tell whether some guess gives all members different feedback.

    For so many of the first members the columns alone are read.
    """
    if inseparable_prefix(game.columns, members[:prefix], free) > 0:
        return False
    return members.shape[0] <= prefix or first_apart(game.rows, members, free, stamp, clock) >= 0


@allocating_phase
def narrowed(columns, at, free, kept, count):
    """Leave the guesses that are kept alone in ``free``; return those of the columns ``at``."""
    listed = np.empty(count, np.int32)
    k = 0
    for g in range(kept.shape[0]):
        if kept[g] != 0:
            listed[k] = g
            k += 1
    narrow = np.empty((at.shape[0], count), columns.dtype)
    for i in range(at.shape[0]):
        column, row = columns[at[i]], free[i]
        for k in range(count):
            narrow[i, k] = column[listed[k]]
            row[k] = row[listed[k]]
        at[i] = i
    return narrow


@partial(either, compiled=allocating_phase)
def pair_core(columns, members, free, out):
    """Pick a small subset on which every guess puts two members in one class (a core of depth 2).

    Greedy: each step takes the member that leaves the fewest guesses free of a collision, with
    ``free[i]`` the guesses still free were member i taken. Starting from a prefix of the members
    keeps the work small; ``free`` has a row for each member of that prefix.

    Returns the size of the core in ``out``, or 0 if some guess tells the whole prefix apart.
    """
    n = min(members.shape[0], free.shape[0])
    guesses = columns.shape[1]
    at = members[:n].copy()
    taken = np.zeros(n, np.uint8)
    for i in range(n):
        free[i, :] = 1
    out[0] = members[0]
    taken[0] = 1
    size, best = 1, 0
    while True:
        last, kept = columns[at[best]], free[best, :guesses]
        best = -1
        fewest = guesses + 1
        for i in range(n):
            if taken[i] == 0:
                count = collide(free[i, :guesses], kept, last, columns[at[i]])
                if count < fewest:
                    fewest = count
                    best = i
        if best < 0:
            return 0
        out[size] = members[best]
        taken[best] = 1
        size += 1
        if fewest == 0:
            return size
        if fewest * TIMES_FEWER < guesses:
            columns = narrowed(columns, at, free, free[best, :guesses].copy(), fewest)
            guesses = fewest


@allocating_kernel
def inseparable_core(columns, members, free, out):
    """Return the size of a core of depth 2 of a set, 0 if some guess tells all members apart.

    A longer prefix is tried where a shorter one has none (see `pair_core`).
    """
    n, rows = members.shape[0], free.shape[0]
    size = pair_core(columns, members, free[:64], out)
    if size == 0 and n > 64 and rows > 64:
        size = pair_core(columns, members, free, out)
    if size == 0 and n > rows:
        wide = np.empty((n, free.shape[1]), np.uint8)
        size = pair_core(columns, members, wide, out)
    return size
