"""The stack of the search for the least cost: opening a set, trying a guess, giving it up."""

from typing import NamedTuple

import numpy as np

from search.kernels.common.arrays import array, nested, record
from search.kernels.common.partition import USELESS, Space, split_set
from search.kernels.common.stack import BOUND, CHOOSE, RANK_SLOTS, push, sort, sort_alike
from search.kernels.common.symmetry import orbits_below
from search.kernels.compiler.jit import large_phase, phase, view
from search.kernels.compiler.structs import struct
from search.kernels.cost.bounds import Counting, bound_guesses, floor, following, is_last, weight_of
from search.kernels.cost.counting import PAIRED_MEMBERS
from search.kernels.cost.repeats import REPEATED_MEMBERS as REPEATED
from search.kernels.cost.repeats import TRIED_FIRST, Repeats, drop_repeated

#: Words of 64 bits for the members of the cores that a guess pays for.
PACKED_WORDS = 4
#: Equal guesses are looked for where there are more members than this: it takes a while.
ORBIT_MEMBERS = 20
#: One guess by itself takes as long as so many of all at once, of more than `PAIRED_MEMBERS`, and
#: of no more.
ONE_COSTS, ONE_OF_FEW_COSTS = 2, 12

#: A level of the stack: a set that is asked about.
LEVEL = record(
    stage="what is to be done next (see `search.kernels.common.stack`)",
    state="the state of the prices",
    count="members of the set",
    allowed="guesses still allowed, where play is restricted",
    most="the most classes that any guess makes; until it is opened, of a set that is around it",
    work="nodes counted when it was opened",
    guess="the guess being tried",
    classes="how many classes that makes",
    bounded="how many of them were looked at",
    settling="the class being settled",
    choices="guesses that are to be tried",
    tried="how many of them were",
    best_guess="begins the best strategy so far; -1 if there is none",
    symmetric="whether guesses are left out that are equal by symmetry",
    packs="whether guesses pay for disjoint cores (see `search.kernels.cost.packing`)",
    firsts="of how many orbits the first guess is known (`firsts_of`); -1 until somebody asks",
    limit="a strategy is wanted that costs less",
    best="the cost of the best strategy so far; the limit if there is none",
    bound="what the guess being tried costs at least",
    least="what the guesses cost at least that were given up",
)


@struct
class Levels(NamedTuple):
    """The stack: a row for each level; level 0 is the question itself."""

    at: np.ndarray = array(LEVEL, "levels", fill=0)
    members: np.ndarray = array(np.int32, "levels", "secrets")
    # Where play is restricted; without guesses elsewhere.
    allowed: np.ndarray = array(np.int32, "levels", "restricted guesses")
    split: np.ndarray = array(np.int32, "levels", "secrets")
    start: np.ndarray = array(np.int32, "levels", "secrets + 1")
    # What each class costs at least.
    lower: np.ndarray = array(np.int64, "levels", "secrets")
    # Whether it costs no more.
    settled: np.ndarray = array(np.uint8, "levels", "secrets")
    # Which places of ``split`` the lower bound of their class rests on: without the others it would
    # hold as well. Kept where misses are counted.
    bearing: np.ndarray = array(np.uint8, "levels", "secrets")
    # The running sum of what members of a class cost by their number.
    floor: np.ndarray = array(np.int64, "levels", "secrets + 1")
    # The guesses to be tried, the least bound first.
    order: np.ndarray = array(np.int32, "levels", "guesses")
    # The first guess of each orbit, in their order; without guesses if nothing is symmetric.
    firsts: np.ndarray = array(np.int32, "levels", "symmetric guesses")
    # What each guess costs at least.
    keys: np.ndarray = array(np.int64, "levels", "guesses")
    # The members of the cores that each guess pays for, a bit for each.
    packed: np.ndarray = array(np.uint64, "levels", "guesses", PACKED_WORDS)
    # Key of the set in its state.
    key: np.ndarray = array(np.uint64, "levels", 2, fill=0)


@struct
class Scratch(NamedTuple):
    """Working space of the search, as the kernels using it leave it."""

    counting: Counting = nested(Counting)
    space: Space = nested(Space)
    orbit: np.ndarray = array(np.int32, "symmetric guesses")
    free: np.ndarray = array(np.uint8, PAIRED_MEMBERS, "guesses")
    found: np.ndarray = array(np.int32, "secrets")
    place: np.ndarray = array(np.int32, "secrets")
    mark: np.ndarray = array(np.uint8, "guesses")
    bits: np.ndarray = array(np.uint64, PACKED_WORDS, fill=0)
    key: np.ndarray = array(np.uint64, 2, fill=0)
    repeats: Repeats = nested(Repeats)
    tally: np.ndarray = array(np.int64, 3, RANK_SLOTS)


