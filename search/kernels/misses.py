"""Misses: whether a class has one at all, and which other guesses then have one too.

Whether a set can be found within so many guesses is decided by the search for the worst case. Where
it cannot, there is a core, and every guess that leaves the core whole has a miss as well.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from search.kernels import levels as stack
from search.kernels import worst_case as judging
from search.kernels.appraise import following
from search.kernels.cores import Cores, inseparable_core, leaves_whole
from search.kernels.counting import USELESS
from search.kernels.frames import ASK, SETTLE, WORDS, raise_class
from search.kernels.levels import Levels, Scratch
from search.kernels.solved import Solved
from search.kernels.symmetry import Symmetry
from search.kernels.worth import put

#: Whether a class has a miss at all is asked where no more than so much is left to pay.
ASKED = 4


class Judge(NamedTuple):
    """The arrays of a worst-case search (see `search.kernels.worst_case.advance`)."""

    symmetry: Symmetry
    levels: Levels
    cores: Cores
    solved: Solved
    journal: judging.Journal
    scratch: Scratch
    registers: np.ndarray


@njit(cache=True, nogil=True)
def left(terms, state):
    """Return how many guesses are left in a state of a game that ends."""
    return terms.price.shape[0] - 1 - state


@njit(cache=True, nogil=True)
def may_ask(terms, frames, level, q):
    """Tell whether it is not known if a class has a miss, and the worst-case search can tell."""
    size = frames.start[level, q + 1] - frames.start[level, q]
    depth = left(terms, following(terms, frames.state[level]))
    wanted = frames.best[level] - frames.bound[level]
    return frames.lower[level, q] == 0 and depth > 2 and size > depth and wanted <= ASKED


@njit(cache=True, nogil=True)
def put_question(terms, frames, level, q, key, judge):
    """Put the question whether a class can be found at all, in time, to the worst-case search."""
    first, last = frames.start[level, q], frames.start[level, q + 1]
    levels = judge.levels
    for i in range(first, last):
        levels.members[1, i - first] = frames.split[level, i]
    levels.size[1] = last - first
    levels.depth[1] = left(terms, following(terms, frames.state[level]))
    levels.stage[1] = stack.OPEN
    levels.key[1, 0] = key[0]
    levels.key[1, 1] = key[1]
    levels.cores[0] = 0
    levels.cores_seen[0] = 0
    levels.moved[0] = 0
    judge.registers[judging.LEVEL] = 1
    judge.registers[judging.BASE] = 1
    judge.registers[judging.RESULT] = stack.UNKNOWN
    frames.at[level] = q
    frames.stage[level] = ASK


@njit(cache=True, nogil=True)
def ask(rows, columns, zobrist, judge, nodes):
    """Go on with the worst-case search for so many nodes.

    Returns what that search does, and how many nodes it took.
    """
    registers = judge.registers
    before = registers[judging.NODES]
    answer = judging.advance(
        rows,
        columns,
        zobrist,
        judge.symmetry,
        judge.levels,
        judge.cores,
        judge.solved,
        judge.journal,
        judge.scratch,
        registers,
        before + max(nodes, 1),
    )
    return answer, registers[judging.NODES] - before


@njit(cache=True, nogil=True)
def hear_answer(columns, terms, frames, level, worth, judge, result, space):
    """Take over the answer about a class.

    Either all of it is found, or every guess that leaves its core whole has a miss.
    """
    q = frames.at[level]
    part = frames.split[level, frames.start[level, q] : frames.start[level, q + 1]]
    key = judge.levels.key[1]
    frames.stage[level] = SETTLE
    if result == stack.SOLVED:
        frames.settled[level, q] = 1
        put(worth, key, part.shape[0], 0, True, judge.levels.guess[1])
        return
    k = judge.registers[judging.CORE]
    cores = judge.cores
    core = cores.members[cores.offset[k] : cores.offset[k] + cores.size[k]]
    lightest = pay_for(columns, terms, frames, level, core, space)
    put(worth, key, part.shape[0], lightest, False, -1)
    raise_class(frames, level, q, lightest)


@njit(cache=True, nogil=True)
def pay_for(columns, terms, frames, level, core, space):
    """Let all guesses pay for a miss that leave a core whole; return the least that it costs.

    Contract: of the core something is missed by any guess that leaves it whole, and the bound of no
    guess counts a miss that is not noted in ``frames.used``. Misses of cores that have no member in
    common add up; ``frames.used`` holds the members of those that a guess pays for already. Of more
    members than there are bits one core is counted.
    """
    n = frames.size[level]
    keys, used = frames.keys[level], frames.used[level]
    lightest = terms.weights[core[0]]
    for j in range(core.shape[0]):
        lightest = min(lightest, terms.weights[core[j]])
    paid = lightest * terms.price[terms.price.shape[0] - 1]
    bits = space.bits
    bits[:] = 0
    if n > WORDS * 64:
        bits[:] = ~bits
    else:
        for i in range(n):
            space.place[frames.members[level, i]] = i
        for j in range(core.shape[0]):
            i = space.place[core[j]]
            bits[i >> 6] |= np.uint64(1) << np.uint64(i & 63)
    leaves_whole(columns, core, space.mark)
    for g in range(keys.shape[0]):
        if space.mark[g] != 0 and keys[g] != USELESS:
            clash = np.uint64(0)
            for w in range(WORDS):
                clash |= used[g, w] & bits[w]
            if clash == 0:
                keys[g] += paid
                for w in range(WORDS):
                    used[g, w] |= bits[w]
    return paid


@njit(cache=True, nogil=True)
def strike(columns, terms, frames, level, space):
    """Let all guesses pay for a miss that leave what the guess being tried leaves inseparable.

    Contract: two guesses are left for the classes, and there are at most `FEW` members. What no
    guess tells apart is missed in part, whatever it is part of.
    """
    below = following(terms, frames.state[level])
    one, two, three = terms.cost[below, 1], terms.cost[below, 2], terms.cost[below, 3]
    for q in range(frames.classes[level]):
        part = frames.split[level, frames.start[level, q] : frames.start[level, q + 1]]
        if part.shape[0] <= 2:
            return
        least = np.int64(0)
        for i in range(part.shape[0]):
            least += (two if i > 0 else one) * terms.weights[part[i]]
        if frames.lower[level, q] - least < three - two:
            continue
        size = inseparable_core(columns, part, space.free, space.found)
        pay_for(columns, terms, frames, level, space.found[:size], space)
