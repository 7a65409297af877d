"""The transposition table: sets known to be solvable, by exact set.

Only upper bounds live here. Lower bounds live in the cores, where one entry answers for every
superset. A key is the exclusive or of 128 random bits for each member; two different sets share a
key with probability 2**-128, about 1e-20 over 1e18 look-ups.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

WAYS = 4


class Solved(NamedTuple):
    """A table of ``2**k`` places in buckets of `WAYS`.

    Attributes
    ----------
    keys : (places, 2) uint64
    depth : (places,) int32
        Guesses that suffice; 0 marks an empty place.
    """

    keys: np.ndarray
    depth: np.ndarray


@njit(cache=True, nogil=True)
def set_key(members, zobrist, key):
    """Write the 128-bit key of a set; ``zobrist`` is ``(secrets, 2)`` uint64, ``key`` ``(2,)``."""
    a = np.uint64(0)
    b = np.uint64(0)
    for i in range(members.shape[0]):
        a ^= zobrist[members[i], 0]
        b ^= zobrist[members[i], 1]
    key[0] = a
    key[1] = b


@njit(cache=True, nogil=True)
def recall(solved, key):
    """Return a number of guesses known to suffice for the set, or 0."""
    bucket = WAYS * (np.int64(key[0] >> np.uint64(1)) % (solved.depth.shape[0] // WAYS))
    for p in range(bucket, bucket + WAYS):
        if solved.keys[p, 0] == key[0] and solved.keys[p, 1] == key[1]:
            return np.int64(solved.depth[p])
    return 0


@njit(cache=True, nogil=True)
def remember(solved, key, depth):
    """Note that ``depth`` guesses suffice; a bound is only ever tightened.

    A full bucket gives up its shallowest entry, which is the cheapest to prove again.
    """
    bucket = WAYS * (np.int64(key[0] >> np.uint64(1)) % (solved.depth.shape[0] // WAYS))
    place = bucket
    for p in range(bucket, bucket + WAYS):
        if solved.keys[p, 0] == key[0] and solved.keys[p, 1] == key[1]:
            if solved.depth[p] == 0 or solved.depth[p] > depth:
                solved.depth[p] = depth
            return
        if solved.depth[p] < solved.depth[place]:
            place = p
    solved.keys[place, 0] = key[0]
    solved.keys[place, 1] = key[1]
    solved.depth[place] = depth
