"""The columns of a feedback matrix, and sweeps: what many guesses make of a set, at once."""

from search.kernels.common.jit import kernel
from search.kernels.common.widths import either

#: Guesses whose feedback is gathered at once: as many class numbers as lie in a line of the cache.
TILE = 32
#: Up to so many classes they are counted for so many guesses abreast: no count waits for the one
#: before, and all lie in the fastest cache.
MANY, ABREAST = 64, 256
#: Guesses, and secrets, that are turned over at once: both sides stay in the cache.
BLOCK = 64


@kernel
def transpose(rows, columns):
    """Write ``columns[s, g] = rows[g, s]``."""
    guesses, secrets = rows.shape
    for g0 in range(0, guesses, BLOCK):
        g1 = min(g0 + BLOCK, guesses)
        for s0 in range(0, secrets, BLOCK):
            for s in range(s0, min(s0 + BLOCK, secrets)):
                for g in range(g0, g1):
                    columns[s, g] = rows[g, s]


@kernel
def not_apart(rows, own):
    """Return the first secret that the guess which names it leaves with another, or -1."""
    for s in range(own.shape[0]):
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
def count_abreast(columns, members, first, last, abreast):
    """Add up the classes of some guesses: ``abreast[g - first, c]`` is the size of class c."""
    for i in range(members.shape[0]):
        column = columns[members[i]][first:last]
        for a in range(last - first):
            abreast[a, column[a]] += 1


@either
def count_listed(columns, members, listed, abreast):
    """Add up the classes of the guesses of a list: ``abreast[k, c]`` is the size of class c."""
    for i in range(members.shape[0]):
        column = columns[members[i]]
        for k in range(listed.shape[0]):
            abreast[k, column[listed[k]]] += 1
