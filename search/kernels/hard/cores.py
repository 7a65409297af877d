"""Cores of hard play: small sets that a number of guesses, of those allowed with them, do not find.

A set that cannot be found with more guesses allowed cannot be found with fewer. So a core of
secrets K that was refuted with guesses B refutes every position whose candidates contain K and
whose allowed guesses that split K are all in B. (A guess that leaves K whole gains nothing and
restricts later guesses.) With one guess more, a guess that leaves K whole in one class need not be
tried if the guesses that stay allowed after it fulfil this condition. The search keeps cores of
`CORE_DEPTH` guesses, and uses them with four guesses left.
"""

from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import allocating_kernel, allocating_phase, kernel, phase
from emi.search.compile.structs import struct
from emi.search.kernels.core.arrays import array
from emi.search.kernels.core.restriction import splits, stays
from emi.search.kernels.core.sets import copy, holds, pack, pack_members
from emi.search.kernels.hard.guesses import begin_three, copy_rows, list_guesses, profile
from emi.search.kernels.worst_case.cores import leaves_whole

#: The number of guesses that do not suffice for a core, and the most members of a core.
CORE_DEPTH, CORE_MEMBERS = 3, 24
#: Classes with more pairs of member and guess are not shrunk to a core, which would take too long.
LEARNED_PAIRS = 50_000
#: A core is learned if cores refuted this many guesses for each core learned, since learning takes
#: as long as refuting that many classes. The first FREE_CORES are always learned.
REFUTED_FOR_EACH, FREE_CORES = 128, 64


@struct
class HardCores(NamedTuple):
    """The cores of one game and one restriction."""

    members: np.ndarray = array(np.int32, "capacity", "core members")
    size: np.ndarray = array(np.int32, "capacity", fill=0)
    # A bit for each guess: those with which a core was refuted, and those that leave it whole.
    guesses: np.ndarray = array(np.uint64, "capacity", "guess words")
    whole: np.ndarray = array(np.uint64, "capacity", "guess words")
    # The order in which cores are tried: those that refuted guesses move forward.
    rank: np.ndarray = array(np.int32, "capacity")
    # The number of guesses that each refuted.
    struck: np.ndarray = array(np.int64, "capacity", fill=0)
    # The number of cores, how many were learned, and how many guesses they refuted.
    held: np.ndarray = array(np.int64, 3, fill=0)
    # Zero on entry and on return.
    inside: np.ndarray = array(np.uint8, "secrets", fill=0)
    # Working space.
    mark: np.ndarray = array(np.uint8, "guesses")
    # The blame for `begin_three`, separate from that of the search.
    blame: np.ndarray = array(np.float64, "secrets", fill=1)


@phase
def is_inside(cores, core):
    """Return whether all members of a core are marked."""
    for j in range(cores.size[core]):
        if cores.inside[cores.members[core, j]] == 0:
            return False
    return True


@kernel
def strike(game, restriction, cores, core, allowed, order):
    """Drop the guesses of ``order`` that a core refutes; return how many stay, at its front.

    Contract: the core lies inside a set with one guess more left than the core was refuted with;
    ``allowed`` are the guesses allowed for the set, including its members.
    """
    allowed_before, whole = cores.guesses[core], cores.whole[core]
    own_guess = game.own[cores.members[core, 0]]
    remaining = 0
    for i in range(order.shape[0]):
        guess = order[i]
        refuted = holds(whole, guess)
        if refuted:
            for k in range(allowed.shape[0]):
                h = allowed[k]
                if not (holds(allowed_before, h) or holds(whole, h)) and stays(
                    restriction, guess, own_guess, h
                ):
                    refuted = False
                    break
        if not refuted:
            order[remaining] = guess
            remaining += 1
    cores.held[2] += order.shape[0] - remaining
    cores.struck[core] += order.shape[0] - remaining
    return remaining


