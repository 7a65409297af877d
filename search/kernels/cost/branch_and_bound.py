"""The search for the least cost of a strategy for a set.

Branch and bound (Land, Doig, 1960). For a set S in a state, with v(S) the least cost of a strategy
(see `emi.search.kernels.cost.bounds` for prices) and a limit b:

    if  actual v(S) <  b  then  the answer is v(S), exact, with the first guess of such a strategy
    if  actual v(S) >= b  then  the answer is a lower bound that is at least b
    the guesses tried are exactly those whose bound is below b and below the best found so far

The cost of a guess is its price plus the costs of its classes. It is bounded first by the class
sizes, then by a sweep for each class, the largest first. Then the classes are settled one by one,
the smallest first, each with the limit that the bounds of the others leave. As soon as the bounds
add up to the limit, the guess is pruned. If only misses have a price, the worst-case search decides
whether a class misses anything; the level waits for its answer.
"""

from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import kernel, large_phase, phase
from emi.search.compile.structs import struct
from emi.search.kernels.core import machine
from emi.search.kernels.core.machine import stack_machine
from emi.search.kernels.core.partition import USELESS
from emi.search.kernels.core.restriction import RestrictionArrays, class_key
from emi.search.kernels.core.symmetry import GameArrays
from emi.search.kernels.core.transposition import Journal, Table, note, place_of, set_key, tighten
from emi.search.kernels.cost.bounds import Prices, bound_set, following, is_last
from emi.search.kernels.cost.packing import (
    guesses_left,
    has_oracle,
    learn_class,
    learn_core,
    learn_from_given_up,
    may_ask,
    rest_of,
)
from emi.search.kernels.cost.stack import (
    CostLevels,
    CostScratch,
    OpeningClasses,
    class_of,
    descend,
    firsts_to_bound,
    give_up_guess,
    next_guess,
    open_set,
    raise_class,
    try_guess,
)
from emi.search.kernels.worst_case import minimax as worst_case

#: A call pauses after examining this many pairs of member and guess: some hundredths of a second.
PAIRS_AT_ONCE = 20_000_000
#: Added to the priority of sets that were searched, to exceed that of sets that were only swept.
SEARCHED = 1 << 32


@struct
class Cheaper(NamedTuple):
    """Another search of the same game: a set costs at least ``scale`` times what it costs there."""

    table: Table
    # 0 if there is no such search.
    scale: np.int64
    # The number of its states. Later guesses are made in the last one.
    states: np.int64


@struct
class CostArrays(NamedTuple):
    """The arrays of a search; ``table`` is a transposition table by set and state.

    ``oracle`` is a worst-case search of the same game.
    """

    game: GameArrays
    opening: OpeningClasses
    prices: Prices
    restriction: RestrictionArrays
    levels: CostLevels
    table: Table
    journal: Journal
    scratch: CostScratch
    registers: np.ndarray
    cheaper: Cheaper
    oracle: worst_case.WorstCaseArrays


@phase
def remember(table, key, priority, lower, exact, guess):
    """Record a lower bound on the cost of a set, and whether it is exact.

    The priority is the size of the set, since small sets are quickly bounded again; sets that were
    searched have `SEARCHED` more, since a search takes longer than a sweep.
    """
    p = tighten(table, key, lower, lower if exact else USELESS, guess)
    table.at[p].priority = priority


@phase
def recall(table, levels, level, q, key):
    """Use the table entry of a class of the guess being tried; return whether there is one."""
    p = place_of(table, key)
    if p < 0:
        return False
    raise_class(levels, level, q, table.at[p].lower)
    levels.exact[level, q] = table.at[p].lower == table.at[p].upper
    return True


@phase
def compare(search, level):
    """Bound the classes of the guess being tried by the table of the cheaper search."""
    levels, cheaper, key = search.levels, search.cheaper, search.scratch.key
    here, split, start = levels.at[level], levels.split[level], levels.start[level]
    state = min(following(search.prices, here.state), cheaper.states - 1)
    for q in range(here.classes):
        klass = split[start[q] : start[q + 1]]
        if here.bound >= here.best or klass.shape[0] <= 2:
            return
        class_key(search.restriction, search.game, levels, level, klass, state, key)
        p = place_of(cheaper.table, key)
        if p >= 0:
            lower = cheaper.table.at[p].lower
            # If all of a class is forbidden, the product may exceed 64 bits.
            fits = lower <= here.best // cheaper.scale
            raise_class(levels, level, q, cheaper.scale * lower if fits else here.best)


