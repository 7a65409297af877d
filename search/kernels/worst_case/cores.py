"""Refutation cores: small sets that cannot all be found within a number of guesses.

Whatever contains a core is refuted with it, so a guess that leaves a core of depth d - 1 whole in
one class need not be tried when d guesses are left.
"""

from functools import partial
from typing import NamedTuple

import numpy as np

from search.kernels.common.jit import allocating_kernel, allocating_phase, kernel, phase, view
from search.kernels.common.symmetry import spread
from search.kernels.common.widths import either


class Cores(NamedTuple):
    """All cores known. Core k holds ``members[offset[k]:offset[k] + size[k]]``."""

    # The members of each core as a bitset over the secrets.
    bits: np.ndarray  # (capacity, words) uint64
    members: np.ndarray  # (pool,) int32
    offset: np.ndarray  # (capacity,) int64
    # ``depth[k]`` guesses do not suffice for core k.
    size: np.ndarray  # (capacity,) int32
    depth: np.ndarray  # (capacity,) int32
    # Nodes that its proof took.
    work: np.ndarray  # (capacity,) int64
    # The cores one level down that refute every guess for core k, from ``reason_at[k]`` to
    # ``reason_at[k + 1]``. A core of depth 2 needs none; one read from disk has none.
    reasons: np.ndarray  # (pool,) int32
    reason_at: np.ndarray  # (capacity + 1,) int64
    # Cores held, and members held.
    held: np.ndarray  # (2,) int64


@kernel
def add_core(cores, members, depth, work, reasons):
    """Append a core and return its number. There is room: the caller has seen to it."""
    k = cores.held[0]
    at = cores.held[1]
    n = members.shape[0]
    cores.bits[k, :] = 0
    for i in range(n):
        s = members[i]
        cores.members[at + i] = s
        cores.bits[k, s >> 6] |= np.uint64(1) << np.uint64(s & 63)
    cores.offset[k] = at
    cores.size[k] = n
    cores.depth[k] = depth
    cores.work[k] = work
    first = cores.reason_at[k]
    for i in range(reasons.shape[0]):
        cores.reasons[first + i] = reasons[i]
    cores.reason_at[k + 1] = first + reasons.shape[0]
    cores.held[0] = k + 1
    cores.held[1] = at + n
    return k


@phase
def is_crowded(cores, secrets):
    """Tell whether there may be no room for another core."""
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
def inside(a, b):
    """Tell whether bitset ``a`` is a subset of bitset ``b``."""
    for w in range(a.shape[0]):
        if a[w] & ~b[w] != 0:
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
def strike(columns, cores, k, alive, orbit, mark):
    """Let every guess die that leaves core k whole; return how many live.

    Contract: ``orbit`` is empty, or tells the first guess of the orbit of each under permutations
    that leave the set in question unchanged. A core in the set has its images there, so the whole
    orbit dies.
    """
    leaves_whole(columns, members_of(cores, k), mark)
    if orbit.shape[0] > 0:
        spread(orbit, mark)
    living = 0
    for g in range(alive.shape[0]):
        alive[g] &= np.uint8(1) - mark[g]
        living += np.int64(alive[g])
    return living


@phase
def collide(free, a, b):
    """Strike the free guesses that give two secrets the same feedback; return how many stay."""
    count = 0
    for g in range(free.shape[0]):
        f = free[g] & np.uint8(a[g] != b[g])
        free[g] = f
        count += np.int64(f)
    return count


@partial(either, compiled=allocating_phase)
def pair_core(columns, members, free, out):
    """Pick a small subset on which every guess puts two members in one class (a core of depth 2).

    Greedy: each step takes the member that leaves the fewest guesses free of a collision, with
    ``free[i]`` the guesses still free were member i taken. Starting from a prefix of the members
    keeps the work small; ``free`` has a row for each member of that prefix.

    Returns the size of the core in ``out``, or 0 if some guess tells the whole prefix apart.
    """
    n = min(members.shape[0], free.shape[0])
    guesses = columns.shape[1]
    taken = np.zeros(n, np.uint8)
    for i in range(n):
        free[i, :] = 1
    out[0] = members[0]
    taken[0] = 1
    size = 1
    while True:
        last = columns[out[size - 1]]
        best = -1
        fewest = guesses + 1
        for i in range(n):
            if taken[i] == 0:
                count = collide(free[i], last, columns[members[i]])
                if count < fewest:
                    fewest = count
                    best = i
        if best < 0:
            return 0
        out[size] = members[best]
        taken[best] = 1
        size += 1
        if fewest == 0:
            return size
        kept = free[best]
        for i in range(n):
            if taken[i] == 0:
                row = free[i]
                for g in range(guesses):
                    row[g] &= kept[g]


