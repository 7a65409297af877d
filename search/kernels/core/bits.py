"""Sets of guesses or of secrets as bits, a word for each 64 of them."""

import numpy as np

from emi.search.kernels.compiler.jit import phase

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
