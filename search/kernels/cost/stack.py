"""The stack of the search for the least cost: opening a set, trying a guess, pruning it."""

from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import large_phase, phase, view
from emi.search.compile.structs import struct
from emi.search.kernels.core.arrays import array, nested, record
from emi.search.kernels.core.machine import BOUND, CHOOSE, push
from emi.search.kernels.core.partition import USELESS, Space, split_set
from emi.search.kernels.core.sets import RANK_SLOTS, copy, sort, sort_alike
from emi.search.kernels.core.symmetry import orbits_below
from emi.search.kernels.cost.bounds import (
    Counting,
    bound_guesses,
    floor,
    following,
    is_last,
    weight_of,
)
from emi.search.kernels.cost.counting import COUNTED_MEMBERS, TRIED_FIRST, Repeats, drop_repeated
from emi.search.kernels.cost.counting import REPEATED_MEMBERS as REPEATED

#: Equivalent guesses are left out only for more members than this: finding orbits takes time.
ORBIT_MEMBERS = 20
#: The time to bound a guess by itself, relative to its share of a sweep over all guesses: for more
#: than `COUNTED_MEMBERS` members, and for fewer.
ONE_COSTS, ONE_OF_FEW_COSTS = 2, 12

#: A level of the stack: a set in question.
LEVEL = record(
    stage="the next step (see `emi.search.kernels.core.machine`)",
    state="the state of the prices",
    count="the number of members",
    allowed="the number of guesses still allowed, in hard play",
    most="the most classes that any guess makes of the set; before it is swept, of a superset",
    work="the node count when the level was opened",
    guess="the guess being tried",
    classes="the number of its classes",
    bounded="the number of classes bounded so far",
    settling="the class being settled",
    choices="the number of guesses to try",
    tried="the number of guesses tried so far",
    best_guess="the first guess of the best strategy so far; -1 if there is none",
    opened="whether the guess represents the opening (see `OpeningClasses`); at level 0 only",
    symmetric="whether guesses that are equivalent by symmetry are left out",
    packs="whether disjoint cores raise bounds (see `emi.search.kernels.cost.packing`)",
    firsts="the number of orbits (see `firsts_of`); -1 if not computed yet",
    limit="the search looks for a strategy that costs less",
    best="the cost of the best strategy so far; the limit if there is none",
    bound="a lower bound on the cost of the guess being tried",
    least="a lower bound on the cost of all pruned guesses",
)


@struct
class CostLevels(NamedTuple):
    """The stack: a row for each level; level 0 is the question itself."""

    at: np.ndarray = array(LEVEL, "levels", fill=0)
    members: np.ndarray = array(np.int32, "levels", "secrets")
    # The allowed guesses; empty in free play.
    allowed: np.ndarray = array(np.int32, "levels", "hard guesses")
    split: np.ndarray = array(np.int32, "levels", "secrets")
    start: np.ndarray = array(np.int32, "levels", "secrets + 1")
    # A lower bound on the cost of each class.
    lower: np.ndarray = array(np.int64, "levels", "secrets")
    # Whether that bound is exact.
    exact: np.ndarray = array(np.uint8, "levels", "secrets")
    # Marks the places of ``split`` that the lower bound of their class needs: it also holds without
    # the other members. Used if misses are counted.
    needed: np.ndarray = array(np.uint8, "levels", "secrets")
    # Disjoint cores of each class that the worst-case search has found: the places of ``split``
    # that they take, their cost, and whether the rest of the class may have another one.
    in_cores: np.ndarray = array(np.uint8, "levels", "secrets")
    core_cost: np.ndarray = array(np.int64, "levels", "secrets")
    may_have_more: np.ndarray = array(np.uint8, "levels", "secrets")
    # The least cost of the first j members of a class.
    floor: np.ndarray = array(np.int64, "levels", "secrets + 1")
    # The guesses to try, the least bound first.
    order: np.ndarray = array(np.int32, "levels", "guesses")
    # The first guess of each orbit, ascending; empty without symmetry.
    firsts: np.ndarray = array(np.int32, "levels", "symmetric guesses")
    # A lower bound on the cost of each guess.
    keys: np.ndarray = array(np.int64, "levels", "guesses")
    # The packing of each guess: a bit for each member of its cores.
    packed: np.ndarray = array(np.uint64, "levels", "guesses", "packed words")
    # The key of the set in its state.
    key: np.ndarray = array(np.uint64, "levels", 2, fill=0)


@struct
class OpeningClasses(NamedTuple):
    """Several guesses made regardless of the feedback, in place of one guess at level 0."""

    # The members, class by class, the largest class first, without those that a guess finds.
    split: np.ndarray  # (members,) int32
    # Where each class begins, and the end.
    start: np.ndarray  # (classes + 1,) int32
    # The prices paid for these guesses, by the secrets found too.
    cost: np.int64


