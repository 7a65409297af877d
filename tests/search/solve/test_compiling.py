import os

import numpy as np
import pytest

from search.kernels.common import partition, sweep
from search.kernels.cost import refuting
from search.kernels.cost import search as cost
from search.kernels.restricted import search as restricted
from search.kernels.worst_case import greedy
from search.kernels.worst_case import search as worst_case
from search.solve import compiling
from search.solve.worst_case.search import WorstCaseSearch

#: What the searches call; each compiles with it all that it calls in turn.
KERNELS = {
    "worst case": [
        greedy.greedy_depth,
        partition.class_sums,
        sweep.transpose,
        worst_case.advance,
    ],
    "restricted": [restricted.advance],
    "least cost": [cost.advance],
    "refutation": [refuting.settle],
}


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
@pytest.mark.parametrize("name", KERNELS)
def test_it_leaves_every_kernel_compiled_for_feedback_of_8_and_of_16_bits(name, monkeypatch):
    assert compiling.COMPILE.keys() == KERNELS.keys()
    compiling.COMPILE[name]()
    compiled = {kernel: len(kernel.signatures) for kernel in KERNELS[name]}
    assert min(compiled.values()) > 0
    five = compiling._five
    monkeypatch.setattr(compiling, "_five", lambda _=None: five(np.uint16))
    compiling.COMPILE[name]()
    assert compiled == {kernel: len(kernel.signatures) for kernel in KERNELS[name]}


def test_its_game_is_not_settled_by_quick_bounds():
    found = WorstCaseSearch(compiling._five(), symmetric=False)
    found.run()
    cores = found.refutation()
    assert found.strategy().depth == 5
    assert cores[-1].depth == 4
    assert any(core.depth == 3 for core in cores)
