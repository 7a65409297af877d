import os

import numpy as np
import pytest
from numba import types

from search.kernels.common import partition, transpose
from search.kernels.worst_case import greedy
from search.kernels.worst_case import search as worst_case
from search.solve import warm

#: What the search calls; each compiles with it all that it calls in turn.
KERNELS = [
    greedy.greedy_depth,
    partition.class_sums,
    transpose.transpose,
    worst_case.advance,
]


def rows_of(argument):
    """Return the type of the feedback matrix in the first argument of a kernel."""
    return argument if isinstance(argument, types.Array) else rows_of(argument.types[0])


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_it_leaves_every_kernel_compiled_for_that_kind_of_feedback(dtype):
    warm.warm_up(dtype)
    for kernel in KERNELS:
        compiled_for = {rows_of(signature[0]).dtype.name for signature in kernel.signatures}
        assert np.dtype(dtype).name in compiled_for, kernel


def test_its_game_is_not_settled_by_quick_bounds(monkeypatch):
    results = []

    def noted(*arguments, **options):
        results.append(prove(*arguments, **options))
        return results[-1]

    prove = warm.prove
    monkeypatch.setattr(warm, "prove", noted)
    warm.warm_up(np.uint8)
    (proof,) = results
    assert proof.strategy.depth == 5
    assert proof.refutation[-1].depth == 4
    assert any(core.depth == 3 for core in proof.refutation)
