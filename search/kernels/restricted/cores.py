"""Cores beside their guesses: small sets that three guesses do not find, of those still allowed.

What cannot be found with more guesses allowed cannot be found with fewer: a core of the secrets K
that was refuted with the guesses B refutes every position whose candidates contain K and whose
guesses that split K are all in B. A guess that leaves K whole would be made in vain, and restrict
what comes after. So where four guesses are left, a guess need not be tried that leaves a core whole
in one class, if the guesses that then stay allowed are such.
"""

from typing import NamedTuple

import numpy as np

from search.kernels.common.arrays import array
from search.kernels.common.bits import holds, pack, pack_members
from search.kernels.common.restriction import splits, stays
from search.kernels.common.stack import copy
from search.kernels.compiler.jit import allocating_phase, phase
from search.kernels.compiler.structs import struct
from search.kernels.restricted.guesses import begin_three, copy_rows, list_guesses, profile
from search.kernels.worst_case.refuted import leaves_whole

#: With so many guesses left a set is a core, of no more members than that.
CORE_DEPTH, CORE_MEMBERS = 3, 24
#: A class of which members times guesses are more is not made a core: it takes too long.
LEARNED_PAIRS = 50_000
#: To learn a core takes as long as to refute so many classes; the first few are learned anyway.
REFUTED_FOR_EACH, FREE_CORES = 128, 64


@struct
class Cores(NamedTuple):
    """The cores of one game and one restriction."""

    members: np.ndarray = array(np.int32, "capacity", CORE_MEMBERS)
    size: np.ndarray = array(np.int32, "capacity", fill=0)
    # The guesses that a core was refuted with, and those that leave it whole, a bit for each.
    guesses: np.ndarray = array(np.uint64, "capacity", "guess words")
    whole: np.ndarray = array(np.uint64, "capacity", "guess words")
    # All cores, those that have refuted guesses before others.
    rank: np.ndarray = array(np.int32, "capacity")
    # How many there are, how many were learned, and how many guesses they refuted.
    held: np.ndarray = array(np.int64, 3, fill=0)
    # Zero on entry and on return.
    inside: np.ndarray = array(np.uint8, "secrets", fill=0)
    # Working space.
    mark: np.ndarray = array(np.uint8, "guesses")
    # What `begin_three` blames secrets by; what is learned here is of no use elsewhere.
    blame: np.ndarray = array(np.float64, "secrets", fill=1)


@phase
def is_inside(cores, core):
    """Tell whether all members of a core are marked."""
    for j in range(cores.size[core]):
        if cores.inside[cores.members[core, j]] == 0:
            return False
    return True


@phase
def strike(game, restriction, cores, core, allowed, order):
    """Leave out the guesses that a core refutes; return how many are left.

    Contract: the core is inside the set of the guesses, which has one guess more than the core;
    ``allowed`` are the guesses allowed for it, its members among them. Those that are left come to
    the front of ``order``.
    """
    known, whole = cores.guesses[core], cores.whole[core]
    one = game.own[cores.members[core, 0]]
    kept = 0
    for i in range(order.shape[0]):
        guess = order[i]
        refuted = holds(whole, guess)
        if refuted:
            for k in range(allowed.shape[0]):
                h = allowed[k]
                if not (holds(known, h) or holds(whole, h)) and stays(restriction, guess, one, h):
                    refuted = False
                    break
        if not refuted:
            order[kept] = guess
            kept += 1
    cores.held[2] += order.shape[0] - kept
    return kept


@phase
def strike_all(game, restriction, cores, members, allowed, order):
    """Leave out the guesses for a set that some core refutes; return as `strike` does.

    Contract: as for `strike`. A core that refutes some is found sooner the next time.
    """
    inside, rank = cores.inside, cores.rank
    for i in range(members.shape[0]):
        inside[members[i]] = 1
    living = order.shape[0]
    for q in range(cores.held[0]):
        k = rank[q]
        if living > 0 and is_inside(cores, k):
            remaining = strike(game, restriction, cores, k, allowed, order[:living])
            if remaining < living:
                rank[q] = rank[q >> 1]
                rank[q >> 1] = k
            living = remaining
    for i in range(members.shape[0]):
        inside[members[i]] = 0
    return living


@allocating_phase
def is_refuted(game, restriction, members, allowed, blame, scratch):
    """Tell whether three guesses, of those allowed, do not find a set of four or more."""
    listed = np.empty(members.shape[0] + allowed.shape[0], np.int32)
    count = list_guesses(game.own, members, allowed, scratch.mark, listed)
    near = np.empty((count, members.shape[0]), np.uint16)
    copy_rows(game.rows, members, listed[:count], near)
    if profile(near, scratch.profiles, scratch.space.counts) >= 0:
        return False
    place, _ = begin_three(restriction, near, listed[:count], members, blame, scratch)
    return place < 0


@phase
def keep_splitting(game, members, allowed):
    """Move the guesses that split a set to the front, in their order; return how many do."""
    count = 0
    for k in range(allowed.shape[0]):
        if splits(game.rows, allowed[k], members):
            allowed[count] = allowed[k]
            count += 1
    return count


@allocating_phase
def learn(game, restriction, cores, members, allowed, scratch):
    """Shrink a set that is refuted with three guesses left to a core; return its number or -1.

    Members are left out while it stays refuted, half of them at first.
    """
    n, count, held = members.shape[0], allowed.shape[0], cores.held
    if n * count > LEARNED_PAIRS or held[2] < REFUTED_FOR_EACH * (held[1] - FREE_CORES):
        return -1
    held[1] += 1
    core, fewer, remaining = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(count, np.int32)
    copy(members, core)
    copy(allowed, remaining)
    step = n >> 1
    while step > 0:
        at = 0
        while at < n and n - step > CORE_DEPTH:
            end = min(at + step, n)
            copy(core[:at], fewer)
            copy(core[end:n], fewer[at:])
            tried = fewer[: n - end + at]
            if tried.shape[0] > CORE_DEPTH and is_refuted(
                game, restriction, tried, remaining[:count], cores.blame, scratch
            ):
                n = tried.shape[0]
                copy(tried, core)
                count = keep_splitting(game, core[:n], remaining[:count])
            else:
                at = end
        step >>= 1
    if n > CORE_MEMBERS:
        return -1
    # Without room the one gives way that was of least use.
    place = min(held[0], cores.rank.shape[0] - 1)
    held[0] = place + 1
    k = cores.rank[place]
    cores.size[k] = n
    copy(core[:n], cores.members[k])
    leaves_whole(game.columns, core[:n], cores.mark)
    pack(cores.mark, cores.whole[k])
    pack_members(allowed, cores.guesses[k])
    return k
