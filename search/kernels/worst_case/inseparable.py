"""Two guesses left: find a guess that tells all members of a set apart, or a core of depth 2.

The columns of the matrix are compared two at a time, for all guesses at once.
"""

from functools import partial

import numpy as np

from emi.search.kernels.compiler.jit import allocating_kernel, allocating_phase, kernel, phase
from emi.search.kernels.compiler.widths import either
from emi.search.kernels.core.partition import first_apart, tells_apart
from emi.search.kernels.core.sweep import strike_alike

#: The members compared for all guesses at once; the remaining guesses are tried one by one.
PREFIX_MEMBERS = 16


#: When the free guesses are fewer by this factor, their feedback is copied: copying takes as long
#: as comparing fifteen times.
TIMES_FEWER = 8


@either
def candidate_apart(rows, own, members, stamp, clock):
    """Do the same as `separating_candidate`."""
    for i in range(members.shape[0]):
        guess = own[members[i]]
        if tells_apart(rows[guess], members, stamp, clock):
            return np.int64(guess)
    return np.int64(-1)


@kernel
def separating_candidate(rows, own, members, stamp, clock):
    """Return the guess of the first member that gives all members different feedback, or -1."""
    return candidate_apart(rows, own, members, stamp, clock)


@phase
def collide(free, wanted, a, b):
    """Clear ``free`` where ``wanted`` is 0 or a and b are equal; return how many stay set."""
    # Count in 32 bits, so that a vector holds more counts.
    count = np.int32(0)
    for g in range(free.shape[0]):
        f = np.uint8(free[g] & wanted[g] & np.uint8(a[g] != b[g]))
        free[g] = f
        count = np.int32(count + np.int32(f))
    return np.int64(count)


@phase
def is_any(free):
    """Return whether any guess is free."""
    some = np.uint8(0)
    for g in range(free.shape[0]):
        some = np.uint8(some | free[g])
    return some != 0


@either
def inseparable_prefix(columns, members, free):
    """Return the length of the shortest prefix of the members that no guess tells apart.

    Returns 0 if some guess tells all members apart; ``free`` then marks these guesses.
    """
    free[:] = 1
    for i in range(1, members.shape[0]):
        strike_alike(columns, members, i, 0, free)
        if not is_any(free):
            return i + 1
    return 0


@phase
def separable(game, members, free, stamp, clock, prefix):
    """Return whether some guess gives all members different feedback.

    The first ``prefix`` members are compared by columns, all members by rows.
    """
    if inseparable_prefix(game.columns, members[:prefix], free) > 0:
        return False
    return members.shape[0] <= prefix or first_apart(game.rows, members, free, stamp, clock) >= 0


@allocating_phase
def narrowed(columns, at, free, wanted, count):
    """Restrict ``free`` and the columns ``at`` to the guesses kept; return these columns."""
    listed = np.empty(count, np.int32)
    k = 0
    for g in range(wanted.shape[0]):
        if wanted[g] != 0:
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

    Greedy set cover: each step takes the member that leaves the fewest guesses free of a collision;
    ``free[i]`` marks those that stay free if member i is taken. Only a prefix of the members is
    used, to save work; ``free`` has a row for each member of the prefix.

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
        last, wanted = columns[at[best]], free[best, :guesses]
        best = -1
        fewest = guesses + 1
        for i in range(n):
            if taken[i] == 0:
                count = collide(free[i, :guesses], wanted, last, columns[at[i]])
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
    """Return the size of a core of depth 2 of a set; 0 if some guess tells all members apart.

    If a prefix contains no core, a longer one is tried (see `pair_core`).
    """
    n, rows = members.shape[0], free.shape[0]
    size = pair_core(columns, members, free[:64], out)
    if size == 0 and n > 64 and rows > 64:
        size = pair_core(columns, members, free, out)
    if size == 0 and n > rows:
        wide = np.empty((n, free.shape[1]), np.uint8)
        size = pair_core(columns, members, wide, out)
    return size
