"""The least averages that are known of Mastermind, of Bulls and Cows and of Wordle; its worst case.

Sources: K. Koyama and T. W. Lai, "An optimal Mastermind strategy", J. Recreational Mathematics 25,
1993, for 4 pegs of 6 colours: 5625/1296 with 6 guesses at most, and 5626/1296 with 5; 4 pegs of 7
colours, 11228/2401, and Bulls and Cows, 26274/5040, as they are quoted since; Wordle with its
2,315 secrets of 2021, 7920 in all, begun with SALET. With these secrets, and 12,972 words to
propose, 5 guesses are enough for every secret and 4 are not; with all 12,972 words as secrets 6 are
enough and 5 are not. In hard mode, where hints must be used, SALET and at most 6 guesses take 8122
in all (alex1770/wordle). Where only possible codes may be proposed: 455 for 3 pegs of 5 colours
(Ville); of the two totals published for 4 pegs of 6 colours, 5660 and 5629, the first is the least.
"""

import pytest

from emi import Average, Limits, Wordle, game_named, solve


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
    game = Wordle.of_files(lexica("wordle_secrets.txt"), lexica("wordle_guesses.txt"))
    best = solve(game, Average(), first="SALET")
    assert (best.bounds.lower, best.proven, best.tree.total) == (7920, True, 7920)


@pytest.mark.slow
def test_wordle_in_hard_mode_begun_with_salet(lexica):
    game = Wordle.of_files(lexica("wordle_secrets.txt"), lexica("wordle_guesses.txt"))
    best = solve(game.hardened("hints"), Average(6), first="SALET")
    assert (best.bounds.lower, best.proven, best.tree.total) == (8122, True, 8122)


@pytest.mark.parametrize(("game", "total"), [("mastermind:3x5", 455), ("mastermind:4x6", 5660)])
def test_possible_codes_alone(game, total):
    best = solve(game_named(game).hardened("possible"), Average())
    assert (best.bounds.lower, best.proven, best.tree.total) == (total, True, total)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("secrets", "worst"),
    # The first takes some 3 minutes, the second some 11.
    [("wordle_secrets.txt", 5), ("wordle_guesses.txt", 6)],
)
def test_the_worst_case_of_wordle(lexica, secrets, worst):
    bounds = solve(Wordle.of_files(lexica(secrets), lexica("wordle_guesses.txt"))).bounds
    assert (bounds.lower, bounds.upper) == (worst, worst)


def test_a_limit_leaves_bounds_that_hold_what_is_known():
    best = solve(game_named("mastermind:4x6"), Average(), limits=Limits(nodes=20))
    assert best.bounds.lower <= 5625 <= best.bounds.upper
    assert not best.proven
