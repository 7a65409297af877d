"""Call phases, which have no entry for Python, and run searches of an engine."""

from functools import cache
from inspect import signature

import numpy as np
from numba import njit
from numba.core import cgutils
from numba.extending import NativeValue, unbox

from emi.search.compile import building  # noqa: F401 - then numba knows phases
from emi.search.compile.folders import INTERPRETED
from emi.search.compile.numba_types import StructType
from emi.search.kernels.core.machine import PAUSED
from emi.search.solve.engine import taken_out


@unbox(StructType)
def _unbox(_of, value, context):
    """Let functions that numba compiles be called with structures."""
    api, builder = context.pyapi, context.builder
    address = api.object_getattr_string(value, "address")
    native = api.long_as_voidptr(address)
    api.decref(address)
    return NativeValue(native, is_error=cgutils.is_not_null(builder, api.err_occurred()))


@cache
def called(phase):
    """Return a function that calls a phase from Python."""
    if INTERPRETED:
        return phase
    # By name: stock numba cannot write a large phase into a function that takes ``*arguments``.
    named = signature(phase.py_func).parameters.values()
    names = ", ".join(
        f"*{one.name}" if one.kind is one.VAR_POSITIONAL else one.name for one in named
    )
    return njit(eval(f"lambda {names}: phase({names})", {"phase": phase}))  # noqa: S307 - ours alone


def int32(numbers):
    return np.array(list(numbers), np.int32)


def advance(kernel, engine, until=1 << 40):
    """Continue the search of an engine until the node count reaches ``until``."""
    return kernel.advance(engine.arrays, np.int64(until))


def goes_on_after_pauses(kernel, begin, step):
    """Compare a search in steps of ``step`` nodes with one without pauses; return both engines."""
    whole, piecemeal = begin(), begin()
    expected = advance(kernel, whole)
    pauses = 0
    while (status := advance(kernel, piecemeal, piecemeal.nodes + step)) == PAUSED:
        pauses += 1
        assert pauses <= whole.nodes
    assert (status, piecemeal.nodes) == (expected, whole.nodes)
    journals = [one.arrays.journal for one in (piecemeal, whole)]
    found = [[*taken_out(one, whole.matrix.secrets, priced=False)] for one in journals]
    assert found[0] == found[1]
    assert (piecemeal.arrays.table.at == whole.arrays.table.at).all()
    return piecemeal, whole
