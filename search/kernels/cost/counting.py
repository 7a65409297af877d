"""How many classes every guess makes of a set, and how large: one sweep over the columns.

Working space is that of `search.kernels.cost.bounds.Counting`.
"""

import numpy as np

from search.kernels.common.jit import phase
from search.kernels.common.partition import USELESS
from search.kernels.common.sweep import ABREAST, MANY, TILE, count_abreast, gather
from search.kernels.common.widths import either

#: Up to so many members all guesses are looked at abreast, pair by pair of members.
FEW = 64
#: From so many members on a bit for each class is quicker, if they fit into a word.
SOME = 20


@phase
def mark_apart(columns, members, i, apart):
    """Set ``apart[g]`` to 1 where guess g tells member i from all before it, else to 0."""
    a = columns[members[i]]
    apart[:] = 1
    for j in range(i):
        b = columns[members[j]]
        for g in range(apart.shape[0]):
            apart[g] &= np.uint8(a[g] != b[g])


@phase
def count_by_bits(columns, members, seen, made):
    """Do what `count_classes` does where no class number is beyond 63: a bit for each class."""
    guesses = made.shape[0]
    seen[:] = 0
    for i in range(members.shape[0]):
        a = columns[members[i]]
        for g in range(guesses):
            seen[g] |= np.uint64(1) << np.uint64(a[g])
    for g in range(guesses):
        # The bits are added up side by side, by twos, fours and eights.
        x = seen[g]
        x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
        x = (x & np.uint64(0x3333333333333333)) + (
            (x >> np.uint64(2)) & np.uint64(0x3333333333333333)
        )
        x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        x = x + (x >> np.uint64(8))
        x = x + (x >> np.uint64(16))
        x = x + (x >> np.uint64(32))
        made[g] = np.uint8(x & np.uint64(0x7F))


@either
def count_classes(columns, members, counting):
    """Count the classes that each guess makes of few members (at most `FEW`): ``counting.made``."""
    apart, made = counting.apart, counting.made
    if members.shape[0] >= SOME and counting.stamp.shape[0] <= MANY:
        count_by_bits(columns, members, counting.seen, made)
        return
    made[:] = 1
    for i in range(1, members.shape[0]):
        mark_apart(columns, members, i, apart)
        for g in range(made.shape[0]):
            made[g] += apart[g]


@either
def heaviest_sums(columns, members, weights, counting):
    """As `count_classes`, and add up the weights of the first of each class: ``counting.gain``."""
    apart, made, gain = counting.apart, counting.made, counting.gain
    made[:] = 1
    gain[:] = weights[members[0]]
    for i in range(1, members.shape[0]):
        mark_apart(columns, members, i, apart)
        w = weights[members[i]]
        for g in range(made.shape[0]):
            made[g] += apart[g]
            gain[g] += w * np.int64(apart[g])


@phase
def sum_in_turn(columns, members, weights, begin, keys, counting):
    """Add to ``begin`` what the members cost by their number in their class: ``keys``.

    Contract: ``counting.steps[j]`` is what the j-th member of a class costs by unit of weight.
    ``counting.spread[g]`` becomes the number of pairs in one class.

    Returns the most classes that any guess makes.
    """
    n = members.shape[0]
    guesses = keys.shape[0]
    spread = counting.spread
    steps, counts, tile = counting.steps, counting.counts, counting.tile
    largest = 0
    for first in range(0, guesses, TILE):
        last = min(first + TILE, guesses)
        gather(columns, members, first, last, tile)
        for b in range(last - first):
            row = tile[b]
            total = begin
            made = 0
            pairs = 0
            for i in range(n):
                c = row[i]
                seen = counts[c]
                counts[c] = seen + 1
                total += steps[seen] * weights[members[i]]
                pairs += seen
                made += seen == 0
            for i in range(n):
                counts[row[i]] = 0
            keys[first + b] = total if made > 1 else USELESS
            spread[first + b] = pairs
            largest = max(largest, made)
    return largest


@phase
def sum_abreast(columns, members, begin, keys, counting):
    """Do what `sum_in_turn` does for equal weights and up to `MANY` classes."""
    n = members.shape[0]
    guesses = keys.shape[0]
    abreast, sums, spread = counting.abreast, counting.sums, counting.spread
    sums[0] = 0
    for j in range(n):
        sums[j + 1] = sums[j] + counting.steps[j]
    largest = 0
    for first in range(0, guesses, ABREAST):
        last = min(first + ABREAST, guesses)
        count_abreast(columns, members, first, last, abreast)
        for b in range(last - first):
            total = begin
            made = 0
            pairs = 0
            for c in range(abreast.shape[1]):
                size = np.int64(abreast[b, c])
                abreast[b, c] = 0
                total += sums[size]
                pairs += size * size
                made += size > 0
            keys[first + b] = total if made > 1 else USELESS
            spread[first + b] = (pairs - n) >> 1
            largest = max(largest, made)
    return largest
