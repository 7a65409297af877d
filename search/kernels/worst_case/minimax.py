"""The worst-case search: decide whether a set can be found within d guesses.

Depth-bounded minimax with the null window of alpha-beta. For a set S and d guesses left, with
w(S) the least number of guesses that surely finds every member of S:

    if  actual w(S) <= d  then  the answer is SOLVED  and w(S) <= d is recorded
    if  actual w(S) >  d  then  the answer is REFUTED and a core inside S proves it
    the guesses tried are exactly those that split every core known to need d guesses or more

Two facts justify this: every subset of a set that can be found in d can be found in d; and a set
can be found in d if some guess leaves only classes that can be found in d - 1. Sets of at most d
members, and pairs, need no search. With two guesses left, one sweep decides (`separable`). A set
is refuted by counting if every guess leaves too large a class (`is_beyond_reach`); such a core has
no reasons, so counting is off if reasons are needed.

Upper bounds lie in the transposition table, lower bounds in the cores, where one entry refutes
every superset. Learning cores from refutations resembles nogood learning (Dechter, 1990) and
clause learning (Marques-Silva, Sakallah, GRASP, 1996).
"""

from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import kernel, large_phase, phase, view
from emi.search.compile.structs import struct
from emi.search.kernels.core import machine
from emi.search.kernels.core.machine import stack_machine
from emi.search.kernels.core.partition import TILE_GUESSES, split_set
from emi.search.kernels.core.symmetry import GameArrays, closure
from emi.search.kernels.core.transposition import Journal, Table, note, place_of, set_key, tighten
from emi.search.kernels.worst_case.cores import (
    WorstCaseCores,
    add_core,
    cover,
    is_crowded,
    members_of,
)
from emi.search.kernels.worst_case.inseparable import PREFIX_MEMBERS, inseparable_core, separable
from emi.search.kernels.worst_case.levels import (
    WorstCaseLevels,
    WorstCaseScratch,
    choose,
    learn,
    open_level,
)


@struct
class WorstCaseArrays(NamedTuple):
    """The arrays of a search; the values in ``table`` are numbers of guesses."""

    game: GameArrays
    levels: WorstCaseLevels
    cores: WorstCaseCores
    table: Table
    journal: Journal
    scratch: WorstCaseScratch
    registers: np.ndarray


@phase
def remember(table, key, depth, guess):
    """Record that ``depth`` guesses suffice; shallow sets are replaced first.

    ``guess`` is -1 if ``depth`` is 2, because a sweep finds the first guess again.
    """
    p = tighten(table, key, np.int64(1), depth, guess)
    table.at[p].priority = table.at[p].upper


@phase
def join_cores(search, level):
    """Join the cores that refute every guess into a core of the set of a level; return its number.

    With symmetry, the core gets no reasons, because these would be images of cores.
    """
    game, levels, cores, scratch = search.game, search.levels, search.cores, search.scratch
    here = levels.at[level]
    ids = levels.inside[level, : here.cores]
    orbit = levels.orbit[level, : here.mapped]
    core = scratch.listed
    # Write the reasons to their final place.
    reasons = cores.reasons[cores.reason_at[cores.held[0]] :]
    n, given = cover(game.columns, cores, ids, here.depth - 1, orbit, core, scratch.times, reasons)
    if orbit.shape[0] > 0:
        members = levels.members[level, : here.count]
        n, given = closure(orbit, game.own, members, core[:n], core), 0
    work = search.registers[0].nodes - here.work + 1
    return add_core(cores, core[:n], here.depth, work, reasons[:given])


@phase
def has_separating_guess(game, levels, level, klass, cores, scratch):
    """Return whether a class can be found in two guesses; if not, learn a core of it."""
    # Rows of a matrix in a file are slow to read: compare more members by columns.
    prefix = PREFIX_MEMBERS * scratch.tile.shape[0] // TILE_GUESSES
    if separable(game, klass, scratch.mark, scratch.stamp, scratch.clock, prefix):
        return True
    n = inseparable_core(game.columns, klass, scratch.free, scratch.listed)
    core = add_core(cores, scratch.listed[:n], np.int64(2), np.int64(1), cores.reasons[:0])
    learn(levels, level, game.columns, cores, core)
    return False


@phase
def hold(search, _level, _result):
    """Return FULL if there may be no room for another core."""
    return machine.FULL if is_crowded(search.cores, search.game.own.shape[0]) else machine.UNKNOWN


