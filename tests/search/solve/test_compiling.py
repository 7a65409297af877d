import os
from functools import partial

import numpy as np
import pytest

from emi.search.kernels.core import partition, profiles
from emi.search.kernels.cost import branch_and_bound as cost
from emi.search.kernels.cost import proof
from emi.search.kernels.hard import cores, guesses, hard_minimax
from emi.search.kernels.worst_case import inseparable, sums
from emi.search.kernels.worst_case import minimax as worst_case
from emi.search.solve import compiling
from emi.search.solve.worst_case.free_play import WorstCaseSearch

#: The kernels that the searches call; compiling one compiles everything that it calls.
KERNELS = {
    "worst case": [
        sums.greedy_depth,
        partition.class_sums,
        partition.separating_guess,
        partition.transpose,
        worst_case.advance,
    ],
    "cores": [inseparable.count_alike, inseparable.inseparable_core],
    "hard": [hard_minimax.advance],
    "least cost": [cost.advance],
    "refutation": [
        proof.advance,
        guesses.list_living,
        cores.keep,
        cores.shrink,
        cores.strike,
        cores.strike_all,
    ],
    "surveys": [profiles.row_profiles, sums.greedy_tries],
}


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
@pytest.mark.parametrize("name", KERNELS)
def test_every_kernel_is_compiled_for_feedback_of_8_and_16_bits(name, monkeypatch):
    assert compiling.COMPILE.keys() == KERNELS.keys()
    compiling.COMPILE[name]()
    compiled = {kernel: len(kernel.loaded) for kernel in KERNELS[name]}
    assert min(compiled.values()) > 0
    five = compiling._five
    monkeypatch.setattr(compiling, "_five", lambda _=None: five(np.uint16))
    compiling.COMPILE[name]()
    assert compiled == {kernel: len(kernel.loaded) for kernel in KERNELS[name]}


def test_the_compiled_game_is_not_settled_by_quick_bounds():
    found = WorstCaseSearch(compiling._five(), symmetric=False)
    found.run()
    listed = found.refutation()
    assert found.strategy().depth == 5
    assert listed[-1].depth == 4
    assert any(core.depth == 3 for core in listed)


def test_compiled_kernels_are_not_compiled_again(monkeypatch, tmp_path):
    made = []
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for name in KERNELS:
        monkeypatch.setitem(compiling.COMPILE, name, partial(made.append, name))
    for _ in range(2):
        compiling.make_ready("worst case")
        compiling.make_ready("hard")
    assert made == ["worst case", "hard"]
    # In another folder, they are not compiled.
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "elsewhere"))
    compiling.make_ready("worst case")
    assert made[2:] == ["worst case"]
