"""Refutation cores: small sets that cannot all be found within a number of guesses.

A core refutes every superset. So a guess that leaves a core of depth d - 1 whole in one class need
not be tried when d guesses are left. A core *refutes* these guesses, and cores that refute all
guesses join into a core of depth d (`cover`).
"""

from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import allocating_kernel, allocating_phase, either, kernel, phase, view
from emi.search.compile.structs import struct
from emi.search.kernels.core.arrays import array, nested
from emi.search.kernels.core.sets import (
    copy,
    count_common,
    fill,
    holds,
    include,
    inside,
    lowest,
    pack,
    pack_members,
    remove,
)


@struct
class RefutedGuesses(NamedTuple):
    """A cache of the guesses that leave each core whole, for the cores used last."""

    # The guesses for one core in each row: core k uses row k modulo the number of rows.
    bits: np.ndarray = array(np.uint64, "rows", "guess words")
    # The core of each row; -1 for an empty row.
    core: np.ndarray = array(np.int64, "rows", fill=-1)
    # Working space.
    mark: np.ndarray = array(np.uint8, "guesses")


@struct
class WorstCaseCores(NamedTuple):
    """All cores known. Core k holds ``members[offset[k]:offset[k] + size[k]]``."""

    # The members of each core as a bitset over the secrets.
    bits: np.ndarray = array(np.uint64, "capacity", "secret words")
    members: np.ndarray = array(np.int32, "pool")
    offset: np.ndarray = array(np.int64, "capacity")
    size: np.ndarray = array(np.int32, "capacity")
    # ``depth[k]`` guesses do not suffice for core k.
    depth: np.ndarray = array(np.int32, "capacity")
    # The number of nodes that the proof took.
    work: np.ndarray = array(np.int64, "capacity")
    # The reasons of core k, from ``reason_at[k]`` to ``reason_at[k + 1]``: cores one level down
    # that refute every guess. Cores of depth 2 need none, and cores read from disk have none.
    reasons: np.ndarray = array(np.int32, "reason pool")
    reason_at: np.ndarray = array(np.int64, "capacity + 1", fill=0)
    # The numbers of cores and of members.
    held: np.ndarray = array(np.int64, 2, fill=0)
    refuted: RefutedGuesses = nested(RefutedGuesses)


@kernel
def add_core(cores, members, depth, work, reasons):
    """Append a core and return its number.

    Contract: there is room for it.
    """
    k = cores.held[0]
    at = cores.held[1]
    n = members.shape[0]
    copy(members, cores.members[at:])
    pack_members(members, cores.bits[k])
    cores.offset[k] = at
    cores.size[k] = n
    cores.depth[k] = depth
    cores.work[k] = work
    first = cores.reason_at[k]
    copy(reasons, cores.reasons[first:])
    cores.reason_at[k + 1] = first + reasons.shape[0]
    cores.held[0] = k + 1
    cores.held[1] = at + n
    return k


@phase
def is_crowded(cores, secrets):
    """Return whether there may be no room for another core."""
    held = cores.held
    return (
        held[0] + 1 >= cores.size.shape[0]
        or held[1] + secrets > cores.members.shape[0]
        or cores.reason_at[held[0]] + held[0] > cores.reasons.shape[0]
    )


@view
def members_of(cores, k):
    """Return the members of core k."""
    at = cores.offset[k]
    return cores.members[at : at + cores.size[k]]


@phase
def is_inside(cores, k, bits):
    """Return whether a set of bits includes core k.

    Most cores have fewer members than a set of all secrets has words.
    """
    core = members_of(cores, k)
    if core.shape[0] > bits.shape[0]:
        return inside(cores.bits[k], bits)
    for i in range(core.shape[0]):
        if not holds(bits, core[i]):
            return False
    return True


@either
def leaves_whole(columns, members, mark):
    """Set ``mark[g]`` to 1 where guess g puts all members (at least two) in one class, else 0."""
    guesses = mark.shape[0]
    first = columns[members[0]]
    other = columns[members[1]]
    for g in range(guesses):
        mark[g] = first[g] == other[g]
    for i in range(2, members.shape[0]):
        other = columns[members[i]]
        for g in range(guesses):
            mark[g] &= np.uint8(first[g] == other[g])


@phase
def refuted_by(columns, cores, k):
    """Return the row of ``cores.refuted.bits`` with the guesses that leave core k whole.

    The row is valid until the next call.
    """
    refuted = cores.refuted
    row = k % refuted.core.shape[0]
    if refuted.core[row] != k:
        leaves_whole(columns, members_of(cores, k), refuted.mark)
        pack(refuted.mark, refuted.bits[row])
        refuted.core[row] = k
    return row


@phase
def firsts_of_orbits(bits, orbit, out):
    """Write the first guess of every orbit that has a guess in a set."""
    out[:] = 0
    for w in range(bits.shape[0]):
        word = bits[w]
        while word != np.uint64(0):
            include(out, orbit[64 * w + lowest(word)])
            word &= word - np.uint64(1)


