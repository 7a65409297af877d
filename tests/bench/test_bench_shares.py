"""Where a search spends its time: the matrix, the order of first guesses, the search itself."""

import cProfile
import pstats

import pytest

from emi import Average, Motus, WorstCase, solve
from emi.compiling import kernels_ready
from emi.games.game import Game
from emi.search.model.matrix import FeedbackMatrix
from emi.search.solve.cost.engine import CostEngine
from emi.search.solve.minimax import MinimaxSearch
from emi.search.solve.worst_case.engine import Engine
from emi.search.solve.worst_case.free_play import WorstCaseSearch

pytestmark = pytest.mark.bench

#: Functions none of which calls another.
PARTS = {
    "matrix": [Game.matrix, FeedbackMatrix.columns.func],
    "ordering": [WorstCaseSearch._profile],
    "greedy": [MinimaxSearch._play],
    "refutation": [Engine.advance],
    "costs": [CostEngine.advance],
}


@pytest.mark.parametrize("cell", ["C5", "R7", "E10"])
@pytest.mark.parametrize("objective", [WorstCase(), Average()], ids=["worst", "average"])
def test_shares_of_a_search(benchmark, lexicon, cell, objective):
    kernels_ready(costs=True)
    game = Motus.of_cell(cell, lexicon)
    profile = cProfile.Profile()
    benchmark.pedantic(profile.runcall, [solve, game, objective], rounds=1)
    stats = pstats.Stats(profile)
    spent = {
        part: sum(cumulative(stats, function) for function in functions)
        for part, functions in PARTS.items()
    }
    benchmark.extra_info["cell"] = f"{cell} of {lexicon.name}, {objective.name}"
    benchmark.extra_info["seconds"] = stats.total_tt
    benchmark.extra_info["shares"] = {
        part: seconds / stats.total_tt for part, seconds in spent.items()
    }


def cumulative(stats, function):
    """Return the seconds spent in a function and below."""
    code = function.__code__
    key = code.co_filename, code.co_firstlineno, code.co_name
    return stats.stats[key][3] if key in stats.stats else 0.0
