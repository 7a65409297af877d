"""The stack of the worst-case search: opening a set, choosing a guess, learning a core."""

from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import large_phase, phase
from emi.search.compile.structs import struct
from emi.search.kernels.core.arrays import array, nested, record
from emi.search.kernels.core.machine import CHOOSE, REFUTED, SOLVED, UNKNOWN
from emi.search.kernels.core.partition import USELESS, Space
from emi.search.kernels.core.sets import fill, lowest, pack, pack_members, remove, unpack
from emi.search.kernels.core.symmetry import orbits_below
from emi.search.kernels.worst_case.cores import add_core, is_inside, strike
from emi.search.kernels.worst_case.sums import BLOCK_GUESSES, sum_living

#: A level of the stack: a set in question.
LEVEL = record(
    depth="the number of guesses left",
    count="the number of members",
    stage="the next step (see `emi.search.kernels.core.machine`)",
    guess="the guess being tried",
    classes="the number of its classes",
    next_class="the class to settle next",
    cores="the number of cores inside the set",
    cores_seen="the number of all cores when these were listed",
    mapped="the length of ``orbit``: all guesses, or 0 if no two are known to be equivalent",
    work="the node count when the level was opened",
)


@struct
class WorstCaseLevels(NamedTuple):
    """The stack: a row for each level; level 0 is the question itself."""

    at: np.ndarray = array(LEVEL, "levels", fill=0)
    members: np.ndarray = array(np.int32, "levels", "secrets")
    split: np.ndarray = array(np.int32, "levels", "secrets")
    start: np.ndarray = array(np.int32, "levels", "secrets + 1")
    # The living guesses: not refuted by a core so far, not useless, and the first of their orbit.
    alive: np.ndarray = array(np.uint64, "levels", "guess words")
    # For each guess, the first one of its orbit.
    orbit: np.ndarray = array(np.int32, "levels", "guesses")
    # The Sum of each guess; the guess of least key is tried first.
    keys: np.ndarray = array(np.int64, "levels", "guesses")
    # The cores inside the set.
    inside: np.ndarray = array(np.int32, "levels", "capacity")
    # The key of the set in the transposition table. There is one more row than there are levels,
    # for classes with two guesses left, which need no level.
    key: np.ndarray = array(np.uint64, "levels + 1", 2, fill=0)
    # The most secrets that 0, 1, ... guesses can find, by counting.
    reach: np.ndarray = array(np.int64, "levels + 3")


@struct
class WorstCaseScratch(NamedTuple):
    """Working space; the contracts of the kernels state what it holds between calls."""

    space: Space = nested(Space)
    stamp: np.ndarray = array(np.int64, "classes", fill=0)
    clock: np.ndarray = array(np.int64, 1, fill=0)
    mark: np.ndarray = array(np.uint8, "guesses", fill=0)
    free: np.ndarray = array(np.uint8, "picked", "guesses")
    bits: np.ndarray = array(np.uint64, "secret words", fill=0)
    listed: np.ndarray = array(np.int32, "secrets")
    times: np.ndarray = array(np.int32, "secrets")
    equal: np.ndarray = array(np.uint16, BLOCK_GUESSES)
    # `TILE_GUESSES` guesses, or more for a matrix in a file.
    tile: np.ndarray = array(np.uint16, "tile", "secrets")


@phase
def collect_cores(levels, level, cores, bits):
    """List the cores inside the set of a level; return one that refutes the set, or -1.

    A core inside a class lies inside the parent set, so only the parent's list and the cores
    learned since then are examined.
    """
    here, listed = levels.at[level], levels.inside[level]
    total = cores.held[0]
    listed_above, seen = 0, 0
    if level > 0:
        listed_above, seen = levels.at[level - 1].cores, levels.at[level - 1].cores_seen
    count = 0
    refuter = -1
    for q in range(listed_above + total - seen):
        k = np.int64(levels.inside[level - 1, q]) if q < listed_above else seen + q - listed_above
        if is_inside(cores, k, bits):
            listed[count] = k
            count += 1
            if cores.depth[k] >= here.depth:
                refuter = k
    here.cores = count
    here.cores_seen = total
    return refuter


