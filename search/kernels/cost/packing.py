"""Misses: the lower bound of a guess is raised by disjoint cores that it leaves whole.

A core of misses is a bound with a cost, where a core of the worst case only says no: after any
guess that leaves it whole in one class, misses in it cost at least that much. Disjoint cores add
up, as disjoint unsatisfiable cores do to the bound of MaxSAT (Li, Manyà, Planes: Exploiting Unit
Propagation to Compute Lower Bounds in Branch and Bound Max-SAT Solvers, CP 2005). So each guess of
a level has a *packing* of disjoint cores: ``levels.keys`` adds up their costs, ``levels.packed``
marks their members. Cores are learned from

    a class, or the rest of it, that the worst-case search refuted    `learn_core`
    a class whose cost has reached its limit                          `learn_class`
    classes that no guess tells apart, with two guesses left          `learn_inseparable`

When a guess is pruned, `pack_given_up` packs for each class the members that its bound needs: all
members of the class, or those of its disjoint cores if these prove the bound.

`drop_unneeded` keeps the members that the misses of a set need, with two guesses left. Each member
in turn is removed unless some guess, followed by one more, would then miss less than the bound.
This is the deletion-based method for minimal unsatisfiable subsets (Marques-Silva, Computing
Minimally Unsatisfiable Subformulas, 2012).
"""

import numpy as np

from emi.search.compile.jit import either, kernel, phase
from emi.search.kernels.core.partition import USELESS
from emi.search.kernels.core.sets import are_disjoint, copy, holds, include
from emi.search.kernels.cost.bounds import following, is_last
from emi.search.kernels.cost.stack import class_of, packed_words, raise_class
from emi.search.kernels.worst_case.cores import leaves_whole
from emi.search.kernels.worst_case.inseparable import inseparable_core

#: The worst-case search is asked about a class only if the bound is this close to the best cost.
ASKED_UP_TO = 4


@phase
def has_bits(levels, level):
    """Return whether packings have a bit for each member of a level; if not, they hold one core."""
    return levels.at[level].count <= 64 * levels.packed.shape[2]


@phase
def guesses_left(prices, state):
    """Return the number of guesses from a state on, in a game that ends."""
    return prices.price.shape[0] - 1 - state


@phase
def has_oracle(prices, state):
    """Return whether the worst-case search decides if sets in a state miss anything."""
    return prices.asking and guesses_left(prices, state) > 2


@phase
def may_ask(prices, levels, level, q):
    """Return whether to ask the worst-case search if a class misses anything beside known cores.

    With symmetry only a whole class is asked about: a permutation that fixes the class need not fix
    the rest of it.
    """
    here = levels.at[level]
    below = following(prices, here.state)
    near = here.best - here.bound <= ASKED_UP_TO
    if not (has_oracle(prices, below) and near and levels.may_have_more[level, q] != 0):
        return False
    if levels.lower[level, q] > 0 and (here.symmetric != 0 or not prices.counting):
        return False
    rest = 0
    for i in range(levels.start[level, q], levels.start[level, q + 1]):
        rest += levels.in_cores[level, i] == 0
    return rest > guesses_left(prices, below)


@phase
def rest_of(levels, level, q, rest_members):
    """Write the members of a class beside its cores; return their number."""
    rest = 0
    for i in range(levels.start[level, q], levels.start[level, q + 1]):
        if levels.in_cores[level, i] == 0:
            rest_members[rest] = levels.split[level, i]
            rest += 1
    return rest


@phase
def price_of_a_miss(prices, core):
    """Return the least cost of missing a member of a core."""
    lightest = prices.weights[core[0]]
    for j in range(core.shape[0]):
        lightest = min(lightest, prices.weights[core[j]])
    return lightest * prices.price[prices.price.shape[0] - 1]


@phase
def mark_core(levels, level, q, core, marks, place):
    """Mark the places of ``split`` that a core of a class takes."""
    for i in range(levels.start[level, q], levels.start[level, q + 1]):
        place[levels.split[level, i]] = i
    for j in range(core.shape[0]):
        marks[place[core[j]]] = 1


@phase
def mark_needed(levels, level, q, core, scratch):
    """Record that the bound of a class needs only the members of a core."""
    levels.needed[level, levels.start[level, q] : levels.start[level, q + 1]] = 0
    mark_core(levels, level, q, core, levels.needed[level], scratch.place)


@phase
def place_members(levels, level, place):
    """Write the place of each member of the set of a level."""
    for i in range(levels.at[level].count):
        place[levels.members[level, i]] = i


