"""The least averages that are known of Mastermind, of Bulls and Cows and of Wordle.

Sources: K. Koyama and T. W. Lai, "An optimal Mastermind strategy", J. Recreational Mathematics 25,
1993, for 4 pegs of 6 colours: 5625/1296 with 6 guesses at most, and 5626/1296 with 5; 4 pegs of 7
colours, 11228/2401, and Bulls and Cows, 26274/5040, as they are quoted since; Wordle with its
2,315 secrets of 2021, 7920 in all, begun with SALET.
"""

import pytest
from emi.optimum import Question, average

from emi.games.parse import game_named
from search.model.limits import Limits


@pytest.mark.parametrize(("within", "total", "worst"), [(None, 5625, 6), (5, 5626, 5)])
def test_koyama_and_lai(within, total, worst):
    best = average(Question(game_named("mastermind:4x6")), within)
    assert (best.lower, best.upper, best.worst) == (total, total, worst)
    assert (best.strategy.total, best.worst_proven) == (total, True)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "total"), [("mastermind:4x7", 11228), ("moo", 26274)])
def test_larger_games_of_codes(game, total):
    best = average(Question(game_named(game)), ties=False)
    assert (best.lower, best.upper, best.strategy.total) == (total, total, total)


@pytest.mark.slow
def test_wordle_begun_with_salet(lexica):
    lists = {
        "secrets": str(lexica("wordle_secrets.txt")),
        "guesses": str(lexica("wordle_guesses.txt")),
    }
    best = average(Question(game_named("wordle", **lists), first="SALET"), ties=False)
    assert (best.lower, best.upper, best.strategy.total) == (7920, 7920, 7920)


def test_a_limit_leaves_bounds_that_hold_what_is_known():
    best = average(Question(game_named("mastermind:4x6"), limits=Limits(nodes=20)))
    assert best.lower <= 5625 <= best.upper
    assert not best.proven
