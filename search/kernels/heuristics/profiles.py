"""Which guesses are of one kind: the same class sizes, and both candidates or both not.

A one-step strategy looks at nothing but the sizes of the classes that a guess leaves, and at
whether the guess may itself be right. So it is enough to weigh one guess of each kind.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

#: Guesses whose feedback is gathered at once: as many class numbers as lie in a line of the cache.
TILE = 32
#: Up to so many classes they are counted without being gathered, for so many guesses at once: the
#: counts stay in the fastest cache, and no count waits for the one before.
FEW, ABREAST = 64, 256


class Kinds(NamedTuple):
    """The kinds found, in the order in which they were met.

    The sizes of a kind lie run by run, falling: ``times[r]`` classes of ``size[r]`` members, for r
    from ``start[k]`` to ``start[k + 1]``.

    Attributes
    ----------
    of : (guesses,) int32
        The kind of each guess; -1 for one that was left out.
    candidate : (guesses,) uint8
        Whether the guesses of the kind are candidates.
    start : (guesses + 1,) int64
    size, times : (runs,) int32
        Room for as many runs as the guesses can make.
    table : (power of two,) int32
        -1 on entry and on return; at least twice as many places as guesses.
    place : (guesses,) int32
        The place of each kind in the table, while it is filled.
    """

    of: np.ndarray
    candidate: np.ndarray
    start: np.ndarray
    size: np.ndarray
    times: np.ndarray
    table: np.ndarray
    place: np.ndarray


@njit(cache=True, nogil=True)
def find_kinds(columns, members, candidate, left_out, kinds, classes, counts, tally):
    """Sort the guesses into kinds.

    Contract: ``candidate[g]`` tells whether guess g names a member, ``left_out[g]`` whether it is
    to be passed over; class numbers are below ``classes``. ``counts`` (classes) and ``tally``
    (members + 1) are zero on entry and on return. ``kinds`` has room for
    ``min(classes, sqrt(2 members))`` runs a guess.

    Returns the number of kinds.
    """
    n = members.shape[0]
    guesses = columns.shape[1]
    mask = kinds.table.shape[0] - 1
    found = 0
    kinds.start[0] = 0
    few = classes <= FEW and classes <= n
    block = ABREAST if few else TILE
    abreast = np.zeros((block, classes) if few else (0, 0), np.int32)
    tile = np.empty((0, 0) if few else (block, n), columns.dtype)
    met = np.empty(max(n, classes) + 1, columns.dtype)
    for g in range(guesses):
        b = g % block
        if b == 0:
            last = min(g + block, guesses)
            for i in range(n):
                column = columns[members[i]][g:last]
                if few:
                    for a in range(last - g):
                        abreast[a, column[a]] += 1
                else:
                    for a in range(last - g):
                        tile[a, i] = column[a]
        made = 0
        if few:
            for c in range(classes):
                counts[c] = abreast[b, c]
                abreast[b, c] = 0
                # Written in any case, kept if the class is there: quicker than to ask.
                met[made] = c
                made += counts[c] != 0
        else:
            row = tile[b]
            for i in range(n):
                c = row[i]
                seen = counts[c]
                counts[c] = seen + 1
                met[made] = c
                made += seen == 0
        if left_out[g] != 0:
            kinds.of[g] = -1
            for i in range(made):
                counts[met[i]] = 0
            continue
        # The sizes, each once and falling, are written where they will stay if the kind is new.
        at = kinds.start[found]
        end = at
        for i in range(made):
            c = met[i]
            size = counts[c]
            counts[c] = 0
            if tally[size] == 0:
                r = end
                while r > at and kinds.size[r - 1] < size:
                    kinds.size[r] = kinds.size[r - 1]
                    r -= 1
                kinds.size[r] = size
                end += 1
            tally[size] += 1
        key = np.uint64(candidate[g] + 1)
        for r in range(at, end):
            times = tally[kinds.size[r]]
            tally[kinds.size[r]] = 0
            kinds.times[r] = times
            key = (key ^ np.uint64(kinds.size[r])) * np.uint64(0x9E3779B97F4A7C15)
            key = (key ^ (key >> np.uint64(29)) ^ np.uint64(times)) * np.uint64(0xBF58476D1CE4E5B9)
        slot = np.int64((key >> np.uint64(32)) & np.uint64(mask))
        while True:
            k = kinds.table[slot]
            if k < 0:
                kinds.table[slot] = found
                kinds.place[found] = slot
                kinds.of[g] = found
                kinds.candidate[found] = candidate[g]
                found += 1
                kinds.start[found] = end
                break
            if same(kinds, k, at, end, candidate[g]):
                kinds.of[g] = k
                break
            slot = (slot + 1) & mask
    for k in range(found):
        kinds.table[kinds.place[k]] = -1
    return found


@njit(cache=True, nogil=True)
def same(kinds, k, at, end, candidate):
    """Tell whether the runs from ``at`` to ``end`` are those of kind ``k``."""
    start = kinds.start[k]
    if kinds.candidate[k] != candidate or kinds.start[k + 1] - start != end - at:
        return False
    for r in range(end - at):
        if (
            kinds.size[start + r] != kinds.size[at + r]
            or kinds.times[start + r] != kinds.times[at + r]
        ):
            return False
    return True


@njit(cache=True, nogil=True)
def first_of(rows, members, guesses, left_out, named, weights, wanted):
    """Find the first of some guesses that leaves one of some collections of class sizes.

    Contract: a collection is known by the sum of ``weights[t]`` over its sizes t; those wanted of a
    guess that names a member are ``wanted[1]``, of any other ``wanted[0]``, the places that are not
    needed -1. ``named[g]`` tells whether guess g names a member, ``left_out[g]`` whether it is to
    be passed over. There are few members.

    Returns the guess, or -1.
    """
    n = members.shape[0]
    size = np.empty(n, np.int64)
    for g in guesses:
        if left_out[g] != 0:
            continue
        row = rows[g]
        code = 0
        for i in range(n):
            # The size of the class of each member, if no earlier member lies in it.
            size[i] = 1
            for j in range(i):
                if row[members[j]] == row[members[i]]:
                    size[j] += 1
                    size[i] = 0
                    break
        for i in range(n):
            if size[i] > 0:
                code += weights[size[i]]
        for w in wanted[named[g]]:
            if w == code:
                return g
    return -1
