"""The worst-case search where answers restrict the guesses.

A subset of a set that can be found in d may need more: the guess that told it apart may no longer
be allowed. So what is known is known of exact positions, and of cores with the guesses that they
were refuted with (`search.kernels.restricted.cores`). For a set S with its guesses and d guesses
left, with w(S) the least number of guesses that surely finds every member:

    if  actual w(S) <= d  then  the answer is SOLVED  and w(S) <= d is noted
    if  actual w(S) >  d  then  the answer is REFUTED and w(S) > d is noted
    the guesses tried are those still allowed, the least Sum first, until one leads to SOLVED

Sets of at most d members need no search: any order finds them. What does hold for every subset is
that no guess makes more classes of it, so counting bounds what d guesses find. With three guesses
left a set is decided in one sweep (`begin_three`). Of the classes of a guess, those are looked at
first that hold what was refuted before: a family of words that only naming them tells apart.
"""

from typing import NamedTuple

import numpy as np

from search.kernels.common import stack
from search.kernels.common.arrays import array, record
from search.kernels.common.game import Game
from search.kernels.common.journal import Journal, note
from search.kernels.common.machine import machine
from search.kernels.common.partition import split_set
from search.kernels.common.restriction import Restriction, class_key
from search.kernels.common.transposition import Table, place_of, tighten
from search.kernels.compiler.jit import allocating_phase, kernel, large_phase, phase, view
from search.kernels.compiler.structs import struct
from search.kernels.restricted.cores import CORE_DEPTH, Cores, learn, strike, strike_all
from search.kernels.restricted.guesses import (
    Scratch,
    accuse,
    begin_three,
    copy_rows,
    count_options,
    list_guesses,
    order_classes,
    order_guesses,
    profile,
)

#: A level of the stack: a position that is asked about.
LEVEL = record(
    depth="guesses that are to find it",
    count="members of the set",
    allowed="guesses still allowed",
    stage="what is to be done next (see `search.kernels.common.stack`)",
    guess="the guess being tried",
    guesses="guesses that are to be tried",
    next_guess="the one to try next",
    classes="how many classes of the guess are to be settled",
    next_class="the one to settle next",
    put_off="how many of them were put off",
    worth="the work that each is worth for now",
    limit="the work after which the level itself is put off",
    work="nodes counted when it was opened",
)
#: The work that a class is worth at first, in pairs of a guess and a member, and so many times more
#: in each round. Classes that three guesses may find are not put off.
FIRST_PAIRS, TIMES_LONGER = 1 << 14, 8


@struct
class Levels(NamedTuple):
    """The stack: a row for each level; level 0 is the question itself."""

    at: np.ndarray = array(LEVEL, "levels", fill=0)
    # The set, the guesses still allowed, those worth trying in the order in which they are tried,
    # the classes of the guess, and the order in which they are looked at.
    members: np.ndarray = array(np.int32, "levels", "secrets")
    allowed: np.ndarray = array(np.int32, "levels", "guesses")
    order: np.ndarray = array(np.int32, "levels", "guesses")
    split: np.ndarray = array(np.int32, "levels", "secrets")
    class_order: np.ndarray = array(np.int32, "levels", "secrets")
    start: np.ndarray = array(np.int32, "levels", "secrets + 1")
    # About how many guesses are left to each class.
    options: np.ndarray = array(np.int32, "levels", "secrets")
    # By guesses left, how much each secret makes us expect that the class it is in is refuted (see
    # `order_classes`).
    blame: np.ndarray = array(np.float64, "levels + 2", "secrets", fill=1)
    # Key of the position in the transposition table.
    key: np.ndarray = array(np.uint64, "levels", 2, fill=0)


@struct
class Search(NamedTuple):
    """All that a search works on."""

    game: Game
    restriction: Restriction
    levels: Levels
    # With both bounds: neither says anything about another set.
    table: Table
    # Without room for any where candidates alone are allowed.
    cores: Cores
    journal: Journal
    scratch: Scratch
    registers: np.ndarray  # (1,) `stack.REGISTERS`


@view
def class_at(levels, level, place):
    """Return the members of the class that is looked at in that place."""
    k = levels.class_order[level, place]
    return levels.split[level, levels.start[level, k] : levels.start[level, k + 1]]


@phase
def hold(search, level, result):
    """Return PUT_OFF if a level has taken the work that it is worth for now."""
    open_yet = result in (stack.UNKNOWN, stack.PUT_OFF)
    if open_yet and search.scratch.spent[0] >= search.levels.at[level].limit:
        return stack.PUT_OFF
    return stack.UNKNOWN