@large_phase
def bound_classes(search, level):
    """Bound the classes of the guess being tried by the table, or else by sweeps if these may help.

    Returns whether all are bounded; it stops early when this call has examined enough pairs.
    """
    register = search.registers[0]
    game, prices, levels, table = search.game, search.prices, search.levels, search.table
    restriction, counting, key = search.restriction, search.scratch.counting, search.scratch.key
    here = levels.at[level]
    split, start = levels.split[level], levels.start[level]
    below = following(prices, here.state)
    if is_last(prices, below):
        return True
    if here.bounded == 0 and search.cheaper.scale > 0:
        compare(search, level)
    # If three guesses are left, a sweep seldom decides whether a class misses anything.
    sweeps = not has_oracle(prices, below)
    while here.bounded < here.classes and register.pairs < PAIRS_AT_ONCE:
        q = here.bounded
        klass = split[start[q] : start[q + 1]]
        if here.bound >= here.best or klass.shape[0] <= 2:
            return True
        here.bounded += 1
        class_key(restriction, game, levels, level, klass, below, key)
        if not recall(table, levels, level, q, key) and sweeps:
            listed = levels.allowed[level + 1, : levels.at[level + 1].allowed]
            if listed.shape[0] == 0:
                orbit = search.scratch.orbit
                n = firsts_to_bound(levels, level, game.symmetry, orbit, klass.shape[0])
                listed = levels.firsts[level + 1, :n]
            most = here.most
            lower, exact, guess = bound_set(game, klass, prices, below, most, listed, counting)
            remember(table, key, klass.shape[0], lower, exact, guess)
            raise_class(levels, level, q, lower)
            levels.exact[level, q] = exact
            register.pairs += klass.shape[0] * levels.keys.shape[1]
    return here.bounded == here.classes


@phase
def next_class(search, level):
    """Return the class to settle next; -1 if all are settled, or if the bound reaches the best.

    This is the smallest class. But if only misses have a price, it is the class of least bound, the
    largest of equals, since one miss in each of several classes is proven sooner than several
    misses in one class. Disjoint cores are sought in all classes before one is searched.

    ``scratch.key`` receives the key of the class.
    """
    prices, levels, table, key = search.prices, search.levels, search.table, search.scratch.key
    here, exact, lower = levels.at[level], levels.exact[level], levels.lower[level]
    split, start, below = levels.split[level], levels.start[level], following(prices, here.state)
    while here.bound < here.best:
        q, asks = -1, False
        for p in range(here.classes):
            if exact[p] != 0:
                continue
            asking = prices.counting and may_ask(prices, levels, level, p)
            worse = asks > asking or (asks == asking and q >= 0 and lower[p] >= lower[q])
            if prices.counting and worse:
                continue
            q, asks = p, asking
        if q < 0:
            return -1
        klass = split[start[q] : start[q + 1]]
        class_key(search.restriction, search.game, levels, level, klass, below, key)
        recall(table, levels, level, q, key)
        if exact[q] == 0 and here.bound < here.best:
            return q
    return -1


@phase
def ask(search, level, q):
    """Ask the worst-case search whether class q has another core, disjoint from the known ones."""
    prices, levels, oracle, key = search.prices, search.levels, search.oracle, search.scratch.key
    here = levels.at[level]
    below = following(prices, here.state)
    depth = guesses_left(prices, below)
    for above in range(level + 1):
        oracle.levels.at[above].guess = levels.at[above].guess
    rest = search.scratch.listed[: rest_of(levels, level, q, search.scratch.listed)]
    set_key(rest, search.game.zobrist, 0, key)
    worst_case.ask(oracle, rest, depth, key, level + 1, here.symmetric)
    here.settling = q
    here.stage = machine.ASK


@phase
def receive(search, level, result):
    """Use the result of the oracle: the class is found, or a core of it has a miss."""
    levels, prices, key = search.levels, search.prices, search.scratch.key
    here = levels.at[level]
    q = here.settling
    here.stage = machine.SETTLE
    is_found = result == machine.SOLVED
    if is_found and levels.core_cost[level, q] > 0:
        # The members beside the known cores miss nothing.
        levels.may_have_more[level, q] = 0
        return
    lower, guess = np.int64(0), np.int64(-1)
    if is_found:
        levels.exact[level, q] = 1
        guess = worst_case.answer(search.oracle)
    else:
        core = worst_case.refuting_core(search.oracle)
        lower = learn_core(search.game.columns, prices, levels, level, core, search.scratch)
    klass = class_of(levels, level, q)
    set_key(klass, search.game.zobrist, following(prices, here.state), key)
    remember(search.table, key, SEARCHED + klass.shape[0], lower, is_found, guess)


@phase
def hold(search, level, _result):
    """Return PAUSED if this call has examined enough pairs, DEEP if the stack needs more levels."""
    if search.registers[0].pairs >= PAIRS_AT_ONCE:
        return machine.PAUSED
    return machine.DEEP if level + 1 >= search.levels.at.shape[0] else machine.UNKNOWN


