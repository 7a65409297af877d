"""The worst-case search when only candidates may be proposed.

A subset of a set that can be found in d may need more: it may lack the member that told the rest
apart. So nothing follows from a set for any other, and what is known is known of exact sets. For a
set S and d guesses left, with w(S) the least number of guesses that surely finds every member:

    if  actual w(S) <= d  then  the answer is SOLVED  and w(S) <= d is noted
    if  actual w(S) >  d  then  the answer is REFUTED and w(S) > d is noted
    the guesses tried are members of S, the least Sum first, until one leads to SOLVED

Sets of at most d members need no search: any order finds them. What does hold for every subset is
that no guess makes more classes of it, so counting bounds what d guesses find. With three guesses
left a set is decided in one sweep (`begin_three`). Of the classes of a guess, those are looked at
first that hold what was refuted before: a family of words that only naming them tells apart.
"""

from typing import NamedTuple

import numpy as np

from search.kernels.common import stack
from search.kernels.common.jit import kernel, phase, view
from search.kernels.common.journal import Journal, is_full, note
from search.kernels.common.partition import split_set
from search.kernels.common.transposition import Table, place_of, set_key, tighten
from search.kernels.common.widths import Widths
from search.kernels.restricted.members import (
    Scratch,
    accuse,
    begin_three,
    count_members,
    order_classes,
    order_members,
)

#: A level: guesses left, members, where it stands, the member being tried, how many are worth
#: trying, the one to try next, how many of its classes need a look, the one to look at next, and
#: the nodes counted when it was opened.
LEVEL = stack.numbers("depth count stage guess guesses next_guess classes next_class work")


class Levels(NamedTuple):
    """The stack: a row for each level; level 0 is the question itself."""

    at: np.ndarray  # (levels,) `LEVEL`
    # The set, the places of its members in the order in which they are tried, the classes of the
    # guess, and the order in which they are looked at.
    members: np.ndarray  # (levels, secrets) int32
    order: np.ndarray  # (levels, secrets) int32
    split: np.ndarray  # (levels, secrets) int32
    class_order: np.ndarray  # (levels, secrets) int32
    start: np.ndarray  # (levels, secrets + 1) int32
    # By guesses left, how much each secret makes us expect that the class it is in is refuted (see
    # `order_classes`).
    blame: np.ndarray  # (depths, secrets) float64
    # Key of the set in the transposition table.
    key: np.ndarray  # (levels, 2) uint64


class Search(NamedTuple):
    """All that a search works on."""

    # The rows of the guesses that name the secrets.
    square: Widths  # (secrets, secrets)
    zobrist: np.ndarray  # (secrets, 2) uint64
    levels: Levels
    # With both bounds: neither says anything about another set.
    table: Table
    journal: Journal
    scratch: Scratch
    registers: np.ndarray  # (1,) `stack.REGISTERS`


@view
def class_at(levels, level, place):
    """Return the members of the class that is looked at in that place."""
    k = levels.class_order[level, place]
    return levels.split[level, levels.start[level, k] : levels.start[level, k + 1]]


@phase
def open_set(square, levels, level, scratch):
    """Profile the members of a level and put them in order.

    Returns ``(result, looks)``: SOLVED or REFUTED if that settles it, UNKNOWN if members must be
    tried, and how many other sets were looked into.
    """
    here = levels.at[level]
    members = levels.members[level, : here.count]
    profiles, counts = scratch.profiles, scratch.space.counts
    apart = count_members(square, members, scratch.steps, profiles, counts)
    if apart >= 0:
        here.guess = members[apart]
        return stack.SOLVED, 0
    if here.depth == 3:
        place, looks = begin_three(square, members, levels.blame[here.depth], scratch)
        if place < 0:
            return stack.REFUTED, looks
        here.guess = members[place]
        return stack.SOLVED, looks
    here.guesses = order_members(profiles, here.count, here.depth, levels.order[level])
    here.next_guess = 0
    here.stage = stack.CHOOSE
    return stack.UNKNOWN, 0


