"""The common parts of the stacks of all searches: results, stages, registers, and sorting.

The numbers of each level lie in an array of records, ``at``; sets and lists lie in other arrays, a
row for each level. `emi.search.kernels.core.machine` walks the stack.
"""

import numpy as np

from emi.search.kernels.compiler.jit import phase
from emi.search.kernels.core.arrays import record

# A step of the machine returns one of three kinds of numbers. First, what to do next: the next step
# of this level, as there is no result yet; or the class that was put on the level below.
UNKNOWN, DESCEND = -2, -1
# Second, the result of the set: there is no strategy; there is one; postponed, because it takes too
# much work for now.
REFUTED, SOLVED, PUT_OFF = 0, 1, 2
# Third, a reason to pause (see `is_pause`): the node limit is reached; the journal, the table or
# (for worst cases) the cores need room; the stack needs levels; another search must answer first.
PAUSED, FULL, DEEP, WAITING = 16, 17, 18, 19
# The next step of a level: open it, choose a guess, bound the guess by its classes, settle the next
# class, wait for another search.
OPEN, CHOOSE, BOUND, SETTLE, ASK = range(5)


#: The registers of a search, an array of one.
REGISTERS = record(
    level="the level to continue with",
    result="the result of the level below it",
    nodes="sets (for costs, sets and guesses) examined so far",
    bottom="the level of the question",
    core="the core that refutes the set refuted last",
    pairs="pairs of member and guess examined by this call (for costs)",
)


@phase
def is_pause(outcome):
    """Return whether a step returned a reason to pause."""
    return outcome >= PAUSED


@phase
def is_result(outcome):
    """Return whether a step returned the result of its set."""
    return REFUTED <= outcome <= PUT_OFF


@phase
def copy(source, target):
    """Copy numbers to the front of an array, first to last.

    Assigning to a slice takes ten times as long to compile.
    """
    for i in range(source.shape[0]):
        target[i] = source[i]


@phase
def push(levels, level, members):
    """Put a set on the stack as the question of a level, to be opened."""
    here = levels.at[level]
    copy(members, levels.members[level])
    here.count = members.shape[0]
    here.stage = OPEN


#: The slots for distinct ranks, at most half of which are filled.
RANK_BITS = 8
RANK_SLOTS = 1 << RANK_BITS


@phase
def sort(order, rank, other):
    """Sort guesses by rank (a stable merge sort); ``other`` is as long as ``order``.

    numba's own sort takes as long to compile as a search.
    """
    n = order.shape[0]
    width = 1
    while width < n:
        for low in range(0, n, 2 * width):
            a, middle = low, min(low + width, n)
            b, high = middle, min(low + 2 * width, n)
            for q in range(low, high):
                if b == high or (a < middle and rank[order[a]] <= rank[order[b]]):
                    other[q] = order[a]
                    a += 1
                else:
                    other[q] = order[b]
                    b += 1
        for q in range(n):
            order[q] = other[q]
        width *= 2


@phase
def slot_of(rank):
    """Return the first slot in which `sort_alike` looks for a rank."""
    return np.int64((np.uint64(rank) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - RANK_BITS))


@phase
def sort_alike(order, rank, other, tally):
    """Sort as `sort` does if there are few distinct ranks; return whether it did.

    Contract: ``tally`` is ``(3, RANK_SLOTS)`` int64.
    """
    n = order.shape[0]
    ranks, counts, slots = tally[0], tally[1], tally[2]
    counts[:] = 0
    different = 0
    for q in range(n):
        r = rank[order[q]]
        at = slot_of(r)
        while counts[at] > 0 and ranks[at] != r:
            at = (at + 1) & (RANK_SLOTS - 1)
        if counts[at] == 0:
            if 2 * different == RANK_SLOTS:
                return False
            p = different
            while p > 0 and ranks[slots[p - 1]] > r:
                slots[p] = slots[p - 1]
                p -= 1
            slots[p] = at
            ranks[at] = r
            different += 1
        counts[at] += 1
    begin = 0
    for p in range(different):
        count = counts[slots[p]]
        counts[slots[p]] = begin
        begin += count
    for q in range(n):
        r = rank[order[q]]
        at = slot_of(r)
        while ranks[at] != r:
            at = (at + 1) & (RANK_SLOTS - 1)
        other[counts[at]] = order[q]
        counts[at] += 1
    for q in range(n):
        order[q] = other[q]
    return True
