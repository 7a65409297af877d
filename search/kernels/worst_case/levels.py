"""The stack of the worst-case search: opening a set, choosing a guess, learning a core."""

from typing import NamedTuple

import numpy as np
from numba import njit

from search.kernels.common.partition import class_sums
from search.kernels.common.symmetry import orbits
from search.kernels.worst_case.cores import inside, strike

# What becomes of a set: no strategy, a strategy, or guesses must be tried.
REFUTED, SOLVED, UNKNOWN = 0, 1, -1
# The key of a guess that leaves the whole question in one class.
USELESS = np.iinfo(np.int64).max
# Where a level stands: to be opened, to choose a guess, to look at the next class.
OPEN, CHOOSE, DESCEND = 0, 1, 2


class Levels(NamedTuple):
    """The stack: a row for each level; level 0 is the question itself.

    Attributes
    ----------
    depth, size, stage, guess, classes, next_class, cores, cores_seen, moved : (levels,) int32
        Guesses left, members, OPEN/CHOOSE/DESCEND, the guess being tried, how many classes it
        makes, the one to look at next, how many cores lie inside, how many cores there were when
        they were last collected, and how many guesses ``orbit`` tells of: all, or none where no two
        are known to be equal.
    work : (levels,) int64
        Nodes counted when the level was opened.
    members, split : (levels, secrets) int32
    start : (levels, secrets + 1) int32
    alive : (levels, guesses) uint8
        Guesses that no core refutes yet and that are not useless, the first of each orbit.
    orbit : (levels, guesses) int32
        The first guess of the orbit of each.
    keys : (levels, guesses) int64
        The aggregate that orders them, least first.
    inside : (levels, capacity) int32
        The cores inside the set.
    key : (levels, 2) uint64
        Key of the set in the transposition table.
    """

    depth: np.ndarray
    size: np.ndarray
    stage: np.ndarray
    guess: np.ndarray
    classes: np.ndarray
    next_class: np.ndarray
    cores: np.ndarray
    cores_seen: np.ndarray
    moved: np.ndarray
    work: np.ndarray
    members: np.ndarray
    split: np.ndarray
    start: np.ndarray
    alive: np.ndarray
    orbit: np.ndarray
    keys: np.ndarray
    inside: np.ndarray
    key: np.ndarray


class Scratch(NamedTuple):
    """Working space, in the state that the kernels using it leave it in.

    Attributes
    ----------
    counts, label, tally : (max(classes, secrets) + 1,) int32
    stamp : (classes,) int64
    clock : (1,) int64
    mark : (guesses,) uint8
    free : (width, guesses) uint8
    bits : (words,) uint64
    found, times : (secrets,) int32
    steps : (secrets,) int64
        What the aggregate that orders guesses grows by (see `class_sums`); it never changes.
    """

    counts: np.ndarray
    label: np.ndarray
    tally: np.ndarray
    stamp: np.ndarray
    clock: np.ndarray
    mark: np.ndarray
    free: np.ndarray
    bits: np.ndarray
    found: np.ndarray
    times: np.ndarray
    steps: np.ndarray


@njit(cache=True, nogil=True)
def collect_cores(levels, level, cores, bits):
    """List the cores inside the set of a level; return one that refutes it outright, or -1.

    The cores inside a class lie inside its parent, so the parent's list and whatever was learned
    since it was made are enough to look through.
    """
    depth = levels.depth[level]
    total = cores.held[0]
    count = 0
    refuter = -1
    known = 0
    if level > 0:
        above = levels.inside[level - 1]
        for q in range(levels.cores[level - 1]):
            k = above[q]
            if inside(cores.bits[k], bits):
                levels.inside[level, count] = k
                count += 1
                if cores.depth[k] >= depth:
                    refuter = k
        known = levels.cores_seen[level - 1]
    for k in range(known, total):
        if inside(cores.bits[k], bits):
            levels.inside[level, count] = k
            count += 1
            if cores.depth[k] >= depth:
                refuter = k
    levels.cores[level] = count
    levels.cores_seen[level] = total
    return refuter


@njit(cache=True, nogil=True)
def learn(levels, level, columns, cores, k, mark):
    """Add core k to the list of a level and let the guesses die that it refutes."""
    levels.inside[level, levels.cores[level]] = k
    levels.cores[level] += 1
    orbit = levels.orbit[level, : levels.moved[level]]
    strike(columns, cores, k, levels.alive[level], orbit, mark)
    levels.stage[level] = CHOOSE


@njit(cache=True, nogil=True)
def find_orbits(levels, level, symmetry):
    """Write the orbits of a level: those that the guesses above it leave.

    Guesses that are equal after some are so after fewer: where the level above has no two, there
    are none here.
    """
    guesses = levels.orbit.shape[1]
    if levels.moved[level - 1] > 0:
        count = orbits(symmetry, levels.guess[:level], levels.orbit[level])
        levels.moved[level] = guesses if count < guesses else 0
    else:
        levels.moved[level] = 0


@njit(cache=True, nogil=True)
def open_level(rows, columns, levels, level, cores, symmetry, scratch):
    """Collect what is known about the set of a level and order its guesses.

    Contract: level 0 has its orbits; they are those of an empty history, or none.

    Returns ``(result, core)``: SOLVED or REFUTED if that settles it, UNKNOWN if guesses must be
    tried.
    """
    depth = levels.depth[level]
    members = levels.members[level, : levels.size[level]]
    bits = scratch.bits
    bits[:] = 0
    for i in range(members.shape[0]):
        s = members[i]
        bits[s >> 6] |= np.uint64(1) << np.uint64(s & 63)
    refuter = collect_cores(levels, level, cores, bits)
    if refuter >= 0:
        return REFUTED, refuter
    alive = levels.alive[level]
    keys = levels.keys[level]
    if level == 0:
        # The same set for every depth: its keys are given.
        for g in range(alive.shape[0]):
            alive[g] = keys[g] != USELESS
    else:
        find_orbits(levels, level, symmetry)
        alive[:] = 1
    orbit = levels.orbit[level, : levels.moved[level]]
    for g in range(orbit.shape[0]):
        alive[g] &= np.uint8(orbit[g] == g)
    living = alive.shape[0]
    for q in range(levels.cores[level]):
        k = levels.inside[level, q]
        if cores.depth[k] == depth - 1:
            living = strike(columns, cores, k, alive, orbit, scratch.mark)
            if living == 0:
                break
    levels.stage[level] = CHOOSE
    if living > 0 and level > 0:
        guess, _ = class_sums(rows, members, alive, keys, scratch.counts, scratch.steps)
        if guess >= 0:
            levels.guess[level] = guess
            return SOLVED, -1
    return UNKNOWN, -1


@njit(cache=True, nogil=True)
def choose(levels, level):
    """Return the living guess of least key, the first of equals, or -1."""
    alive = levels.alive[level]
    keys = levels.keys[level]
    best = -1
    for g in range(alive.shape[0]):
        if alive[g] != 0 and (best < 0 or keys[g] < keys[best]):
            best = g
    return best
