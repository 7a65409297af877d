"""The worst-case search when only candidates may be proposed.

A subset of a set that can be found in d may need more: it may lack the member that told the rest
apart. So nothing follows from a set for any other, and what is known is known of exact sets. For a
set S and d guesses left, with w(S) the least number of guesses that surely finds every member:

    if  actual w(S) <= d  then  the answer is SOLVED  and w(S) <= d is noted
    if  actual w(S) >  d  then  the answer is REFUTED and w(S) > d is noted
    the guesses tried are members of S, the least Sum first, until one leads to SOLVED

Sets of at most d members need no search: any order finds them. What does hold for every subset is
that no guess makes more classes of it, so counting bounds what d guesses find. With three guesses
left a set is decided in one sweep (`begin_three`). Of the classes of a guess, those are looked at
first that hold what was refuted before: a family of words that only naming them tells apart.

The stack is explicit and all of the state lies in arrays, so that a call works for a while, pauses,
and the next call goes on from the same place.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from search.kernels.common.known import place_of, tighten
from search.kernels.common.partition import split
from search.kernels.common.solved import set_key
from search.kernels.restricted.members import (
    accuse,
    begin_three,
    order_classes,
    order_members,
    weigh_members,
)
from search.kernels.worst_case.levels import CHOOSE, DESCEND, OPEN, REFUTED, SOLVED, UNKNOWN
from search.kernels.worst_case.search import FULL, PAUSED, note

# Places of the registers.
LEVEL, RESULT, NODES = 0, 1, 2
REGISTERS = 3


class MemberLevels(NamedTuple):
    """The stack: a row for each level; level 0 is the question itself.

    Attributes
    ----------
    depth, size, stage, guess, guesses, next_guess, classes, next_class : (levels,) int32
        Guesses left, members, OPEN/CHOOSE/DESCEND, the member being tried, how many are worth
        trying, the one to try next, how many of its classes need a look, the one to look at next.
    work : (levels,) int64
        Nodes counted when the level was opened.
    members, order, split, class_order : (levels, secrets) int32
        The set, the places of its members in the order in which they are tried, the classes of the
        guess, and the order in which they are looked at.
    start : (levels, secrets + 1) int32
    blame : (depths, secrets) float64
        By guesses left, how much each secret makes us expect that the class it is in is refuted
        (see `order_classes`).
    key : (levels, 2) uint64
        Key of the set in the transposition table.
    """

    depth: np.ndarray
    size: np.ndarray
    stage: np.ndarray
    guess: np.ndarray
    guesses: np.ndarray
    next_guess: np.ndarray
    classes: np.ndarray
    next_class: np.ndarray
    work: np.ndarray
    members: np.ndarray
    order: np.ndarray
    split: np.ndarray
    class_order: np.ndarray
    start: np.ndarray
    blame: np.ndarray
    key: np.ndarray


@njit(cache=True, nogil=True)
def class_at(levels, level, place):
    """Return the members of the class that is looked at in that place."""
    k = levels.class_order[level, place]
    return levels.split[level, levels.start[level, k] : levels.start[level, k + 1]]


@njit(cache=True, nogil=True)
def open_set(square, levels, level, weights, scratch):
    """Profiler the members of a level and put them in order.

    Returns ``(result, looks)``: SOLVED or REFUTED if that settles it, UNKNOWN if members must be
    tried, and how many other sets were looked into.
    """
    depth = levels.depth[level]
    members = levels.members[level, : levels.size[level]]
    apart = weigh_members(square, members, scratch.steps, weights, scratch.counts)
    if apart >= 0:
        levels.guess[level] = members[apart]
        return SOLVED, 0
    if depth == 3:
        place, looks = begin_three(square, members, weights, levels.blame[depth], scratch)
        if place < 0:
            return REFUTED, looks
        levels.guess[level] = members[place]
        return SOLVED, looks
    levels.guesses[level] = order_members(weights, len(members), depth, levels.order[level])
    levels.next_guess[level] = 0
    levels.stage[level] = CHOOSE
    return UNKNOWN, 0


@njit(cache=True, nogil=True)
def part_next(square, zobrist, levels, level, known, weights, scratch):
    """Part the set of a level by its next guess; tell whether no class is known to be refuted."""
    members = levels.members[level, : levels.size[level]]
    depth = levels.depth[level]
    guess = members[levels.order[level, levels.next_guess[level]]]
    levels.next_guess[level] += 1
    levels.guess[level] = guess
    parts, start = levels.split[level], levels.start[level]
    counts, label, tally = scratch.counts, scratch.label, scratch.tally
    classes = split(square[guess], members, parts, start, counts, label, tally)
    levels.classes[level] = order_classes(
        parts,
        start,
        classes,
        depth - 1,
        levels.blame[depth],
        levels.class_order[level],
        weights.scores,
    )
    levels.next_class[level] = 0
    for q in range(levels.classes[level]):
        part = class_at(levels, level, q)
        set_key(part, zobrist, levels.key[level + 1])
        place = place_of(known, levels.key[level + 1])
        if place >= 0 and known.lower[place] >= depth:
            accuse(part, levels.blame[depth])
            return False
    return True


@njit(cache=True, nogil=True)
def advance(square, zobrist, levels, known, journal, weights, scratch, registers, until):
    """Go on with the search until it ends or ``registers[NODES]`` reaches ``until``.

    Contract: level 0 holds the question (depth at least 3, more members than that) with stage OPEN,
    and RESULT is UNKNOWN on the first call. Between calls that return PAUSED nothing may change;
    after FULL the journal must have been emptied. There is a level for every depth from that of the
    question down to 3, and one more.

    Returns SOLVED (``levels.guess[0]`` is a secret whose naming begins a strategy), REFUTED, PAUSED
    or FULL. A refuted set is in the journal with -1 for its guess.
    """
    secrets = square.shape[0]
    level = registers[LEVEL]
    result = registers[RESULT]
    while level >= 0:
        full = (
            journal.held[0] + 1 > journal.size.shape[0]
            or journal.held[1] + secrets > journal.members.shape[0]
        )
        if full or registers[NODES] >= until:
            registers[LEVEL] = level
            registers[RESULT] = result
            return FULL if full else PAUSED
        depth = levels.depth[level]
        members = levels.members[level, : levels.size[level]]

        if levels.stage[level] == OPEN:
            levels.work[level] = registers[NODES]
            result, looks = open_set(square, levels, level, weights, scratch)
            registers[NODES] += 1 + looks
        elif levels.stage[level] == DESCEND:
            if result == REFUTED:
                part = class_at(levels, level, levels.next_class[level])
                accuse(part, levels.blame[depth])
                levels.stage[level] = CHOOSE
            else:
                levels.next_class[level] += 1
            result = UNKNOWN

        if result == UNKNOWN and levels.stage[level] == CHOOSE:
            if levels.next_guess[level] == levels.guesses[level]:
                result = REFUTED
            elif part_next(square, zobrist, levels, level, known, weights, scratch):
                levels.stage[level] = DESCEND
            else:
                registers[NODES] += 1
                continue

        if result == UNKNOWN:
            below = level + 1
            while levels.next_class[level] < levels.classes[level]:
                part = class_at(levels, level, levels.next_class[level])
                set_key(part, zobrist, levels.key[below])
                place = place_of(known, levels.key[below])
                if place < 0 or known.upper[place] > depth - 1:
                    break
                levels.next_class[level] += 1
            if levels.next_class[level] < levels.classes[level]:
                n = len(part)
                levels.members[below, :n] = part
                levels.size[below] = n
                levels.depth[below] = depth - 1
                levels.stage[below] = OPEN
                level = below
                continue
            result = SOLVED

        if level > 0:
            n = len(members)
            work = registers[NODES] - levels.work[level]
            if result == SOLVED:
                tighten(known, levels.key[level], 1, depth, work)
            else:
                tighten(known, levels.key[level], depth + 1, n, work)
            if work >= journal.held[2]:
                note(journal, members, depth, levels.guess[level] if result == SOLVED else -1)
        level -= 1
    registers[LEVEL] = level
    registers[RESULT] = result
    return result
