"""Every kind of work returns stored results at once, without a search."""

from dataclasses import replace
from functools import partial

import pytest

import emi
from emi import Average, Guaranteed, Position, WorstCase, solve
from emi.analysis.explored import explore
from emi.analysis.fairness import difficulty
from emi.questions.certifying import certified
from emi.questions.question import Question
from emi.work.run import NO_LIMITS
from emi.work.task import stored
from tests.emi.cases import DEAR, Memory, long_game


@pytest.fixture
def closed(monkeypatch):
    """Return a function after which nothing can be searched."""

    def closed():
        monkeypatch.setattr("emi.questions.question.kernels_ready", None)
        monkeypatch.setattr("emi.questions.question.QuestionSession.matrix", None)

    return closed


def looked_up(work, game, store=None):
    return stored(work, game, limits=NO_LIMITS, store=store)


@pytest.mark.parametrize("objective", [WorstCase(), Guaranteed(4)], ids=str)
def test_of_a_solution(closed, objective):
    game, store = long_game(), Memory()
    work = partial(solve, objective=objective)
    found = work(game, store=store)
    closed()
    known, whole = looked_up(work, game, store)
    assert (known.bounds, known.missed, known.nodes) == (found.bounds, found.missed, 0)
    assert whole
    nothing, whole = looked_up(work, game)
    assert (nothing.proven, whole) == (False, False)


def test_of_a_page(closed):
    game, store = emi.Motus.of_cell("K5"), Memory()
    found = explore(game, store=store)
    closed()
    known, whole = looked_up(explore, game, store)
    assert (known.plain(), whole) == (found.plain(), True)
    nothing, whole = looked_up(explore, game)
    assert (nothing.missing, whole) == ("value", False)


def test_of_a_front(closed):
    game, store = emi.Motus(DEAR), Memory()
    rows = emi.pareto(game, store=store)
    closed()
    known, whole = looked_up(emi.pareto, game, store)
    assert [replace(row, seconds=0) for row in known] == [replace(row, seconds=0) for row in rows]
    assert whole
    nothing, whole = looked_up(emi.pareto, game)
    assert (nothing.rows, whole) == ((), False)


def test_of_fairness(closed):
    game, store = long_game(), Memory()
    worst = emi.solve(game, store=store).bounds.lower
    missed = emi.solve(game, Guaranteed(worst - 1), store=store).missed
    emi.solve(game, Average(), store=store)
    closed()
    fair, whole = looked_up(partial(emi.fairness, tries=worst), game, store)
    assert (fair.fair, whole) == (True, True)
    unfair, whole = looked_up(partial(emi.fairness, tries=worst - 1), game, store)
    assert (unfair.fair, unfair.missed, unfair.removed, whole) == (False, missed, None, False)
    nothing, whole = looked_up(partial(emi.fairness, tries=worst - 1), game)
    assert (nothing.fair, nothing.missed, nothing.misses.upper, whole) == (None, None, None, False)


@pytest.mark.parametrize("command", ["difficulty", "certificate", "ranking"])
def test_of_other_work_nothing_is_begun(closed, command):
    game, store = long_game(), Memory()
    emi.solve(game, store=store)
    closed()
    works = {
        "difficulty": difficulty,
        "certificate": lambda one, **how: certified(Question(one, **how)),
        "ranking": lambda one, **how: Position(one).explain(**how),
    }
    assert looked_up(works[command], game, store) == (None, False)


@pytest.mark.parametrize("objective", [Average(), Guaranteed(2)], ids=str)
def test_of_a_position_that_leaves_all_is_known_what_is_known_of_the_game(objective):
    """A review of a game did not find what `emi solve` had kept of its start."""
    game, store = long_game(), Memory()
    value = solve(game, objective, store=store).bounds
    start = Position(game).value(objective, store=store)
    assert (start.bounds, start.stored, start.nodes) == (value, True, 0)