@phase
def pack(columns, prices, levels, level, core, price, scratch):
    """Add a core to the packing of each guess that leaves it whole.

    Contract: after any guess that leaves it whole, the core costs at least the price; each key only
    counts misses in its packing. If only misses have a price, a core that overlaps a packing
    replaces it if the core costs more.
    """
    best, words = levels.at[level].best, packed_words(levels, level)
    keys, packed, bits = levels.keys[level], levels.packed[level], scratch.bits[:words]
    place, mark = scratch.place, scratch.mark
    if has_bits(levels, level):
        bits[:] = 0
        place_members(levels, level, place)
        for j in range(core.shape[0]):
            include(bits, place[core[j]])
    else:
        bits[:] = ~np.uint64(0)
    leaves_whole(columns, core, mark)
    for g in range(keys.shape[0]):
        # A guess whose bound reaches the best needs no more cores, but a first guess may have to
        # reach a higher limit later.
        if mark[g] != 0 and (keys[g] < best or (level == 0 and keys[g] != USELESS)):
            already = packed[g, :words]
            if are_disjoint(already, bits):
                keys[g] += price
                for w in range(words):
                    already[w] |= bits[w]
            elif prices.counting and keys[g] < price:
                keys[g] = price
                copy(bits, already)


@phase
def learn_core(columns, prices, levels, level, core, scratch):
    """Add a core to the earlier, disjoint cores of the class being settled, and pack it.

    Contract: the guesses left do not find the core.

    Returns a lower bound on the cost of the class.
    """
    q = levels.at[level].settling
    first, last = levels.start[level, q], levels.start[level, q + 1]
    price = price_of_a_miss(prices, core)
    mark_core(levels, level, q, core, levels.in_cores[level], scratch.place)
    levels.core_cost[level, q] += price
    raise_class(levels, level, q, levels.core_cost[level, q])
    if levels.lower[level, q] == levels.core_cost[level, q]:
        copy(levels.in_cores[level, first:last], levels.needed[level, first:last])
    pack(columns, prices, levels, level, core, price, scratch)
    return levels.lower[level, q]


@phase
def core_of_level(levels, level, prices, scratch):
    """Write a core of the set of a level, whose cost has reached its limit; return the size.

    The core is the union of the packings of all guesses, as a learned clause is the union of what
    refuted each literal. Its packing shows for each guess that the union alone costs the limit: the
    key of the guess counts only misses in its packing, and reached the limit. Guesses without a
    packing of their own need none. A useless guess only costs more, and a guess that was dropped
    for an earlier one of the same classes has the packing of that one (see
    `emi.search.kernels.cost.stack.drop_repeats`).

    The core is the whole set if some packings are unknown: if equivalent guesses were left out, or
    if one guess is left for the classes, so that misses were counted by size.
    """
    here, words, core = levels.at[level], packed_words(levels, level), scratch.listed
    n, bits = here.count, scratch.bits[:words]
    by_size = is_last(prices, following(prices, here.state))
    if not has_bits(levels, level) or here.symmetric or by_size:
        copy(levels.members[level, :n], core)
        return n
    keys, packed = levels.keys[level], levels.packed[level]
    bits[:] = 0
    for g in range(keys.shape[0]):
        if keys[g] != USELESS:
            for w in range(words):
                bits[w] |= packed[g, w]
    size = 0
    for i in range(n):
        if holds(bits, i):
            core[size] = levels.members[level, i]
            size += 1
    return size


@phase
def learn_class(columns, prices, levels, level, scratch):
    """Raise the bound of the class being settled to its limit, and pack a core of the class.

    Contract: misses are counted, and the level below found no strategy that costs less than its
    limit.
    """
    q, below = levels.at[level].settling, levels.at[level + 1]
    raise_class(levels, level, q, below.limit)
    core = scratch.listed[: core_of_level(levels, level + 1, prices, scratch)]
    if core.shape[0] < below.count:
        mark_needed(levels, level, q, core, scratch)
    pack(columns, prices, levels, level, core, below.limit, scratch)


@phase
def learn_inseparable(columns, prices, levels, level, scratch):
    """Learn cores from the classes of the guess being tried that no guess tells apart.

    Contract: two guesses are left for the classes, so a class that no guess tells apart has a miss.
    Classes whose bounds are too low for a miss are skipped. A higher bound does not prove a miss:
    a guess that is no member, or a lighter member, may tell the class apart.
    """
    below = following(prices, levels.at[level].state)
    first, second, third = prices.cost[below, 1], prices.cost[below, 2], prices.cost[below, 3]
    for q in range(levels.at[level].classes):
        members = class_of(levels, level, q)
        if members.shape[0] <= 2:
            return
        least = np.int64(0)
        for i in range(members.shape[0]):
            least += (second if i > 0 else first) * prices.weights[members[i]]
        if levels.lower[level, q] - least < third - second:
            continue
        size = inseparable_core(columns, members, scratch.free, scratch.listed)
        if size == 0:
            continue
        core = scratch.listed[:size]
        price = price_of_a_miss(prices, core)
        if prices.counting and levels.lower[level, q] == price:
            mark_needed(levels, level, q, core, scratch)
        pack(columns, prices, levels, level, core, price, scratch)


