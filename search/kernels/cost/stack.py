"""The stack of the search for the least cost: opening a set, trying a guess, giving it up."""

from typing import NamedTuple

import numpy as np
from numba import njit

from search.kernels.common.partition import split
from search.kernels.common.symmetry import orbits
from search.kernels.cost.bounds import floor, following, is_last, look
from search.kernels.cost.counting import FEW, USELESS

# Where a level stands.
OPEN, CHOOSE, BOUND, SETTLE, ASK = 0, 1, 2, 3, 4
#: Words of 64 bits for the members that a guess pays for.
WORDS = 4
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
        are equal by symmetry are left out, and whether guesses pay for misses (`pay_for`).
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
    bearing : (levels, secrets) uint8
        Which places of ``split`` bear the lower bound of their class: without the others it would
        hold as well. Kept where misses are counted.
    floor : (levels, secrets + 1) int64
        The running sum of what members of a class cost by their number.
    order : (levels, guesses) int32
        The guesses to be tried, the least bound first.
    keys : (levels, guesses) int64
        What each guess costs at least.
    used : (levels, guesses, WORDS) uint64
        Which members bear the misses that a guess pays for: without the others there would be as
        many.
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
    bearing: np.ndarray
    floor: np.ndarray
    order: np.ndarray
    keys: np.ndarray
    used: np.ndarray
    key: np.ndarray


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
    below = following(terms, following(terms, state))
    frames.struck[level] = terms.counting or (
        n <= FEW and not terms.endless and is_last(terms, below)
    )
    # What guesses pay for misses is added to their bounds, so these must not count any by size.
    reach = n if frames.struck[level] else frames.most[level]
    _, most = look(columns, own, members, terms, state, reach, keys, looks.spread, looks)
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
    frames.bearing[level, :n] = 1
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
    """Take over a better bound of a class of the guess being tried; all of the class bears it."""
    if lower > frames.lower[level, q]:
        frames.bound[level] += lower - frames.lower[level, q]
        frames.lower[level, q] = lower
        frames.bearing[level, frames.start[level, q] : frames.start[level, q + 1]] = 1


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
def give_up_guess(frames, level):
    """Note what the guess being tried costs at least; it is not better than the best."""
    frames.least[level] = min(frames.least[level], frames.bound[level])
    frames.keys[level, frames.guess[level]] = frames.bound[level]
    frames.stage[level] = CHOOSE
