"""A matrix that lies in a file is searched as any other, only what is read of it differs."""

import numpy as np
import pytest

from emi.games.moo import Moo
from emi.games.motus import Motus
from search.model.matrix import FeedbackMatrix
from search.solve.question import solve
from search.solve.session import Session
from search.solve.worst_case.search import WorstCaseSearch


@pytest.fixture(scope="module", params=[Motus.of_cell("C5", "fr"), Moo(3, 7)], ids=["C5", "moo"])
def both(request):
    """Return a matrix in memory, and the same as if it lay in a file."""
    matrix = request.param.matrix()
    return matrix, FeedbackMatrix(matrix.rows, matrix.own, empty=np.empty)


@pytest.mark.parametrize("first", [0, 5, 100])
def test_a_greedy_strategy_is_played_class_by_class(both, first):
    searches = [WorstCaseSearch(matrix) for matrix in both]
    for search in searches:
        search._greedy(first)
    assert searches[0].bounds == searches[1].bounds
    assert 3 < searches[0].upper < 13


def test_a_greedy_strategy_is_given_up_with_the_session(both):
    search = WorstCaseSearch(both[1], session=Session(watch=lambda _: False))
    search._greedy(0)
    assert search.upper == both[1].secrets


def test_the_worst_case_is_the_same_and_so_is_its_strategy(both, constants):
    constants("worst_case.search", PATIENCE=1)
    searches = [solve(matrix, symmetric=False) for matrix in both]
    assert searches[0].bounds == searches[1].bounds
    assert [one.strategy().depth for one in searches] == [one.upper for one in searches]
