"""A transposition table with both bounds on the worst case of a set, by exact set.

For games in which a subset may be harder than the set: there neither bound says anything about
another set, so both lie side by side. Keys are those of `set_key`.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from search.kernels.common.solved import WAYS


class Known(NamedTuple):
    """A table of ``2**k`` places in buckets of `WAYS`.

    Attributes
    ----------
    keys : (places, 2) uint64
    lower, upper : (places,) int32
        ``lower <= w(S) <= upper``.
    work : (places,) int64
        Nodes that it took to prove them, at least 1; 0 marks an empty place.
    """

    keys: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    work: np.ndarray


@njit(cache=True, nogil=True)
def place_of(known, key):
    """Return the place of a set, or -1 if nothing is known of it."""
    bucket = WAYS * (np.int64(key[0] >> np.uint64(1)) % (known.work.shape[0] // WAYS))
    for p in range(bucket, bucket + WAYS):
        if known.keys[p, 0] == key[0] and known.keys[p, 1] == key[1] and known.work[p] > 0:
            return p
    return -1


@njit(cache=True, nogil=True)
def tighten(known, key, lower, upper, work):
    """Note bounds on a set that took so many nodes; a bound is only ever tightened.

    A full bucket gives up the entry that is the cheapest to prove again.
    """
    p = place_of(known, key)
    if p >= 0:
        known.lower[p] = max(known.lower[p], lower)
        known.upper[p] = min(known.upper[p], upper)
        known.work[p] += work
        return
    bucket = WAYS * (np.int64(key[0] >> np.uint64(1)) % (known.work.shape[0] // WAYS))
    p = bucket
    for other in range(bucket + 1, bucket + WAYS):
        if known.work[other] < known.work[p]:
            p = other
    known.keys[p, 0] = key[0]
    known.keys[p, 1] = key[1]
    known.lower[p] = lower
    known.upper[p] = upper
    known.work[p] = work
