"""The Sum of every living guess: the sum of the squares of its class sizes.

For n members it is n plus twice the number of pairs that the guess leaves in one class. For small
sets, pairs are counted for all guesses at once, column by column. For large sets, or if few guesses
live, classes are counted guess by guess. If the set is a small share of the secrets, its feedback
is gathered first: otherwise each entry costs a cache line, and a matrix in a file is read
completely. For a file, larger sets are gathered too, and more guesses at once.

Greedy play by the least Sum gives an upper bound before the search begins.
"""

import numpy as np

from emi.search.compile.jit import allocating_kernel, allocating_phase, either, kernel, phase
from emi.search.kernels.core.partition import (
    TILE_GUESSES,
    USELESS,
    count_gathered,
    gather,
    split_set,
    sum_classes,
)

#: The guesses whose pairs are counted at once, so that the counts stay in the fastest cache.
BLOCK_GUESSES = 4096
#: The most members whose number of pairs fits into 16 bits.
PAIRED_MEMBERS = 256
#: The time to count a pair for one guess of a sweep, as a share of the time to look up a feedback.
ONE_BY_ONE = 1 / 64
#: Sets that are smaller than all secrets by this factor are gathered: a cache line holds as many.
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


@either
def least_sum(rows, own, wide, members, counts):
    """Return the guess of least Sum, the first of equals, candidates before others.

    Contract: with ``wide``, guesses that are no candidates are considered too; ``counts`` is zero
    on entry and on return.
    """
    n = members.shape[0]
    least = n * n + 1
    guess = -1
    for i in range(n + (rows.shape[0] if wide else 0)):
        candidate = own[members[i]] if i < n else i - n
        row = rows[candidate]
        total = 0
        seen = 0
        while seen < n and total < least:
            c = row[members[seen]]
            total += 2 * counts[c] + 1
            counts[c] += 1
            seen += 1
        for k in range(seen):
            counts[row[members[k]]] = 0
        if total < least:
            least = total
            guess = candidate
            if least == n:
                # This guess tells all members apart.
                break
    return guess


@allocating_phase
def play_greedily(rows, own, first, wide, most, members, space):
    """Play the strategy of `greedy_depth`.

    Returns ``(worst, total)``: the worst case, and the total number of guesses for all members,
    which is valid only if the worst case is at most ``most``.
    """
    n = members.shape[0]
    out = np.empty(n, np.int32)
    start = np.empty(n + 1, np.int32)
    todo = np.empty((n + 1, 3), np.int64)
    todo[0, 0] = 0
    todo[0, 1] = n
    todo[0, 2] = 0
    waiting = 1
    worst = 0
    total = 0
    while waiting > 0:
        waiting -= 1
        low = todo[waiting, 0]
        high = todo[waiting, 1]
        used = todo[waiting, 2] + 1
        here = members[low:high]
        if high - low == 1:
            worst = max(worst, used)
            total += used
            continue
        if used >= most:
            return used + 1, total
        guess = first
        if used > 1 or first < 0:
            guess = least_sum(rows, own, wide, here, space.counts)
        classes = split_set(rows, guess, here, out, start, space)
        for i in range(high - low):
            here[i] = out[i]
        for k in range(classes):
            if start[k + 1] - start[k] == 1 and own[here[start[k]]] == guess:
                worst = max(worst, used)
                total += used
            else:
                todo[waiting, 0] = low + start[k]
                todo[waiting, 1] = low + start[k + 1]
                todo[waiting, 2] = used
                waiting += 1
    return worst, total


@allocating_kernel
def greedy_depth(rows, own, first, wide, most, members, space):
    """Return the worst case of greedy play: ``first``, then always the guess of least Sum.

    Contract: at least two members; ``first`` is -1 if it is chosen like the others; ``own[s]`` is
    the guess that names secret s; ``space`` as for `split`; ``members`` is overwritten. Candidates
    win ties. Unless ``wide`` is true, only candidates are considered, which is far quicker and
    less good. Play stops when it takes more than ``most`` guesses; then the result is above
    ``most``, and a lower bound on the worst case of this strategy.
    """
    worst, _ = play_greedily(rows, own, first, wide, most, members, space)
    return worst


@allocating_kernel
def greedy_tries(rows, own, start, wide, worst, total, space):
    """Play the strategy of `greedy_depth` to the end in each of several sets.

    Contract: set k is members ``start[k]`` to ``start[k + 1]``, at least two. ``worst[k]`` and
    ``total[k]`` become its worst case and its total number of guesses. The other parameters are
    those of `greedy_depth`.
    """
    members = np.arange(start[start.shape[0] - 1]).astype(np.int32)
    for k in range(start.shape[0] - 1):
        some = members[start[k] : start[k + 1]]
        played = play_greedily(rows, own, -1, wide, some.shape[0] + 1, some, space)
        worst[k] = played[0]
        total[k] = played[1]
