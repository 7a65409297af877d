"""Cores beside their guesses: small sets that three guesses do not find, of those still allowed.

What cannot be found with more guesses allowed cannot be found with fewer: a core of the secrets K
that was refuted with the guesses B refutes every position whose candidates contain K and whose
guesses that part K are all in B. A guess that leaves K whole would be made in vain, and restrict
what comes after. So where four guesses are left, a guess need not be tried that leaves a core whole
in one class, if the guesses that then stay allowed are such.
"""

from typing import NamedTuple

import numpy as np

from search.kernels.common.jit import allocating_phase, phase
from search.kernels.common.restriction import parts_some, stays
from search.kernels.common.stack import copy
from search.kernels.common.structs import struct
from search.kernels.restricted.guesses import begin_three, copy_rows, list_guesses, profile

#: With so many guesses left a set is a core, of no more members than that.
DEPTH, LARGEST = 3, 24
#: A class of which members times guesses are more is not made a core: it takes too long.
PAIRS = 50_000
#: To learn a core takes as long as to refute so many classes; the first few are learned anyway.
WORTH, FREE = 16, 64


@struct
class Cores(NamedTuple):
    """The cores of one game and one restriction, and which are of use at each level."""

    members: np.ndarray  # (capacity, LARGEST) int32
    size: np.ndarray  # (capacity,) int32
    # The guesses that a core was refuted with, a bit for each.
    guesses: np.ndarray  # (capacity, words) uint64
    # How many there are, how many were learned, and how many guesses they refuted.
    held: np.ndarray  # (3,) int64
    # Those inside the set of a level, as many as the level says.
    live: np.ndarray  # (levels, capacity) int32
    # Zero on entry and on return.
    inside: np.ndarray  # (secrets,) uint8
    # What `begin_three` blames secrets by; what is learned here is of no use elsewhere.
    blame: np.ndarray  # (secrets,) float64


@phase
def choose_cores(cores, members, live):
    """List the cores inside a set: ``live``. Returns how many there are."""
    inside = cores.inside
    for i in range(members.shape[0]):
        inside[members[i]] = 1
    count = 0
    for k in range(cores.held[0]):
        within = True
        for j in range(cores.size[k]):
            if inside[cores.members[k, j]] == 0:
                within = False
                break
        if within:
            live[count] = k
            count += 1
    for i in range(members.shape[0]):
        inside[members[i]] = 0
    return count


@phase
def allows_no_more(game, restriction, cores, core, guess, allowed):
    """Tell whether all guesses that part a core are its own, of those that a guess leaves."""
    members = cores.members[core, : cores.size[core]]
    one = game.own[members[0]]
    for k in range(allowed.shape[0]):
        h = allowed[k]
        held = (cores.guesses[core, h >> 6] >> np.uint64(h & 63)) & np.uint64(1)
        if held == 0 and stays(restriction, guess, one, h) and parts_some(game.rows, h, members):
            return False
    return True


@phase
def refuted_by(game, restriction, cores, live, guess, allowed):
    """Return the core that refutes a guess, or -1. It is found sooner the next time.

    Contract: the ``live`` cores are inside the set of the guess, which has one guess more than
    they; ``allowed`` are the guesses allowed for it, its members among them.
    """
    for q in range(live.shape[0]):
        k = live[q]
        members = cores.members[k, : cores.size[k]]
        if not parts_some(game.rows, guess, members) and allows_no_more(
            game, restriction, cores, k, guess, allowed
        ):
            if q > 0:
                live[q] = live[q >> 1]
                live[q >> 1] = k
            cores.held[2] += 1
            return k
    return -1


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
def keep_parting(game, members, allowed):
    """Move the guesses that part a set to the front, in their order; return how many do."""
    count = 0
    for k in range(allowed.shape[0]):
        if parts_some(game.rows, allowed[k], members):
            allowed[count] = allowed[k]
            count += 1
    return count


@allocating_phase
def learn(game, restriction, cores, members, allowed, scratch):
    """Shrink a set that is refuted with three guesses left to a core; return its number or -1.

    Members are left out while it stays refuted, half of them at first. There is room: the caller
    has seen to it.
    """
    n, count, held = members.shape[0], allowed.shape[0], cores.held
    if n * count > PAIRS or held[2] < WORTH * (held[1] - FREE):
        return -1
    held[1] += 1
    core, fewer, left = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(count, np.int32)
    copy(members, core)
    copy(allowed, left)
    step = n >> 1
    while step > 0:
        at = 0
        while at < n and n - step > DEPTH:
            end = min(at + step, n)
            copy(core[:at], fewer)
            copy(core[end:n], fewer[at:])
            tried = fewer[: n - end + at]
            if tried.shape[0] > DEPTH and is_refuted(
                game, restriction, tried, left[:count], cores.blame, scratch
            ):
                n = tried.shape[0]
                copy(tried, core)
                count = keep_parting(game, core[:n], left[:count])
            else:
                at = end
        step >>= 1
    if n > LARGEST:
        return -1
    k = held[0]
    held[0] = k + 1
    cores.size[k] = n
    copy(core[:n], cores.members[k])
    cores.guesses[k, :] = 0
    for i in range(allowed.shape[0]):
        h = allowed[i]
        cores.guesses[k, h >> 6] |= np.uint64(1) << np.uint64(h & 63)
    return k