@large_phase
def open_level(search, level):
    """Bound and order the guesses of a level."""
    levels = search.levels
    open_set(search.game, search.prices, levels, level, search.scratch)
    search.registers[0].pairs += levels.at[level].count * levels.keys.shape[1]
    return machine.UNKNOWN


@large_phase
def choose_guess(search, level):
    """Split the set of a level by its next guess; return SOLVED or REFUTED if there is none."""
    game, levels, scratch = search.game, search.levels, search.scratch
    guess = next_guess(game, levels, level, scratch)
    if guess < 0:
        return machine.SOLVED if levels.at[level].best_guess >= 0 else machine.REFUTED
    try_guess(game, search.opening, search.prices, levels, level, guess, scratch.space)
    return machine.UNKNOWN


@phase
def close_guess(search, level):
    """Prune the guess being tried, or take it as the best so far; choose another one next."""
    levels = search.levels
    here = levels.at[level]
    if here.bound >= here.best:
        columns, scratch = search.game.columns, search.scratch
        learn_from_given_up(columns, search.prices, levels, level, scratch)
        give_up_guess(levels, level)
    else:
        here.best = here.bound
        here.best_guess = here.guess
        here.stage = machine.CHOOSE


@large_phase
def settle_classes(search, level, _result):
    """Bound the classes of the guess being tried, and put the next one to settle on the stack.

    `close_set` has already recorded the result of the class before. Whether a class misses anything
    is a question for the oracle, the worst-case search, which Python runs: `ask` writes it and the
    kernel returns WAITING, until the oracle has a result, which `receive` uses.
    """
    prices, levels = search.prices, search.levels
    here = levels.at[level]
    if here.stage == machine.ASK:
        oracle = search.oracle.registers[0]
        if oracle.level >= oracle.bottom:
            return machine.WAITING
        receive(search, level, oracle.result)
    if here.stage == machine.BOUND:
        if not bound_classes(search, level):
            return machine.UNKNOWN
        here.stage = machine.SETTLE
        # With many members, the sweeps may take as long as a node.
        search.registers[0].nodes += 1
    q = next_class(search, level)
    if q < 0:
        close_guess(search, level)
        return machine.UNKNOWN
    if may_ask(prices, levels, level, q):
        ask(search, level, q)
        return machine.WAITING
    descend(prices, levels, level, q, search.scratch.key)
    return machine.DESCEND


@large_phase
def close_set(search, level, result):
    """Record the cost of the set of a level, and raise its bound at the level above."""
    prices, levels, scratch = search.prices, search.levels, search.scratch
    here, above = levels.at[level], levels.at[level - 1]
    guess, exact = here.best_guess, result == machine.SOLVED
    lower = here.best if exact else here.least
    remember(search.table, levels.key[level], SEARCHED + here.count, lower, exact, guess)
    if search.restriction.clues.shape[0] == 0:
        members, upper = levels.members[level, : here.count], lower if exact else USELESS
        work = search.registers[0].nodes - here.work
        note(search.journal, members, here.state, lower, upper, guess, work)
    if prices.asking and not exact:
        learn_class(search.game.columns, prices, levels, level - 1, scratch)
    else:
        raise_class(levels, level - 1, above.settling, lower)
    levels.exact[level - 1, above.settling] = exact


run = stack_machine(hold, open_level, choose_guess, settle_classes, close_set)


@kernel
def advance(search, until):
    """Continue the search until it ends, at most to the node count ``until`` or `PAIRS_AT_ONCE`.

    Contract: level 0 holds the question in stage OPEN (at least three members, the heaviest first,
    in a state that is not the last); ``symmetric`` allows the search to leave out guesses that are
    equivalent by symmetry; ``guess`` is the prescribed first guess or -1; if it is ``opened``, the
    members are those of the opening; the registers hold level 0 and the result UNKNOWN. The first
    call only opens the question, so that its guesses can be restricted. Between calls that return
    PAUSED, only the capacity of the arrays may change otherwise; after DEEP there must be more
    levels, after FULL room in the journal, after WAITING an answer of the oracle.

    Returns SOLVED (``levels.at[0].best`` is the least cost, of a strategy that begins with
    ``best_guess``), REFUTED (no strategy costs less than the limit), PAUSED, DEEP, FULL or WAITING.
    """
    levels, register = search.levels, search.registers[0]
    if register.level == 0 and levels.at[0].stage == machine.OPEN:
        open_set(search.game, search.prices, levels, 0, search.scratch)
        return machine.PAUSED
    register.pairs = 0
    return run(search, until)
