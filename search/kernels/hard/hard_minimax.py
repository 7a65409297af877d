"""The worst-case search in hard play, where feedback restricts the guesses.

A subset of a set that can be found in d may need more guesses: the guess that told it apart may no
longer be allowed. So facts hold for exact positions only, and cores are stored with the guesses
that they were refuted with (`emi.search.kernels.hard.cores`). For a set S with its allowed
guesses and d guesses left, with w(S) the least number of guesses that surely finds every member:

    if  actual w(S) <= d  then  the answer is SOLVED  and w(S) <= d is recorded
    if  actual w(S) >  d  then  the answer is REFUTED and w(S) > d is recorded
    the guesses tried are those still allowed, the least Sum first, until one leads to SOLVED

Sets of at most d members need no search: proposing them in any order finds them. No guess makes
more classes of a subset than of the set, so counting still bounds the secrets that d guesses find.
With three guesses left, one sweep decides (`begin_three`). Classes whose members were refuted
before, such as families of similar words, are examined first, as the heuristic dom/wdeg does
(Boussemart, Hemery, Lecoutre, Sais, Boosting Systematic Search by Weighting Constraints, 2004).
"""

from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import allocating_phase, kernel, large_phase, phase, view
from emi.search.compile.structs import struct
from emi.search.kernels.core import machine
from emi.search.kernels.core.arrays import array, record
from emi.search.kernels.core.machine import stack_machine
from emi.search.kernels.core.partition import split_set
from emi.search.kernels.core.restriction import RestrictionArrays, class_key
from emi.search.kernels.core.symmetry import GameArrays
from emi.search.kernels.core.transposition import Journal, Table, note, place_of, tighten
from emi.search.kernels.hard.cores import CORE_DEPTH, HardCores, learn, strike, strike_all
from emi.search.kernels.hard.guesses import (
    HardScratch,
    accuse,
    begin_three,
    copy_rows,
    count_options,
    list_guesses,
    order_classes,
    order_guesses,
    profile,
)

#: A level of the stack: a position in question.
LEVEL = record(
    depth="the number of guesses left",
    count="the number of members",
    allowed="the number of guesses still allowed",
    stage="the next step (see `emi.search.kernels.core.machine`)",
    guess="the guess being tried",
    guesses="the number of guesses to try",
    next_guess="the guess to try next",
    classes="the number of classes of the guess to settle in this round",
    next_class="the class to settle next",
    put_off="the number of classes postponed to the next round",
    worth="the work allowed for a class in this round",
    limit="the work after which the level itself is postponed",
    work="the node count when the level was opened",
)
#: The work allowed for a class in the first round, in pairs of guess and member, and the growth
#: factor per round. Classes with at most three guesses left are never postponed.
FIRST_PAIRS, TIMES_LONGER = 1 << 14, 8


@struct
class HardLevels(NamedTuple):
    """The stack: a row for each level; level 0 is the question itself."""

    at: np.ndarray = array(LEVEL, "levels", fill=0)
    # The set, the guesses still allowed, the guesses to try in order, the classes of the guess, and
    # the order in which these are settled.
    members: np.ndarray = array(np.int32, "levels", "secrets")
    allowed: np.ndarray = array(np.int32, "levels", "guesses")
    order: np.ndarray = array(np.int32, "levels", "guesses")
    split: np.ndarray = array(np.int32, "levels", "secrets")
    class_order: np.ndarray = array(np.int32, "levels", "secrets")
    start: np.ndarray = array(np.int32, "levels", "secrets + 1")
    # The approximate number of guesses left for each class.
    options: np.ndarray = array(np.int32, "levels", "secrets")
    # By guesses left, the blame of each secret for refuted classes (see `order_classes`).
    blame: np.ndarray = array(np.float64, "levels + 2", "secrets", fill=1)
    # The key of the position in the transposition table.
    key: np.ndarray = array(np.uint64, "levels", 2, fill=0)


@struct
class HardArrays(NamedTuple):
    """The arrays of a search."""

    game: GameArrays
    restriction: RestrictionArrays
    levels: HardLevels
    # Both bounds are stored, since neither holds for subsets or supersets.
    table: Table
    # Without capacity if only candidates are allowed.
    cores: HardCores
    journal: Journal
    scratch: HardScratch
    registers: np.ndarray  # (1,) `machine.REGISTERS`