@phase
def learn(levels, level, columns, cores, k):
    """Add core k to the list of a level, and strike the guesses that it refutes."""
    here = levels.at[level]
    levels.inside[level, here.cores] = k
    here.cores += 1
    strike(columns, cores, k, levels.alive[level], levels.orbit[level, : here.mapped])
    here.stage = CHOOSE


@phase
def find_orbits(levels, level, symmetry):
    """Write the orbits of a level, given the guesses above it.

    Guesses that are equivalent after some guesses are equivalent after fewer. So if no two guesses
    are equivalent at the level above, none are here.
    """
    here = levels.at[level]
    here.mapped = 0
    if levels.at[level - 1].mapped > 0:
        guesses = levels.orbit.shape[1]
        if orbits_below(symmetry, levels.at, level, levels.orbit[level]) < guesses:
            here.mapped = guesses


@phase
def revive(levels, level, symmetry):
    """Mark guesses as alive, except useless ones and all but the first of each orbit."""
    alive, keys = levels.alive[level], levels.keys[level]
    guesses = keys.shape[0]
    fill(alive, guesses)
    if level == 0:
        # The keys of the question are given, since they serve every depth.
        for g in range(guesses):
            if keys[g] == USELESS:
                remove(alive, g)
    else:
        find_orbits(levels, level, symmetry)
    orbit = levels.orbit[level, : levels.at[level].mapped]
    for g in range(orbit.shape[0]):
        if orbit[g] != g:
            remove(alive, g)


@phase
def choose(levels, level):
    """Return the living guess of least key, the first of equals, or -1."""
    alive = levels.alive[level]
    keys = levels.keys[level]
    best = -1
    for w in range(alive.shape[0]):
        word = alive[w]
        while word != np.uint64(0):
            g = 64 * w + lowest(word)
            if best < 0 or keys[g] < keys[best]:
                best = g
            word &= word - np.uint64(1)
    return best


@phase
def is_beyond_reach(levels, level):
    """Return whether every living guess leaves a class too large for the guesses after it.

    The class of a member has Sum / n members on average over n members, so the largest class has at
    least as many.
    """
    here = levels.at[level]
    guess = choose(levels, level)
    return guess >= 0 and levels.keys[level, guess] > here.count * levels.reach[here.depth - 1]


@large_phase
def open_level(game, levels, level, cores, scratch):
    """Apply the known cores to the set of a level, and compute the keys of its living guesses.

    Contract: the orbits of level 0 are given: those of an empty history, or none.

    Returns ``(result, core)``: SOLVED or REFUTED if that decides the set, UNKNOWN if guesses must
    be tried; and the core that refutes the set, or -1.
    """
    here = levels.at[level]
    members = levels.members[level, : here.count]
    bits = scratch.bits
    pack_members(members, bits)
    refuter = collect_cores(levels, level, cores, bits)
    if refuter >= 0:
        return REFUTED, refuter
    revive(levels, level, game.symmetry)
    alive = levels.alive[level]
    orbit = levels.orbit[level, : here.mapped]
    living = levels.keys.shape[1]
    for q in range(here.cores):
        k = np.int64(levels.inside[level, q])
        if cores.depth[k] == here.depth - 1:
            living = strike(game.columns, cores, k, alive, orbit)
            if living == 0:
                break
    if living > 0 and level > 0:
        unpack(alive, scratch.mark)
        guess = sum_living(game, members, scratch.mark, living, levels.keys[level], scratch)
        pack(scratch.mark, alive)
        if guess >= 0:
            here.guess = guess
            return SOLVED, -1
        if is_beyond_reach(levels, level):
            return REFUTED, add_core(cores, members, here.depth, np.int64(1), cores.reasons[:0])
    here.stage = CHOOSE
    return UNKNOWN, -1