@allocating_kernel
def inseparable_core(columns, members, free, out):
    """Return the size of a core of depth 2 of a set that no guess tells apart (see `pair_core`)."""
    size = pair_core(columns, members, free[:64], out)
    if size == 0 and members.shape[0] > 64:
        size = pair_core(columns, members, free, out)
    if size == 0:
        wide = np.empty((members.shape[0], free.shape[1]), np.uint8)
        size = pair_core(columns, members, wide, out)
    return size


@phase
def choose_next(cores, usable, refutes, gain, open_, times):
    """Return the place in ``usable`` of the core that refutes the most for each member it adds.

    Contract: ``open_`` marks the guesses not yet refuted, ``times`` the secrets already in;
    ``gain`` is what each core refuted of the open guesses at some time before.
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
        # gain[] only falls, so an old figure that is too low need not be counted anew.
        if best >= 0 and gain[q] * best_cost <= best_gain * cost:
            continue
        count = 0
        row = refutes[q]
        for g in range(open_.shape[0]):
            count += np.int64(row[g] & open_[g])
        gain[q] = count
        if count * best_cost > best_gain * cost:
            best = q
            best_gain = count
            best_cost = cost
    return best


@allocating_phase
def drop_superfluous(cores, usable, refutes, chosen, times, reasons):
    """Write the chosen cores without which some guess is not refuted; return how many.

    Contract: ``times`` counts the chosen cores that each secret lies in, and those written on
    return.
    """
    guesses = refutes.shape[1]
    hits = np.zeros(guesses, np.int64)
    for c in range(chosen.shape[0]):
        for g in range(guesses):
            hits[g] += refutes[chosen[c], g]
    given = 0
    for c in range(chosen.shape[0]):
        row = refutes[chosen[c]]
        needed = False
        for g in range(guesses):
            if row[g] != 0 and hits[g] == 1:
                needed = True
                break
        k = usable[chosen[c]]
        if needed:
            reasons[given] = k
            given += 1
        else:
            for g in range(guesses):
                hits[g] -= row[g]
            core = members_of(cores, k)
            for i in range(core.shape[0]):
                times[core[i]] -= 1
    return given


@allocating_kernel
def cover(columns, cores, ids, depth, orbit, out, times, reasons):
    """Join cores that together refute every guess into one core, a level up.

    Contract: every guess leaves one of the cores ``ids`` of depth ``depth`` whole, or one of its
    orbit does (``orbit`` as for `strike`; the cores and all their images make the core then). The
    choice is greedy by guesses refuted for each member added; what turns out superfluous is dropped
    again.
    ``times`` has a place for each secret and is overwritten; ``reasons`` has one for each of
    ``ids`` and receives the cores chosen.

    Returns ``(size, chosen)``: the members in ``out``, which together cannot be found in
    ``depth + 1`` guesses, and the cores in ``reasons``.
    """
    guesses = max(columns.narrow.shape[1], columns.wide.shape[1])
    usable = np.empty(ids.shape[0], np.int32)
    many = 0
    for q in range(ids.shape[0]):
        if cores.depth[ids[q]] == depth:
            usable[many] = ids[q]
            many += 1
    usable = usable[:many]
    refutes = np.empty((many, guesses), np.uint8)
    gain = np.empty(many, np.int64)
    for q in range(many):
        leaves_whole(columns, members_of(cores, usable[q]), refutes[q])
        if orbit.shape[0] > 0:
            spread(orbit, refutes[q])
        # Any guess may still be refuted by it.
        gain[q] = guesses
    open_ = np.ones(guesses, np.uint8)
    still = guesses
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
        still = 0
        for g in range(guesses):
            open_[g] &= np.uint8(1) - refutes[best, g]
            still += np.int64(open_[g])
    given = drop_superfluous(cores, usable, refutes, chosen[:taken], times, reasons)
    kept = 0
    for i in range(n):
        if times[out[i]] > 0:
            out[kept] = out[i]
            kept += 1
    return kept, given