@struct
class CostScratch(NamedTuple):
    """Working space; the contracts of the kernels state what it holds between calls."""

    counting: Counting = nested(Counting)
    space: Space = nested(Space)
    orbit: np.ndarray = array(np.int32, "symmetric guesses")
    free: np.ndarray = array(np.uint8, COUNTED_MEMBERS, "guesses")
    listed: np.ndarray = array(np.int32, "secrets")
    place: np.ndarray = array(np.int32, "secrets")
    mark: np.ndarray = array(np.uint8, "guesses")
    bits: np.ndarray = array(np.uint64, "packed words", fill=0)
    key: np.ndarray = array(np.uint64, 2, fill=0)
    repeats: Repeats = nested(Repeats)
    tally: np.ndarray = array(np.int64, 3, RANK_SLOTS)


@phase
def packed_words(levels, level):
    """Return how many words of a packing the members of a level take: a bit for each."""
    return min((levels.at[level].count + 63) >> 6, levels.packed.shape[2])


@phase
def order_guesses(levels, level, counting, tally):
    """List the guesses that may cost less than the limit: the least bound first, then by tie-break.

    ``least`` becomes the least bound of the others.
    """
    here = levels.at[level]
    keys, order, limit = levels.keys[level], levels.order[level], here.limit
    tie_break, rank = counting.tie_break, counting.keys
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
        # Guesses whose bounds exceed the least by more than this come last, in any order.
        ahead = min(keys[g] - least, np.int64(1) << 40)
        rank[g] = (ahead << 22) + min(tie_break[g], (np.int64(1) << 22) - 1)
    if not sort_alike(order[:count], rank, counting.gain, tally):
        sort(order[:count], rank, counting.gain)
    here.choices = count
    here.tried = 0
    here.least = left_out


@phase
def firsts_of(levels, level, symmetry, orbit):
    """List the first guess of each orbit under the permutations that fix the guesses above a level.

    The list is empty if these permutations move no guess. Contract: they fix the set of the level.

    Returns the length of the list.
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
    """Return whether bounding some guesses one by one is faster than a sweep over all."""
    return 0 < firsts * (ONE_COSTS if n > COUNTED_MEMBERS else ONE_OF_FEW_COSTS) <= guesses


@phase
def firsts_to_bound(levels, level, symmetry, orbit, n):
    """Return how many guesses of ``firsts`` suffice to bound a class of the guess being tried.

    0 means that all guesses are bounded. For few members, ``firsts`` are not computed, since that
    takes longer than a sweep.
    """
    below = levels.at[level + 1]
    if levels.at[level].symmetric == 0:
        return 0
    if n > COUNTED_MEMBERS:
        firsts_of(levels, level + 1, symmetry, orbit)
    return below.firsts if worth_listing(below.firsts, levels.keys.shape[1], n) else 0


@phase
def leave_out_others(keys, firsts):
    """Mark all guesses as useless, except ``firsts``, which are ascending."""
    p = 0
    for g in range(keys.shape[0]):
        if p < firsts.shape[0] and firsts[p] == g:
            p += 1
        else:
            keys[g] = USELESS


@phase
def sum_floor(levels, level, prices, most):
    """Write ``levels.floor``: the least cost of the first j members of a class, for all j."""
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
    """Bound every guess for the set of a level, and sort the guesses.

    At level 0, ``guess`` is -1 or a prescribed first guess, which is then the only one.
    """
    here = levels.at[level]
    members = levels.members[level, : here.count]
    below = following(prices, following(prices, here.state))
    # In hard play, secrets that a guess tells apart may be missed, as it may not be allowed.
    few = here.count <= COUNTED_MEMBERS and here.allowed == 0
    here.packs = prices.asking or (few and not prices.endless and is_last(prices, below))
    # Packings add misses to the bounds of guesses, so the bounds by size must not count misses.
    reach = here.count if here.packs else here.most
    keys = levels.keys[level]
    counting = scratch.counting
    listed = levels.allowed[level, : here.allowed]
    given = level == 0 and here.guess >= 0
    if given:
        # The classes of other guesses are not counted then.
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
    order_guesses(levels, level, counting, scratch.tally)
    if here.packs:
        levels.packed[level, :, : packed_words(levels, level)] = 0
    here.best = here.limit
    here.best_guess = -1
    here.stage = CHOOSE


@view
def class_of(levels, level, q):
    """Return class q of the guess being tried."""
    return levels.split[level, levels.start[level, q] : levels.start[level, q + 1]]


@phase
def class_floor(own, prices, split, first, last, sums, guess):
    """Return a lower bound on the cost of a class by its size; exact for one or two members.

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
def split_opened(opening, split, start):
    """Write the classes of an opening as `split_set` does; return their number."""
    copy(opening.split, split)
    copy(opening.start, start)
    return opening.start.shape[0] - 1


