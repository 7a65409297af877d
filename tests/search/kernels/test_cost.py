"""The kernels of the least cost on small games, quick enough to be run as plain Python too."""

import random

import numpy as np
import pytest

from search.model.cost_model import CostModel
from search.model.matrix import FeedbackMatrix
from search.solve.cost.search import CostSearch
from tests import oracle


def least_cost(matrix, model, **asked):
    """Return a search that has run."""
    search = CostSearch(matrix, model, **asked)
    search.run()
    return search


def game(secrets: int, classes: int, seed: int, guesses: int = 0):
    """Return a random game as a matrix, and as the oracle takes it."""
    source = random.Random(seed)
    rows = max(guesses, secrets)
    table = [[source.randrange(1, classes) for _ in range(secrets)] for _ in range(rows)]
    for secret in range(secrets):
        table[secret][secret] = 0
    own = list(range(secrets))
    return FeedbackMatrix(np.array(table, np.uint8), np.array(own, np.int32)), table, own


COSTS = [
    CostModel.average(),
    CostModel.within(3),
    CostModel.guaranteed(2),
    CostModel.guaranteed(3),
    CostModel.guaranteed(4),
    CostModel.misses_first(3, 1000),
]


@pytest.mark.parametrize("costs", COSTS)
@pytest.mark.parametrize("weighted", [False, True])
def test_small_games_cost_what_the_definition_says(costs, weighted):
    matrix, table, own = game(9, 4, 1, guesses=11)
    weights = [3, 1, 1, 2, 1, 5, 1, 1, 2] if weighted else None
    found = least_cost(
        matrix, costs, weights=None if weights is None else np.array(weights, np.int64)
    )
    least = oracle.least_cost(table, own, own, costs.steps, costs.after, costs.miss, weights)
    if found.bounds.upper is not None:
        assert (found.bounds.lower, found.bounds.upper) == (least, least)
    else:
        # What is forbidden costs more than any strategy that finds every secret.
        assert least > 9 * 20


def test_a_call_that_pauses_between_two_classes_goes_on_there(monkeypatch):
    """Where kernels are compiled they keep their constants, and this compares equals."""
    matrix, _, _ = game(14, 4, 3)
    whole = least_cost(matrix, CostModel.average())
    monkeypatch.setattr("search.kernels.cost.search.AT_ONCE", 1)
    piecemeal = least_cost(matrix, CostModel.average())
    assert (piecemeal.bounds, piecemeal.nodes) == (whole.bounds, whole.nodes)


@pytest.mark.parametrize("classes", [7, 70])
def test_the_weights_of_many_members_may_all_be_doubled(classes):
    """More members than are looked at abreast, with few classes and with many."""
    matrix, _, _ = game(70, classes, 2)
    once = least_cost(matrix, CostModel.average(), first=0)
    twice = least_cost(matrix, CostModel.average(), weights=np.full(70, 2, np.int64), first=0)
    assert once.bounds.proven
    assert twice.bounds.lower == twice.bounds.upper == 2 * once.bounds.lower


def test_some_members_are_counted_by_bits():
    matrix, _, _ = game(30, 5, 3)
    found = least_cost(matrix, CostModel.average(), first=0)
    assert found.strategy().total == found.bounds.upper


def test_misses_of_many_members_are_counted():
    matrix, _, _ = game(26, 3, 4)
    fewest = [
        least_cost(matrix, CostModel.guaranteed(tries)).bounds.upper for tries in (2, 3, 4, 5)
    ]
    assert fewest == sorted(fewest, reverse=True)
    assert fewest[0] >= 26 - 3
