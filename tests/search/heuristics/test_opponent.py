"""A greedy opponent, against plain play of every guess."""

import random
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emi
from emi.games.game import RESTRICTIONS
from emi.questions.question import Question
from emi.search.heuristics.opponent import duel
from tests.emi.games.test_hard import left_by, may_follow, small_game

#: Games in which the last of several largest classes takes fewer guesses than another one.
UNEVEN = [
    emi.Jotto(
        ["AAB", "ABC", "BAA", "BCA", "BCB", "BCC", "CBA", "CCB"],
        ["AAB", "ABC", "ACB", "BAA", "BCA", "BCB", "BCC", "CBA", "CCB"],
    ),
]


def by_definition(game, *, kind):
    """Return the least number of guesses that beat an opponent that keeps the most candidates.

    Of several largest classes he leaves the one that takes the most guesses, or the fewest. It is a
    function of the candidates and of the guesses made with their feedback.
    """

    @cache
    def least(secrets, history=()):
        if len(secrets) == 1:
            return 1
        found = []
        for guess in game.guesses:
            if not may_follow(game, guess, history):
                continue
            parts = left_by(game, guess, secrets)
            most = max(map(len, parts.values()))
            if most < len(secrets):
                values = [
                    least(tuple(part), (*history, (guess, clue)) if game.hard else ())
                    for clue, part in parts.items()
                    if len(part) == most
                ]
                found.append(1 + (min if kind else max)(values))
        return min(found)

    return least(game.secrets)


def game_of_repeats(seed):
    """Return a game of Jotto with few letters: many classes are equally large."""
    source = random.Random(seed)
    guesses = source.sample(["".join(word) for word in product("ABC", repeat=3)], 9)
    return emi.Jotto(source.sample(guesses, 8), guesses)


def assert_beaten(game, kind):
    """Assert that the line of a duel is as long as the value, and that each answer is due."""
    found = duel(*Question(game).made(), kind=kind)
    assert found.bounds.proven
    assert found.bounds.lower == len(found.way) == by_definition(game, kind=kind)
    assert found.bounds.lower <= emi.solve(game).bounds.lower
    left, history = list(game.secrets), []
    for guess, members in found.way[:-1]:
        word = game.guesses[guess]
        assert may_follow(game, word, history)
        parts = left_by(game, word, left)
        left = [game.secrets[secret] for secret in members]
        assert left in parts.values()
        assert len(left) == max(map(len, parts.values()))
        history.append((word, game.feedback(word, left[0])))
    assert [game.guesses[found.way[-1][0]]] == left


@pytest.mark.parametrize("kind", [False, True])
@settings(max_examples=40)
@given(seed=st.integers(0, 10**6))
def test_the_line_is_as_long_as_the_value_by_definition(seed, kind):
    assert_beaten(small_game(seed), kind)
    assert_beaten(game_of_repeats(seed), kind)


@pytest.mark.parametrize("game", UNEVEN)
def test_the_opponent_leaves_the_hardest_of_several_largest_classes(game):
    assert_beaten(game, kind=False)


@pytest.mark.parametrize("restriction", RESTRICTIONS)
@pytest.mark.parametrize("kind", [False, True])
@settings(max_examples=15)
@given(seed=st.integers(0, 10**6))
def test_in_hard_play_the_line_is_allowed_and_as_long_as_the_value(restriction, seed, kind):
    assert_beaten(small_game(seed).hardened(restriction), kind)


def test_a_stopped_search_has_bounds():
    found = duel(emi.Mastermind(3, 4).matrix(), go_on=lambda: False)
    assert (found.bounds.lower, found.bounds.upper, found.way) == (3, 64, ())
