"""The time for the worst case if only possible words may be proposed."""

import pytest

from emi.compiling import kernels_ready
from emi.games.motus import Motus
from emi.search.model.restriction import Restriction
from tests.search.questions import solve

pytestmark = pytest.mark.bench


@pytest.fixture(autouse=True, scope="module")
def restricted_compiled():
    kernels_ready(hard=True)


@pytest.mark.parametrize("cell", ["C5", "R6", "D10"])
def test_search_of_one_cell_among_possible_words(benchmark, lexicon, cell):
    matrix = Motus.of_cell(cell, lexicon).matrix()
    result = benchmark.pedantic(solve, [matrix], {"restriction": Restriction()}, rounds=1)
    assert result.bounds.proven
    benchmark.extra_info["nodes"] = result.nodes


def test_strategy_of_one_cell_among_possible_words(benchmark, lexicon):
    matrix = Motus.of_cell("R6", lexicon).matrix()
    strategy = benchmark.pedantic(
        lambda: solve(matrix, restriction=Restriction()).strategy(), rounds=1
    )
    benchmark.extra_info["depth"] = strategy.depth
