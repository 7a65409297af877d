"""The journal: bounds that took work to prove, waiting to be kept outside."""

from typing import NamedTuple

import numpy as np

from search.kernels.common.arrays import array, record
from search.kernels.compiler.jit import phase
from search.kernels.compiler.structs import struct

#: Bounds on a set; the fields are those of `search.model.record.Batch`, in its order.
ENTRY = record(
    lower="its value is no less",
    upper="its value is no more",
    guess="begins a strategy as good as ``upper``; -1 if none is known",
    state="the state that it was asked for in",
    count="members of the set",
)


@struct
class Journal(NamedTuple):
    """Bounds on sets."""

    # Those of all entries, one after the other.
    members: np.ndarray = array(np.int32, "pool")
    entries: np.ndarray = array(ENTRY, "capacity")
    # Entries, members, and the least work that is worth an entry.
    held: np.ndarray = array(np.int64, 3)


@phase
def is_full(journal, secrets):
    """Tell whether there may be no room for another entry."""
    held = journal.held
    return held[0] + 1 > journal.entries.shape[0] or held[1] + secrets > journal.members.shape[0]


@phase
def note(journal, members, state, lower, upper, guess, work):
    """Write bounds that took so much work, if that is enough.

    There is room: the caller has seen to it.
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
