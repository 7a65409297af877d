"""Two guesses left: find a guess that tells all members of a set apart, or a core of depth 2.

The columns of the matrix are compared two at a time, for all guesses at once. `count_alike` says
for each secret how many have the same feedback on several guesses together.
"""

from functools import partial

import numpy as np

from emi.search.compile.jit import allocating_kernel, allocating_phase, either, kernel, phase
from emi.search.kernels.core.partition import first_apart, strike_alike, tells_apart

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
        strike_alike(columns, members, i, free)
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
    """Restrict the rows of ``free`` and the columns ``at`` to the ``count`` guesses of ``wanted``.

    Returns the restricted columns; ``at`` becomes their places.
    """
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


#: The golden ratio as a fraction of 2^64: its multiples are evenly spread (Fibonacci hashing:
#: Knuth, The Art of Computer Programming 3, section 6.4).
GOLDEN = 0x9E3779B97F4A7C15


@either
def add_alike(rows, guesses, together, bits, alike, key, tally):
    """Do the same as `count_alike`."""
    secrets = rows.shape[1]
    for first in range(0, guesses.shape[0], together):
        for s in range(secrets):
            key[s] = 0
        i = first
        # Four rows at once: each key is read and written a quarter as often.
        while i + 4 <= first + together:
            a, b = rows[guesses[i]], rows[guesses[i + 1]]
            c, d = rows[guesses[i + 2]], rows[guesses[i + 3]]
            for s in range(secrets):
                after_a = (key[s] + np.uint64(a[s]) + np.uint64(1)) * np.uint64(GOLDEN)
                after_b = (after_a + np.uint64(b[s]) + np.uint64(1)) * np.uint64(GOLDEN)
                after_c = (after_b + np.uint64(c[s]) + np.uint64(1)) * np.uint64(GOLDEN)
                key[s] = (after_c + np.uint64(d[s]) + np.uint64(1)) * np.uint64(GOLDEN)
            i += 4
        while i < first + together:
            a = rows[guesses[i]]
            for s in range(secrets):
                key[s] = (key[s] + np.uint64(a[s]) + np.uint64(1)) * np.uint64(GOLDEN)
            i += 1
        for s in range(secrets):
            key[s] >>= np.uint64(64 - bits)
            tally[np.int64(key[s])] += 1
        for s in range(secrets):
            alike[s] += tally[np.int64(key[s])]
        for s in range(secrets):
            tally[np.int64(key[s])] = 0


@kernel
def count_alike(rows, guesses, together, bits, alike, key, tally):
    """Add to ``alike[s]`` how many secrets, s among them, have the same feedback as secret s.

    The feedback of ``together`` guesses at a time is compared, by a hash of ``bits`` bits: a few
    distinguishable secrets may collide.

    Contract: ``together`` divides the number of ``guesses``; ``alike`` and ``key`` have an element
    for each secret, and ``key`` is overwritten; ``tally`` has ``2**bits`` elements, zero on entry
    and on return.
    """
    add_alike(rows, guesses, together, bits, alike, key, tally)
