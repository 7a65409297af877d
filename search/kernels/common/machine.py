"""The stack machine: the depth-first walk of all three searches.

A level of the stack is a set that is asked about. A search says in four steps what is done there:

    open    the set: what is known of it, or a sweep over its guesses, may settle it
    choose  the next guess: none is left, or it is split into classes
    settle  the classes, by what is known of them; the first that takes a search is put on the stack
    close   the set: what was found of it is noted for the next time

The stack is explicit and all of its state lies in arrays, so that a call works for a while, pauses,
and the next call goes on from the same place.
"""

from search.kernels.common.journal import is_full
from search.kernels.common.stack import CHOOSE, DESCEND, FULL, OPEN, PAUSED, PUT_OFF, UNKNOWN
from search.kernels.common.transposition import is_filling
from search.kernels.compiler.jit import large_phase


def machine(hold, open_set, choose, settle, close):
    """Return the phase ``run(search, until)`` of a search, from its phases.

    ``hold(search, level, result)`` tells whether to stop: UNKNOWN if not, PUT_OFF to leave the set
    of the level for now, or why to pause. ``open_set`` and ``choose(search, level)`` and
    ``settle(search, level, result)``, with what has become of the class that was put on the stack
    (UNKNOWN if there was none), return SOLVED, REFUTED or PUT_OFF if that ends the level, UNKNOWN
    to go on with its stage, DESCEND if there is a set on the level below, or why to pause.
    ``close(search, level, result)`` ends a level other than 0. A level that ``open_set`` has
    settled is still in stage OPEN then.
    """

    @large_phase
    def run(search, until):
        """Go on until the question is settled, or so many nodes were counted, or it must pause."""
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
                # As many steps as there are before the next look at the limits: a set of a few
                # members takes some microseconds.
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
