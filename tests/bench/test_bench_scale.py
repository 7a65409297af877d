"""What a game costs by its size: words of ten letters, from 10 to 60,000, without an initial."""

import random
import time

import pytest

from emi import Limits, Wordle, memory, solve
from emi.compiling import kernels_ready
from emi.lexicon.load import load

pytestmark = pytest.mark.bench

SECONDS, LETTERS = 60, 10


@pytest.mark.parametrize("size", [10, 100, 1_000, 3_000, 10_000, 30_000, 60_000])
def test_cost_by_size(benchmark, size):
    words = [word for word in load("fr").words if len(word) == LETTERS]
    game = Wordle(random.Random(20180040).sample(words, size))
    kernels_ready()
    if game.bytes_needed > memory.available():
        pytest.skip(f"{memory.size_of(game.bytes_needed)} are needed for {size:,} words")

    def make() -> float:
        began = time.perf_counter()
        game.matrix().columns  # noqa: B018 - both copies
        return time.perf_counter() - began

    solve(Wordle(words[:LETTERS]))
    matrix = benchmark.pedantic(make, rounds=1, warmup_rounds=1)
    found = solve(game, limits=Limits(seconds=SECONDS))
    benchmark.extra_info.update(
        words=size, matrix=matrix, seconds=found.seconds, bounds=str(found.bounds)
    )
