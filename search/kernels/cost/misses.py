"""Misses: which guesses have to pay for those that were found below another guess.

Whether a set can be found at all within so many guesses is decided by the search for the worst
case. Where it cannot, there is a core of which something is missed. A set of which more is missed
has a core too: the members that bear the reasons why none of its guesses misses less. Every guess
that leaves a core whole misses as much.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from search.kernels.common.solved import Solved
from search.kernels.common.symmetry import Symmetry
from search.kernels.cost.bounds import following
from search.kernels.cost.counting import USELESS
from search.kernels.cost.stack import ASK, SETTLE, WORDS, raise_class
from search.kernels.cost.transposition import put
from search.kernels.worst_case import levels as stack
from search.kernels.worst_case import search as judging
from search.kernels.worst_case.cores import Cores, inseparable_core, leaves_whole
from search.kernels.worst_case.levels import Levels, Scratch

#: Whether a class has a miss at all is asked where no more than so much is left to pay.
ASKED = 4


class Judge(NamedTuple):
    """The arrays of a worst-case search (see `search.kernels.worst_case.search.advance`)."""

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
    """Take over the answer of the worst-case search about a class.

    Either all of it is found, or every guess that leaves its core whole has a miss.
    """
    q = frames.at[level]
    size = frames.start[level, q + 1] - frames.start[level, q]
    key = judge.levels.key[1]
    frames.stage[level] = SETTLE
    if result == stack.SOLVED:
        frames.settled[level, q] = 1
        put(worth, key, size, 0, True, judge.levels.guess[1])
        return
    k = judge.registers[judging.CORE]
    cores = judge.cores
    core = cores.members[cores.offset[k] : cores.offset[k] + cores.size[k]]
    lower = a_miss(terms, core)
    put(worth, key, size, lower, False, -1)
    raise_class(frames, level, q, lower)
    bear(frames, level, q, core, space)
    pay_for(columns, terms, frames, level, core, lower, space)


@njit(cache=True, nogil=True)
def hear_refusal(columns, terms, frames, level, space):
    """Take over that a class costs as much as the limit of the search for it, at the level below.

    Contract: misses are counted, and no strategy below the limit was found.

    Of the class those members matter that bear the bound of some guess. Which do is not known of
    guesses that were left out as equal to others.
    """
    q = frames.at[level]
    below = level + 1
    limit = frames.limit[below]
    n = frames.size[below]
    members = frames.members[below, :n]
    raise_class(frames, level, q, limit)
    size = n
    if n <= WORDS * 64 and not frames.moved[below]:
        keys, used = frames.keys[below], frames.used[below]
        bits = space.bits
        bits[:] = 0
        for g in range(keys.shape[0]):
            if keys[g] != USELESS:
                for w in range(WORDS):
                    bits[w] |= used[g, w]
        size = 0
        for i in range(n):
            if (bits[i >> 6] >> np.uint64(i & 63)) & np.uint64(1):
                space.found[size] = members[i]
                size += 1
        bear(frames, level, q, space.found[:size], space)
    else:
        space.found[:n] = members
    pay_for(columns, terms, frames, level, space.found[:size], limit, space)


@njit(cache=True, nogil=True)
def a_miss(terms, core):
    """Return what it costs at least to miss one of a core."""
    lightest = terms.weights[core[0]]
    for j in range(core.shape[0]):
        lightest = min(lightest, terms.weights[core[j]])
    return lightest * terms.price[terms.price.shape[0] - 1]


@njit(cache=True, nogil=True)
def bear(frames, level, q, core, space):
    """Note that a core bears the bound of a class."""
    for i in range(frames.start[level, q], frames.start[level, q + 1]):
        frames.bearing[level, i] = 0
        space.place[frames.split[level, i]] = i
    for j in range(core.shape[0]):
        frames.bearing[level, space.place[core[j]]] = 1


@njit(cache=True, nogil=True)
def pay_for(columns, terms, frames, level, core, price, space):
    """Let all guesses pay the price of a core that leave it whole.

    Contract: the core costs the price at least after any guess that leaves it whole, and the bound
    of no guess counts a miss whose bearers are not noted in ``frames.used``. Prices of cores that
    have no member in common add up; where all that is paid is for misses, a core may also take the
    place of lesser ones. Of more members than there are bits one core is counted.
    """
    n = frames.size[level]
    keys, used = frames.keys[level], frames.used[level]
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
        # Who is out of the question needs no more reasons.
        if space.mark[g] != 0 and keys[g] < frames.best[level]:
            clash = np.uint64(0)
            for w in range(WORDS):
                clash |= used[g, w] & bits[w]
            if clash == 0:
                keys[g] += price
                for w in range(WORDS):
                    used[g, w] |= bits[w]
            elif terms.counting and keys[g] < price:
                keys[g] = price
                used[g, :] = bits


@njit(cache=True, nogil=True)
def note_bearers(frames, level, space):
    """Note which members bear the bound of the guess being given up, in ``frames.used``.

    Contract: misses are counted, and the bound is no less than the best.
    """
    n = frames.size[level]
    used = frames.used[level, frames.guess[level]]
    if n > WORDS * 64:
        used[:] = ~np.uint64(0)
        return
    used[:] = 0
    for i in range(n):
        space.place[frames.members[level, i]] = i
    total = np.int64(0)
    for q in range(frames.classes[level]):
        if frames.lower[level, q] > 0 and total < frames.best[level]:
            total += frames.lower[level, q]
            for i in range(frames.start[level, q], frames.start[level, q + 1]):
                if frames.bearing[level, i]:
                    j = space.place[frames.split[level, i]]
                    used[j >> 6] |= np.uint64(1) << np.uint64(j & 63)


@njit(cache=True, nogil=True)
def strike(columns, terms, frames, level, space):
    """Let all guesses pay for a miss that leave what the guess being tried leaves inseparable.

    Contract: two guesses are left for the classes, and the guesses pay for misses. What no guess
    tells apart is missed in part, whatever it is part of.
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
        core = space.found[:size]
        price = a_miss(terms, core)
        if terms.counting and frames.lower[level, q] == price:
            bear(frames, level, q, core, space)
        pay_for(columns, terms, frames, level, core, price, space)
