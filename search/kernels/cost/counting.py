"""The number and the sizes of the classes of every guess, by one sweep over the columns.

How the classes of a set are counted depends on how many there are, and on the members:

    up to 64 classes                         a bit for each class     `count_by_bits`
    up to 512 members                        by a sorting network     `count_by_sorting`
    more members, or fewer than 64 guesses   a byte for each class    `count_by_marks`

The working space is `emi.search.kernels.cost.bounds.Counting`. `drop_repeated` drops guesses whose
partition of a set repeats that of an earlier guess; in hard play such guesses differ, because they
leave different guesses allowed.
"""

from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import either, phase
from emi.search.compile.structs import struct
from emi.search.kernels.core.arrays import array
from emi.search.kernels.core.partition import (
    ABREAST_CLASSES,
    ABREAST_GUESSES,
    TILE_GUESSES,
    USELESS,
    count_abreast,
    count_listed,
    gather,
    gather_rows,
    strike_alike,
)
from emi.search.kernels.core.sets import ones
from emi.search.kernels.cost.sorting import MOST_SORTED, count_by_sorting

#: Up to this many members, all guesses of a set are bounded by the number of their classes.
COUNTED_MEMBERS = 64
#: Up to this many classes, the word has 16 bits.
SHORT_CLASSES = 16
#: A byte is set for each class, for MARKED_GUESSES guesses at a time, if there are at most
#: MARKED_CLASSES classes or no set can be sorted.
MARKED_GUESSES, MARKED_CLASSES = 256, 1 << 13
#: Classes are counted for sets of up to this many times the most classes of any guess.
TIMES_THE_MOST = 4
#: The words whose bytes, each 0 or 1, can be added without a carry into the next byte.
WORDS_WITHOUT_CARRY = 255


def _counted_by_bits(bits, word):
    """Compile a phase for words of ``bits`` bits; with a constant, LLVM uses short numbers."""
    most = np.uint64(bits - 1)

    @phase
    def count_by_bits(columns, members, seen, class_counts):
        """Do the same as `count_classes` if each class has a bit in a word."""
        guesses = class_counts.shape[0]
        n, bit = members.shape[0], np.uint64(1)
        seen[:] = 0
        for i in range(0, n, 4):
            # Four members at once; at the end, the last member is repeated.
            a, b = columns[members[i]], columns[members[min(i + 1, n - 1)]]
            c, d = columns[members[min(i + 2, n - 1)]], columns[members[min(i + 3, n - 1)]]
            for g in range(guesses):
                x = (bit << (np.uint64(a[g]) & most)) | (bit << (np.uint64(b[g]) & most))
                x |= (bit << (np.uint64(c[g]) & most)) | (bit << (np.uint64(d[g]) & most))
                seen[g] |= word(x)
        for g in range(guesses):
            class_counts[g] = np.uint16(ones(np.uint64(seen[g])))

    return count_by_bits


count_by_bits = _counted_by_bits(64, np.uint64)
count_by_few_bits = _counted_by_bits(16, np.uint16)


@either
def count_by_marks(columns, members, counting):
    """Do the same as `count_classes`, by setting a byte for each class of each guess."""
    marks, eights, class_counts = counting.marks, counting.eights, counting.class_counts
    n = members.shape[0]
    for first in range(0, class_counts.shape[0], MARKED_GUESSES):
        last = min(first + MARKED_GUESSES, class_counts.shape[0])
        for i in range(0, n, 2):
            # Two members at once; an odd one is marked twice.
            a, b = columns[members[i]][first:last], columns[members[min(i + 1, n - 1)]][first:last]
            for g in range(last - first):
                marks[g, a[g]] = 1
                marks[g, b[g]] = 1
        for g in range(last - first):
            count = np.uint64(0)
            for begin in range(0, eights.shape[1], WORDS_WITHOUT_CARRY):
                row = eights[g, begin : min(begin + WORDS_WITHOUT_CARRY, eights.shape[1])]
                x = np.uint64(0)
                for w in range(row.shape[0]):
                    x += row[w]
                    row[w] = 0
                # Fold eight sums side by side into four of twice the width, and add these.
                x = (x & np.uint64(0x00FF00FF00FF00FF)) + (
                    (x >> np.uint64(8)) & np.uint64(0x00FF00FF00FF00FF)
                )
                count += (x * np.uint64(0x0001000100010001)) >> np.uint64(48)
            class_counts[first + g] = np.uint16(count)