@phase
def try_next(square, zobrist, levels, level, table, scratch):
    """Split the set of a level by its next guess; tell whether no class is known to be refuted."""
    here = levels.at[level]
    members = levels.members[level, : here.count]
    guess = members[levels.order[level, here.next_guess]]
    here.next_guess += 1
    here.guess = guess
    parts, start, blame = levels.split[level], levels.start[level], levels.blame[here.depth]
    classes = split_set(square, guess, members, parts, start, scratch.space)
    order, scores = levels.class_order[level], scratch.scores
    here.classes = order_classes(parts, start, classes, here.depth - 1, blame, order, scores)
    here.next_class = 0
    key = levels.key[level + 1]
    for q in range(here.classes):
        part = class_at(levels, level, q)
        set_key(part, zobrist, 0, key)
        p = place_of(table, key)
        if p >= 0 and table.at[p].lower >= here.depth:
            accuse(part, blame)
            return False
    return True


@phase
def descend(zobrist, levels, level, table):
    """Put the next class on the stack that is not known to be found in time.

    Returns whether there is one.
    """
    here = levels.at[level]
    key = levels.key[level + 1]
    while here.next_class < here.classes:
        part = class_at(levels, level, here.next_class)
        set_key(part, zobrist, 0, key)
        p = place_of(table, key)
        if p < 0 or table.at[p].upper > here.depth - 1:
            stack.push(levels, level + 1, part)
            levels.at[level + 1].depth = here.depth - 1
            return True
        here.next_class += 1
    return False


@phase
def close_set(levels, level, table, journal, nodes, result):
    """Note what has become of the set of a level. The less work, the sooner it gives way."""
    here = levels.at[level]
    work = nodes - here.work
    lower, upper, guess = 1, here.depth, here.guess
    if result == stack.REFUTED:
        lower, upper, guess = here.depth + 1, here.count, -1
    p = tighten(table, levels.key[level], lower, upper, guess)
    table.at[p].priority += work
    note(journal, levels.members[level, : here.count], 0, lower, upper, guess, work)


@kernel
def advance(search, until):
    """Go on with the search until it ends or so many nodes were counted.

    Contract: level 0 holds the question (depth at least 3, more members than that) with stage OPEN;
    the registers tell of level 0, and of the result UNKNOWN, on the first call. Between calls that
    return PAUSED nothing may change; after FULL the journal must have been emptied. There is a
    level for every depth from that of the question down to 3, and one more.

    Returns SOLVED (``levels.at[0].guess`` is a secret whose naming begins a strategy), REFUTED,
    PAUSED or FULL. The guesses in table and journal are such secrets too.
    """
    square, zobrist, levels, scratch = search.square, search.zobrist, search.levels, search.scratch
    table, journal, register = search.table, search.journal, search.registers[0]
    secrets = zobrist.shape[0]
    level, result = register.level, register.result
    while level >= 0:
        full = is_full(journal, secrets)
        if full or register.nodes >= until:
            register.level, register.result = level, result
            return stack.FULL if full else stack.PAUSED
        here = levels.at[level]
        if here.stage == stack.OPEN:
            here.work = register.nodes
            result, looks = open_set(square, levels, level, scratch)
            register.nodes += 1 + looks
        elif here.stage == stack.SETTLE:
            if result == stack.REFUTED:
                accuse(class_at(levels, level, here.next_class), levels.blame[here.depth])
                here.stage = stack.CHOOSE
            else:
                here.next_class += 1
            result = stack.UNKNOWN

        if result == stack.UNKNOWN and here.stage == stack.CHOOSE:
            if here.next_guess == here.guesses:
                result = stack.REFUTED
            elif try_next(square, zobrist, levels, level, table, scratch):
                here.stage = stack.SETTLE
            else:
                register.nodes += 1
                continue
        if result == stack.UNKNOWN:
            if descend(zobrist, levels, level, table):
                level += 1
                continue
            result = stack.SOLVED
        if level > 0:
            close_set(levels, level, table, journal, register.nodes, result)
        level -= 1
    register.level, register.result = level, result
    return result
