"""The time for the feedback on a guess for a secret, by the compiled rules, on one core."""

import random
import time

import numpy as np
import pytest

from emi import Mastermind, Moo, Motus
from emi.lexicon.load import load

pytestmark = [pytest.mark.bench, pytest.mark.benchmark(timer=time.process_time)]

#: The pairs of a round, and the most secrets.
PAIRS, SECRETS = 3_000_000, 6_000


def measure(benchmark, game):
    write = game.row_writer()
    many = min(PAIRS // len(game.secrets), len(game.guesses))
    guesses = random.Random(20180040).sample(range(len(game.guesses)), many)
    rows = np.zeros((many, len(game.secrets)), game.row_type)
    benchmark.pedantic(write, (np.array(guesses, np.int32), rows), rounds=20, warmup_rounds=1)
    median = benchmark.stats.stats.median
    benchmark.extra_info.update(
        secrets=len(game.secrets), ns_a_pair=median / rows.size * 1e9, clock="of the processor"
    )


@pytest.mark.parametrize("length", [5, 6, 8, 10])
def test_feedback_of_words(benchmark, length):
    words = [word for word in load("fr").words if len(word) == length]
    measure(benchmark, Motus(sorted(random.Random(20180040).sample(words, SECRETS))))


@pytest.mark.parametrize("game", [Mastermind(4, 6), Moo()], ids=["mastermind:4x6", "moo"])
def test_feedback_of_pegs(benchmark, game):
    measure(benchmark, game)
