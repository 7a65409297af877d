"""The cost of a game by its size: 10 to 60,000 words of ten letters, with any initial.

The profiles of all first guesses are made without the matrix, as for advice. A matrix that does not
fit into memory lies in a temporary file; matrices too large for a file are skipped.
"""

import random
import time

import numpy as np
import pytest

from emi import Limits, Wordle, memory, solve
from emi.analysis.ranking import Ranking
from emi.compiling import kernels_ready, surveys_ready
from emi.errors import MemoryNeedError
from emi.lexicon.load import load

pytestmark = pytest.mark.bench

#: The limit of a search grows with the time for the matrix.
SECONDS, LETTERS = 30, 10
#: Matrices of fewer words are made once before timing; long runs need no second one.
SMALL = 3_000


@pytest.mark.parametrize("size", [10, 100, 1_000, 3_000, 10_000, 30_000, 60_000])
def test_cost_by_size(benchmark, size):
    words = [word for word in load("fr").words if len(word) == LETTERS]
    game = Wordle(random.Random(20180040).sample(words, size))
    kernels_ready()
    surveys_ready()
    profiling(Wordle(words[:LETTERS]))
    profiles = profiling(game)
    try:
        in_memory = memory.check(game.name, game.bytes_needed)
    except MemoryNeedError as error:
        pytest.skip(str(error))

    def make() -> float:
        began = time.perf_counter()
        game.matrix().columns  # noqa: B018 - both copies
        return time.perf_counter() - began

    solve(Wordle(words[:LETTERS]))
    matrix = benchmark.pedantic(make, rounds=1, warmup_rounds=int(size <= SMALL))
    found = solve(game, limits=Limits(seconds=SECONDS + 2 * matrix))
    benchmark.extra_info.update(
        words=size,
        profiles=profiles,
        matrix=matrix,
        mebibytes=game.bytes_needed / 2**20,
        where="memory" if in_memory else "a file",
        seconds=found.seconds,
        bounds=str(found.bounds),
    )


def profiling(game) -> float:
    """Return the seconds to profile all first guesses."""
    guesses = np.arange(len(game.guesses), dtype=np.int32)
    ranking, began = Ranking(game, guesses), time.perf_counter()
    assert ranking.survey.extend(guesses)
    return time.perf_counter() - began
