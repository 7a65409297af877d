"""The search for the least cost: what the cheapest strategy for a set costs.

Branch and bound. For a set S in a state, with v(S) the least cost of a strategy (`bounds` tells
who pays what) and a limit b:

    if  v(S) <  b  then  the answer is v(S), exact, with a guess that begins such a strategy
    if  v(S) >= b  then  the answer is a lower bound that is at least b
    the guesses tried are exactly those whose bound is below b and below the best found so far

The cost of a guess is what is paid for it, and what its classes cost. It is bounded first by the
sizes of the classes, then by a look at each, the largest first, and then the classes are settled
one by one, the smallest first, each with the limit that the bounds of the others leave it. As soon
as the bounds add up to the limit the guess is given up. Where misses alone are counted, the search
for the worst case is asked whether a class has one at all; the level waits for its answer.
"""

from typing import NamedTuple

import numpy as np

from search.kernels.common import stack
from search.kernels.common.game import Game
from search.kernels.common.journal import Journal, is_full, note
from search.kernels.common.partition import USELESS
from search.kernels.common.restriction import Restriction, class_key
from search.kernels.common.transposition import Table, place_of, set_key, tighten
from search.kernels.compiler.jit import kernel, phase
from search.kernels.compiler.structs import struct
from search.kernels.cost.bounds import Prices, bound_set, following, is_last
from search.kernels.cost.misses import (
    account_for_misses,
    guesses_left,
    hear_refusal,
    hear_refutation,
    may_ask,
)
from search.kernels.cost.stack import (
    Levels,
    Scratch,
    class_of,
    descend,
    firsts_to_look_at,
    give_up_guess,
    next_guess,
    open_set,
    raise_class,
    try_guess,
)
from search.kernels.worst_case import search as worst_case

#: Pairs of members and guesses that a call looks at before it pauses: some hundredths of a second.
AT_ONCE = 20_000_000


@struct
class Search(NamedTuple):
    """All that a search works on; ``table`` is a `transposition` table by set and state.

    No set costs less than ``scale`` times what it costs in a ``cheaper`` search, in state 0 of its
    table; without such a search the scale is 0.
    """

    game: Game
    prices: Prices
    restriction: Restriction
    levels: Levels
    table: Table
    journal: Journal
    scratch: Scratch
    registers: np.ndarray
    cheaper: Table
    scale: np.int64


@phase
def remember(table, key, size, lower, exact, guess):
    """Note what a set costs at least, and if no more. The smallest is the cheapest to do again."""
    p = tighten(table, key, lower, lower if exact else USELESS, guess)
    table.at[p].priority = size


@phase
def recall(table, levels, level, q, key):
    """Take over what is known of a class of the guess being tried; tell whether anything is."""
    p = place_of(table, key)
    if p < 0:
        return False
    raise_class(levels, level, q, table.at[p].lower)
    levels.settled[level, q] = table.at[p].lower == table.at[p].upper
    return True


@phase
def compare(search, level):
    """Bound the classes of the guess being tried by what they cost in a cheaper search."""
    levels, table, key = search.levels, search.cheaper, search.scratch.key
    here, split, start = levels.at[level], levels.split[level], levels.start[level]
    for q in range(here.classes):
        part = split[start[q] : start[q + 1]]
        if here.bound >= here.best or part.shape[0] <= 2:
            return
        class_key(search.restriction, search.game, levels, level, part, 0, key)
        p = place_of(table, key)
        if p >= 0:
            raise_class(levels, level, q, search.scale * table.at[p].lower)