@phase
def line_up(levels, level, counting, tally):
    """List the guesses that may cost less than the limit: the least bound first, then by spread.

    ``least`` becomes the least bound of the others.
    """
    here = levels.at[level]
    keys, order, limit = levels.keys[level], levels.order[level], here.limit
    spread, rank = counting.spread, counting.keys
    count = 0
    least = USELESS
    left_out = USELESS
    for g in range(keys.shape[0]):
        if keys[g] < limit:
            order[count] = g
            least = min(least, keys[g])
            count += 1
        else:
            left_out = min(left_out, keys[g])
    for q in range(count):
        g = order[q]
        # The prices that differ by more than this come last, in any order.
        ahead = min(keys[g] - least, np.int64(1) << 40)
        rank[g] = (ahead << 22) + min(spread[g], (np.int64(1) << 22) - 1)
    if not sort_alike(order[:count], rank, counting.gain, tally):
        sort(order[:count], rank, counting.gain)
    here.choices = count
    here.tried = 0
    here.least = left_out


@phase
def firsts_of(levels, level, symmetry, orbit):
    """List the first guess of each orbit under what leaves the guesses above a level unchanged.

    None if that moves no guess. Contract: the set of the level is one that this leaves unchanged.

    Returns how many there are.
    """
    here, firsts = levels.at[level], levels.firsts[level]
    if here.firsts < 0:
        here.firsts = 0
        if orbits_below(symmetry, levels.at, level, orbit) < orbit.shape[0]:
            for g in range(orbit.shape[0]):
                if orbit[g] == g:
                    firsts[here.firsts] = g
                    here.firsts += 1
    return here.firsts


@phase
def worth_listing(firsts, guesses, n):
    """Tell whether some guesses are looked at one by one sooner than all of them at once."""
    return 0 < firsts * (ONE_COSTS if n > PAIRED_MEMBERS else ONE_OF_FEW_COSTS) <= guesses


@phase
def firsts_to_bound(levels, level, symmetry, orbit, n):
    """Return how many of ``firsts`` to look at to bound a class of the guess being tried.

    0 stands for all guesses. To find the firsts takes longer than a look at a few members.
    """
    below = levels.at[level + 1]
    if levels.at[level].symmetric == 0:
        return 0
    if n > PAIRED_MEMBERS:
        firsts_of(levels, level + 1, symmetry, orbit)
    return below.firsts if worth_listing(below.firsts, levels.keys.shape[1], n) else 0


@phase
def leave_out_others(keys, firsts):
    """Leave out all guesses but those."""
    p = 0
    for g in range(keys.shape[0]):
        if p < firsts.shape[0] and firsts[p] == g:
            p += 1
        else:
            keys[g] = USELESS


@phase
def sum_floor(levels, level, prices, most):
    """Write the running sum of what members of a class cost by their number."""
    here, steps = levels.at[level], levels.floor[level]
    n = here.count
    floor(prices, following(prices, here.state), most, n, steps)
    total = np.int64(0)
    for j in range(n):
        step = steps[j]
        steps[j] = total
        total += step
    steps[n] = total


@large_phase
def open_set(game, prices, levels, level, scratch):
    """Bound every guess for the set of a level, and line them up.

    Of level 0 the first guess may be given; then that alone, or else ``guess`` is -1.
    """
    here = levels.at[level]
    members = levels.members[level, : here.count]
    below = following(prices, following(prices, here.state))
    # Where play is restricted, what a guess tells apart may be missed: it may not be allowed.
    few = here.count <= PAIRED_MEMBERS and here.allowed == 0
    here.packs = prices.asking or (few and not prices.endless and is_last(prices, below))
    # What guesses pay for misses is added to their bounds, so these must not count any by size.
    reach = here.count if here.packs else here.most
    keys = levels.keys[level]
    counting = scratch.counting
    listed = levels.allowed[level, : here.allowed]
    given = level == 0 and here.guess >= 0
    if given:
        # How many classes others make is not asked then.
        levels.order[0, 0] = here.guess
        listed = levels.order[0, :1]
    if level > 0:
        here.symmetric = here.count > ORBIT_MEMBERS and levels.at[level - 1].symmetric != 0
    count = firsts_of(levels, level, game.symmetry, scratch.orbit) if here.symmetric != 0 else 0
    here.symmetric = count > 0
    if here.allowed == 0 and not given and worth_listing(count, keys.shape[0], here.count):
        listed = levels.firsts[level, :count]
    if listed.shape[0] > 0:
        keys[:] = USELESS
    _, most = bound_guesses(game, members, prices, here.state, reach, listed, keys, counting)
    if not given:
        here.most = most
    sum_floor(levels, level, prices, here.most)
    if here.symmetric != 0 and not given:
        leave_out_others(keys, levels.firsts[level, :count])
    line_up(levels, level, counting, scratch.tally)
    if here.packs:
        levels.packed[level, :, :] = 0
    here.best = here.limit
    here.best_guess = -1
    here.stage = CHOOSE


