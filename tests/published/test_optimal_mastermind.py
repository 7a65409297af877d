"""The least averages that are known of Mastermind, of Bulls and Cows and of Wordle.

Sources: K. Koyama and T. W. Lai, "An optimal Mastermind strategy", J. Recreational Mathematics 25,
1993, for 4 pegs of 6 colours: 5625/1296 with 6 guesses at most, and 5626/1296 with 5; 4 pegs of 7
colours, 11228/2401, and Bulls and Cows, 26274/5040, as they are quoted since; Wordle with its
2,315 secrets of 2021, 7920 in all, begun with SALET.
"""

import pytest

from emi import Average, Limits, game_named, solve


@pytest.mark.parametrize(("within", "total", "worst"), [(None, 5625, 6), (5, 5626, 5)])
def test_koyama_and_lai(within, total, worst):
    best = solve(game_named("mastermind:4x6"), Average(within))
    assert (best.bounds.lower, best.proven, best.worst) == (total, True, worst)
    assert (best.tree.total, best.worst_proven) == (total, True)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "total"), [("mastermind:4x7", 11228), ("moo", 26274)])
def test_larger_games_of_codes(game, total):
    best = solve(game_named(game), Average())
    assert (best.bounds.lower, best.proven, best.tree.total) == (total, True, total)


@pytest.mark.slow
def test_wordle_begun_with_salet(lexica):
    lists = {
        "secrets": str(lexica("wordle_secrets.txt")),
        "guesses": str(lexica("wordle_guesses.txt")),
    }
    best = solve(game_named("wordle", **lists), Average(), first="SALET")
    assert (best.bounds.lower, best.proven, best.tree.total) == (7920, True, 7920)


def test_a_limit_leaves_bounds_that_hold_what_is_known():
    best = solve(game_named("mastermind:4x6"), Average(), limits=Limits(nodes=20))
    assert best.bounds.lower <= 5625 <= best.bounds.upper
    assert not best.proven
