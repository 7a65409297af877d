"""Bounds on sets: the transposition table, and the journal of bounds that took work to prove.

The engines empty the journal from time to time, for the store and for other workers.

A key is the exclusive or of 128 random bits for each member; two different sets share a key with
probability 2**-128, about 1e-20 over 1e18 look-ups.
"""

from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import kernel, phase
from emi.search.compile.structs import struct
from emi.search.kernels.core.arrays import array, record

#: The number of places in a bucket; a table has ``2**k`` places.
WAYS = 4
#: Bounds on the set of a key.
PLACE = record(
    lower="lower bound on the value",
    upper="upper bound on the value",
    guess="first guess of a strategy that attains ``upper``; -1 if none is known",
    priority="entries of least priority are replaced first; 0 marks an empty place",
)


@struct
class Table(NamedTuple):
    """The table. Keys are stored together, so that a failed look-up reads one cache line."""

    keys: np.ndarray = array(np.uint64, "places", 2, fill=0)
    at: np.ndarray = array(PLACE, "places", fill=0)
    # The number of places taken, and the number at which the table should grow; 0 if it may not.
    held: np.ndarray = array(np.int64, 2, fill=0)


@phase
def is_filling(table):
    """Return whether the table should grow.

    This depends on the entries only, not on the time of the check. So a search that is repeated
    replaces the same entries.
    """
    return 0 < table.held[1] <= table.held[0]


@kernel
def set_key(members, zobrist, state, key):
    """Write the 128-bit key of a set in a state (0 if the value does not depend on the state).

    ``zobrist`` is ``(secrets, 2)`` uint64, ``key`` ``(2,)`` (Zobrist, A New Hashing Method with
    Application for Game Playing, 1970).
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
    """Return the place of a set, or -1 if it is not in the table."""
    bucket = bucket_of(table, key)
    for p in range(bucket, bucket + WAYS):
        if table.keys[p, 0] == key[0] and table.keys[p, 1] == key[1]:
            return p if table.at[p].priority > 0 else -1
    return -1


@kernel
def tighten(table, key, lower, upper, guess):
    """Record bounds on a set; known bounds are tightened. A better upper bound brings its guess.

    In a full bucket, the entry of least priority is replaced, the first of equals.

    Returns the place. The caller sets its priority, which is 0 if the set is new.
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


#: Bounds on a set; the fields are those of `emi.search.model.record.Batch`, in its order.
ENTRY = record(
    lower="lower bound on the value",
    upper="upper bound on the value",
    guess="first guess of a strategy that attains ``upper``; -1 if none is known",
    state="the state of the set",
    count="the number of its members",
)


@struct
class Journal(NamedTuple):
    """Bounds on sets, in the order in which they were proven."""

    # The members of all entries, one entry after the other.
    members: np.ndarray = array(np.int32, "pool")
    entries: np.ndarray = array(ENTRY, "capacity")
    # The numbers of entries and of members, and the least work that is worth an entry.
    held: np.ndarray = array(np.int64, 3)


@phase
def is_full(journal, secrets):
    """Return whether there may be no room for another entry."""
    held = journal.held
    return held[0] + 1 > journal.entries.shape[0] or held[1] + secrets > journal.members.shape[0]


@phase
def note(journal, members, state, lower, upper, guess, work):
    """Add bounds on a set if they took enough ``work``.

    Contract: there is room for them.
    """
    held = journal.held
    if work < held[2]:
        return
    entry = journal.entries[held[0]]
    at = held[1]
    n = members.shape[0]
    for i in range(n):
        journal.members[at + i] = members[i]
    entry.count = n
    entry.state = state
    entry.lower = lower
    entry.upper = upper
    entry.guess = guess
    held[0] += 1
    held[1] = at + n
