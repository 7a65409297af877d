"""Sets as bits, a word for each 64 guesses or secrets, and lists: copying and sorting."""

import numpy as np

from emi.search.compile.jit import phase

#: Every other bit, pair of bits, and four bits of a word, and the lowest bit of each byte.
BITS, PAIRS, FOURS, BYTES = (
    np.uint64(0x5555555555555555),
    np.uint64(0x3333333333333333),
    np.uint64(0x0F0F0F0F0F0F0F0F),
    np.uint64(0x0101010101010101),
)


@phase
def ones(word):
    """Return the number of set bits of a word."""
    word = word - ((word >> np.uint64(1)) & BITS)
    word = (word & PAIRS) + ((word >> np.uint64(2)) & PAIRS)
    word = (word + (word >> np.uint64(4))) & FOURS
    # LLVM recognises this form and emits the instruction for it, for vectors too.
    return np.int64((word * BYTES) >> np.uint64(56))


@phase
def inside(a, b):
    """Return whether set ``a`` is a subset of set ``b``."""
    for w in range(a.shape[0]):
        if a[w] & ~b[w] != 0:
            return False
    return True


@phase
def are_disjoint(a, b):
    """Return whether two sets have no member in common."""
    common = np.uint64(0)
    for w in range(a.shape[0]):
        common |= a[w] & b[w]
    return common == 0


@phase
def count_common(a, b):
    """Return the size of the intersection of two sets."""
    count = 0
    for w in range(a.shape[0]):
        count += ones(a[w] & b[w])
    return count


@phase
def fill(bits, count):
    """Write the set of all numbers below ``count``."""
    for w in range(bits.shape[0]):
        rest = max(count - 64 * w, 0)
        if rest >= 64:
            bits[w] = ~np.uint64(0)
        else:
            bits[w] = (np.uint64(1) << np.uint64(rest)) - np.uint64(1)


@phase
def pack(mark, bits):
    """Write the set of the marked numbers."""
    bits[:] = 0
    for g in range(mark.shape[0]):
        bits[g >> 6] |= np.uint64(mark[g]) << np.uint64(g & 63)


@phase
def pack_members(members, bits):
    """Write the set of the given members."""
    bits[:] = 0
    for i in range(members.shape[0]):
        include(bits, members[i])


@phase
def unpack(bits, mark):
    """Mark the members of a set with 1, all others with 0."""
    for g in range(mark.shape[0]):
        mark[g] = np.uint8((bits[g >> 6] >> np.uint64(g & 63)) & np.uint64(1))


@phase
def remove(bits, g):
    """Remove ``g`` from a set."""
    bits[g >> 6] &= ~(np.uint64(1) << np.uint64(g & 63))


@phase
def include(bits, g):
    """Add ``g`` to a set."""
    bits[g >> 6] |= np.uint64(1) << np.uint64(g & 63)


@phase
def lowest(word):
    """Return the position of the lowest set bit of a nonzero word."""
    return ones((word & (~word + np.uint64(1))) - np.uint64(1))


@phase
def holds(bits, g):
    """Return whether ``g`` is in a set."""
    return (bits[g >> 6] >> np.uint64(g & 63)) & np.uint64(1) != np.uint64(0)


@phase
def copy(source, target):
    """Copy numbers to the front of an array, first to last.

    Assigning to a slice takes ten times as long to compile.
    """
    for i in range(source.shape[0]):
        target[i] = source[i]


#: The slots for distinct ranks, at most half of which are filled.
RANK_BITS = 8
RANK_SLOTS = 1 << RANK_BITS


@phase
def sort(order, rank, other):
    """Sort guesses by rank (a stable merge sort); ``other`` is as long as ``order``.

    numba's own sort takes as long to compile as a search.
    """
    n = order.shape[0]
    width = 1
    while width < n:
        for low in range(0, n, 2 * width):
            a, middle = low, min(low + width, n)
            b, high = middle, min(low + 2 * width, n)
            for q in range(low, high):
                if b == high or (a < middle and rank[order[a]] <= rank[order[b]]):
                    other[q] = order[a]
                    a += 1
                else:
                    other[q] = order[b]
                    b += 1
        for q in range(n):
            order[q] = other[q]
        width *= 2


@phase
def slot_of(rank):
    """Return the first slot in which `sort_alike` looks for a rank."""
    return np.int64((np.uint64(rank) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - RANK_BITS))


@phase
def sort_alike(order, rank, other, tally):
    """Sort as `sort` does if there are few distinct ranks; return whether it did.

    Contract: ``tally`` is ``(3, RANK_SLOTS)`` int64.
    """
    n = order.shape[0]
    ranks, counts, slots = tally[0], tally[1], tally[2]
    counts[:] = 0
    different = 0
    for q in range(n):
        r = rank[order[q]]
        at = slot_of(r)
        while counts[at] > 0 and ranks[at] != r:
            at = (at + 1) & (RANK_SLOTS - 1)
        if counts[at] == 0:
            if 2 * different == RANK_SLOTS:
                return False
            p = different
            while p > 0 and ranks[slots[p - 1]] > r:
                slots[p] = slots[p - 1]
                p -= 1
            slots[p] = at
            ranks[at] = r
            different += 1
        counts[at] += 1
    begin = 0
    for p in range(different):
        count = counts[slots[p]]
        counts[slots[p]] = begin
        begin += count
    for q in range(n):
        r = rank[order[q]]
        at = slot_of(r)
        while ranks[at] != r:
            at = (at + 1) & (RANK_SLOTS - 1)
        other[counts[at]] = order[q]
        counts[at] += 1
    for q in range(n):
        order[q] = other[q]
    return True
