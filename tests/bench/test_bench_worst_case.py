"""Time and memory of the whole table, two hard cells, the largest matrix, and start-up."""

import json
import os
import subprocess
import sys

import pytest

from emi.games.motus import Motus
from tests.search.questions import solve

pytestmark = pytest.mark.bench


@pytest.mark.parametrize("cell", ["C5", "R7"])
def test_search_of_one_cell(benchmark, lexicon, cell):
    matrix = Motus.of_cell(cell, lexicon).matrix()
    assert matrix is not None
    matrix.columns  # noqa: B018 - made here, timed with the matrix
    result = benchmark.pedantic(solve, [matrix], rounds=5, warmup_rounds=1)
    assert result.bounds.proven
    benchmark.extra_info["nodes"] = result.nodes


def test_feedback_matrix_of_the_largest_cell(benchmark, lexicon):
    initial, length = max(lexicon.counts(), key=lexicon.counts().__getitem__)
    game = Motus.of_cell(f"{initial}{length}", lexicon)

    def build() -> int:
        matrix = game.matrix()
        assert matrix is not None
        return matrix.columns.nbytes

    size = benchmark.pedantic(build, rounds=5, warmup_rounds=1)
    benchmark.extra_info["cell"] = game.name
    benchmark.extra_info["nanoseconds_a_pair"] = round(
        benchmark.stats.stats.median / len(game.secrets) / len(game.guesses) * 1e9, 2
    )
    assert 2 * size == game.bytes_needed


def test_whole_table_as_a_process(as_process, benchmark, lexicon):
    """The command as a user runs it, with nothing in the cache."""
    cells = json.loads(as_process("table --no-cache --format json", lexicon))["games"]
    assert all(cell["proven"] for cell in cells)
    benchmark.extra_info["cells"] = len(cells)


@pytest.mark.parametrize(
    "arguments", [["--help"], ["solve", "X10", "--no-cache"]], ids=["help", "loading the kernels"]
)
def test_start_up(benchmark, arguments):
    command = [sys.executable, "-m", "emi", *arguments]
    benchmark.pedantic(
        subprocess.run,
        [command],
        {"check": True, "capture_output": True},
        rounds=5,
        warmup_rounds=1,
    )


def test_compiling_the_kernels(benchmark, tmp_path):
    """Compile with an empty folder as numba's cache."""
    command = [sys.executable, "-c"]
    command += ["from emi.compiling import kernels_ready; kernels_ready()"]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    benchmark.pedantic(subprocess.run, [command], {"check": True, "env": environment}, rounds=1)