@allocating_phase
def open_set(search, level):
    """Profile the guesses of a level and put them in order, unless that settles it."""
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
        return stack.SOLVED
    if here.depth == 3:
        blame = levels.blame[here.depth]
        place, tried = begin_three(restriction, near, listed, members, blame, scratch)
        search.registers[0].nodes += tried
        scratch.spent[0] += count * tried
        if place < 0:
            return stack.REFUTED
        here.guess = listed[place]
        return stack.SOLVED
    members_only = restriction.clues.shape[0] == 0
    here.guesses = order_guesses(
        profiles, count, here.count, here.depth, members_only, order, other
    )
    for k in range(here.guesses):
        order[k] = listed[order[k]]
    here.next_guess = 0
    here.stage = stack.CHOOSE
    if here.depth == CORE_DEPTH + 1:
        here.guesses = strike_all(game, restriction, cores, members, allowed, order[: here.guesses])
    return stack.UNKNOWN


@large_phase
def choose_guess(search, level):
    """Split the set of a level by its next guess; REFUTED if there is none.

    A guess of which a class is known to be refuted is given up at once.
    """
    game, restriction, levels = search.game, search.restriction, search.levels
    table, scratch = search.table, search.scratch
    here = levels.at[level]
    if here.next_guess == here.guesses:
        return stack.REFUTED
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
        # Otherwise it takes a while to find out which guesses are left.
        key = levels.key[level + 1]
        for q in range(here.classes):
            klass = class_at(levels, level, q)
            class_key(restriction, game, levels, level, klass, 0, key)
            p = place_of(table, key)
            if p >= 0 and table.at[p].lower >= here.depth:
                accuse(klass, blame)
                search.registers[0].nodes += 1
                return stack.UNKNOWN
    here.stage = stack.SETTLE
    return stack.UNKNOWN


@phase
def put_off(levels, level):
    """Leave the class that is looked at for the next round."""
    here, order = levels.at[level], levels.class_order[level]
    order[here.put_off] = order[here.next_class]
    here.put_off += 1
    here.next_class += 1


@phase
def next_question(search, level):
    """Put the next class on the stack that is not known to be found in time.

    Returns DESCEND if there is one, SOLVED if all are found in time, REFUTED if one is not.
    """
    game, restriction, levels = search.game, search.restriction, search.levels
    table, spent = search.table, search.scratch.spent[0]
    here = levels.at[level]
    key = levels.key[level + 1]
    while True:
        if here.next_class == here.classes:
            if here.put_off == 0:
                return stack.SOLVED
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
            return stack.REFUTED
        if p < 0 or table.at[p].upper > here.depth - 1:
            stack.push(levels, level + 1, klass)
            below = levels.at[level + 1]
            below.depth = here.depth - 1
            below.limit = here.limit
            if worth < here.limit - spent:
                below.limit = spent + worth
            return stack.DESCEND
        here.next_class += 1


@phase
def give_up_guess(levels, level):
    """Take over that the class that is looked at is not found in time."""
    here = levels.at[level]
    accuse(class_at(levels, level, here.next_class), levels.blame[here.depth])
    here.stage = stack.CHOOSE


@large_phase
def settle_classes(search, level, result):
    """Take over what has become of the class that was looked at, and go on with the next one."""
    levels = search.levels
    if result == stack.REFUTED:
        give_up_guess(levels, level)
        return stack.UNKNOWN
    if result == stack.SOLVED:
        levels.at[level].next_class += 1
    elif result == stack.PUT_OFF:
        put_off(levels, level)
    result = next_question(search, level)
    if result == stack.REFUTED:
        give_up_guess(levels, level)
        search.registers[0].nodes += 1
        return stack.UNKNOWN
    return result


@phase
def take_core(search, level):
    """Learn a core of the set of a level, which is refuted, for the guesses of the level above."""
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
    """Note what has become of the set of a level. The less work, the sooner it gives way."""
    restriction, levels = search.restriction, search.levels
    table, journal = search.table, search.journal
    here = levels.at[level]
    if result == stack.PUT_OFF:
        return
    if result == stack.REFUTED and here.depth == CORE_DEPTH and restriction.clues.shape[0] > 0:
        take_core(search, level)
    work = search.registers[0].nodes - here.work + 1
    lower, upper, guess = 1, here.depth, here.guess
    if result == stack.REFUTED:
        lower, upper, guess = here.depth + 1, here.count, -1
    p = tighten(table, levels.key[level], lower, upper, guess)
    table.at[p].priority += work
    if restriction.clues.shape[0] == 0:
        note(journal, levels.members[level, : here.count], 0, lower, upper, guess, work)


run = machine(hold, open_set, choose_guess, settle_classes, close_set)


@kernel
def advance(search, until):
    """Go on with the search until it ends or so many nodes were counted.

    Contract: level 0 holds the question (depth at least 3, more members than that) with stage OPEN
    and a limit; the registers tell of level 0, and of the result UNKNOWN, on the first call.
    Between calls that return PAUSED nothing may change; after FULL the journal must have been
    emptied. There is a level for every depth from that of the question down to 3, and one more.

    Returns SOLVED (``levels.at[0].guess`` begins a strategy), REFUTED, PAUSED, FULL, or PUT_OFF:
    the work done is beyond the limit.
    """
    return run(search, until)
