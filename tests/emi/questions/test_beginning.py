"""What an average of a large game begins with: the best of what heuristics play."""

import pytest

import emi
from emi import Average, Guaranteed, Limits
from search.solve.cost import least_cost

GAME = emi.Mastermind(4, 4)
#: A first guess of each orbit: places and pegs may be permuted.
FIRSTS = ["1111", "1112", "1122", "1123", "1234"]


def begun(objective, **asked):
    """Return the solution of a search that ends at once."""
    return emi.solve(GAME, objective, limits=Limits(nodes=1), **asked)


@pytest.fixture
def large(monkeypatch):
    monkeypatch.setattr(least_cost, "LARGE", 0)


@pytest.mark.usefixtures("large")
def test_is_as_good_as_heuristics_from_any_first_guess():
    played = [emi.play(GAME, "Information", first=first) for first in FIRSTS]
    best = min(one.total for one in [*played, emi.play(GAME, "Sum", first="1123")])
    found = begun(Average())
    assert found.bounds.upper == best
    assert found.first_guess in FIRSTS
    weights = [1 + at % 3 for at in range(256)]
    weighed = [
        sum(map(int.__mul__, one.tries.tolist(), weights))
        for one in [*played, emi.play(GAME, "Sum", first="1123")]
    ]
    assert begun(Average(weights=weights)).bounds.upper == min(weighed)


@pytest.mark.usefixtures("large")
def test_of_a_first_guess_that_is_given_keeps_to_it():
    found = begun(Average(), first="1112")
    assert found.first_guess == "1112"
    assert found.bounds.upper >= 912


@pytest.mark.usefixtures("large")
def test_takes_no_more_than_half_of_the_time(monkeypatch):
    """Nothing but Sum is played where the other half is over, and the search goes on."""
    monkeypatch.setattr(emi.Limits, "within", lambda *_: Limits(seconds=1, end=0.0))
    found = emi.solve(GAME, Average(), limits=Limits(seconds=1e6, nodes=500))
    assert found.nodes > 1
    assert found.bounds.lower > 256


@pytest.mark.usefixtures("large")
def test_changes_no_value():
    for objective in (Average(), Guaranteed(4)):
        assert emi.solve("mastermind:3x4", objective).bounds.proven


def test_of_moo_and_of_logik_is_of_large_games():
    for name in ("moo", "logik"):
        game = emi.game_named(name)
        assert len(game.secrets) * len(game.guesses) >= least_cost.LARGE


def test_of_a_small_game_is_one_heuristic():
    """The search finds better strategies sooner."""
    assert begun(Average()).bounds.upper == emi.play(GAME, "Sum", first="1123").total
