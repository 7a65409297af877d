"""The stack machine: the depth-first walk of all three searches.

A level of the stack holds a set in question. To *settle* the classes of a guess is to find their
values one after the other. Each search defines four steps:

    open    the set: known facts, or a sweep over its guesses, may decide it
    choose  the next guess, and split the set into classes
    settle  the classes by known facts; the first that needs a search is put on the stack
    close   the set: record the result

The state of the stack lies in arrays, so a call may pause, and the next call continues from there.
The numbers of each level lie in an array of records, ``at``; sets and lists lie in other arrays, a
row for each level.
"""

from emi.search.compile.jit import large_phase, phase
from emi.search.kernels.core.arrays import record
from emi.search.kernels.core.sets import copy
from emi.search.kernels.core.transposition import is_filling, is_full

# A step of the machine returns one of three kinds of numbers. First, what to do next: the next step
# of this level, as there is no result yet; or the class that was put on the level below.
UNKNOWN, DESCEND = -2, -1
# Second, the result of the set: there is no strategy; there is one; postponed, because it takes too
# much work for now.
REFUTED, SOLVED, PUT_OFF = 0, 1, 2
# Third, a reason to pause (see `is_pause`): the node limit is reached; the journal, the table or
# (for worst cases) the cores need room; the stack needs levels; another search must answer first.
PAUSED, FULL, DEEP, WAITING = 16, 17, 18, 19
# The next step of a level: open it, choose a guess, bound the guess by its classes, settle the next
# class, wait for another search.
OPEN, CHOOSE, BOUND, SETTLE, ASK = range(5)


#: The registers of a search, an array of one.
REGISTERS = record(
    level="the level to continue with",
    result="the result of the level below it",
    nodes="sets (for costs, sets and guesses) examined so far",
    bottom="the level of the question",
    core="the core that refutes the set refuted last",
    pairs="pairs of member and guess examined by this call (for costs)",
)


@phase
def is_pause(outcome):
    """Return whether a step returned a reason to pause."""
    return outcome >= PAUSED


@phase
def is_result(outcome):
    """Return whether a step returned the result of its set."""
    return REFUTED <= outcome <= PUT_OFF


@phase
def push(levels, level, members):
    """Put a set on the stack as the question of a level, to be opened."""
    here = levels.at[level]
    copy(members, levels.members[level])
    here.count = members.shape[0]
    here.stage = OPEN


def stack_machine(hold, open_set, choose, settle, close):
    """Return the phase ``run(search, until)`` of a search, composed of the given phases.

    Each step returns what to do next, the result of the set, or a reason to pause (see above).
    ``hold(search, level, result)`` returns UNKNOWN to continue, PUT_OFF to postpone the set of the
    level, or a reason to pause. ``open_set(search, level)``, ``choose(search, level)`` and
    ``settle(search, level, result)`` return UNKNOWN to continue with the stage of the level, or
    DESCEND after putting a set on the level below. The result passed to ``settle`` is that of this
    set, UNKNOWN if there was none. ``close(search, level, result)`` ends a level other than 0; if
    ``open_set`` decided the set of the level, its stage is still OPEN.
    """

    @phase
    def limit(search, level, result, until):
        """Return UNKNOWN if the search may continue, or what `hold` may return."""
        if search.registers[0].nodes >= until:
            return PAUSED
        if is_full(search.journal, search.game.own.shape[0]) or is_filling(search.table):
            return FULL
        return hold(search, level, result)

    @large_phase
    def advance_level(search, level, below):
        """Take the steps of a level until one returns anything but UNKNOWN.

        ``below`` is the result that is passed to ``settle``. All steps are taken before the next
        check of the limits: a set of a few members takes only some microseconds.
        """
        here, register = search.levels.at[level], search.registers[0]
        outcome = UNKNOWN
        if here.stage == OPEN:
            register.nodes += 1
            here.work = register.nodes
            outcome = open_set(search, level)
        if outcome == UNKNOWN and here.stage == CHOOSE:
            outcome = choose(search, level)
        if outcome == UNKNOWN and here.stage > CHOOSE:
            outcome = settle(search, level, below)
        return outcome

    @large_phase
    def run(search, until):
        """Search until the question is decided, ``until`` nodes are counted, or it must pause."""
        register = search.registers[0]
        # The result of the level below, until a step has used it.
        level, result = register.level, register.result
        while level >= register.bottom:
            outcome = limit(search, level, result, until)
            if outcome == UNKNOWN:
                outcome = advance_level(search, level, result)
                result = UNKNOWN
            if is_pause(outcome):
                register.level, register.result = level, result
                return outcome
            if outcome == DESCEND:
                level += 1
            elif is_result(outcome):
                if level > 0:
                    close(search, level, outcome)
                level -= 1
                result = outcome
        register.level, register.result = level, result
        return result

    return run
