"""What an average is at most, however early it is interrupted: the best of what heuristics play."""

from itertools import chain, repeat

import pytest

import emi
from emi import Average, Guaranteed, Limits
from emi.search.solve.cost import heuristic_play, least_cost
from tests.emi.cases import Memory

GAME = emi.Mastermind(4, 4)
#: A first guess of each orbit: places and pegs may be permuted.
FIRSTS = ["1111", "1112", "1122", "1123", "1234"]


def begun(objective, **asked):
    """Return the solution of a search that ends at once."""
    return emi.solve(GAME, objective, limits=Limits(nodes=1), **asked)


@pytest.fixture(params=[0, 1 << 60], ids=["first", "later"])
def large(request, monkeypatch):
    """Games are large, or not: heuristics are played first, or where the search takes longer."""
    monkeypatch.setattr(least_cost, "LARGE", request.param)


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
    played = [emi.play(GAME, name, first="1112").total for name in ("PossibleSum", "Information")]
    assert 912 <= found.bounds.upper <= min(played)
    assert played[1] < played[0]


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("words", ["C5", "O5"])
@pytest.mark.parametrize("hard", ["possible", "hints"])
def test_in_hard_play_is_as_good_as_heuristics_among_candidates(words, hard):
    game = emi.game_named(words).hardened(hard)
    found = emi.solve(game, Average(), limits=Limits(nodes=1))
    assert found.bounds.upper <= min(emi.play(game, name).total for name in ("Sum", "Information"))


@pytest.mark.usefixtures("large")
def test_of_a_search_that_goes_on_is_as_good(monkeypatch):
    store = Memory()
    with monkeypatch.context() as at_once:
        at_once.setattr(heuristic_play.HeuristicPlay, "play_later", lambda *_: None)
        before = begun(Average(), store=store).bounds.upper
    after = begun(Average(), store=store).bounds.upper
    assert after == begun(Average()).bounds.upper < before


def test_takes_no_more_than_half_of_the_time(monkeypatch):
    """Nothing but Sum is played where the other half is over, and the search goes on."""
    monkeypatch.setattr(least_cost, "LARGE", 0)
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


@pytest.mark.parametrize("nodes", [1, 40])
@pytest.mark.parametrize(
    ("name", "firsts"),
    [
        ("moo:3x6", ["012"]),
        ("mastermind:2x6", ["11", "12"]),
        ("mastermind:3x5", ["111", "112", "123"]),
        ("K5", None),
        ("O5", None),
    ],
)
def test_of_a_small_game_is_no_worse(name, firsts, nodes):
    found = emi.solve(name, Average(), limits=Limits(nodes=nodes)).bounds
    played = [emi.play(name, "Sum")]
    played += [emi.play(name, "Information", first=one) for one in firsts or [best_by_sum(name)]]
    assert found.upper <= min(one.total for one in played)


def best_by_sum(name):
    """Return the first guess of least Sum."""
    return emi.game_named(name).guesses[emi.strategy(name, heuristic="Sum").tree.guess]


def test_where_the_search_takes_longer_others_are_played_while_it_goes_on(monkeypatch):
    """Before that they are not: the search finds better strategies sooner, and often ends."""
    names, real = [], heuristic_play.tries

    def noted(matrix, heuristic, **how):
        names.append(heuristic.name)
        return real(matrix, heuristic, **how)

    monkeypatch.setattr(heuristic_play, "tries", noted)
    assert emi.solve(GAME, Average()).bounds.proven
    assert names == ["Sum"]
    monkeypatch.setattr(heuristic_play, "LATER", 0)
    assert emi.solve(GAME, Average()).bounds.proven
    assert names[1:7] == ["Sum", *["Information"] * len(FIRSTS)]
    monkeypatch.setattr(heuristic_play, "LATER", 1 << 60)
    half = Limits(seconds=1e6).begun()
    monkeypatch.setattr(Limits, "remaining", property(lambda _: next(left)))
    left = chain([1.0], repeat(0.4))
    assert emi.solve(GAME, Average(), limits=half).bounds.proven
    assert names[-5:] == ["Information"] * len(FIRSTS)
