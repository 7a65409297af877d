"""The transposition table of the least costs: what a set costs at least, and if that is exact.

A key is as of `search.kernels.common.solved`, with bits of the state mixed in: the same set costs
something else when fewer guesses are left.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

WAYS = 4


class Worth(NamedTuple):
    """A table of ``2**k`` places in buckets of `WAYS`.

    Attributes
    ----------
    keys : (places, 2) uint64
    lower : (places,) int64
    exact : (places,) uint8
        Whether the set costs no more.
    guess : (places,) int32
        A guess that begins a strategy of that cost if it is exact, or -1 where a look finds one.
    size : (places,) int32
        Members of the set; 0 marks an empty place.
    """

    keys: np.ndarray
    lower: np.ndarray
    exact: np.ndarray
    guess: np.ndarray
    size: np.ndarray


@njit(cache=True, nogil=True)
def mix(key, state):
    """Turn the key of a set into that of the set in a state."""
    key[0] ^= np.uint64(state) * np.uint64(0x9E3779B97F4A7C15)


@njit(cache=True, nogil=True)
def find(worth, key):
    """Return the place of a set, or -1."""
    bucket = WAYS * (np.int64(key[0] >> np.uint64(1)) % (worth.size.shape[0] // WAYS))
    for p in range(bucket, bucket + WAYS):
        if worth.keys[p, 0] == key[0] and worth.keys[p, 1] == key[1] and worth.size[p] > 0:
            return p
    return -1


@njit(cache=True, nogil=True)
def put(worth, key, size, lower, exact, guess):
    """Note what a set costs at least; a bound is only ever tightened.

    A full bucket gives up its smallest set, which is the cheapest to weigh again.
    """
    bucket = WAYS * (np.int64(key[0] >> np.uint64(1)) % (worth.size.shape[0] // WAYS))
    place = bucket
    for p in range(bucket, bucket + WAYS):
        if worth.keys[p, 0] == key[0] and worth.keys[p, 1] == key[1] and worth.size[p] > 0:
            if worth.exact[p] == 0 and (lower > worth.lower[p] or exact):
                worth.lower[p] = lower
                worth.exact[p] = exact
                worth.guess[p] = guess
            return
        if worth.size[p] < worth.size[place]:
            place = p
    worth.keys[place, 0] = key[0]
    worth.keys[place, 1] = key[1]
    worth.lower[place] = lower
    worth.exact[place] = exact
    worth.guess[place] = guess
    worth.size[place] = size
