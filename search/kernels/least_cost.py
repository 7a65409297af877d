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

from search.kernels import levels as stack
from search.kernels import worst_case as judging
from search.kernels.appraise import (
    FEW,
    USELESS,
    appraise,
    floor,
    following,
    is_last,
    look,
)
from search.kernels.cores import Cores, inseparable_core, leaves_whole
from search.kernels.levels import Levels, Scratch
from search.kernels.partition import split
from search.kernels.solved import Solved, set_key
from search.kernels.symmetry import Symmetry, orbits
from search.kernels.worth import find, mix, put

# What a call returns.
PAUSED, DONE, DEEP, FULL, CROWDED = 0, 1, 2, 3, 4
# Where a level stands.
OPEN, CHOOSE, BOUND, SETTLE, ASK = 0, 1, 2, 3, 4
# Places of the registers.
LEVEL, NODES = 0, 1
REGISTERS = 2
#: Words of 64 bits for the members that a guess pays for.
WORDS = 4
#: Whether a class has a miss at all is asked where no more than so much is left to pay.
ASKED = 4
#: Equal guesses are looked for where there are more members than this: it takes a while.
MANY = 20


class Frames(NamedTuple):
    """The stack: a row for each level; level 0 is the question itself.

    Attributes
    ----------
    stage, state, size, most : (levels,) int32
        OPEN/CHOOSE/BOUND/SETTLE, the state of the prices, members, and the most classes that any
        guess makes of them; on entry to OPEN, of a set that they are part of.
    guess, classes, at, choices, tried, best_guess, moved, struck : (levels,) int32
        The guess being tried, its classes, the class being settled, how many guesses there are to
        try, how many were, the one that begins the best strategy so far or -1, whether guesses that
        are equal by symmetry are left out, and whether misses are noted as `strike` does.
    work : (levels,) int64
        Nodes counted when the level was opened.
    limit, best, bound, least : (levels,) int64
        A strategy is wanted that costs less than the limit; the best so far, or the limit; what the
        guess being tried costs at least; the least bound of the guesses given up.
    members, split : (levels, secrets) int32
    start : (levels, secrets + 1) int32
    lower : (levels, secrets) int64
        What each class costs at least.
    settled : (levels, secrets) uint8
        Whether it costs no more.
    floor : (levels, secrets + 1) int64
        The running sum of what members of a class cost by their number.
    order : (levels, guesses) int32
        The guesses to be tried, the least bound first.
    keys : (levels, guesses) int64
        What each guess costs at least.
    used : (levels, guesses, WORDS) uint64
        Which members lie in sets that `strike` made the guess pay for.
    key : (levels, 2) uint64
        Key of the set in its state.
    """

    stage: np.ndarray
    state: np.ndarray
    size: np.ndarray
    most: np.ndarray
    guess: np.ndarray
    classes: np.ndarray
    at: np.ndarray
    choices: np.ndarray
    tried: np.ndarray
    best_guess: np.ndarray
    moved: np.ndarray
    struck: np.ndarray
    work: np.ndarray
    limit: np.ndarray
    best: np.ndarray
    bound: np.ndarray
    least: np.ndarray
    members: np.ndarray
    split: np.ndarray
    start: np.ndarray
    lower: np.ndarray
    settled: np.ndarray
    floor: np.ndarray
    order: np.ndarray
    keys: np.ndarray
    used: np.ndarray
    key: np.ndarray


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


class Judge(NamedTuple):
    """The arrays of a worst-case search (see `search.kernels.worst_case.advance`)."""

    symmetry: Symmetry
    levels: Levels
    cores: Cores
    solved: Solved
    journal: judging.Journal
    scratch: Scratch
    registers: np.ndarray


class Space(NamedTuple):
    """Working space of `split`, `orbits`, `inseparable_core` and for sorting; see there.

    Attributes
    ----------
    counts, label, tally : (max(classes, secrets) + 1,) int32
    orbit : (guesses,) int32
    rank : (guesses,) int64
    free : (FEW, guesses) uint8
    found : (secrets,) int32
    mark : (guesses,) uint8
    bits : (WORDS,) uint64
    place : (secrets,) int32
    key : (2,) uint64
    """

    counts: np.ndarray
    label: np.ndarray
    tally: np.ndarray
    orbit: np.ndarray
    rank: np.ndarray
    free: np.ndarray
    found: np.ndarray
    mark: np.ndarray
    bits: np.ndarray
    place: np.ndarray
    key: np.ndarray


