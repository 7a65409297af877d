"""The worst-case search: decide whether a set can be found within d guesses.

Depth-bounded minimax with the null window of alpha-beta. For a set S and d guesses left, with
w(S) the least number of guesses that surely finds every member of S:

    if  actual w(S) <= d  then  the answer is SOLVED  and w(S) <= d is remembered
    if  actual w(S) >  d  then  the answer is REFUTED and a core of S bears it
    the guesses tried are exactly those that split every core known to need d guesses or more

The two facts it rests on: a subset of a set that can be found in d can be found in d; and a set is
found in d when some guess leaves only classes that can be found in d - 1. Sets of at most d
members, and pairs, need no search. Two guesses left is decided in one sweep (`separating_guess`).

The stack is explicit and all of the state lies in arrays, so that a call works for a while, pauses,
and the next call goes on from the same place.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from search.kernels.cores import add_core, cover, inside, pair_core, strike
from search.kernels.partition import class_sums, separating_guess, split
from search.kernels.solved import recall, remember, set_key

# What a call returns.
REFUTED, SOLVED, PAUSED, FULL = 0, 1, 2, 3
# Where a level stands: to be opened, to choose a guess, to look at the next class.
OPEN, CHOOSE, DESCEND = 0, 1, 2
# Places of the registers.
LEVEL, RESULT, CORE, NODES, CLOCK = 0, 1, 2, 3, 4
REGISTERS = 5
UNKNOWN = -1


class Levels(NamedTuple):
    """The stack: a row for each level; level 0 is the question itself.

    Attributes
    ----------
    depth, size, stage, guess, classes, next_class, cores, cores_seen : (levels,) int32
        Guesses left, members, OPEN/CHOOSE/DESCEND, the guess being tried, how many classes it
        makes, the one to look at next, how many cores lie inside, and how many cores there were
        when they were last collected.
    work : (levels,) int64
        Nodes counted when the level was opened.
    members, split : (levels, secrets) int32
    start : (levels, secrets + 1) int32
    alive : (levels, guesses) uint8
        Guesses that no core refutes yet and that are not useless.
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
    work: np.ndarray
    members: np.ndarray
    split: np.ndarray
    start: np.ndarray
    alive: np.ndarray
    keys: np.ndarray
    inside: np.ndarray
    key: np.ndarray


class Journal(NamedTuple):
    """Solved sets that took work to prove, waiting to be kept outside.

    Attributes
    ----------
    members : (pool,) int32
    size, depth, guess : (entries,) int32
    held : (3,) int64
        Entries, members, and the least work that is worth an entry.
    """

    members: np.ndarray
    size: np.ndarray
    depth: np.ndarray
    guess: np.ndarray
    held: np.ndarray


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
def inseparable_core(columns, members, free, out):
    """Return the size of a core of depth 2 of a set that no guess tells apart (see `pair_core`)."""
    size = pair_core(columns, members, free[:64], out)
    if size == 0 and members.shape[0] > 64:
        size = pair_core(columns, members, free, out)
    if size == 0:
        wide = np.empty((members.shape[0], columns.shape[1]), np.uint8)
        size = pair_core(columns, members, wide, out)
    return size


@njit(cache=True, nogil=True)
def learn(levels, level, columns, cores, k, mark):
    """Add core k to the list of a level and let the guesses die that it refutes."""
    levels.inside[level, levels.cores[level]] = k
    levels.cores[level] += 1
    strike(columns, cores, k, levels.alive[level], mark)
    levels.stage[level] = CHOOSE


