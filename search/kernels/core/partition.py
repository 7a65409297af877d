"""The partition of a set by a guess, and sweeps that partition it by many guesses at once.

Kernels take the matrix as `Widths`.
"""

from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import either, kernel, phase
from emi.search.compile.structs import struct
from emi.search.kernels.core.arrays import array

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
def strike_alike(columns, members, i, free):
    """Clear ``free`` for the guesses that give member i the same feedback as an earlier member.

    ``free[g]`` is nonzero if guess g is still free. Four members are compared at once, so each
    element of ``free`` is read and written a quarter as often.
    """
    a = columns[members[i]]
    j = 0
    while j + 4 <= i:
        b, c = columns[members[j]], columns[members[j + 1]]
        d, e = columns[members[j + 2]], columns[members[j + 3]]
        for g in range(free.shape[0]):
            x = a[g]
            free[g] &= np.uint8((x != b[g]) & (x != c[g]) & (x != d[g]) & (x != e[g]))
        j += 4
    while j < i:
        b = columns[members[j]]
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


#: The key or the bound of a guess that leaves a set whole.
USELESS = np.iinfo(np.int64).max
#: An empty array of marks: all guesses are tried.
EVERY = np.empty(0, np.uint8)


@struct
class Space(NamedTuple):
    """Working space of `split`."""

    # All arrays have their initial values on entry and on return. The width exceeds the number of
    # classes and the number of members.
    counts: np.ndarray = array(np.int32, "width", fill=0)
    label: np.ndarray = array(np.int32, "width", fill=-1)
    tally: np.ndarray = array(np.int32, "width", fill=0)


@phase
def count_row(row, members, counts):
    """Count the classes of one guess; ``counts`` is zero on entry and on return.

    Returns ``(pairs, classes, largest)``: the number of pairs of members in one class, the number
    of classes, and the size of the largest. The squared sizes add up to the number of members plus
    twice the pairs.
    """
    pairs = 0
    classes = 0
    largest = 0
    for i in range(members.shape[0]):
        c = row[members[i]]
        seen = counts[c]
        counts[c] = seen + 1
        pairs += seen
        classes += seen == 0
        largest = max(largest, seen + 1)
    for i in range(members.shape[0]):
        counts[row[members[i]]] = 0
    return pairs, classes, largest


@phase
def count_gathered(row, counts):
    """Do the same as `count_row`, given the feedback of the members."""
    pairs = 0
    classes = 0
    largest = 0
    for i in range(row.shape[0]):
        c = row[i]
        seen = counts[c]
        counts[c] = seen + 1
        pairs += seen
        classes += seen == 0
        largest = max(largest, seen + 1)
    for i in range(row.shape[0]):
        counts[row[i]] = 0
    return pairs, classes, largest


@phase
def count_whole(row, counts):
    """Do the same as `count_row` if all secrets are members, and are at least as many as classes.

    The first loop has no branches, and the second one is vectorised.

    Returns ``(pairs, classes)``.
    """
    for s in range(row.shape[0]):
        counts[row[s]] += 1
    squares = 0
    classes = 0
    for c in range(counts.shape[0]):
        size = np.int64(counts[c])
        squares += size * size
        classes += size > 0
        counts[c] = 0
    return (squares - row.shape[0]) >> 1, classes


@phase
def are_all(members, secrets):
    """Return whether all secrets are members, in ascending order."""
    if members.shape[0] != secrets:
        return False
    for i in range(secrets):
        if members[i] != i:
            return False
    return True


@either
def sum_classes(rows, members, alive, keys, counts):
    """Do the same as `class_sums`."""
    n = members.shape[0]
    most = 0
    whole = counts.shape[0] <= n and are_all(members, rows.shape[1])
    for g in range(rows.shape[0]):
        if alive[g] == 0:
            continue
        if whole:
            pairs, classes = count_whole(rows[g], counts)
        else:
            pairs, classes, _ = count_row(rows[g], members, counts)
        keys[g] = n + 2 * pairs
        most = max(most, classes)
        if classes == 1 and n > 1:
            alive[g] = 0
        if classes == n:
            return g, most
    return -1, most


