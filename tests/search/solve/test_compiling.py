import os

import numpy as np
import pytest

from search.kernels.common import partition, transpose
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
        transpose.transpose,
        worst_case.advance,
    ],
    "restricted": [restricted.advance],
    "least cost": [cost.advance],
}


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_it_leaves_every_kernel_compiled_for_that_kind_of_feedback(name, dtype):
    assert compiling.COMPILE.keys() == KERNELS.keys()
    compiling.COMPILE[name](dtype)
    for kernel in KERNELS[name]:
        compiled_for = {_dtype(signature[0]) for signature in kernel.signatures}
        assert np.dtype(dtype).name in compiled_for, kernel


def _dtype(kind):
    """Return the dtype of the first array in a type of numba's, however deep it lies."""
    while not hasattr(kind, "dtype"):
        kind = kind[0]
    return kind.dtype.name


def test_its_game_is_not_settled_by_quick_bounds():
    found = WorstCaseSearch(compiling._five(np.uint8), symmetric=False)
    found.run()
    cores = found.refutation()
    assert found.strategy().depth == 5
    assert cores[-1].depth == 4
    assert any(core.depth == 3 for core in cores)
