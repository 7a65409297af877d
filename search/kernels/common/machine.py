"""The stack machine: the depth-first walk of all three searches.

A level of the stack holds a set in question. Each search defines four steps:

    open    the set: known facts, or a sweep over its guesses, may settle it
    choose  the next guess, and split the set into classes
    settle  the classes by known facts; the first that needs a search is put on the stack
    close   the set: record the result

The state of the stack lies in arrays, so a call may pause, and the next call continues from there.
"""

from emi.search.kernels.common.journal import is_full
from emi.search.kernels.common.stack import CHOOSE, DESCEND, FULL, OPEN, PAUSED, PUT_OFF, UNKNOWN
from emi.search.kernels.common.transposition import is_filling
from emi.search.kernels.compiler.jit import large_phase


def machine(hold, open_set, choose, settle, close):
    """Return the phase ``run(search, until)`` of a search, composed of the given phases.

    ``hold(search, level, result)`` returns UNKNOWN to continue, PUT_OFF to postpone the set of the
    level, or the reason for a pause. ``open_set(search, level)``, ``choose(search, level)`` and
    ``settle(search, level, result)`` return SOLVED, REFUTED or PUT_OFF to end the level, UNKNOWN to
    continue with its stage, DESCEND after putting a set on the level below, or the reason for a
    pause. The result passed to ``settle`` is that of the class put on the stack, UNKNOWN if there
    was none. ``close(search, level, result)`` ends a level other than 0; if ``open_set`` settled
    the level, its stage is still OPEN.
    """

    @large_phase
    def run(search, until):
        """Search until the question is settled, ``until`` nodes are counted, or it must pause."""
        levels, register = search.levels, search.registers[0]
        secrets = search.game.own.shape[0]
        level, result = register.level, register.result
        while level >= register.bottom:
            here = levels.at[level]
            status = UNKNOWN
            if register.nodes >= until:
                status = PAUSED
            elif is_full(search.journal, secrets) or is_filling(search.table):
                status = FULL
            else:
                status = hold(search, level, result)
            if status == PUT_OFF:
                result = PUT_OFF
            elif status == UNKNOWN:
                # Take all steps before the next check of the limits: a set of a few members takes
                # only some microseconds.
                below, result = result, UNKNOWN
                if here.stage == OPEN:
                    register.nodes += 1
                    here.work = register.nodes
                    result = open_set(search, level)
                if result == UNKNOWN and here.stage == CHOOSE:
                    result = choose(search, level)
                if result == UNKNOWN and here.stage > CHOOSE:
                    result = settle(search, level, below)
                if result >= PAUSED:
                    status, result = result, UNKNOWN
            if status >= PAUSED:
                register.level, register.result = level, result
                return status
            if result == DESCEND:
                level, result = level + 1, UNKNOWN
            elif result != UNKNOWN:
                if level > 0:
                    close(search, level, result)
                level -= 1
        register.level, register.result = level, result
        return result

    return run
