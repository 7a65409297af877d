"""A matrix in a file is searched like any other; only the parts that are read differ."""

import numpy as np
import pytest

from emi.games.moo import Moo
from emi.games.motus import Motus
from emi.search.model.matrix import FeedbackMatrix
from emi.search.solve.session import Session
from emi.search.solve.worst_case.engine import class_keys
from emi.search.solve.worst_case.free_play import WorstCaseSearch
from tests.search.questions import solve


@pytest.fixture(scope="module", params=[Motus.of_cell("C5", "fr"), Moo(3, 7)], ids=["C5", "moo"])
def both(request):
    """Return a matrix in memory, and the same matrix marked as lying in a file."""
    matrix = request.param.matrix()
    return matrix, FeedbackMatrix(matrix.rows, matrix.own, empty=np.empty)


@pytest.mark.parametrize("first", [0, 5, 100])
def test_a_greedy_strategy_is_played_class_by_class(both, first):
    searches = [WorstCaseSearch(matrix) for matrix in both]
    for search in searches:
        search._play(first)
    assert searches[0].bounds == searches[1].bounds
    assert 3 < searches[0].upper < 13


def test_greedy_play_ends_with_the_session(both):
    search = WorstCaseSearch(both[1], session=Session(watch=lambda _: False))
    search._play(0)
    assert search.upper == both[1].secrets


def test_the_worst_case_and_its_strategy_are_the_same(both, constants):
    constants("worst_case.free_play", PATIENCE=1)
    searches = [solve(matrix, symmetric=False) for matrix in both]
    assert searches[0].bounds == searches[1].bounds
    assert [one.strategy().depth for one in searches] == [one.upper for one in searches]


def test_guesses_are_ordered_equally(both):
    source = np.random.default_rng(3)
    for size in (5, 40, 200):
        members = np.sort(source.choice(both[0].secrets, size, replace=False)).astype(np.int32)
        some = np.sort(source.choice(both[0].guesses, 20, replace=False))
        for guesses in (None, some):
            keys, *others = zip(*(class_keys(one, members, guesses) for one in both), strict=True)
            assert keys[0].tolist() == keys[1].tolist()
            assert all(one == other for one, other in others)


def test_too_many_candidates_are_not_read(both, monkeypatch):
    monkeypatch.setattr("emi.search.solve.minimax.PAIRS", 100)
    search = WorstCaseSearch(both[1])
    search._play(0)
    assert search.upper == both[1].secrets


@pytest.mark.parametrize("asked", [1, 2])
def test_greedy_play_can_be_stopped_while_reading(both, monkeypatch, asked):
    monkeypatch.setattr("emi.search.model.matrix.EACH", both[1].secrets // 2 if asked == 1 else 1)
    left = iter(range(asked - 1))
    search = WorstCaseSearch(both[1], session=Session(watch=lambda _: next(left, None) is not None))
    search._play(0)
    assert search.upper == both[1].secrets
