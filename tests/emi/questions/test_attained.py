"""The strategy behind an upper bound that is not proven: it attains the bound, and is to be had."""

import pytest

import emi
from emi import Average, Guaranteed, Limits, Stopped, WorstCase
from emi.search.model.written import Outline
from tests.emi.games.test_hard import play

OBJECTIVES = [WorstCase(), Average(), Average(6), Guaranteed(3), Guaranteed(4)]


def reached(game, objective, found, first):
    """Return the value of a strategy by playing it against each secret; it begins as it should."""
    taken = []
    for secret in game.secrets:
        history = play(game, found, secret)
        if history is not None:
            made = [guess for guess, _ in history]
            assert made[: len(first)] == [*first][: len(made)]
            taken.append(len(made))
    if objective.name == "guaranteed":
        return len(game.secrets) - sum(1 for one in taken if one <= objective.tries)
    assert len(taken) == len(game.secrets)
    assert objective.tries is None or max(taken) <= objective.tries
    return max(taken) if objective.name == "worst" else sum(taken)


@pytest.mark.parametrize("restriction", [None, "consistent", "possible"])
@pytest.mark.parametrize("objective", OBJECTIVES, ids=repr)
@pytest.mark.parametrize("nodes", [1, 200])
def test_it_attains_the_bound_by_every_objective(restriction, objective, nodes):
    game = emi.game_named("mastermind:3x5")
    game = game.hardened(restriction) if restriction else game
    for first in ((), ("114",), *[("112", "134")] * (not restriction)):
        found = emi.solve(game, objective, first=first, limits=Limits(nodes=nodes))
        if found.bounds.upper is not None:
            value = reached(game, objective, found.strategy(), first)
            assert found.bounds.lower <= value <= found.bounds.upper


@pytest.mark.parametrize("objective", [WorstCase(), Average(), Guaranteed(5)], ids=repr)
def test_of_a_game_that_takes_minutes_it_is_there_in_seconds(objective):
    game = emi.Mastermind(5, 5)
    found = emi.solve(game, objective, limits=Limits(nodes=1))
    assert not found.proven
    strategy = found.strategy()
    outline = Outline.of(strategy.tree, game.matrix().own)
    assert objective.reached(outline, [1] * len(game.secrets)) <= found.bounds.upper


def test_of_openers_that_are_found_it_begins_with_them():
    found = emi.solve("mastermind:3x5", openers=2, limits=Limits(nodes=10**5))
    strategy = found.strategy()
    second = {branch.guess for branch in strategy.tree.branches if len(branch.members) > 1}
    assert len(second) == 1
    assert strategy.depth <= found.bounds.upper


def test_without_time_it_is_one_clear_line():
    found = emi.solve("mastermind:4x6", limits=Limits(nodes=1))
    with pytest.raises(Stopped, match=r"^mastermind:4x6: stopped before there was a strategy .*$"):
        found.strategy(limits=Limits(seconds=1e-9))
    with pytest.raises(Stopped, match="expected more time"):
        found.strategy(watch=lambda _: False)
