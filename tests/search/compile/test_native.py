"""Kernels that are loaded without numba return what numba itself returns for them."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.compile.folders import INTERPRETED
from emi.search.compile.jit import in_widths
from emi.search.kernels.core.partition import class_sums, not_apart, split, transpose
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.partition import splitting_space
from tests.search.kernels.calls import called, int32

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
#: Uses a kernel, and says what of numba that needed.
LOADS = """
import sys
import emi
print(emi.solve(emi.Mastermind(2, 3)).bounds, *({"numba"} & set(sys.modules)))
"""


@st.composite
def games(draw):
    """Return a random matrix of 8 or 16 bits, and some of its secrets."""
    secrets = draw(st.integers(2, 40))
    source = np.random.default_rng(draw(st.integers(0, 99)))
    shape = secrets + draw(st.integers(0, 30)), secrets
    rows = source.integers(1, draw(st.integers(2, 9)), shape)
    rows = rows.astype(draw(st.sampled_from([np.uint8, np.uint16])))
    np.fill_diagonal(rows, 0)
    members = draw(st.sets(st.integers(0, secrets - 1), min_size=1))
    return FeedbackMatrix(rows, int32(range(secrets))), int32(sorted(members))


@given(games())
def test_what_is_loaded_returns_what_numba_returns(game):
    matrix, members = game
    rows, found = in_widths(matrix.rows), []
    for way in (lambda kernel: kernel, called):
        columns = np.zeros((matrix.secrets, matrix.guesses), matrix.rows.dtype)
        keys, out = np.zeros(matrix.guesses, np.int64), np.zeros_like(members)
        alive, counts = np.ones(matrix.guesses, np.uint8), np.zeros(300, np.int32)
        start = np.zeros(len(members) + 1, np.int32)
        returned = (
            way(transpose)(matrix.rows, columns, 0, matrix.guesses, 1),
            way(not_apart)(matrix.rows, matrix.own, np.arange(matrix.secrets)),
            way(class_sums)(rows, members, alive, keys, counts),
            way(split)(rows, 1, members, out, start, splitting_space(matrix)),
        )
        found.append((returned, [made.tolist() for made in (columns, keys, out, start, alive)]))
    assert found[0] == found[1]
    assert found[0][1][0] == matrix.rows.T.tolist()


def test_a_run_with_compiled_kernels_does_without_numba():
    for _ in range(2):
        said = subprocess.check_output([sys.executable, "-c", LOADS], cwd=ROOT, text=True)
    assert said == "3\n"
