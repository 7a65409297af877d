"""The distinct profiles of guesses; candidates are kept separate from other guesses.

A one-step strategy depends only on the profile of a guess, and on whether the guess may be the
secret. So it suffices to examine one guess of each profile.
"""

from functools import partial
from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import allocating_kernel, allocating_phase, either, phase
from emi.search.compile.structs import struct
from emi.search.kernels.core.partition import (
    ABREAST_CLASSES,
    ABREAST_GUESSES,
    TILE_GUESSES,
    count_abreast,
    gather,
)

#: A row is counted in this many arrays in turn: reading a count that was just written is slow, and
#: neighbours in the list often lie in one class.
LANES = 4


@struct
class DistinctProfiles(NamedTuple):
    """The distinct profiles in the order in which they were found.

    The sizes of profile k are runs in falling order: ``times[r]`` classes of ``size[r]`` members,
    for r from ``start[k]`` to ``start[k + 1]``.
    """

    # The profile of each guess; -1 for a guess that was skipped.
    of: np.ndarray  # (guesses,) int32
    # Whether the guesses of the profile are candidates.
    candidate: np.ndarray  # (guesses,) uint8
    start: np.ndarray  # (guesses + 1,) int64
    # Room for as many runs as the guesses can make.
    size: np.ndarray  # (runs,) int32
    times: np.ndarray  # (runs,) int32
    # -1 on entry and on return; at least twice as many places as guesses.
    table: np.ndarray  # (power of two,) int32
    # The place of each profile in the table, while it is filled.
    place: np.ndarray  # (guesses,) int32


@phase
def take_over(abreast, counts, met):
    """Move the counts of one guess to ``counts``, list its classes and return their number."""
    classes = 0
    for c in range(abreast.shape[0]):
        counts[c] = abreast[c]
        abreast[c] = 0
        # Write always, and advance if the class is not empty: faster than a branch.
        met[classes] = c
        classes += counts[c] != 0
    return classes


@phase
def count_tile(row, counts, met):
    """Count the classes of one guess, list them and return their number."""
    classes = 0
    for i in range(row.shape[0]):
        c = row[i]
        seen = counts[c]
        counts[c] = seen + 1
        met[classes] = c
        classes += seen == 0
    return classes


@phase
def take_sizes(counts, met, sizes):
    """Write the sizes of the listed classes, and clear the counts."""
    for i in range(met.shape[0]):
        c = met[i]
        sizes[i] = counts[c]
        counts[c] = 0


@phase
def write_runs(size, times, at, sizes, tally):
    """Write class sizes as runs: distinct sizes in falling order, with their multiplicities.

    Returns the end of the runs.
    """
    end = at
    for i in range(sizes.shape[0]):
        n = sizes[i]
        if tally[n] == 0:
            r = end
            while r > at and size[r - 1] < n:
                size[r] = size[r - 1]
                r -= 1
            size[r] = n
            end += 1
        tally[n] += 1
    for r in range(at, end):
        times[r] = tally[size[r]]
        tally[size[r]] = 0
    return end


@phase
def key_of_runs(profiles, at, end):
    """Return a uint64 hash of the runs from ``at`` to ``end``."""
    key = np.uint64(0)
    for r in range(at, end):
        key = (key ^ np.uint64(profiles.size[r])) * np.uint64(0x9E3779B97F4A7C15)
        key = key ^ (key >> np.uint64(29)) ^ np.uint64(profiles.times[r])
        key = key * np.uint64(0xBF58476D1CE4E5B9)
    return key


@phase
def same(profiles, k, at, end, candidate):
    """Return whether profile k has the runs from ``at`` to ``end`` and this ``candidate`` flag."""
    start = profiles.start[k]
    if profiles.candidate[k] != candidate or profiles.start[k + 1] - start != end - at:
        return False
    for r in range(end - at):
        if (
            profiles.size[start + r] != profiles.size[at + r]
            or profiles.times[start + r] != profiles.times[at + r]
        ):
            return False
    return True


@phase
def look_up(profiles, distinct, end, key, candidate):
    """Return the profile with the runs written last: a known one, or a new one, which is added."""
    mask = profiles.table.shape[0] - 1
    slot = np.int64((key >> np.uint64(32)) & np.uint64(mask))
    while True:
        k = profiles.table[slot]
        if k < 0:
            profiles.table[slot] = distinct
            profiles.place[distinct] = slot
            profiles.candidate[distinct] = candidate
            profiles.start[distinct + 1] = end
            return distinct
        if same(profiles, k, profiles.start[distinct], end, candidate):
            return np.int64(k)
        slot = (slot + 1) & mask