@phase
def bound_classes(search, level, pairs):
    """Bound the classes of the guess being tried by what is known of them, or else by a look.

    Tell whether that is done, and count the pairs: it stops where there are enough of them.
    """
    game, prices, levels, table = search.game, search.prices, search.levels, search.table
    restriction, counting, key = search.restriction, search.scratch.counting, search.scratch.key
    here = levels.at[level]
    split, start = levels.split[level], levels.start[level]
    below = following(prices, here.state)
    if is_last(prices, below):
        return True, pairs
    if here.looked == 0 and search.scale > 0:
        compare(search, level)
    while here.looked < here.classes and pairs < AT_ONCE:
        q = here.looked
        part = split[start[q] : start[q + 1]]
        if here.bound >= here.best or part.shape[0] <= 2:
            return True, pairs
        here.looked += 1
        class_key(restriction, game, levels, level, part, below, key)
        if not recall(table, levels, level, q, key):
            listed = levels.allowed[level + 1, : levels.at[level + 1].allowed]
            if listed.shape[0] == 0:
                orbit = search.scratch.orbit
                n = firsts_to_look_at(levels, level, game.symmetry, orbit, part.shape[0])
                listed = levels.firsts[level + 1, :n]
            most = here.most
            lower, exact, guess = bound_set(game, part, prices, below, most, listed, counting)
            remember(table, key, part.shape[0], lower, exact, guess)
            raise_class(levels, level, q, lower)
            levels.settled[level, q] = exact
            pairs += part.shape[0] * levels.keys.shape[1]
    return here.looked == here.classes, pairs


@phase
def next_class(game, prices, restriction, levels, level, table, key):
    """Return the class to be settled next; -1 if all are, or if the bound is up.

    That is the smallest; but where misses alone are counted the one that is bounded least, the
    largest of them: it takes less to show that several classes have a miss than that one has
    several.

    ``key`` receives the key of the class.
    """
    here, settled, lower = levels.at[level], levels.settled[level], levels.lower[level]
    split, start, below = levels.split[level], levels.start[level], following(prices, here.state)
    while here.bound < here.best:
        q = -1
        for p in range(here.classes):
            if settled[p] == 0 and not (prices.counting and q >= 0 and lower[p] >= lower[q]):
                q = p
        if q < 0:
            return -1
        part = split[start[q] : start[q + 1]]
        class_key(restriction, game, levels, level, part, below, key)
        recall(table, levels, level, q, key)
        if settled[q] == 0 and here.bound < here.best:
            return q
    return -1


@phase
def ask(prices, levels, level, q, key, judge):
    """Ask the worst-case search whether a class can be found at all in time."""
    here = levels.at[level]
    depth = guesses_left(prices, following(prices, here.state))
    for above in range(level + 1):
        judge.levels.at[above].guess = levels.at[above].guess
    part = class_of(levels, level, q)
    worst_case.ask(judge, part, depth, key, level + 1, np.int64(here.moved))
    here.settling = q
    here.stage = stack.ASK


@phase
def hear(search, level, judge, result):
    """Take over the answer of the worst-case search: all is found, or some of a core is missed."""
    levels, prices, table = search.levels, search.prices, search.table
    here = levels.at[level]
    q = here.settling
    key = search.scratch.key
    part = class_of(levels, level, q)
    size = part.shape[0]
    set_key(part, search.game.zobrist, following(prices, here.state), key)
    here.stage = stack.SETTLE
    if result == stack.SOLVED:
        levels.settled[level, q] = 1
        lower, exact, guess = np.int64(0), True, worst_case.answer(judge)
    else:
        core = worst_case.bearer(judge)
        columns, scratch = search.game.columns, search.scratch
        lower = hear_refutation(columns, prices, levels, level, core, scratch)
        exact, guess = False, np.int64(-1)
    remember(table, key, size, lower, exact, guess)


@phase
def close_set(search, levels, level, nodes):
    """Note what the set of a level costs, and tell the level above."""
    game, prices, restriction = search.game, search.prices, search.restriction
    table, journal, scratch = search.table, search.journal, search.scratch
    here, above = levels.at[level], levels.at[level - 1]
    guess = here.best_guess
    exact = guess >= 0
    lower = here.best if exact else here.least
    remember(table, levels.key[level], here.count, lower, exact, guess)
    members = levels.members[level, : here.count]
    upper = lower if exact else USELESS
    if restriction.told.shape[0] == 0:
        note(journal, members, here.state, lower, upper, guess, nodes - here.work)
    if prices.asking and not exact:
        hear_refusal(game.columns, prices, levels, level - 1, scratch)
    else:
        raise_class(levels, level - 1, above.settling, lower)
    levels.settled[level - 1, above.settling] = exact