@njit(cache=True, nogil=True)
def line_up(frames, level, spread, rank):
    """List the guesses that may cost less than the limit: the least bound first, then by spread.

    ``frames.least`` becomes the least bound of the others.
    """
    keys, order = frames.keys[level], frames.order[level]
    limit = frames.limit[level]
    count = 0
    least = USELESS
    frames.least[level] = USELESS
    for g in range(keys.shape[0]):
        if keys[g] < limit:
            order[count] = g
            least = min(least, keys[g])
            count += 1
        else:
            frames.least[level] = min(frames.least[level], keys[g])
    for q in range(count):
        g = order[q]
        # The prices that differ by more than this come last, in any order.
        ahead = min(keys[g] - least, np.int64(1) << 40)
        rank[q] = (ahead << 22) + min(spread[g], (np.int64(1) << 22) - 1)
    sorted_ = np.argsort(rank[:count], kind="mergesort")
    for q in range(count):
        rank[q] = order[sorted_[q]]
    for q in range(count):
        order[q] = rank[q]
    frames.choices[level] = count
    frames.tried[level] = 0


@njit(cache=True, nogil=True)
def leave_out_equals(frames, level, symmetry, orbit):
    """Leave out all guesses but one of each orbit under what leaves the guesses above unchanged."""
    keys = frames.keys[level]
    if level > 0 and (frames.moved[level - 1] == 0 or frames.size[level] <= MANY):
        frames.moved[level] = 0
        return
    count = orbits(symmetry, frames.guess[:level], orbit)
    frames.moved[level] = count < orbit.shape[0]
    if frames.moved[level]:
        for g in range(keys.shape[0]):
            if orbit[g] != g:
                keys[g] = USELESS


@njit(cache=True, nogil=True)
def open_set(columns, own, terms, symmetry, frames, level, looks, space):
    """Look at every guess for the set of a level, and line them up."""
    n = frames.size[level]
    members = frames.members[level, :n]
    state = frames.state[level]
    keys = frames.keys[level]
    _, most = look(
        columns, own, members, terms, state, frames.most[level], keys, looks.spread, looks
    )
    frames.most[level] = most
    steps = frames.floor[level]
    floor(terms, following(terms, state), most, n, steps)
    total = np.int64(0)
    for j in range(n):
        step = steps[j]
        steps[j] = total
        total += step
    steps[n] = total
    if level > 0 or frames.moved[0]:
        leave_out_equals(frames, level, symmetry, space.orbit)
    line_up(frames, level, looks.spread, space.rank)
    below = following(terms, following(terms, state))
    frames.struck[level] = terms.counting or (
        n <= FEW and not terms.endless and is_last(terms, below)
    )
    if frames.struck[level]:
        frames.used[level, :, :] = 0
    frames.best[level] = frames.limit[level]
    frames.best_guess[level] = -1
    frames.stage[level] = CHOOSE


@njit(cache=True, nogil=True)
def class_floor(own, terms, frames, level, guess, q):
    """Return what class q of a guess costs at least, by its size; exact if that is up to two."""
    first, last = frames.start[level, q], frames.start[level, q + 1]
    part = frames.split[level, first:last]
    if last - first == 1 and own[part[0]] == guess:
        return np.int64(0)
    if terms.equal:
        return frames.floor[level, last - first]
    total = np.int64(0)
    for j in range(last - first):
        step = frames.floor[level, j + 1] - frames.floor[level, j]
        total += step * terms.weights[part[j]]
    return total


@njit(cache=True, nogil=True)
def try_guess(rows, own, terms, frames, level, guess, space):
    """Split the set of a level by a guess, and bound its cost by the sizes of the classes."""
    n = frames.size[level]
    members = frames.members[level, :n]
    frames.guess[level] = guess
    frames.tried[level] += 1
    classes = split(
        rows[guess],
        members,
        frames.split[level],
        frames.start[level],
        space.counts,
        space.label,
        space.tally,
    )
    # Where one guess is left for the classes, their sizes tell what they cost.
    told = is_last(terms, following(terms, frames.state[level]))
    weight = np.int64(0)
    for i in range(n):
        weight += terms.weights[members[i]]
    bound = weight * terms.price[frames.state[level]]
    for q in range(classes):
        frames.lower[level, q] = class_floor(own, terms, frames, level, guess, q)
        bound += frames.lower[level, q]
        few = frames.start[level, q + 1] - frames.start[level, q] <= 2
        frames.settled[level, q] = few or told
    frames.classes[level] = classes
    frames.bound[level] = bound
    frames.stage[level] = BOUND