@phase
def strike(columns, cores, k, alive, orbit):
    """Remove every guess that leaves core k whole from ``alive``; return how many stay alive.

    Contract: ``orbit`` is empty, or holds the first guess of the orbit of each guess under the
    permutations that fix the set in question; then only first guesses are alive. The set contains
    all images of a core, so a first guess is removed with any guess of its orbit.
    """
    row = cores.refuted.bits[refuted_by(columns, cores, k)]
    if orbit.shape[0] == 0:
        for w in range(alive.shape[0]):
            alive[w] &= ~row[w]
    else:
        for w in range(alive.shape[0]):
            word = row[w]
            while word != np.uint64(0):
                remove(alive, orbit[64 * w + lowest(word)])
                word &= word - np.uint64(1)
    return count_common(alive, alive)


@phase
def choose_next(cores, usable, refutes, gain, open_, times):
    """Return the place in ``usable`` of the core that refutes most guesses per member that it adds.

    Contract: ``open_`` holds the guesses not refuted yet; ``times`` is nonzero for the secrets
    already included; ``gain`` holds earlier counts of the open guesses that each core refutes. Only
    promising cores are counted again (lazy greedy: Minoux, Accelerated Greedy Algorithms, 1978).
    """
    best = -1
    best_gain = 0
    best_cost = 1
    for q in range(usable.shape[0]):
        core = members_of(cores, usable[q])
        new = 0
        for i in range(core.shape[0]):
            if times[core[i]] == 0:
                new += 1
        cost = 4 * new + 1
        # gain[] never rises, so a core whose old count is too low need not be counted again.
        if best >= 0 and gain[q] * best_cost <= best_gain * cost:
            continue
        count = count_common(refutes[q], open_)
        gain[q] = count
        if count * best_cost > best_gain * cost:
            best = q
            best_gain = count
            best_cost = cost
    return best


@allocating_phase
def drop_superfluous(cores, usable, refutes, chosen, times, reasons):
    """Write the chosen cores except superfluous ones; return how many.

    A core is superfluous if the others refute all its guesses. Contract: ``times`` counts the
    chosen cores that contain each secret; on return, it counts those written.
    """
    words = refutes.shape[1]
    # The guesses refuted by the cores from each place on, and by the needed cores before it.
    later = np.zeros((chosen.shape[0] + 1, words), np.uint64)
    for c in range(chosen.shape[0] - 1, -1, -1):
        for w in range(words):
            later[c, w] = later[c + 1, w] | refutes[chosen[c], w]
    before = np.zeros(words, np.uint64)
    given = 0
    for c in range(chosen.shape[0]):
        row = refutes[chosen[c]]
        needed = False
        for w in range(words):
            if row[w] & ~(before[w] | later[c + 1, w]) != np.uint64(0):
                needed = True
                break
        k = usable[chosen[c]]
        if needed:
            reasons[given] = k
            given += 1
            for w in range(words):
                before[w] |= row[w]
        else:
            core = members_of(cores, k)
            for i in range(core.shape[0]):
                times[core[i]] -= 1
    return given


@allocating_phase
def usable_cores(cores, ids, depth):
    """Return those of the cores ``ids`` that have this depth."""
    usable = np.empty(ids.shape[0], np.int32)
    many = 0
    for q in range(ids.shape[0]):
        if cores.depth[ids[q]] == depth:
            usable[many] = ids[q]
            many += 1
    return usable[:many]


@allocating_kernel
def cover(columns, cores, ids, depth, orbit, out, times, reasons):
    """Join cores that together refute every guess into one core, a level up.

    Greedy set cover (Chvátal, 1979): cores are chosen by guesses refuted per member added, and
    superfluous ones are dropped at the end. Contract: every guess, or a guess of its orbit, leaves
    one of the cores ``ids`` of depth ``depth`` whole (``orbit`` as for `strike`; the new core then
    consists of the chosen cores and all their images). ``times`` has an element for each secret and
    is overwritten; ``reasons`` has room for all ``ids`` and receives the cores chosen.

    Returns ``(size, chosen)``: the members in ``out``, which together cannot be found in
    ``depth + 1`` guesses, and the cores in ``reasons``.
    """
    bits = cores.refuted.bits
    guesses, words = cores.refuted.mark.shape[0], bits.shape[1]
    usable = usable_cores(cores, ids, depth)
    refutes = np.empty((usable.shape[0], words), np.uint64)
    for q in range(usable.shape[0]):
        row = bits[refuted_by(columns, cores, usable[q])]
        if orbit.shape[0] > 0:
            firsts_of_orbits(row, orbit, refutes[q])
        else:
            copy(row, refutes[q])
    # An upper bound: the number of all guesses.
    gain = np.empty(usable.shape[0], np.int64)
    gain[:] = guesses
    open_ = np.empty(words, np.uint64)
    fill(open_, guesses)
    for g in range(orbit.shape[0]):
        if orbit[g] != g:
            remove(open_, g)
    still = count_common(open_, open_)
    times[:] = 0
    chosen = np.empty(usable.shape[0], np.int64)
    taken = 0
    n = 0
    while still > 0:
        best = choose_next(cores, usable, refutes, gain, open_, times)
        core = members_of(cores, usable[best])
        for i in range(core.shape[0]):
            s = core[i]
            if times[s] == 0:
                out[n] = s
                n += 1
            times[s] += 1
        chosen[taken] = best
        taken += 1
        still -= count_common(open_, refutes[best])
        for w in range(words):
            open_[w] &= ~refutes[best, w]
    given = drop_superfluous(cores, usable, refutes, chosen[:taken], times, reasons)
    size = 0
    for i in range(n):
        if times[out[i]] > 0:
            out[size] = out[i]
            size += 1
    return size, given
