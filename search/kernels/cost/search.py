"""The kernel that finds what the cheapest strategy for a set costs.

Branch and bound. For a set S in a state, with v(S) the least cost of a strategy (`appraise` tells
who pays what) and a limit b:

    if  v(S) <  b  then  the answer is v(S), exact, with a guess that begins such a strategy
    if  v(S) >= b  then  the answer is a lower bound that is at least b
    the guesses tried are exactly those whose bound is below b and below the best found so far

The cost of a guess is what is paid for it, and what its classes cost. It is bounded first by the
sizes of the classes, then by a look at each, the largest first, and then the classes are settled
one by one, the smallest first, each with the limit that the bounds of the others leave it. As soon
as the bounds add up to the limit the guess is given up.

The stack is explicit and all of the state lies in arrays, so that a call works for a while, pauses,
and the next call goes on from the same place.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from search.kernels.common.solved import set_key
from search.kernels.cost.bounds import appraise, following, is_last
from search.kernels.cost.misses import (
    ask,
    hear_answer,
    hear_refusal,
    may_ask,
    note_bearers,
    put_question,
    strike,
)
from search.kernels.cost.stack import (
    ASK,
    BOUND,
    CHOOSE,
    OPEN,
    SETTLE,
    descend,
    give_up_guess,
    next_guess,
    open_set,
    raise_class,
    try_guess,
)
from search.kernels.cost.transposition import find, mix, put
from search.kernels.worst_case import search as judging

# What a call returns.
PAUSED, DONE, DEEP, FULL, CROWDED = 0, 1, 2, 3, 4
# Places of the registers.
LEVEL, NODES = 0, 1
REGISTERS = 2


class Findings(NamedTuple):
    """Bounds of sets that took work, waiting to be kept outside.

    Attributes
    ----------
    members : (pool,) int32
    size, state, guess : (entries,) int32
    lower : (entries,) int64
    exact : (entries,) uint8
    held : (3,) int64
        Entries, members, and the least work that is worth an entry.
    """

    members: np.ndarray
    size: np.ndarray
    state: np.ndarray
    guess: np.ndarray
    lower: np.ndarray
    exact: np.ndarray
    held: np.ndarray


@njit(cache=True, nogil=True)
def look_at_classes(rows, columns, own, zobrist, terms, frames, level, worth, looks, space):
    """Bound the classes of the guess being tried by what is known of them, or else by a look."""
    below = following(terms, frames.state[level])
    key = space.key
    for q in range(frames.classes[level]):
        if frames.bound[level] >= frames.best[level]:
            return
        part = frames.split[level, frames.start[level, q] : frames.start[level, q + 1]]
        if part.shape[0] <= 2:
            return
        set_key(part, zobrist, key)
        mix(key, below)
        place = find(worth, key)
        if place >= 0:
            raise_class(frames, level, q, worth.lower[place])
            frames.settled[level, q] = worth.exact[place]
        else:
            most = frames.most[level]
            lower, exact, guess = appraise(rows, columns, own, part, terms, below, most, looks)
            put(worth, key, part.shape[0], lower, exact, guess)
            raise_class(frames, level, q, lower)
            frames.settled[level, q] = exact


@njit(cache=True, nogil=True)
def next_class(zobrist, terms, frames, level, worth, key):
    """Return the class to be settled next; -1 if all are, or if the bound is up.

    That is the smallest; but where misses alone are counted the one that is bounded least, the
    largest of them: it takes less to show that several classes have a miss than that one has
    several.

    ``key`` receives the key of the class.
    """
    below = following(terms, frames.state[level])
    settled = frames.settled[level]
    while frames.bound[level] < frames.best[level]:
        q = -1
        for p in range(frames.classes[level]):
            if settled[p] == 0 and not (
                terms.counting and q >= 0 and frames.lower[level, p] >= frames.lower[level, q]
            ):
                q = p
        if q < 0:
            return -1
        part = frames.split[level, frames.start[level, q] : frames.start[level, q + 1]]
        set_key(part, zobrist, key)
        mix(key, below)
        place = find(worth, key)
        if place >= 0:
            raise_class(frames, level, q, worth.lower[place])
            settled[q] = worth.exact[place]
        if settled[q] == 0 and frames.bound[level] < frames.best[level]:
            return q
    return -1


@njit(cache=True, nogil=True)
def note(findings, members, state, lower, exact, guess):
    """Write a set into the findings. There is room: the caller has seen to it."""
    entry = findings.held[0]
    at = findings.held[1]
    n = members.shape[0]
    for i in range(n):
        findings.members[at + i] = members[i]
    findings.size[entry] = n
    findings.state[entry] = state
    findings.guess[entry] = guess
    findings.lower[entry] = lower
    findings.exact[entry] = exact
    findings.held[0] = entry + 1
    findings.held[1] = at + n


@njit(cache=True, nogil=True)
def advance(
    rows,
    columns,
    own,
    zobrist,
    terms,
    symmetry,
    frames,
    worth,
    findings,
    looks,
    space,
    judge,
    registers,
    until,
):
    """Go on with the search until it ends or ``registers[NODES]`` reaches ``until``.

    Contract: level 0 holds the question (at least three members, the heaviest first, in a state
    that is not the last) with stage OPEN or, if it was opened outside, CHOOSE; ``frames.moved[0]``
    tells whether guesses equal by symmetry may be left out. Between calls that return PAUSED
    nothing but the capacity of the arrays may change; after DEEP there must be more levels, after
    FULL room for findings.

    Returns DONE, PAUSED, DEEP or FULL. Then ``frames.best[0]`` is the least cost if
    ``frames.best_guess[0]`` is a guess; otherwise the limit is, and the least cost is no less.
    """
    secrets = columns.shape[0]
    level = registers[LEVEL]
    key = np.empty(2, np.uint64)
    while True:
        status = DONE
        if registers[NODES] >= until:
            status = PAUSED
        elif level + 1 >= frames.stage.shape[0]:
            status = DEEP
        elif (
            findings.held[0] + 1 > findings.size.shape[0]
            or findings.held[1] + secrets > findings.members.shape[0]
        ):
            status = FULL
        if status != DONE:
            registers[LEVEL] = level
            return status
        if frames.stage[level] == ASK:
            result, spent = ask(rows, columns, zobrist, judge, until - registers[NODES])
            registers[NODES] += spent
            if result in (judging.PAUSED, judging.FULL):
                registers[LEVEL] = level
                return PAUSED if result == judging.PAUSED else CROWDED
            hear_answer(columns, terms, frames, level, worth, judge, result, space)
        if frames.stage[level] == OPEN:
            registers[NODES] += 1
            frames.work[level] = registers[NODES]
            open_set(columns, own, terms, symmetry, frames, level, looks, space)
        if frames.stage[level] == CHOOSE:
            guess = next_guess(frames, level)
            if guess < 0:
                if level == 0:
                    registers[LEVEL] = 0
                    return DONE
                best = frames.best_guess[level]
                lower = frames.best[level] if best >= 0 else frames.least[level]
                members = frames.members[level, : frames.size[level]]
                put(worth, frames.key[level], members.shape[0], lower, best >= 0, best)
                if registers[NODES] - frames.work[level] >= findings.held[2]:
                    note(findings, members, frames.state[level], lower, best >= 0, best)
                level -= 1
                if terms.counting and best < 0:
                    hear_refusal(columns, terms, frames, level, space)
                else:
                    raise_class(frames, level, frames.at[level], lower)
                frames.settled[level, frames.at[level]] = best >= 0
                continue
            try_guess(rows, own, terms, frames, level, guess, space)
        if frames.stage[level] == BOUND:
            if not is_last(terms, following(terms, frames.state[level])):
                look_at_classes(
                    rows, columns, own, zobrist, terms, frames, level, worth, looks, space
                )
            frames.stage[level] = SETTLE
            # A look may take as long as a node, where there are many members.
            registers[NODES] += 1
        q = next_class(zobrist, terms, frames, level, worth, key)
        if q >= 0 and terms.counting and may_ask(terms, frames, level, q):
            put_question(terms, frames, level, q, key, judge)
        elif q >= 0:
            descend(terms, frames, level, q, key)
            level += 1
        elif frames.bound[level] >= frames.best[level]:
            below = following(terms, following(terms, frames.state[level]))
            if frames.struck[level] and not terms.endless and is_last(terms, below):
                strike(columns, terms, frames, level, space)
            if terms.counting:
                note_bearers(frames, level, space)
            give_up_guess(frames, level)
        else:
            frames.best[level] = frames.bound[level]
            frames.best_guess[level] = frames.guess[level]
            frames.stage[level] = CHOOSE
