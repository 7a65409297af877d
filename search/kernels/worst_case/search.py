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

from search.kernels.common.partition import separating_guess, split
from search.kernels.common.solved import recall, remember, set_key
from search.kernels.common.symmetry import closure
from search.kernels.worst_case.cores import add_core, cover, inseparable_core
from search.kernels.worst_case.levels import (
    CHOOSE,
    DESCEND,
    OPEN,
    REFUTED,
    SOLVED,
    UNKNOWN,
    choose,
    learn,
    open_level,
)

# What a call returns, besides REFUTED and SOLVED.
PAUSED, FULL = 2, 3
# Places of the registers.
LEVEL, RESULT, CORE, NODES, BASE = 0, 1, 2, 3, 4
REGISTERS = 5


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
def advance(
    rows, columns, zobrist, symmetry, levels, cores, solved, journal, scratch, registers, until
):
    """Go on with the search until it ends or ``registers[NODES]`` reaches ``until``.

    Contract: level 0 holds the question (depth at least 3, more members than that, the keys of all
    guesses, none of which tells all members apart; its orbits if all secrets are members, else
    none), with stage OPEN, and RESULT is UNKNOWN on the first call. Between calls that return
    PAUSED nothing but the capacity of the arrays may change; after FULL, cores or journal must have
    been given room.

    A question may also be put at level 1 if ``registers[BASE]`` is 1: with the key of its set, at a
    level 0 that has no cores and no orbits. Then no keys need be given, and the core that bears
    REFUTED is left in ``registers[CORE]``.

    A core that rests on symmetry is given no reasons: they would be images of cores.

    Returns SOLVED (``levels.guess[0]`` begins a strategy), REFUTED, PAUSED or FULL.
    """
    secrets = columns.shape[0]
    level = registers[LEVEL]
    result = registers[RESULT]
    core = registers[CORE]
    none = np.empty(0, np.int32)
    while True:
        if level < registers[BASE]:
            registers[CORE] = core
            return result
        if (
            registers[NODES] >= until
            or cores.held[0] + 1 >= cores.size.shape[0]
            or cores.held[1] + secrets > cores.members.shape[0]
            or cores.reason_at[cores.held[0]] + cores.held[0] > cores.reasons.shape[0]
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
            result, core = open_level(rows, columns, levels, level, cores, symmetry, scratch)
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
                    orbit = levels.orbit[level, : levels.moved[level]]
                    reasons = np.empty(levels.cores[level], np.int32)
                    n, given = cover(
                        columns,
                        cores,
                        levels.inside[level, : levels.cores[level]],
                        depth - 1,
                        orbit,
                        scratch.found,
                        scratch.times,
                        reasons,
                    )
                    if orbit.shape[0] > 0:
                        found = scratch.found
                        n, given = closure(orbit, symmetry.own, members, found[:n], found), 0
                    work = registers[NODES] - levels.work[level] + 1
                    core = add_core(cores, scratch.found[:n], depth, work, reasons[:given])
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
                    core = add_core(cores, scratch.found[:n], 2, 1, none)
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