@either
def set_bits(columns, members, counting):
    """Do the same as `count_classes`, by a word of 16 bits or 64 for each guess."""
    if counting.stamp.shape[0] <= SHORT_CLASSES:
        count_by_few_bits(columns, members, counting.briefly, counting.class_counts)
    else:
        count_by_bits(columns, members, counting.seen, counting.class_counts)


@phase
def has_bits(counting):
    """Return whether each class has a bit in a word."""
    return counting.stamp.shape[0] <= ABREAST_CLASSES


@phase
def is_marked(counting):
    """Return whether each class has a byte in the marks."""
    return counting.marks.shape[0] > 0


@phase
def are_counted(counting, most, n):
    """Return whether to bound guesses by `count_classes` for a set of ``n`` members.

    The bound by the number of classes is as good as that by their sizes if no class has more than
    ``most`` members. This holds for the best guesses of sets that are not much larger than that.
    """
    return n <= COUNTED_MEMBERS or (
        n <= TIMES_THE_MOST * most and (has_bits(counting) or is_marked(counting))
    )


@phase
def count_classes(columns, members, counting):
    """Count the classes that each guess makes of a set: ``counting.class_counts``.

    Contract: there are at most `COUNTED_MEMBERS` members, or `are_counted` is true.
    """
    n, class_counts = members.shape[0], counting.class_counts
    narrow, wide = counting.narrow_tiles, counting.wide_tiles
    if has_bits(counting):
        set_bits(columns, members, counting)
    elif columns.narrow.shape[0] > 0 and narrow.shape[0] > 0 and n <= MOST_SORTED:
        count_by_sorting(columns.narrow, members, narrow, class_counts)
    elif columns.wide.shape[0] > 0 and wide.shape[0] > 0 and n <= MOST_SORTED:
        count_by_sorting(columns.wide, members, wide, class_counts)
    else:
        count_by_marks(columns, members, counting)


@either
def heaviest_sums(columns, members, weights, counting):
    """Do the same as `count_classes`, and sum the largest weight of each class: ``counting.gain``.

    Contract: members are sorted by falling weight.
    """
    apart, class_counts, gain = counting.apart, counting.class_counts, counting.gain
    class_counts[:] = 1
    gain[:] = weights[members[0]]
    for i in range(1, members.shape[0]):
        apart[:] = 1
        strike_alike(columns, members, i, apart)
        w = weights[members[i]]
        for g in range(class_counts.shape[0]):
            class_counts[g] += apart[g]
            gain[g] += w * np.int64(apart[g])


@phase
def sum_in_turn(game, members, weights, listed, begin, keys, counting):
    """Write the lower bound of each guess by class sizes, added to ``begin``: ``keys``.

    Contract: ``counting.steps[j]`` is the least cost per weight of the j-th member of a class.
    ``counting.tie_break[g]`` becomes the number of pairs in one class. If any guesses are
    ``listed``, only these are bounded.

    Returns the most classes that any guess makes.
    """
    n, some = members.shape[0], listed.shape[0]
    guesses = some if some > 0 else keys.shape[0]
    tie_break = counting.tie_break
    steps, counts, tile = counting.steps, counting.counts, counting.tile
    largest = 0
    for first in range(0, guesses, TILE_GUESSES):
        last = min(first + TILE_GUESSES, guesses)
        if some > 0:
            gather_rows(game.rows, members, listed[first:last], tile)
        else:
            gather(game.columns, members, first, last, tile)
        for b in range(last - first):
            row = tile[b]
            total = begin
            classes = 0
            pairs = 0
            for i in range(n):
                c = row[i]
                seen = counts[c]
                counts[c] = seen + 1
                total += steps[seen] * weights[members[i]]
                pairs += seen
                classes += seen == 0
            for i in range(n):
                counts[row[i]] = 0
            g = np.int64(listed[first + b]) if some > 0 else first + b
            keys[g] = total if classes > 1 else USELESS
            tie_break[g] = pairs
            largest = max(largest, classes)
    return largest


