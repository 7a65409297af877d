"""Ties among strategies of least total: the least worst case, then the fewest secrets at it."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings

from emi.objectives.average import Average
from emi.search.model.cost_model import CostModel
from emi.search.model.limits import Limits, Stopped
from emi.search.solve.base import Search
from emi.search.solve.cost.average import AverageSearch
from emi.search.solve.cost.least_cost import CostSearch
from emi.search.solve.session import Session
from tests.search.games import seeds, sparse_game
from tests.search.questions import SOME, AnyPrices, questions, solve

#: Some hundreds of nodes.
GAME = sparse_game(4, 14, 14)
FULL = solve(GAME.matrix, Average())
BEST = FULL.strategy()


def by_definition(question):
    """Return the least total, the least worst case for it, and the fewest secrets at that."""
    total, scale = question.value, question.game.secrets + 1
    for worst in range(1, question.game.secrets + 2):
        cost = question.asking(AnyPrices(CostModel.rarely(worst, scale))).value
        if cost // scale == total:
            return total, worst, cost - scale * total
    raise AssertionError("a strategy of the least total takes more guesses than there are")


def ranked(strategy):
    return strategy.total, strategy.depth, strategy.at_depth(strategy.depth)


def without_ties(matrix):
    """Return a strategy of the least total with any worst case."""
    found = CostSearch(matrix, CostModel.average())
    found.run()
    return found.strategy()


@settings(max_examples=SOME)
@given(questions("average", seeds.map(lambda seed: sparse_game(seed, 5, 8)), weighted=False))
def test_ties_are_broken_by_the_worst_case_and_then_by_its_frequency(question):
    assume(question.possible)
    found = question.search()
    strategy = found.strategy()
    assert found.rarest
    assert ranked(strategy) == by_definition(question)
    assert question.first in (None, strategy.guess)


@pytest.fixture(scope="module")
def tied():
    """A game in which strategies of least total have different worst cases."""
    for seed in range(1000):
        matrix = sparse_game(seed, 6, 9).matrix
        if solve(matrix, Average()).strategy().depth < without_ties(matrix).depth:
            return matrix
    raise AssertionError("ties never matter")


def test_ties_are_not_broken_with_different_weights():
    weights = list(range(1, 15))
    found = solve(GAME.matrix, Average(weights=weights))
    tries = found.strategy().tries(14)
    assert (tries * np.array(weights)).sum() == found.bounds.upper
    assert not found.rarest


@pytest.mark.parametrize("calls", [1, 2, 3, 5, 8, 13, 21])
def test_a_stop_while_breaking_ties_leaves_a_strategy_of_least_total(calls, monkeypatch):
    """The strategy of least total is built; then the watcher allows some calls for the ties."""

    class Stopping(CostSearch):
        looks = iter(range(calls))

        def run(self, records=()):
            self.session.watch = lambda _: next(self.looks, None) is not None
            super().run(records)

    monkeypatch.setattr("emi.search.solve.engine.SLICE", 0.0)
    monkeypatch.setattr("emi.search.solve.cost.average.CostSearch", Stopping)
    found = solve(GAME.matrix, Average())
    strategy = found.strategy()
    assert strategy.total == found.bounds.upper == FULL.bounds.upper
    assert ranked(strategy) >= ranked(BEST)
    assert not found.rarest or ranked(strategy) == ranked(BEST)


@pytest.mark.parametrize("at", ["the search", "the writing"])
def test_the_strategy_is_known_if_no_time_is_left_to_break_ties(at, tied, monkeypatch):
    def stopped(search, session=None):
        if isinstance(search, AverageSearch):
            return Search.strategy(search, session)
        raise Stopped

    found = solve(tied, Average())
    if at == "the search":
        monkeypatch.setattr(Session, "aside", lambda _: Session(Limits(nodes=1)))
    else:
        monkeypatch.setattr(CostSearch, "strategy", stopped)
    strategy = found.strategy()
    monkeypatch.undo()
    assert ranked(strategy) == ranked(without_ties(tied))
    assert not found.rarest


def test_the_effort_includes_breaking_ties():
    found = solve(GAME.matrix, Average())
    nodes = found.nodes
    found.strategy()
    assert found.nodes > nodes > 0


@pytest.mark.usefixtures("keep_all")
def test_breaking_ties_resumes_after_a_stop():
    def written(kept, nodes=math.inf):
        """Return the effort of a strategy within ``nodes``, and whether ties were broken."""

        def beside(name):
            known = kept.setdefault(name, [])
            return known.extend, [*known]

        found, session = solve(GAME.matrix, Average()), Session(Limits(nodes=nodes))
        session.beside = beside
        before, strategy = found.nodes, found.strategy(session)
        assert not found.rarest or ranked(strategy) == ranked(BEST)
        return found.nodes - before, found.rarest

    kept = {}
    at_once, rarest = written({})
    assert rarest
    _, rarest = written(kept, at_once * 3 // 4)
    assert not rarest
    assert all(kept.values())
    rest, rarest = written(kept)
    assert rarest
    assert rest < at_once * 3 // 4
    assert written(kept) == (0, True)


def test_a_first_guess_may_be_forbidden_many_times():
    """Z6 of the paper's list within 3 tries: the bound of a first guess did not fit."""
    game = sparse_game(1)
    best = solve(game.matrix, Average()).strategy()
    found = AverageSearch(game.matrix, CostModel.within(best.depth))
    found.run()
    assert found.bounds.upper == best.total
    other = next(guess for guess in range(game.matrix.guesses) if guess != best.guess)
    rarely, _ = found._rarely(best, {other: 99 * found.forbidden}, Session())
    rarely.run()
    assert rarely.bounds.proven
