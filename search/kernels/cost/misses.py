"""Misses: which guesses have to pay for those that were found below another guess.

Whether a set can be found at all within so many guesses is decided by the search for the worst
case. Where it cannot, there is a core of which something is missed. A set of which more is missed
has a core too: the members that bear the reasons why none of its guesses misses less. Every guess
that leaves a core whole misses as much.
"""

import numpy as np

from search.kernels.common.partition import USELESS
from search.kernels.compiler.jit import phase
from search.kernels.cost.bounds import following, is_last
from search.kernels.cost.stack import WORDS, class_of, raise_class
from search.kernels.worst_case.inseparable import inseparable_core
from search.kernels.worst_case.refuted import leaves_whole

#: Whether a class has a miss at all is asked where no more than so much is left to pay.
ASKED = 4


@phase
def guesses_left(prices, state):
    """Return how many guesses are left in a state of a game that ends."""
    return prices.price.shape[0] - 1 - state


@phase
def may_ask(prices, levels, level, q):
    """Tell whether it is not known if a class has a miss, and the worst-case search can tell."""
    here = levels.at[level]
    size = levels.start[level, q + 1] - levels.start[level, q]
    depth = guesses_left(prices, following(prices, here.state))
    unknown = prices.asking and levels.lower[level, q] == 0 and here.best - here.bound <= ASKED
    return unknown and depth > 2 and size > depth


@phase
def hear_refutation(columns, prices, levels, level, core, scratch):
    """Take over that a core of the class being settled cannot be found in time.

    Every guess that leaves it whole has a miss. Returns what the class costs at least.
    """
    q = levels.at[level].settling
    lower = a_miss(prices, core)
    raise_class(levels, level, q, lower)
    bear(levels, level, q, core, scratch)
    pay_for(columns, prices, levels, level, core, lower, scratch)
    return lower


@phase
def hear_refusal(columns, prices, levels, level, scratch):
    """Take over that a class costs as much as the limit of the search for it, at the level below.

    Contract: misses are counted, and no strategy below the limit was found.

    Of the class those members matter that bear the bound of some guess. Which do is not known of
    guesses that were left out as equal to others, nor where one guess is left for the classes
    below: their sizes tell what is missed of them.
    """
    q = levels.at[level].settling
    below = levels.at[level + 1]
    n = below.count
    members, found = levels.members[level + 1, :n], scratch.found
    raise_class(levels, level, q, below.limit)
    size = n
    by_size = is_last(prices, following(prices, below.state))
    if n <= WORDS * 64 and not below.moved and not by_size:
        keys, used, bits = levels.keys[level + 1], levels.used[level + 1], scratch.bits
        bits[:] = 0
        for g in range(keys.shape[0]):
            if keys[g] != USELESS:
                for w in range(WORDS):
                    bits[w] |= used[g, w]
        size = 0
        for i in range(n):
            if (bits[i >> 6] >> np.uint64(i & 63)) & np.uint64(1):
                found[size] = members[i]
                size += 1
        bear(levels, level, q, found[:size], scratch)
    else:
        for i in range(n):
            found[i] = members[i]
    pay_for(columns, prices, levels, level, found[:size], below.limit, scratch)


@phase
def a_miss(prices, core):
    """Return what it costs at least to miss one of a core."""
    lightest = prices.weights[core[0]]
    for j in range(core.shape[0]):
        lightest = min(lightest, prices.weights[core[j]])
    return lightest * prices.price[prices.price.shape[0] - 1]


@phase
def bear(levels, level, q, core, scratch):
    """Note that a core bears the bound of a class."""
    for i in range(levels.start[level, q], levels.start[level, q + 1]):
        levels.bearing[level, i] = 0
        scratch.place[levels.split[level, i]] = i
    for j in range(core.shape[0]):
        levels.bearing[level, scratch.place[core[j]]] = 1


@phase
def place_members(levels, level, place):
    """Write the place of each member of the set of a level."""
    for i in range(levels.at[level].count):
        place[levels.members[level, i]] = i


@phase
def pay_for(columns, prices, levels, level, core, price, scratch):
    """Let all guesses pay the price of a core that leave it whole.

    Contract: the core costs the price at least after any guess that leaves it whole, and the bound
    of no guess counts a miss whose bearers are not noted in ``levels.used``. Prices of cores that
    have no member in common add up; where all that is paid is for misses, a core may also take the
    place of lesser ones. Of more members than there are bits one core is counted.
    """
    best = levels.at[level].best
    keys, used = levels.keys[level], levels.used[level]
    bits, place, mark = scratch.bits, scratch.place, scratch.mark
    if levels.at[level].count > WORDS * 64:
        bits[:] = ~np.uint64(0)
    else:
        bits[:] = 0
        place_members(levels, level, place)
        for j in range(core.shape[0]):
            i = place[core[j]]
            bits[i >> 6] |= np.uint64(1) << np.uint64(i & 63)
    leaves_whole(columns, core, mark)
    for g in range(keys.shape[0]):
        # Who is out of the question needs no more reasons.
        if mark[g] != 0 and keys[g] < best:
            clash = np.uint64(0)
            for w in range(WORDS):
                clash |= used[g, w] & bits[w]
            if clash == 0:
                keys[g] += price
                for w in range(WORDS):
                    used[g, w] |= bits[w]
            elif prices.counting and keys[g] < price:
                keys[g] = price
                for w in range(WORDS):
                    used[g, w] = bits[w]


@phase
def note_bearers(levels, level, place):
    """Note which members bear the bound of the guess being given up, in ``levels.used``.

    Contract: misses are counted, and the bound is no less than the best.
    """
    here = levels.at[level]
    used = levels.used[level, here.guess]
    if here.count > WORDS * 64:
        used[:] = ~np.uint64(0)
        return
    used[:] = 0
    place_members(levels, level, place)
    total = np.int64(0)
    for q in range(here.classes):
        if levels.lower[level, q] > 0 and total < here.best:
            total += levels.lower[level, q]
            for i in range(levels.start[level, q], levels.start[level, q + 1]):
                if levels.bearing[level, i]:
                    j = place[levels.split[level, i]]
                    used[j >> 6] |= np.uint64(1) << np.uint64(j & 63)


@phase
def strike(columns, prices, levels, level, scratch):
    """Let all guesses pay for a miss that leave what the guess being tried leaves inseparable.

    Contract: two guesses are left for the classes, and the guesses pay for misses. What no guess
    tells apart is missed in part, whatever it is part of.
    """
    below = following(prices, levels.at[level].state)
    one, two, three = prices.cost[below, 1], prices.cost[below, 2], prices.cost[below, 3]
    for q in range(levels.at[level].classes):
        part = class_of(levels, level, q)
        if part.shape[0] <= 2:
            return
        least = np.int64(0)
        for i in range(part.shape[0]):
            least += (two if i > 0 else one) * prices.weights[part[i]]
        if levels.lower[level, q] - least < three - two:
            continue
        size = inseparable_core(columns, part, scratch.free, scratch.found)
        core = scratch.found[:size]
        price = a_miss(prices, core)
        if prices.counting and levels.lower[level, q] == price:
            bear(levels, level, q, core, scratch)
        pay_for(columns, prices, levels, level, core, price, scratch)


@phase
def account_for_misses(columns, prices, levels, level, scratch):
    """Take over what the guess being given up teaches about misses."""
    here = levels.at[level]
    below = following(prices, following(prices, here.state))
    if here.struck and not prices.endless and is_last(prices, below):
        strike(columns, prices, levels, level, scratch)
    if prices.asking:
        note_bearers(levels, level, scratch.place)