@njit(cache=True, nogil=True)
def open_level(rows, columns, levels, level, cores, scratch):
    """Collect what is known about the set of a level and order its guesses.

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
        # The same set for every depth: its keys are given, and a useless guess has n squared.
        for g in range(alive.shape[0]):
            alive[g] = keys[g] != members.shape[0] * members.shape[0]
    else:
        alive[:] = 1
    living = alive.shape[0]
    for q in range(levels.cores[level]):
        k = levels.inside[level, q]
        if cores.depth[k] == depth - 1:
            living = strike(columns, cores, k, alive, scratch.mark)
            if living == 0:
                break
    levels.stage[level] = CHOOSE
    if living > 0 and level > 0:
        guess, _ = class_sums(rows, members, alive, keys, scratch.counts)
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


@njit(cache=True, nogil=True)
def note(journal, members, depth, guess):
    """Write a solved set into the journal. There is room: the caller has seen to it."""
    entry = journal.held[0]
    at = journal.held[1]
    n = members.shape[0]
    for i in range(n):
        journal.members[at + i] = members[i]
    journal.size[entry] = n
    journal.depth[entry] = depth
    journal.guess[entry] = guess
    journal.held[0] = entry + 1
    journal.held[1] = at + n


@njit(cache=True, nogil=True)
def advance(rows, columns, zobrist, levels, cores, solved, journal, scratch, registers, until):
    """Go on with the search until it ends or ``registers[NODES]`` reaches ``until``.

    Contract: level 0 holds the question (depth at least 3, more members than that, the keys of all
    guesses, none of which tells all members apart), with stage OPEN, and RESULT is UNKNOWN on the
    first call. Between calls that return PAUSED nothing but the
    capacity of the arrays may change; after FULL, cores or journal must have been given room.

    Returns SOLVED (``levels.guess[0]`` begins a strategy), REFUTED, PAUSED or FULL.
    """
    secrets = columns.shape[0]
    level = registers[LEVEL]
    result = registers[RESULT]
    core = registers[CORE]
    while True:
        if level < 0:
            return result
        if (
            registers[NODES] >= until
            or cores.held[0] + 1 >= cores.size.shape[0]
            or cores.held[1] + secrets > cores.members.shape[0]
            or journal.held[0] + 1 > journal.size.shape[0]
            or journal.held[1] + secrets > journal.members.shape[0]
        ):
            registers[LEVEL] = level
            registers[RESULT] = result
            registers[CORE] = core
            return PAUSED if registers[NODES] >= until else FULL
        depth = levels.depth[level]
        members = levels.members[level, : levels.size[level]]

        if levels.stage[level] == OPEN:
            registers[NODES] += 1
            levels.work[level] = registers[NODES]
            result, core = open_level(rows, columns, levels, level, cores, scratch)
            if result != UNKNOWN:
                level -= 1
                continue
        elif levels.stage[level] == DESCEND:
            if result == REFUTED:
                learn(levels, level, columns, cores, core, scratch.mark)
            else:
                levels.next_class[level] += 1
        result = UNKNOWN

        if levels.stage[level] == CHOOSE:
            guess = choose(levels, level)
            if guess < 0:
                result = REFUTED
                if level > 0:
                    n = cover(
                        columns,
                        cores,
                        levels.inside[level, : levels.cores[level]],
                        depth - 1,
                        scratch.found,
                        scratch.times,
                    )
                    work = registers[NODES] - levels.work[level] + 1
                    core = add_core(cores, scratch.found[:n], depth, work)
                level -= 1
                continue
            levels.guess[level] = guess
            levels.classes[level] = split(
                rows[guess],
                members,
                levels.split[level],
                levels.start[level],
                scratch.counts,
                scratch.label,
                scratch.tally,
            )
            levels.next_class[level] = 0
            levels.stage[level] = DESCEND

        while levels.next_class[level] < levels.classes[level]:
            q = levels.next_class[level]
            part = levels.split[level, levels.start[level, q] : levels.start[level, q + 1]]
            n = part.shape[0]
            if n <= max(depth - 1, 2):
                # Classes come in falling size: the rest need no search either.
                levels.next_class[level] = levels.classes[level]
                break
            if depth - 1 == 2:
                registers[NODES] += 1
                if separating_guess(rows, part, scratch.stamp, scratch.clock) < 0:
                    n = inseparable_core(columns, part, scratch.free, scratch.found)
                    core = add_core(cores, scratch.found[:n], 2, 1)
                    learn(levels, level, columns, cores, core, scratch.mark)
                    break
                levels.next_class[level] += 1
                continue
            below = level + 1
            set_key(part, zobrist, levels.key[below])
            known = recall(solved, levels.key[below])
            if known != 0 and known <= depth - 1:
                levels.next_class[level] += 1
                continue
            for i in range(n):
                levels.members[below, i] = part[i]
            levels.size[below] = n
            levels.depth[below] = depth - 1
            levels.stage[below] = OPEN
            level = below
            break
        if levels.stage[level] == DESCEND and levels.next_class[level] == levels.classes[level]:
            result = SOLVED
            if level > 0:
                remember(solved, levels.key[level], depth)
                if registers[NODES] - levels.work[level] >= journal.held[2]:
                    note(journal, members, depth, levels.guess[level])
            level -= 1
