"""The transposition table: bounds on sets, by exact set.

A key is the exclusive or of 128 random bits for each member; two different sets share a key with
probability 2**-128, about 1e-20 over 1e18 look-ups.
"""

from typing import NamedTuple

import numpy as np

from search.kernels.common.arrays import array, record
from search.kernels.compiler.jit import kernel, phase
from search.kernels.compiler.structs import struct

#: A table is ``2**k`` places, in buckets of so many.
WAYS = 4
#: Bounds on the set of a key.
PLACE = record(
    lower="its value is no less",
    upper="its value is no more",
    guess="begins a strategy as good as ``upper``; -1 if none is known",
    priority="what it is worth to keep it; 0 marks an empty place",
)


@struct
class Table(NamedTuple):
    """The keys lie together: where nothing is known, one line of the cache tells."""

    keys: np.ndarray = array(np.uint64, "places", 2, fill=0)
    at: np.ndarray = array(PLACE, "places", fill=0)
    # Places taken, and how many of them are enough to ask for more; 0 if there may be no more.
    held: np.ndarray = array(np.int64, 2, fill=0)


@phase
def is_filling(table):
    """Tell whether the table is to have more places.

    That depends on what was noted alone, and not on when somebody looks: else the same search would
    forget other sets each time.
    """
    return 0 < table.held[1] <= table.held[0]


@kernel
def set_key(members, zobrist, state, key):
    """Write the 128-bit key of a set in a state, in which it has a value of its own, or in state 0.

    ``zobrist`` is ``(secrets, 2)`` uint64, ``key`` ``(2,)``.
    """
    a = np.uint64(0)
    b = np.uint64(0)
    for i in range(members.shape[0]):
        a ^= zobrist[members[i], 0]
        b ^= zobrist[members[i], 1]
    key[0] = a ^ (np.uint64(state) * np.uint64(0x9E3779B97F4A7C15))
    key[1] = b


@phase
def bucket_of(table, key):
    """Return the first place of the bucket of a key."""
    return WAYS * (np.int64(key[0] >> np.uint64(1)) % (table.keys.shape[0] // WAYS))


@kernel
def place_of(table, key):
    """Return the place of a set, or -1 if nothing is known of it."""
    bucket = bucket_of(table, key)
    for p in range(bucket, bucket + WAYS):
        if table.keys[p, 0] == key[0] and table.keys[p, 1] == key[1]:
            return p if table.at[p].priority > 0 else -1
    return -1


@kernel
def tighten(table, key, lower, upper, guess):
    """Note bounds on a set; they are only ever tightened. A better upper bound brings its guess.

    A full bucket gives up its place of least priority, the first of equals.

    Returns the place. The caller sets its priority, which is 0 if the set was not known.
    """
    p = place_of(table, key)
    if p >= 0:
        place = table.at[p]
        place.lower = max(place.lower, lower)
        if upper < place.upper:
            place.upper = upper
            place.guess = guess
        return p
    bucket = bucket_of(table, key)
    p = bucket
    for other in range(bucket + 1, bucket + WAYS):
        if table.at[other].priority < table.at[p].priority:
            p = other
    place = table.at[p]
    table.held[0] += place.priority == 0
    table.keys[p, 0] = key[0]
    table.keys[p, 1] = key[1]
    place.lower = lower
    place.upper = upper
    place.guess = guess
    place.priority = 0
    return p