@phase
def pack_given_up(levels, level, place):
    """Pack the members that the bounds of classes need, until these bounds add up to the best cost.

    A first guess packs those of all its classes: it may have to reach a higher limit later.

    Contract: misses are counted, and the bound of the guess is at least the best cost.
    """
    here = levels.at[level]
    packed = levels.packed[level, here.guess, : packed_words(levels, level)]
    if not has_bits(levels, level):
        packed[:] = ~np.uint64(0)
        return
    packed[:] = 0
    place_members(levels, level, place)
    total = np.int64(0)
    for q in range(here.classes):
        if levels.lower[level, q] > 0 and (total < here.best or level == 0):
            total += levels.lower[level, q]
            for i in range(levels.start[level, q], levels.start[level, q + 1]):
                if levels.needed[level, i]:
                    include(packed, place[levels.split[level, i]])


@phase
def learn_from_given_up(columns, prices, levels, level, scratch):
    """Learn cores from the classes of the guess being pruned, and write its packing."""
    here = levels.at[level]
    below = following(prices, following(prices, here.state))
    if here.packs and not prices.endless and is_last(prices, below):
        learn_inseparable(columns, prices, levels, level, scratch)
    if prices.asking:
        pack_given_up(levels, level, scratch.place)


@phase
def lightest_sum(weights, members, by_weight, stays, count):
    """Return the sum of the ``count`` least weights of the members that stay."""
    total = np.int64(0)
    for k in range(by_weight.shape[0]):
        if count == 0:
            break
        if stays[by_weight[k]]:
            total += weights[members[by_weight[k]]]
            count -= 1
    return total


@either
def mark(columns, members, sizes, repeated):
    """Count members by guess: ``sizes[g, c]`` in class c, ``repeated[g]`` repeated ones.

    A member is repeated if it shares a class with an earlier one. Contract: ``sizes`` is zero on
    entry.
    """
    repeated[:] = 0
    for i in range(members.shape[0]):
        column = columns[members[i]]
        for g in range(repeated.shape[0]):
            repeated[g] += sizes[g, column[g]] > 0
            sizes[g, column[g]] += 1


@either
def take_out(columns, member, sizes, repeated):
    """Take a member out of its class for each guess, and so out of the counts of `mark`."""
    column = columns[member]
    for g in range(repeated.shape[0]):
        repeated[g] -= sizes[g, column[g]] > 1
        sizes[g, column[g]] -= 1


@either
def fewest_without(columns, member, enough, likely, sizes, repeated):
    """Return the fewest repeated members of any guess after a member is taken out, and the guess.

    A member is repeated if it shares a class with an earlier one. The guess ``likely`` is tried
    first, and the loop stops at a number below ``enough``.
    """
    column = columns[member]
    fewest, guess = repeated[likely] - (sizes[likely, column[likely]] > 1), likely
    for g in range(repeated.shape[0]):
        if fewest < enough:
            break
        repeats = repeated[g] - (sizes[g, column[g]] > 1)
        if repeats < fewest:
            fewest, guess = repeats, g
    return fewest, guess


@kernel
def drop_unneeded(columns, members, weights, by_weight, bound, sizes, repeated, stays):
    """Clear ``stays`` for members without which any two guesses still miss at least ``bound``.

    Contract: any two guesses miss at least ``bound`` of all members; ``stays`` is 1 on entry.
    ``by_weight`` has the places of the members, the lightest first; it is empty if all weights
    are 1. ``sizes`` is ``(guesses, classes)``, and zero on entry and on return; ``repeated`` is
    ``(guesses,)``, and is overwritten.
    """
    mark(columns, members, sizes, repeated)
    size, likely, equal = members.shape[0], np.int64(0), by_weight.shape[0] == 0
    enough = bound if equal else np.int64(0)
    for i in range(members.shape[0]):
        if size <= bound:
            break
        fewest, likely = fewest_without(columns, members[i], enough, likely, sizes, repeated)
        stays[i] = 0
        missed = np.int64(fewest)
        if not equal:
            missed = lightest_sum(weights, members, by_weight, stays, fewest)
        if missed >= bound:
            take_out(columns, members[i], sizes, repeated)
            size -= 1
        else:
            stays[i] = 1
    for i in range(members.shape[0]):
        if stays[i]:
            take_out(columns, members[i], sizes, repeated)