@allocating_kernel
def distinct_profiles(columns, members, candidate, left_out, profiles, classes, counts, tally):
    """Find the distinct profiles of guesses; candidates are kept separate from other guesses.

    Contract: ``candidate[g]`` is nonzero if guess g names a member, ``left_out[g]`` if it is
    skipped; class numbers are below ``classes``. ``counts`` (classes) and ``tally`` (members + 1)
    are zero on entry and on return. ``profiles`` has room for ``min(classes, sqrt(2 members))``
    runs a guess.

    Returns the number of profiles.
    """
    n = members.shape[0]
    guesses = candidate.shape[0]
    distinct = 0
    profiles.start[0] = 0
    few = classes <= ABREAST_CLASSES and classes <= n
    block = ABREAST_GUESSES if few else TILE_GUESSES
    abreast = np.zeros((block, classes) if few else (0, 0), np.int32)
    tile = np.empty((0, 0) if few else (block, n), np.uint16)
    met = np.empty(max(n, classes) + 1, np.uint16)
    sizes = np.empty(max(n, classes) + 1, np.int32)
    for g in range(guesses):
        b = g % block
        last = min(g + block, guesses)
        if b == 0 and few:
            count_abreast(columns, members, g, last, abreast)
        elif b == 0:
            gather(columns, members, g, last, tile)
        class_count = (
            take_over(abreast[b], counts, met) if few else count_tile(tile[b], counts, met)
        )
        if left_out[g] != 0:
            profiles.of[g] = -1
            for i in range(class_count):
                counts[met[i]] = 0
            continue
        # Write the runs to their final place, in case the profile is new.
        take_sizes(counts, met[:class_count], sizes)
        at = profiles.start[distinct]
        end = write_runs(profiles.size, profiles.times, at, sizes[:class_count], tally)
        key = key_of_runs(profiles, at, end)
        k = look_up(profiles, distinct, end, key, candidate[g])
        profiles.of[g] = k
        distinct += k == distinct
    for k in range(distinct):
        profiles.table[profiles.place[k]] = -1
    return distinct


@phase
def count_apart(row, apart):
    """Count the classes of a row in four arrays in turn (see `LANES`).

    Returns one more than the largest class number.
    """
    n = row.shape[0]
    most = row[0]
    for i in range(n):
        most = max(most, row[i])
    whole = n - n % LANES
    for i in range(0, whole, LANES):
        apart[0, row[i]] += 1
        apart[1, row[i + 1]] += 1
        apart[2, row[i + 2]] += 1
        apart[3, row[i + 3]] += 1
    for i in range(whole, n):
        apart[0, row[i]] += 1
    return np.int64(most) + 1


@partial(either, compiled=allocating_phase)
def write_profiles(rows, start, size, times, apart, tally):
    """Do the same as `row_profiles`."""
    sizes = np.empty(apart.shape[1], np.int32)
    end = 0
    start[0] = 0
    for i in range(rows.shape[0]):
        classes = count_apart(rows[i], apart)
        class_count = 0
        for c in range(classes):
            n = apart[0, c] + apart[1, c] + apart[2, c] + apart[3, c]
            apart[0, c] = 0
            apart[1, c] = 0
            apart[2, c] = 0
            apart[3, c] = 0
            sizes[class_count] = n
            class_count += n != 0
        end = write_runs(size, times, end, sizes[:class_count], tally)
        start[i + 1] = end


@allocating_kernel
def row_profiles(rows, start, size, times, apart, tally):
    """Write the profile of each row of feedback, in order, as runs (see `DistinctProfiles`).

    Contract: there is at least one secret; class numbers are below the length of the ``LANES`` rows
    of ``apart``, int32, which is zero on entry and on return, as is ``tally`` (secrets + 1).
    ``start`` has one element more than there are rows; ``size`` and ``times`` have room for all
    runs.
    """
    write_profiles(rows, start, size, times, apart, tally)


@partial(either, compiled=allocating_phase)
def first_wanted(rows, members, guesses, left_out, named, weights, wanted):
    """Do the same as `first_of`."""
    n = members.shape[0]
    size = np.empty(n, np.int64)
    for q in range(guesses.shape[0]):
        g = guesses[q]
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
        for w in range(wanted.shape[1]):
            if wanted[named[g], w] == code:
                return g
    return np.int32(-1)


@allocating_kernel
def first_of(rows, members, guesses, left_out, named, weights, wanted):
    """Find the first of some guesses that has a wanted profile.

    Contract: the sum of ``weights[t]`` over its class sizes t identifies a profile. ``wanted[1]``
    holds the profiles wanted of a guess that names a member, ``wanted[0]`` those of any other
    guess; -1 pads the shorter row. ``named[g]`` is nonzero if guess g names a member,
    ``left_out[g]`` if it is skipped. There are few members.

    Returns the guess, or -1.
    """
    return first_wanted(rows, members, guesses, left_out, named, weights, wanted)
