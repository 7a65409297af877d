"""A greedy opponent, against plain play of every guess."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emi
from emi.search.heuristics.opponent import duel
from tests.emi.games.test_hard import left_by, small_game


def by_definition(game, *, kind):
    """Return the least number of guesses that beat an opponent that keeps the most candidates.

    Of several largest classes he leaves the one that takes the most guesses, or the fewest.
    """

    @cache
    def least(secrets):
        if len(secrets) == 1:
            return 1
        found = []
        for guess in game.guesses:
            parts = left_by(game, guess, secrets)
            most = max(map(len, parts.values()))
            if most < len(secrets):
                values = [least(tuple(part)) for part in parts.values() if len(part) == most]
                found.append(1 + (min if kind else max)(values))
        return min(found)

    return least(game.secrets)


@pytest.mark.parametrize("kind", [False, True])
@settings(max_examples=40)
@given(seed=st.integers(0, 10**6))
def test_the_bounds_meet_at_the_value_by_definition(seed, kind):
    game = small_game(seed)
    found = duel(game.matrix(), kind=kind)
    assert found.bounds.proven
    assert found.bounds.lower == len(found.way) == by_definition(game, kind=kind)
    assert found.bounds.lower <= emi.solve(game).bounds.lower
    left = list(game.secrets)
    for guess, members in found.way[:-1]:
        parts = left_by(game, game.guesses[guess], left)
        left = [game.secrets[secret] for secret in members]
        assert left in parts.values()
        assert len(left) == max(map(len, parts.values()))
    assert [game.guesses[found.way[-1][0]]] == left


def test_a_stopped_search_has_bounds():
    found = duel(emi.Mastermind(3, 4).matrix(), go_on=lambda: False)
    assert (found.bounds.lower, found.bounds.upper, found.way) == (3, 64, ())
