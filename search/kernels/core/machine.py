"""The stack machine: the depth-first walk of all three searches.

A level of the stack holds a set in question. Each search defines four steps:

    open    the set: known facts, or a sweep over its guesses, may settle it
    choose  the next guess, and split the set into classes
    settle  the classes by known facts; the first that needs a search is put on the stack
    close   the set: record the result

The state of the stack lies in arrays, so a call may pause, and the next call continues from there.
"""

from emi.search.kernels.compiler.jit import large_phase, phase
from emi.search.kernels.core.journal import is_full
from emi.search.kernels.core.stack import (
    CHOOSE,
    DESCEND,
    FULL,
    OPEN,
    PAUSED,
    UNKNOWN,
    is_pause,
    is_result,
)
from emi.search.kernels.core.transposition import is_filling


def machine(hold, open_set, choose, settle, close):
    """Return the phase ``run(search, until)`` of a search, composed of the given phases.

    Each step returns what to do next, the result of the set, or a reason to pause; these kinds of
    numbers are in `emi.search.kernels.core.stack`. ``hold(search, level, result)`` returns
    UNKNOWN to continue, PUT_OFF to postpone the set of the level, or a reason to pause.
    ``open_set(search, level)``, ``choose(search, level)`` and ``settle(search, level, result)``
    return UNKNOWN to continue with the stage of the level, or DESCEND after putting a set on the
    level below. The result passed to ``settle`` is that of this set, UNKNOWN if there was none.
    ``close(search, level, result)`` ends a level other than 0; if ``open_set`` settled the level,
    its stage is still OPEN.
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
        """Take the steps of a level until one returns more than UNKNOWN; ``below`` as ``settle``.

        All steps are taken before the next check of the limits: a set of a few members takes only
        some microseconds.
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
        """Search until the question is settled, ``until`` nodes are counted, or it must pause."""
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
