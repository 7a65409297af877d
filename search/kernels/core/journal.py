"""The journal: bounds that took work to prove, until the session takes them."""

from typing import NamedTuple

import numpy as np

from emi.search.kernels.compiler.jit import phase
from emi.search.kernels.compiler.structs import struct
from emi.search.kernels.core.arrays import array, record

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
    """Bounds on sets."""

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