@phase
def sum_abreast(columns, members, listed, begin, keys, counting):
    """Do the same as `sum_in_turn` for equal weights and up to `ABREAST_CLASSES` classes.

    If any guesses are listed, only these are bounded.
    """
    n, some = members.shape[0], listed.shape[0]
    guesses = some if some > 0 else keys.shape[0]
    abreast, sums, tie_break = counting.abreast, counting.sums, counting.tie_break
    sums[0] = 0
    for j in range(n):
        sums[j + 1] = sums[j] + counting.steps[j]
    largest = 0
    for first in range(0, guesses, ABREAST_GUESSES):
        last = min(first + ABREAST_GUESSES, guesses)
        if some > 0:
            count_listed(columns, members, listed[first:last], abreast)
        else:
            count_abreast(columns, members, first, last, abreast)
        for b in range(last - first):
            total = begin
            classes = 0
            pairs = 0
            for c in range(abreast.shape[1]):
                size = np.int64(abreast[b, c])
                abreast[b, c] = 0
                total += sums[size]
                pairs += size * size
                classes += size > 0
            g = np.int64(listed[first + b]) if some > 0 else first + b
            keys[g] = total if classes > 1 else USELESS
            tie_break[g] = (pairs - n) >> 1
            largest = max(largest, classes)
    return largest


#: Repeated guesses are dropped for at most REPEATED_MEMBERS members, as larger sets have few, and
#: after TRIED_FIRST guesses were tried, as one of the first is often optimal.
REPEATED_MEMBERS, TRIED_FIRST = 64, 8


@struct
class Repeats(NamedTuple):
    """Working space of `drop_repeated`."""

    # A hash table of guesses by their tags: a power of 2, at least twice the guesses.
    slots: np.ndarray = array(np.int32, "slots")
    tags: np.ndarray = array(np.uint64, "slots")
    # As for `tag_of`.
    keys: np.ndarray = array(np.uint64, "classes", fill=0)
    # As for `are_same`.
    stamp: np.ndarray = array(np.int64, 2, "classes", fill=0)
    clock: np.ndarray = array(np.int64, 1, fill=0)


@phase
def tag_of(row, members, zobrist, keys):
    """Return a hash of the partition of a guess.

    Contract: ``keys`` is zero on entry and on return.
    """
    for i in range(members.shape[0]):
        keys[row[members[i]]] ^= zobrist[members[i], 0]
    tag = np.uint64(0)
    for i in range(members.shape[0]):
        c = row[members[i]]
        key = keys[c]
        # Clear it, so that each class counts once.
        keys[c] = 0
        tag ^= key * (key >> np.uint64(32))
    return tag


@phase
def are_same(row, other, members, stamp, clock):
    """Return whether two guesses make the same classes.

    Contract: no entry of ``stamp``, ``(2, classes)``, exceeds ``clock[0]`` on entry or on return.
    """
    base = clock[0]
    there, back = stamp[0], stamp[1]
    clock[0] = base + there.shape[0]
    differ = False
    for i in range(members.shape[0]):
        c, d = np.int64(row[members[i]]), np.int64(other[members[i]])
        differ |= (there[c] > base) & (there[c] != base + 1 + d)
        differ |= (back[d] > base) & (back[d] != base + 1 + c)
        there[c] = base + 1 + d
        back[d] = base + 1 + c
    return not differ


@either
def drop_repeated(rows, members, zobrist, order, repeats):
    """Drop guesses of ``order`` that make the same classes as an earlier one; return how many stay.

    Those that stay are moved to the front, in order.
    """
    slots, tags, stamp, clock = repeats.slots, repeats.tags, repeats.stamp, repeats.clock
    count = order.shape[0]
    size = 1
    while size < 2 * count:
        size *= 2
    slots[:size] = -1
    stay = 0
    for q in range(count):
        g = order[q]
        row = rows[g]
        tag = tag_of(row, members, zobrist, repeats.keys)
        at = np.int64(tag >> np.uint64(32)) & (size - 1)
        repeated = False
        while slots[at] >= 0 and not repeated:
            if tags[at] == tag:
                repeated = are_same(rows[slots[at]], row, members, stamp, clock)
            at = (at + 1) & (size - 1)
        if not repeated:
            slots[at] = g
            tags[at] = tag
            order[stay] = g
            stay += 1
    return stay