@view
def class_at(levels, level, place):
    """Return the members of the class at a place of ``class_order``."""
    k = levels.class_order[level, place]
    return levels.split[level, levels.start[level, k] : levels.start[level, k + 1]]


@phase
def hold(search, level, result):
    """Return PUT_OFF if an undecided level has used up the work allowed for now."""
    open_yet = result in (machine.UNKNOWN, machine.PUT_OFF)
    if open_yet and search.scratch.spent[0] >= search.levels.at[level].limit:
        return machine.PUT_OFF
    return machine.UNKNOWN


@allocating_phase
def open_set(search, level):
    """Decide the set of a level by the profiles of its guesses, or else order the guesses."""
    game, restriction, levels = search.game, search.restriction, search.levels
    cores, scratch = search.cores, search.scratch
    here = levels.at[level]
    members, allowed = levels.members[level, : here.count], levels.allowed[level, : here.allowed]
    profiles, counts = scratch.profiles, scratch.space.counts
    order = levels.order[level]
    count = list_guesses(game.own, members, allowed, scratch.mark, order)
    listed, other = np.empty(count, np.int32), np.empty(count, np.int32)
    for k in range(count):
        listed[k] = order[k]
    near = np.empty((count, here.count), np.uint16)
    scratch.spent[0] += count * here.count
    copy_rows(game.rows, members, listed, near)
    apart = profile(near, profiles, counts)
    if apart >= 0:
        here.guess = listed[apart]
        return machine.SOLVED
    if here.depth == 3:
        blame = levels.blame[here.depth]
        place, tried = begin_three(restriction, near, listed, members, blame, scratch)
        search.registers[0].nodes += tried
        scratch.spent[0] += count * tried
        if place < 0:
            return machine.REFUTED
        here.guess = listed[place]
        return machine.SOLVED
    members_only = restriction.clues.shape[0] == 0
    here.guesses = order_guesses(
        profiles, count, here.count, here.depth, members_only, order, other
    )
    for k in range(here.guesses):
        order[k] = listed[order[k]]
    here.next_guess = 0
    here.stage = machine.CHOOSE
    if here.depth == CORE_DEPTH + 1:
        here.guesses = strike_all(game, restriction, cores, members, allowed, order[: here.guesses])
    return machine.UNKNOWN


@large_phase
def choose_guess(search, level):
    """Split the set of a level by its next guess; return REFUTED if there is none.

    A guess with a class that is known to be refuted is abandoned at once.
    """
    game, restriction, levels = search.game, search.restriction, search.levels
    table, scratch = search.table, search.scratch
    here = levels.at[level]
    if here.next_guess == here.guesses:
        return machine.REFUTED
    members = levels.members[level, : here.count]
    guess = levels.order[level, here.next_guess]
    here.next_guess += 1
    here.guess = guess
    split, start, blame = levels.split[level], levels.start[level], levels.blame[here.depth]
    classes = split_set(game.rows, guess, members, split, start, scratch.space)
    options = levels.options[level, :0]
    if restriction.clues.shape[0] > 0:
        options = levels.options[level, :classes]
        ones = levels.class_order[level]
        for q in range(classes):
            ones[q] = game.own[split[start[q]]]
        allowed = levels.allowed[level, : here.allowed]
        count_options(restriction, guess, ones[:classes], allowed, options, scratch)
    order, scores = levels.class_order[level], scratch.scores
    here.classes = order_classes(
        split, start, classes, here.depth - 1, blame, options, order, scores
    )
    here.next_class = 0
    here.put_off = 0
    here.worth = FIRST_PAIRS
    if restriction.clues.shape[0] == 0:
        # With clues, computing the guesses left for each class would take too long here.
        key = levels.key[level + 1]
        for q in range(here.classes):
            klass = class_at(levels, level, q)
            class_key(restriction, game, levels, level, klass, 0, key)
            p = place_of(table, key)
            if p >= 0 and table.at[p].lower >= here.depth:
                accuse(klass, blame)
                search.registers[0].nodes += 1
                return machine.UNKNOWN
    here.stage = machine.SETTLE
    return machine.UNKNOWN


@phase
def put_off(levels, level):
    """Postpone the current class to the next round."""
    here, order = levels.at[level], levels.class_order[level]
    order[here.put_off] = order[here.next_class]
    here.put_off += 1
    here.next_class += 1


