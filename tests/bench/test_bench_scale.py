"""What a game costs by its size: words of ten letters, from 10 to 60,000, without an initial.

A matrix that does not fit into memory lies in a file, where the system has its temporary ones. What
is more than a file can hold is left out.
"""

import random
import time

import pytest

from emi import Limits, Wordle, memory, solve
from emi.compiling import kernels_ready
from emi.errors import MemoryNeedError
from emi.lexicon.load import load

pytestmark = pytest.mark.bench

#: The limit of a search grows with what the matrix takes.
SECONDS, LETTERS = 30, 10
#: Those of fewer words are made once in vain: what takes long needs no second time.
SMALL = 3_000


@pytest.mark.parametrize("size", [10, 100, 1_000, 3_000, 10_000, 30_000, 60_000])
def test_cost_by_size(benchmark, size):
    words = [word for word in load("fr").words if len(word) == LETTERS]
    game = Wordle(random.Random(20180040).sample(words, size))
    kernels_ready()
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
        matrix=matrix,
        where="memory" if in_memory else "a file",
        seconds=found.seconds,
        bounds=str(found.bounds),
    )