@large_phase
def open_set(search, level):
    """Decide the set of a level by known facts, or compute the keys of its guesses."""
    game, levels, cores, scratch = search.game, search.levels, search.cores, search.scratch
    result, core = open_level(game, levels, level, cores, scratch)
    search.registers[0].core = core
    return result


@large_phase
def choose_guess(search, level):
    """Split the set of a level by the best living guess; return REFUTED if there is none."""
    levels = search.levels
    guess = choose(levels, level)
    if guess < 0:
        return machine.REFUTED
    here = levels.at[level]
    members = levels.members[level, : here.count]
    here.guess = guess
    classes, start = levels.split[level], levels.start[level]
    space = search.scratch.space
    here.classes = split_set(search.game.rows, guess, members, classes, start, space)
    here.next_class = 0
    here.stage = machine.SETTLE
    return machine.UNKNOWN


@large_phase
def settle_classes(search, level, result):
    """Settle the classes of the guess being tried, until one needs a level of its own.

    As soon as a class is refuted, the guess is abandoned and the stage is CHOOSE.
    """
    game, levels, cores, scratch = search.game, search.levels, search.cores, search.scratch
    table, register = search.table, search.registers[0]
    here = levels.at[level]
    start = levels.start[level]
    depth = here.depth - 1
    if result == machine.REFUTED:
        learn(levels, level, game.columns, cores, register.core)
        return machine.UNKNOWN
    if result == machine.SOLVED:
        here.next_class += 1
    while here.next_class < here.classes:
        q = here.next_class
        members = levels.split[level, start[q] : start[q + 1]]
        if members.shape[0] <= max(depth, 2):
            # Classes are sorted by falling size, so the rest need no search either.
            return machine.SOLVED
        key = levels.key[level + 1]
        set_key(members, game.zobrist, 0, key)
        p = place_of(table, key)
        if p < 0 or table.at[p].upper > depth:
            if depth > 2:
                machine.push(levels, level + 1, members)
                levels.at[level + 1].depth = depth
                return machine.DESCEND
            register.nodes += 1
            if not has_separating_guess(game, levels, level, members, cores, scratch):
                return machine.UNKNOWN
            remember(table, key, depth, -1)
        here.next_class += 1
    return machine.SOLVED


@large_phase
def close_set(search, level, result):
    """Record the result of a level, unless it was known or took only one sweep."""
    levels, nodes = search.levels, search.registers[0].nodes
    here = levels.at[level]
    if here.stage == machine.OPEN:
        return
    if result == machine.REFUTED:
        search.registers[0].core = join_cores(search, level)
    else:
        members = levels.members[level, : here.count]
        remember(search.table, levels.key[level], here.depth, here.guess)
        note(search.journal, members, 0, 1, here.depth, here.guess, nodes - here.work)


run = stack_machine(hold, open_set, choose_guess, settle_classes, close_set)


@phase
def ask(search, members, depth, key, level, symmetric):
    """Put a question about a set; `advance` decides it, then see `answer` and `refuting_core`.

    Contract: ``depth`` is at least 3 and less than the number of members; ``key`` is that of the
    set; ``level`` is at least 1, so that the kernel computes the keys of guesses; the level before
    it is left without cores. If ``symmetric``, the members are a class that the guesses of the
    earlier levels leave of all secrets, so that permutations which fix these guesses fix the set.
    """
    levels = search.levels
    machine.push(levels, level, members)
    levels.key[level, 0] = key[0]
    levels.key[level, 1] = key[1]
    above = levels.at[level - 1]
    above.cores = 0
    above.cores_seen = 0
    above.mapped = symmetric
    levels.at[level].depth = depth
    register = search.registers[0]
    register.level = level
    register.bottom = level
    register.result = machine.UNKNOWN


@phase
def answer(search):
    """Return the first guess of a strategy for the last question, if it was SOLVED."""
    return search.levels.at[search.registers[0].bottom].guess


@view
def refuting_core(search):
    """Return the members of the core that refutes the last question, if it was REFUTED."""
    return members_of(search.cores, search.registers[0].core)


@kernel
def advance(search, until):
    """Continue the search until it ends or the node count reaches ``until``.

    Contract: level 0 holds the question in stage OPEN (depth at least 3, more members than that,
    the keys of all guesses, none of which tells all members apart; the orbits if all secrets are
    members, else none), and on the first call the registers hold level 0 and the result UNKNOWN; or
    a question was put by `ask`. Between calls that return PAUSED, only the capacity of the arrays
    may change; after FULL, cores and journal must have room again.

    Returns SOLVED (``levels.at[0].guess`` begins a strategy), REFUTED, PAUSED or FULL.
    """
    return run(search, until)
