"""Every kind of work returns stored results at once, without a search."""

from dataclasses import replace

import pytest

import emi
from emi import Average, Guaranteed, Position, solve
from emi.analysis.explored import Explore
from emi.analysis.fairness import known_fairness
from emi.analysis.pareto import known_front
from emi.search.model.bounds import Bounds
from emi.work.run import Solve
from tests.emi.cases import DEAR, Memory, long_game


@pytest.fixture
def closed(monkeypatch):
    """Return a function after which nothing can be searched."""

    def closed():
        for place in ("searching", "certifying"):
            monkeypatch.setattr(f"emi.questions.{place}.searched", None)
        monkeypatch.setattr("emi.questions.question.kernels_ready", None)

    return closed


def test_of_a_solution(closed):
    game, store = long_game(), Memory()
    work = Solve(objective=lambda _: Guaranteed(4))
    found = work(game, store, lambda _: True)
    closed()
    known = work.known(game, store)
    assert (known.bounds, known.missed, known.nodes) == (found.bounds, found.missed, 0)
    assert work.is_whole(known)
    assert not work.is_whole(work.known(game, None))


def test_of_a_page(closed):
    game, store = emi.Motus.of_cell("K5"), Memory()
    work = Explore()
    found = work(game, store, lambda _: True)
    closed()
    assert work.known(game, store).plain() == found.plain()
    assert work.known(game, None).missing == "value"


def test_of_a_front(closed):
    game, store = emi.Motus(DEAR), Memory()
    rows = emi.pareto(game, store=store)
    closed()
    known = known_front(game, store=store)
    assert [replace(row, seconds=0) for row in known] == [replace(row, seconds=0) for row in rows]
    assert known_front(game).rows == ()


def test_of_fairness(closed):
    game, store = long_game(), Memory()
    worst = emi.solve(game, store=store).bounds.lower
    missed = emi.solve(game, Guaranteed(worst - 1), store=store).missed
    emi.solve(game, Average(), store=store)
    closed()
    assert known_fairness(game, worst, store).fair
    unfair = known_fairness(game, worst - 1, store)
    assert (unfair.fair, unfair.missed, unfair.removed) == (False, missed, None)
    nothing = known_fairness(game, worst - 1, None)
    assert (nothing.fair, nothing.missed, nothing.misses) == (None, None, Bounds(0, None))


@pytest.mark.parametrize("objective", [Average(), Guaranteed(2)], ids=str)
def test_of_a_position_that_leaves_all_is_known_what_is_known_of_the_game(objective):
    """A review of a game did not find what `emi solve` had kept of its start."""
    game, store = long_game(), Memory()
    value = solve(game, objective, store=store).bounds
    start = Position(game).value(objective, store=store)
    assert (start.bounds, start.stored, start.nodes) == (value, True, 0)