@kernel
def class_sums(rows, members, alive, keys, counts):
    """Write the Sum of every living guess: the sum of the squares of its class sizes.

    Ordering guesses by the sum of t^3 or of t ln t makes the search as fast; ordering them by the
    number of classes makes it slower.

    Contract: ``keys[g]`` becomes the Sum for ``alive[g] != 0``; a guess that leaves the set whole
    is useless and dies. ``counts`` is zero on entry and on return.

    Returns ``(guess, most)``: a guess that tells all members apart (the sweep stops there), or -1,
    and the most classes any swept guess makes.
    """
    return sum_classes(rows, members, alive, keys, counts)


@phase
def rank_by_size(out, start, classes, largest, space):
    """Turn the sizes of classes into offsets: ``start[r]``, the largest first.

    Contract: class k has ``counts[k]`` members, at most ``largest``. On return ``counts[k]`` is the
    offset of class k; ``out`` is working space.
    """
    counts, tally = space.counts, space.tally
    # A counting sort; start[] holds ranks, then offsets.
    for k in range(classes):
        tally[counts[k]] += 1
    rank = 0
    for size in range(largest, 0, -1):
        here = tally[size]
        tally[size] = rank
        rank += here
    for k in range(classes):
        out[k] = tally[counts[k]]
        tally[counts[k]] += 1
    for size in range(largest + 1):
        tally[size] = 0
    for k in range(classes):
        start[out[k] + 1] = counts[k]
    start[0] = 0
    for r in range(classes):
        start[r + 1] += start[r]
    for k in range(classes):
        counts[k] = start[out[k]]


@phase
def split_row(row, members, out, start, space):
    """Do the same as `split`, given the row of the guess."""
    counts, label, tally = space.counts, space.label, space.tally
    n = members.shape[0]
    classes = 0
    largest = 0
    for i in range(n):
        c = row[members[i]]
        if label[c] < 0:
            label[c] = classes
            classes += 1
        k = label[c]
        counts[k] += 1
        largest = max(largest, counts[k])
    rank_by_size(out, start, classes, largest, space)
    for i in range(n):
        # Store the class of each member, which saves a look-up in the next pass.
        tally[i] = label[row[members[i]]]
    for i in range(n):
        k = tally[i]
        out[counts[k]] = members[i]
        counts[k] += 1
        tally[i] = 0
        label[row[members[i]]] = -1
    for k in range(classes):
        counts[k] = 0
    return classes


@either
def split_set(rows, guess, members, out, start, space):
    """Do the same as `split`."""
    return split_row(rows[guess], members, out, start, space)


@kernel
def split(rows, guess, members, out, start, space):
    """Write the classes that one guess makes of a set, the largest first.

    Contract: class k is ``out[start[k]:start[k + 1]]``. Classes of equal size keep the order of
    their first members, and members keep their order.

    Returns the number of classes.
    """
    return split_set(rows, guess, members, out, start, space)


@phase
def tells_apart(row, members, stamp, clock):
    """Return whether a guess gives all members different feedback.

    Contract: no entry of ``stamp`` exceeds ``clock[0]`` on entry or on return.
    """
    clock[0] += 1
    now = clock[0]
    for i in range(members.shape[0]):
        c = row[members[i]]
        if stamp[c] == now:
            return False
        stamp[c] = now
    return True


@either
def first_apart(rows, members, free, stamp, clock):
    """Return the first guess that gives all members different feedback, or -1 (`tells_apart`).

    Only guesses marked in ``free`` are tried, or all guesses if it is empty.
    """
    for g in range(rows.shape[0]):
        tried = free.shape[0] == 0 or free[g] != 0
        if tried and tells_apart(rows[g], members, stamp, clock):
            return g
    return -1


@kernel
def separating_guess(rows, members, stamp, clock):
    """Return the first guess that gives all members different feedback, or -1 (`tells_apart`)."""
    return first_apart(rows, members, EVERY, stamp, clock)
