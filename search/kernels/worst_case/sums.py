"""The Sum of every living guess: the sum of the squares of its class sizes.

For n members it is n plus twice the number of pairs that the guess leaves in one class. For small
sets, pairs are counted for all guesses at once, column by column. For large sets, or if few guesses
live, classes are counted guess by guess. If the set is a small share of the secrets, its feedback
is gathered first: otherwise each entry costs a cache line, and a matrix in a file is read
completely. For a file, larger sets are gathered too, and more guesses at once.
"""

import numpy as np

from emi.search.kernels.compiler.jit import kernel, phase
from emi.search.kernels.compiler.widths import either
from emi.search.kernels.core.partition import USELESS, count_gathered, sum_classes
from emi.search.kernels.core.sweep import TILE_GUESSES, gather

#: The guesses whose pairs are counted at once, so that the counts stay in the fastest cache.
BLOCK_GUESSES = 4096
#: The most members whose number of pairs fits into 16 bits.
PAIRED_MEMBERS = 256
#: The time to count a pair for one guess of a sweep, as a share of the time to look up a feedback.
ONE_BY_ONE = 1 / 64
#: Sets that are smaller than all secrets by this factor are gathered: a cache line holds so many.
SPARSE = 32


@phase
def add_equal(equal, a, b):
    """Add 1 to ``equal`` for each guess that gives two secrets the same feedback."""
    for g in range(a.shape[0]):
        equal[g] = np.uint16(equal[g] + np.uint16(a[g] == b[g]))


@either
def count_pairs(columns, members, first, last, equal):
    """Count the pairs of members that guesses leave in one class: ``equal[g - first]``."""
    equal[: last - first] = 0
    for i in range(1, members.shape[0]):
        column = columns[members[i]][first:last]
        for j in range(i):
            add_equal(equal[: last - first], column, columns[members[j]][first:last])


@phase
def sum_pairs(columns, members, alive, keys, equal):
    """Do the same as `sum_living`, by counting pairs."""
    n = members.shape[0]
    for first in range(0, alive.shape[0], BLOCK_GUESSES):
        last = min(first + BLOCK_GUESSES, alive.shape[0])
        count_pairs(columns, members, first, last, equal)
        for g in range(first, last):
            pairs = np.int64(equal[g - first])
            if alive[g] != 0:
                keys[g] = n + 2 * pairs
                if 2 * pairs == n * (n - 1):
                    alive[g] = 0
                if pairs == 0:
                    return g
    return -1


@kernel
def pair_sums(columns, members, keys, equal):
    """Write the Sum ``keys[g]`` of every guess, `USELESS` for a guess that leaves the set whole.

    Pairs are counted, column by column, for as many guesses at once as ``equal`` has elements.
    Contract: 2 to `PAIRED_MEMBERS` members. Returns the first guess that tells all members apart
    (the keys of later guesses are not written), or -1.
    """
    n = members.shape[0]
    for first in range(0, keys.shape[0], equal.shape[0]):
        last = min(first + equal.shape[0], keys.shape[0])
        count_pairs(columns, members, first, last, equal)
        for g in range(first, last):
            pairs = np.int64(equal[g - first])
            keys[g] = USELESS if 2 * pairs == n * (n - 1) else n + 2 * pairs
            if pairs == 0:
                return g
    return -1


@phase
def sum_gathered(columns, members, alive, keys, scratch):
    """Do the same as `sum_living`, with gathered feedback of some guesses at a time."""
    n = members.shape[0]
    counts, tile = scratch.space.counts, scratch.tile
    for first in range(0, alive.shape[0], tile.shape[0]):
        last = min(first + tile.shape[0], alive.shape[0])
        gather(columns, members, first, last, tile)
        for g in range(first, last):
            if alive[g] == 0:
                continue
            pairs, _, _ = count_gathered(tile[g - first, :n], counts)
            keys[g] = n + 2 * pairs
            if 2 * pairs == n * (n - 1):
                alive[g] = 0
            if pairs == 0:
                return g
    return -1


@phase
def sum_living(game, members, alive, living, keys, scratch):
    """Write the Sum ``keys[g]`` of every living guess; a guess that leaves the set whole dies.

    Contract: at least two members. Returns a guess that tells all members apart (the sweep stops
    there), or -1.
    """
    n = members.shape[0]
    if n <= PAIRED_MEMBERS and n * alive.shape[0] * ONE_BY_ONE < living:
        return sum_pairs(game.columns, members, alive, keys, scratch.equal)
    times = SPARSE * TILE_GUESSES // scratch.tile.shape[0]
    if n * alive.shape[0] * times < living * game.own.shape[0]:
        return sum_gathered(game.columns, members, alive, keys, scratch)
    guess, _ = sum_classes(game.rows, members, alive, keys, scratch.space.counts)
    return guess