@phase
def next_question(search, level):
    """Put the next undecided class on the stack.

    Returns DESCEND if there is one, SOLVED if all classes are known to be found in time, REFUTED if
    one is known not to be.
    """
    game, restriction, levels = search.game, search.restriction, search.levels
    table, spent = search.table, search.scratch.spent[0]
    here = levels.at[level]
    key = levels.key[level + 1]
    while True:
        if here.next_class == here.classes:
            if here.put_off == 0:
                return machine.SOLVED
            here.classes, here.put_off, here.next_class = here.put_off, 0, 0
            here.worth *= TIMES_LONGER
        klass = class_at(levels, level, here.next_class)
        worth = np.iinfo(np.int64).max
        if restriction.clues.shape[0] > 0 and here.depth > CORE_DEPTH + 1 and here.classes > 1:
            worth = here.worth // (1 + here.next_class)
            k = levels.class_order[level, here.next_class]
            if klass.shape[0] * levels.options[level, k] > worth:
                put_off(levels, level)
                continue
        class_key(restriction, game, levels, level, klass, 0, key)
        p = place_of(table, key)
        if p >= 0 and table.at[p].lower >= here.depth:
            return machine.REFUTED
        if p < 0 or table.at[p].upper > here.depth - 1:
            machine.push(levels, level + 1, klass)
            below = levels.at[level + 1]
            below.depth = here.depth - 1
            below.limit = here.limit
            if worth < here.limit - spent:
                below.limit = spent + worth
            return machine.DESCEND
        here.next_class += 1


@phase
def give_up_guess(levels, level):
    """Abandon the guess being tried, and raise the blame of its current class, which is refuted."""
    here = levels.at[level]
    accuse(class_at(levels, level, here.next_class), levels.blame[here.depth])
    here.stage = machine.CHOOSE


@large_phase
def settle_classes(search, level, result):
    """Use the result of the current class, and continue with the next one."""
    levels = search.levels
    if result == machine.REFUTED:
        give_up_guess(levels, level)
        return machine.UNKNOWN
    if result == machine.SOLVED:
        levels.at[level].next_class += 1
    elif result == machine.PUT_OFF:
        put_off(levels, level)
    result = next_question(search, level)
    if result == machine.REFUTED:
        give_up_guess(levels, level)
        search.registers[0].nodes += 1
        return machine.UNKNOWN
    return result


@phase
def take_core(search, level):
    """Learn a core of the refuted set of a level, and strike the guesses that it refutes above."""
    game, restriction, levels, cores = search.game, search.restriction, search.levels, search.cores
    here, above = levels.at[level], levels.at[level - 1]
    members, allowed = levels.members[level, : here.count], levels.allowed[level, : here.allowed]
    k = learn(game, restriction, cores, members, allowed, search.scratch)
    if k >= 0:
        allowed, tried = levels.allowed[level - 1, : above.allowed], above.next_guess
        order = levels.order[level - 1, tried : above.guesses]
        above.guesses = tried + strike(game, restriction, cores, k, allowed, order)


@large_phase
def close_set(search, level, result):
    """Record the result of a level. Positions that took little work are replaced first."""
    restriction, levels = search.restriction, search.levels
    table, journal = search.table, search.journal
    here = levels.at[level]
    if result == machine.PUT_OFF:
        return
    if result == machine.REFUTED and here.depth == CORE_DEPTH and restriction.clues.shape[0] > 0:
        take_core(search, level)
    work = search.registers[0].nodes - here.work + 1
    lower, upper, guess = 1, here.depth, here.guess
    if result == machine.REFUTED:
        lower, upper, guess = here.depth + 1, here.count, -1
    p = tighten(table, levels.key[level], lower, upper, guess)
    table.at[p].priority += work
    if restriction.clues.shape[0] == 0:
        note(journal, levels.members[level, : here.count], 0, lower, upper, guess, work)


run = stack_machine(hold, open_set, choose_guess, settle_classes, close_set)


@kernel
def advance(search, until):
    """Continue the search until it ends or the node count reaches ``until``.

    Contract: level 0 holds the question in stage OPEN (depth at least 3, more members than that)
    and a limit; on the first call the registers hold level 0 and the result UNKNOWN. Between calls
    that return PAUSED nothing may change; after FULL the journal must have been emptied. There is a
    level for every depth from that of the question down to 3, and one more.

    Returns SOLVED (``levels.at[0].guess`` begins a strategy), REFUTED, PAUSED, FULL, or PUT_OFF if
    the work exceeds the limit.
    """
    return run(search, until)