@kernel
def strike_all(game, restriction, cores, members, allowed, order):
    """Drop the guesses of ``order`` that any core refutes for a set; return how many stay.

    Contract: as for `strike`. A core that refutes guesses moves forward in ``rank``.
    """
    inside, rank = cores.inside, cores.rank
    for i in range(members.shape[0]):
        inside[members[i]] = 1
    living = order.shape[0]
    for q in range(cores.held[0]):
        if living == 0:
            break
        k = rank[q]
        if is_inside(cores, k):
            remaining = strike(game, restriction, cores, k, allowed, order[:living])
            if remaining < living:
                rank[q] = rank[q >> 1]
                rank[q >> 1] = k
            living = remaining
    for i in range(members.shape[0]):
        inside[members[i]] = 0
    return living


@allocating_phase
def is_refuted(game, restriction, members, allowed, depth, blame, scratch):
    """Return whether ``depth`` allowed guesses do not find a set; ``depth`` is 2 or 3.

    Contract: the set has more than ``depth`` members.
    """
    listed = np.empty(members.shape[0] + allowed.shape[0], np.int32)
    count = list_guesses(game.own, members, allowed, scratch.mark, listed)
    near = np.empty((count, members.shape[0]), np.uint16)
    copy_rows(game.rows, members, listed[:count], near)
    if profile(near, scratch.profiles, scratch.space.counts) >= 0:
        return False
    if depth == 2:
        return True
    place, _ = begin_three(restriction, near, listed[:count], members, blame, scratch)
    return place < 0


@phase
def keep_splitting(game, members, allowed):
    """Move the guesses that split a set to the front, in order; return how many there are."""
    count = 0
    for k in range(allowed.shape[0]):
        if splits(game.rows, allowed[k], members):
            allowed[count] = allowed[k]
            count += 1
    return count


@allocating_kernel
def shrink(game, restriction, cores, members, allowed, depth, core, scratch):
    """Shrink a set that is refuted with ``depth`` guesses left; return the size of the ``core``.

    Contract: ``depth`` is 2 or 3; ``core`` has room for all members.

    Blocks of members are deleted while the set stays refuted, halves first, as in delta debugging
    (Zeller, Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002).
    """
    n, count = members.shape[0], allowed.shape[0]
    fewer, remaining = np.empty(n, np.int32), np.empty(count, np.int32)
    copy(members, core)
    copy(allowed, remaining)
    step = n >> 1
    while step > 0:
        at = 0
        while at < n and n - step > depth:
            end = min(at + step, n)
            copy(core[:at], fewer)
            copy(core[end:n], fewer[at:])
            tried = fewer[: n - end + at]
            if tried.shape[0] > depth and is_refuted(
                game, restriction, tried, remaining[:count], depth, cores.blame, scratch
            ):
                n = tried.shape[0]
                copy(tried, core)
                count = keep_splitting(game, core[:n], remaining[:count])
            else:
                at = end
        step >>= 1
    return n


@kernel
def keep(game, cores, core, allowed):
    """Add a core that was refuted with the guesses ``allowed``; return its number.

    If there is no room, replace the last core in the order.
    """
    place = min(cores.held[0], cores.rank.shape[0] - 1)
    cores.held[0] = place + 1
    k = cores.rank[place]
    cores.size[k] = core.shape[0]
    copy(core, cores.members[k])
    leaves_whole(game.columns, core, cores.mark)
    pack(cores.mark, cores.whole[k])
    pack_members(allowed, cores.guesses[k])
    return k


@allocating_phase
def learn(game, restriction, cores, members, allowed, scratch):
    """Learn a core of a set that is refuted with `CORE_DEPTH` guesses left; return its number.

    Returns -1 if shrinking would not pay, or if the core has too many members.
    """
    n, count, held = members.shape[0], allowed.shape[0], cores.held
    if n * count > LEARNED_PAIRS or held[2] < REFUTED_FOR_EACH * (held[1] - FREE_CORES):
        return -1
    held[1] += 1
    core = np.empty(n, np.int32)
    n = shrink(game, restriction, cores, members, allowed, CORE_DEPTH, core, scratch)
    return keep(game, cores, core[:n], allowed) if n <= CORE_MEMBERS else -1
