"""The least total, and the least worst case and the fewest at worst among what reaches it."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from search.model.costs import Costs
from search.strategy.tree import Strategy

from search.model.limits import Limits
from search.solve.cost import average
from search.solve.cost import tree as cheapest
from search.solve.cost.average import ImpossibleError, at_depth, least_average
from search.solve.cost.search import CostProgress, least_cost
from tests.search.games import alike, seeds, sparse_game

#: Some hundreds of nodes.
GAME = sparse_game(4, 14, 14)
LEAST = least_average(GAME.matrix)


def by_definition(game, max_tries=None):
    """Return the least total, the least worst case with it, and the fewest at worst with both."""
    total = game.least_cost(Costs.average() if max_tries is None else Costs.within(max_tries))
    scale = game.secrets + 1
    for worst in range(1, game.secrets + 1):
        cost = game.least_cost(Costs.rarely(worst, scale))
        if cost // scale == total:
            return total, worst, cost - scale * total
    raise AssertionError("a strategy of the least total takes no more guesses than secrets")


def found(answer):
    assert answer.proven
    assert answer.worst_proven
    assert answer.at_worst_proven
    assert answer.strategy.total == answer.upper
    assert answer.strategy.guess == answer.guess
    return answer.upper, answer.strategy.depth, answer.at_worst


@settings(max_examples=40)
@given(seeds)
def test_ties_are_broken_by_the_worst_case_and_then_by_how_often_it_is(seed):
    game = sparse_game(seed, 5, 8)
    assert found(least_average(game.matrix)) == by_definition(game)


@settings(max_examples=25)
@given(seeds)
def test_ties_are_broken_within_the_tries_that_are_allowed(seed):
    game = sparse_game(seed, 5, 8)
    worst = game.worst_case()
    assert found(least_average(game.matrix, max_tries=worst)) == by_definition(game, worst)


def test_a_total_reached_by_a_longer_worst_case_too_is_reached_by_the_shorter():
    seed = next(seed for seed in range(1000) if longer_without_ties(seed))
    game = sparse_game(seed, 6, 9)
    loose, tight = least_average(game.matrix, ties=False), least_average(game.matrix)
    assert loose.upper == tight.upper
    assert tight.strategy.depth < loose.strategy.depth
    assert not loose.worst_proven
    assert not loose.at_worst_proven
    assert loose.at_worst == at_depth(loose.strategy, loose.strategy.depth)


def longer_without_ties(seed):
    matrix = sparse_game(seed, 6, 9).matrix
    loose, tight = least_average(matrix, ties=False), least_average(matrix)
    return tight.strategy.depth < loose.strategy.depth


@pytest.mark.parametrize("secrets", [1, 2, 3, 7])
def test_secrets_that_only_naming_tells_apart_are_named_one_by_one(secrets):
    answer = least_average(alike(secrets).matrix)
    assert found(answer) == (secrets * (secrets + 1) // 2, secrets, 1)


def test_of_some_of_the_secrets():
    game = GAME.candidates(range(0, 14, 2))
    answer = least_average(GAME.matrix, game)
    assert answer.upper == GAME.least_cost(Costs.average(), list(range(0, 14, 2)))
    assert sorted(answer.strategy.members.tolist()) == list(range(0, 14, 2))


def test_with_a_first_guess():
    answer = least_average(GAME.matrix, first=LEAST.guess)
    assert (answer.guess, answer.upper) == (LEAST.guess, LEAST.upper)
    other = least_average(GAME.matrix, first=0)
    assert other.guess == other.strategy.guess == 0
    assert other.upper >= LEAST.upper


def test_ties_are_not_broken_among_secrets_of_different_weight():
    weights = np.arange(1, 15)
    answer = least_average(GAME.matrix, weights=weights)
    assert answer.proven
    assert not answer.worst_proven
    assert not answer.at_worst_proven
    assert answer.at_worst == at_depth(answer.strategy, answer.strategy.depth)
    assert answer.upper == least_cost(GAME.matrix, Costs.average(), weights=weights).upper


def test_too_few_tries_are_not_possible():
    with pytest.raises(ImpossibleError, match="no strategy finds 5 secrets within 4 guesses"):
        least_average(alike(5).matrix, max_tries=4)


@pytest.mark.parametrize(
    "stopping",
    [{"limits": Limits(seconds=1e-9)}, {"limits": Limits(nodes=1)}, {"watch": lambda _: False}],
    ids=["time", "nodes", "watch"],
)
def test_a_search_that_is_stopped_leaves_bounds_that_hold_the_total(stopping):
    answer = least_average(GAME.matrix, **stopping)
    assert not answer.proven
    assert answer.lower <= LEAST.upper <= answer.upper
    assert (answer.strategy, answer.at_worst) == (None, None)
    assert not answer.worst_proven
    assert not answer.at_worst_proven


@pytest.mark.parametrize("calls", range(1, 60, 4))
def test_whenever_it_is_stopped_what_it_says_is_true(calls):
    seen = []

    def watch(progress):
        assert isinstance(progress, CostProgress)
        seen.append(progress)
        return len(seen) < calls

    answer = least_average(GAME.matrix, watch=watch)
    assert answer.lower <= LEAST.upper <= answer.upper
    if answer.strategy is not None:
        assert answer.strategy.total == answer.upper == LEAST.upper
        assert answer.strategy.depth >= LEAST.strategy.depth
    if answer.at_worst_proven:
        assert found(answer) == found(LEAST)


def test_the_total_is_known_if_it_is_stopped_while_the_strategy_is_written(monkeypatch):
    monkeypatch.setattr(average, "written", stopped)
    answer = least_average(GAME.matrix)
    assert answer.upper == answer.lower == LEAST.upper
    assert answer.guess == LEAST.guess
    assert (answer.strategy, answer.at_worst) == (None, None)


def stopped(*_):
    raise cheapest.Stopped


def test_the_strategy_is_known_if_ties_are_stopped(monkeypatch):
    class Slow(average.CostSearch):
        def run(self, facts=()):
            if self.costs.last is not None:
                self.limits = Limits(seconds=1e-9)
            return super().run(facts)

    monkeypatch.setattr(average, "CostSearch", Slow)
    answer = least_average(GAME.matrix)
    assert answer.strategy.total == answer.upper == LEAST.upper
    assert not answer.worst_proven
    assert not answer.at_worst_proven


def test_the_effort_is_that_of_the_total_and_of_the_ties():
    assert LEAST.nodes >= least_average(GAME.matrix, ties=False).nodes > 0
    assert 0 < LEAST.seconds < math.inf


def test_secrets_at_a_depth_are_those_named_there():
    def node(guess, members, *branches):
        return Strategy(guess, np.array(members, np.int32), branches, 0, 0)

    # Guess 9 names none; 0 is named second, 1 and 2 third, for 1 is not told from 3 before.
    tree = node(9, [0, 1, 2, 3], node(0, [0, 1], node(1, [1])), node(2, [2, 3], node(3, [3])))
    assert [at_depth(tree, depth) for depth in (1, 2, 3, 4)] == [0, 2, 2, 0]