@phase
def try_guess(game, opening, prices, levels, level, guess, space):
    """Split the set of a level by a guess, and bound its cost by the sizes of the classes."""
    here, lower, exact = levels.at[level], levels.lower[level], levels.exact[level]
    split, start, sums = levels.split[level], levels.start[level], levels.floor[level]
    members, own = levels.members[level, : here.count], game.own
    here.guess = guess
    here.tried += 1
    levels.at[level + 1].firsts = -1
    levels.needed[level, : here.count] = 1
    levels.in_cores[level, : here.count] = 0
    if here.opened:
        classes = split_opened(opening, split, start)
        bound = opening.cost
    else:
        classes = split_set(game.rows, guess, members, split, start, space)
        bound = weight_of(prices, members) * prices.price[here.state]
    # If one guess is left for the classes, their sizes determine the cost.
    by_size = is_last(prices, following(prices, here.state))
    for q in range(classes):
        lower[q] = class_floor(own, prices, split, start[q], start[q + 1], sums, guess)
        bound += lower[q]
        exact[q] = by_size or start[q + 1] - start[q] <= 2
        levels.core_cost[level, q] = 0
        levels.may_have_more[level, q] = 1
    here.classes = classes
    here.bounded = 0
    here.bound = bound
    here.stage = BOUND


@phase
def raise_class(levels, level, q, lower):
    """Raise the bound of a class of the guess being tried; the bound needs all its members."""
    before = levels.lower[level, q]
    if lower > before:
        levels.at[level].bound += lower - before
        levels.lower[level, q] = lower
        levels.needed[level, levels.start[level, q] : levels.start[level, q + 1]] = 1


@phase
def descend(prices, levels, level, q, key):
    """Put class q on the stack as a question of its own."""
    here, below = levels.at[level], levels.at[level + 1]
    push(levels, level + 1, class_of(levels, level, q))
    below.state = following(prices, here.state)
    below.most = here.most
    levels.key[level + 1, 0] = key[0]
    levels.key[level + 1, 1] = key[1]
    # The other classes cost at least their lower bounds.
    limit = here.best - (here.bound - levels.lower[level, q])
    if prices.counting and levels.lower[level, q] == 0:
        limit = min(limit, np.int64(1))
    below.limit = limit
    here.settling = q


@phase
def drop_pruned(levels, level):
    """Drop the last guesses whose bounds reach the best cost; guesses are sorted by bound."""
    here, keys = levels.at[level], levels.keys[level]
    while here.choices > TRIED_FIRST:
        guess = levels.order[level, here.choices - 1]
        if keys[guess] < here.best:
            return
        here.least = min(here.least, keys[guess])
        here.choices -= 1


@phase
def drop_repeats(game, levels, level, repeats):
    """Drop untried guesses that make the same classes as an earlier untried one.

    A dropped guess costs as much as the earlier one, or one more guess for the member that the
    earlier one names. So the bound of the level needs no bound of its own. Nor does the core of the
    level (`emi.search.kernels.cost.packing.core_of_level`) need its packing: the cores that the
    earlier guess leaves whole, and the classes that its bound needs, are the same after both.
    """
    here = levels.at[level]
    members = levels.members[level, : here.count]
    order = levels.order[level, TRIED_FIRST : here.choices]
    here.choices = TRIED_FIRST + drop_repeated(game.rows, members, game.zobrist, order, repeats)


@phase
def next_guess(game, levels, level, scratch):
    """Return the next guess whose bound is below the best cost so far, or -1."""
    here, keys = levels.at[level], levels.keys[level]
    # In hard play, guesses with the same classes differ. With symmetry, finding them takes longer
    # than trying them.
    dropping = here.allowed == 0 and game.symmetry.codes.shape[0] == 0
    if dropping and here.tried == TRIED_FIRST and here.count <= REPEATED:
        if not here.packs:
            drop_pruned(levels, level)
        drop_repeats(game, levels, level, scratch.repeats)
    while here.tried < here.choices:
        guess = levels.order[level, here.tried]
        if keys[guess] < here.best:
            return guess
        here.least = min(here.least, keys[guess])
        if not here.packs:
            # The guesses are sorted by bound.
            return -1
        here.tried += 1
    return -1


@phase
def give_up_guess(levels, level):
    """Prune the guess being tried, and record its lower bound, which reaches the best cost."""
    here = levels.at[level]
    here.least = min(here.least, here.bound)
    levels.keys[level, here.guess] = here.bound
    here.stage = CHOOSE
