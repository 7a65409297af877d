"""The time for the least average and the fewest misses, for cells and for games with pegs."""

import pytest

from emi import Average, Guaranteed, Motus, game_named, solve
from emi.compiling import kernels_ready

pytestmark = pytest.mark.bench


@pytest.fixture(autouse=True, scope="module")
def costs_compiled():
    kernels_ready(costs=True)


@pytest.mark.parametrize("cell", ["C5", "R5", "C6", "C7", "D8"])
def test_average_of_a_cell(benchmark, lexicon, cell):
    game = Motus.of_cell(cell, lexicon)
    best = benchmark.pedantic(lambda: solve(game, Average()), rounds=1)
    benchmark.extra_info["answer"] = f"{best.bounds.lower}/{len(game.secrets)}, worst {best.worst}"
    assert best.proven


@pytest.mark.parametrize("cell", ["C5", "R5"])
def test_guaranteed_within_five_tries(benchmark, lexicon, cell):
    game = Motus.of_cell(cell, lexicon)
    best = benchmark.pedantic(lambda: solve(game, Guaranteed(5)), rounds=1)
    benchmark.extra_info["missed"] = best.bounds.lower
    assert best.proven


@pytest.mark.parametrize(
    ("name", "tries"),
    [("mastermind:4x6", None), ("mastermind:4x6", 5), ("mastermind:4x7", None), ("moo", None)],
)
def test_average_of_a_game_with_pegs(benchmark, name, tries):
    game = game_named(name)
    best = benchmark.pedantic(lambda: solve(game, Average(tries)), rounds=1)
    benchmark.extra_info["answer"] = f"{best.bounds.lower}/{len(game.secrets)}"
    assert best.proven
