"""Sweeps over a feedback matrix: the classes that many guesses make of a set, at once."""

import numpy as np

from emi.search.kernels.compiler.jit import kernel, phase
from emi.search.kernels.compiler.widths import either

#: The guesses whose feedback is gathered at once: as many class numbers as a cache line holds.
TILE_GUESSES = 32
#: With at most ABREAST_CLASSES classes, ABREAST_GUESSES guesses are counted side by side: no count
#: waits for the one before, and all lie in the fastest cache.
ABREAST_CLASSES, ABREAST_GUESSES = 64, 256
#: The guesses and secrets transposed at once: a cache line of each column, and enough of each row
#: for the processor to prefetch the rest.
TURNED_GUESSES, TURNED_SECRETS = 32, 256


@phase
def border(first, s, guesses, page):
    """Return the first guess, ``first`` or later, at which a page begins in column s."""
    if first == 0:
        return 0
    return min(first + (-(s * guesses + first)) % page, guesses)


@kernel
def transpose(rows, columns, first, last, page):
    """Write ``columns[s, g] = rows[g, s]`` for guesses ``first`` to ``last`` (exclusive).

    In each column, both ends are moved to the next start of a page of ``page`` entries. The next
    call, from ``last`` on, continues there, so no page of a file is written twice. For an array in
    memory, ``page`` is 1.
    """
    guesses, secrets = rows.shape
    for s0 in range(0, secrets, TURNED_SECRETS):
        s1 = min(s0 + TURNED_SECRETS, secrets)
        for g0 in range(first, min(last + page, guesses), TURNED_GUESSES):
            for s in range(s0, s1):
                low = max(g0, border(first, s, guesses, page))
                high = min(g0 + TURNED_GUESSES, border(last, s, guesses, page))
                for g in range(low, high):
                    columns[s, g] = rows[g, s]


@kernel
def not_apart(rows, own, secrets):
    """Return the first of ``secrets`` that its own guess does not separate from another, or -1."""
    for i in range(secrets.shape[0]):
        s = secrets[i]
        row = rows[own[s]]
        alike = 0
        for t in range(row.shape[0]):
            alike += row[t] == row[s]
        if alike > 1:
            return s
    return -1


@either
def gather(columns, members, first, last, tile):
    """Copy the feedback of some guesses: ``tile[g - first, i]`` is the class of member i."""
    for i in range(members.shape[0]):
        column = columns[members[i]][first:last]
        for a in range(last - first):
            tile[a, i] = column[a]


@either
def gather_rows(rows, members, listed, tile):
    """Copy the feedback of the guesses of a list: ``tile[k, i]`` is the class of member i."""
    for k in range(listed.shape[0]):
        row = rows[listed[k]]
        for i in range(members.shape[0]):
            tile[k, i] = row[members[i]]


@phase
def strike_alike(columns, members, i, first, free):
    """Clear ``free`` for the guesses that give member i the same feedback as an earlier member.

    ``free[k]`` is nonzero if guess ``first + k`` is still free. Four members are compared at once,
    so each element of ``free`` is read and written a quarter as often.
    """
    last = first + free.shape[0]
    a = columns[members[i]][first:last]
    j = 0
    while j + 4 <= i:
        b, c = columns[members[j]][first:last], columns[members[j + 1]][first:last]
        d, e = columns[members[j + 2]][first:last], columns[members[j + 3]][first:last]
        for g in range(free.shape[0]):
            x = a[g]
            free[g] &= np.uint8((x != b[g]) & (x != c[g]) & (x != d[g]) & (x != e[g]))
        j += 4
    while j < i:
        b = columns[members[j]][first:last]
        for g in range(free.shape[0]):
            free[g] &= np.uint8(a[g] != b[g])
        j += 1


@either
def count_abreast(columns, members, first, last, abreast):
    """Count the classes of a range of guesses: ``abreast[g - first, c]`` is the size of class c."""
    for i in range(members.shape[0]):
        column = columns[members[i]][first:last]
        for a in range(last - first):
            abreast[a, column[a]] += 1


@either
def count_listed(columns, members, listed, abreast):
    """Count the classes of the guesses of a list: ``abreast[k, c]`` is the size of class c."""
    for i in range(members.shape[0]):
        column = columns[members[i]]
        for k in range(listed.shape[0]):
            abreast[k, column[listed[k]]] += 1