@view
def class_of(levels, level, q):
    """Return class q of the guess being tried."""
    return levels.split[level, levels.start[level, q] : levels.start[level, q + 1]]


@phase
def class_floor(own, prices, split, first, last, sums, guess):
    """Return what a class of a guess costs at least by its size; exact if that is up to two.

    Contract: the class is ``split[first:last]``, and ``sums`` the floor of its level.
    """
    if last - first == 1 and own[split[first]] == guess:
        return np.int64(0)
    if prices.equal:
        return sums[last - first]
    total = np.int64(0)
    for j in range(last - first):
        total += (sums[j + 1] - sums[j]) * prices.weights[split[first + j]]
    return total


@phase
def try_guess(game, prices, levels, level, guess, space):
    """Split the set of a level by a guess, and bound its cost by the sizes of the classes."""
    here, lower, settled = levels.at[level], levels.lower[level], levels.settled[level]
    split, start, sums = levels.split[level], levels.start[level], levels.floor[level]
    members, own = levels.members[level, : here.count], game.own
    here.guess = guess
    here.tried += 1
    levels.at[level + 1].firsts = -1
    levels.bearing[level, : here.count] = 1
    classes = split_set(game.rows, guess, members, split, start, space)
    # Where one guess is left for the classes, their sizes tell what they cost.
    by_size = is_last(prices, following(prices, here.state))
    bound = weight_of(prices, members) * prices.price[here.state]
    for q in range(classes):
        lower[q] = class_floor(own, prices, split, start[q], start[q + 1], sums, guess)
        bound += lower[q]
        settled[q] = by_size or start[q + 1] - start[q] <= 2
    here.classes = classes
    here.bounded = 0
    here.bound = bound
    here.stage = BOUND


@phase
def raise_class(levels, level, q, lower):
    """Take over a better bound of a class of the guess being tried; all of the class bears it."""
    known = levels.lower[level, q]
    if lower > known:
        levels.at[level].bound += lower - known
        levels.lower[level, q] = lower
        levels.bearing[level, levels.start[level, q] : levels.start[level, q + 1]] = 1


@phase
def descend(prices, levels, level, q, key):
    """Put class q on the stack as a question of its own."""
    here, below = levels.at[level], levels.at[level + 1]
    push(levels, level + 1, class_of(levels, level, q))
    below.state = following(prices, here.state)
    below.most = here.most
    levels.key[level + 1, 0] = key[0]
    levels.key[level + 1, 1] = key[1]
    # The other classes cost what is known of them at least.
    limit = here.best - (here.bound - levels.lower[level, q])
    if prices.counting and levels.lower[level, q] == 0:
        limit = min(limit, np.int64(1))
    below.limit = limit
    here.settling = q


@phase
def next_guess(game, levels, level, scratch):
    """Return the next guess whose bound is below the best cost so far, or -1."""
    here, keys = levels.at[level], levels.keys[level]
    if here.tried == TRIED_FIRST and here.allowed == 0 and here.count <= REPEATED:
        while not here.packs and here.choices > TRIED_FIRST:
            guess = levels.order[level, here.choices - 1]
            if keys[guess] < here.best:
                break
            here.least = min(here.least, keys[guess])
            here.choices -= 1
        members, order = levels.members[level, : here.count], levels.order[level]
        order = order[TRIED_FIRST : here.choices]
        fewer = drop_repeated(game.rows, members, game.zobrist, order, scratch.repeats)
        here.choices = TRIED_FIRST + fewer
    while here.tried < here.choices:
        guess = levels.order[level, here.tried]
        if keys[guess] < here.best:
            return guess
        here.least = min(here.least, keys[guess])
        if not here.packs:
            # They are in order.
            return -1
        here.tried += 1
    return -1


@phase
def give_up_guess(levels, level):
    """Note what the guess being tried costs at least; it is not better than the best."""
    here = levels.at[level]
    here.least = min(here.least, here.bound)
    levels.keys[level, here.guess] = here.bound
    here.stage = CHOOSE