@phase
def why_to_stop(levels, level, journal, secrets, rest, pairs):
    """Return why a call must return now, with so many nodes to go, or UNKNOWN if it need not."""
    if rest <= 0 or pairs >= AT_ONCE:
        return stack.PAUSED
    if level + 1 >= levels.at.shape[0]:
        return stack.DEEP
    if is_full(journal, secrets):
        return stack.FULL
    return stack.UNKNOWN


@kernel
def advance(search, judge, until):
    """Go on with the search until it ends or so many nodes were counted, or it has taken a while.

    Contract: level 0 holds the question (at least three members, the heaviest first, in a state
    that is not the last) with stage OPEN; its ``moved`` tells whether guesses equal by symmetry may
    be left out, its ``guess`` is the first guess or -1. The first call does no more than open it,
    so that its guesses can be restricted.
    ``judge`` is a worst-case search of the same game. Between calls that return PAUSED nothing else
    but the capacity of the arrays may change; after DEEP there must be more levels, after FULL room
    in the journal, after CROWDED room in that of the judge and for its cores.

    Returns DONE, PAUSED, DEEP, FULL or CROWDED. Then ``levels.at[0].best`` is the least cost if
    ``best_guess`` is a guess; otherwise the limit is, and the least cost is no less.
    """
    game, prices, levels, table = search.game, search.prices, search.levels, search.table
    scratch, journal, register = search.scratch, search.journal, search.registers[0]
    restriction = search.restriction
    space, key = scratch.space, scratch.key
    secrets = game.own.shape[0]
    level, pairs = register.level, 0
    if level == 0 and levels.at[0].stage == stack.OPEN:
        open_set(game, prices, levels, level, scratch)
        return stack.PAUSED
    while True:
        here = levels.at[level]
        status = why_to_stop(levels, level, journal, secrets, until - register.nodes, pairs)
        if status == stack.UNKNOWN and here.stage == stack.ASK:
            spent = judge.registers[0].nodes
            result = worst_case.advance(judge, spent + max(until - register.nodes, 1))
            register.nodes += judge.registers[0].nodes - spent
            if result in (stack.PAUSED, stack.FULL):
                status = stack.PAUSED if result == stack.PAUSED else stack.CROWDED
            else:
                hear(search, level, judge, result)
        if status != stack.UNKNOWN:
            register.level = level
            return status
        if here.stage == stack.OPEN:
            register.nodes += 1
            here.work = register.nodes
            open_set(game, prices, levels, level, scratch)
            pairs += here.count * levels.keys.shape[1]
        if here.stage == stack.CHOOSE:
            guess = next_guess(game, levels, level, scratch)
            if guess < 0 and level == 0:
                register.level = 0
                return stack.DONE
            if guess < 0:
                close_set(search, levels, level, register.nodes)
                level -= 1
                continue
            try_guess(game, prices, levels, level, guess, space)
        if here.stage == stack.BOUND:
            done, pairs = bound_classes(search, level, pairs)
            if not done:
                continue
            here.stage = stack.SETTLE
            # A look may take as long as a node, where there are many members.
            register.nodes += 1
        q = next_class(game, prices, restriction, levels, level, table, key)
        if q >= 0 and may_ask(prices, levels, level, q):
            ask(prices, levels, level, q, key, judge)
        elif q >= 0:
            descend(prices, levels, level, q, key)
            level += 1
        elif here.bound >= here.best:
            account_for_misses(game.columns, prices, levels, level, scratch)
            give_up_guess(levels, level)
        else:
            here.best = here.bound
            here.best_guess = here.guess
            here.stage = stack.CHOOSE