@njit(cache=True, nogil=True)
def raise_class(frames, level, q, lower):
    """Take over a better bound of a class of the guess being tried."""
    if lower > frames.lower[level, q]:
        frames.bound[level] += lower - frames.lower[level, q]
        frames.lower[level, q] = lower


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
def descend(terms, frames, level, q, key):
    """Put class q on the stack as a question of its own."""
    first, last = frames.start[level, q], frames.start[level, q + 1]
    below = level + 1
    for i in range(first, last):
        frames.members[below, i - first] = frames.split[level, i]
    frames.size[below] = last - first
    frames.state[below] = following(terms, frames.state[level])
    frames.most[below] = frames.most[level]
    frames.key[below, 0] = key[0]
    frames.key[below, 1] = key[1]
    # The other classes cost what is known of them at least.
    limit = frames.best[level] - (frames.bound[level] - frames.lower[level, q])
    if terms.counting and frames.lower[level, q] == 0:
        limit = min(limit, np.int64(1))
    frames.limit[below] = limit
    frames.at[level] = q
    frames.stage[below] = OPEN


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
def give_up_guess(frames, level):
    """Note what the guess being tried costs at least; it is not better than the best."""
    frames.least[level] = min(frames.least[level], frames.bound[level])
    frames.keys[level, frames.guess[level]] = frames.bound[level]
    frames.stage[level] = CHOOSE


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


@njit(cache=True, nogil=True)
def left(terms, state):
    """Return how many guesses are left in a state of a game that ends."""
    return terms.price.shape[0] - 1 - state


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
def may_ask(terms, frames, level, q):
    """Tell whether it is not known that a class has a miss, and is for the worst-case search."""
    size = frames.start[level, q + 1] - frames.start[level, q]
    depth = left(terms, following(terms, frames.state[level]))
    wanted = frames.best[level] - frames.bound[level]
    return frames.lower[level, q] == 0 and depth > 2 and size > depth and wanted <= ASKED


@njit(cache=True, nogil=True)
def ask(rows, columns, zobrist, judge, nodes):
    """Go on with the worst-case search for so many nodes; return a status, and its answer."""
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
    status = DONE
    if answer == judging.PAUSED:
        status = PAUSED
    elif answer == judging.FULL:
        status = CROWDED
    return status, answer, registers[judging.NODES] - before


@njit(cache=True, nogil=True)
def hear_answer(columns, terms, frames, level, worth, judge, result, space):
    """Take over the answer: there need be no miss in the class, or else in no guess that leaves it.

    A guess that leaves the core whole has a miss as well. Misses of cores that have no member in
    common add up; of more members than a word has bits one core is counted.
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

    Contract: of the core something is missed by any guess that leaves it whole. Misses of cores
    that have no member in common add up; ``frames.used`` holds the members of those that a guess
    pays for already. Of more members than a word has bits one core is counted.
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
        # Both are in the same order of members only by chance.
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
def next_guess(frames, level):
    """Return the next guess whose bound is below the best cost so far, or -1."""
    keys = frames.keys[level]
    while frames.tried[level] < frames.choices[level]:
        guess = frames.order[level, frames.tried[level]]
        if keys[guess] < frames.best[level]:
            return guess
        frames.least[level] = min(frames.least[level], keys[guess])
        if not frames.struck[level]:
            # They are in order.
            return -1
        frames.tried[level] += 1
    return -1


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
            status, result, spent = ask(rows, columns, zobrist, judge, until - registers[NODES])
            registers[NODES] += spent
            if status != DONE:
                registers[LEVEL] = level
                return status
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
            give_up_guess(frames, level)
        else:
            frames.best[level] = frames.bound[level]
            frames.best_guess[level] = frames.guess[level]
            frames.stage[level] = CHOOSE
