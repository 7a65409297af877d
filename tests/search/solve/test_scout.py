"""The scout: what it finds is a strategy, and what it does not find is no claim."""

import numpy as np
import pytest

from emi.games.motus import Motus
from search.solve.worst_case.engine import Engine, class_keys
from search.solve.worst_case.scout import Scout
from search.solve.worst_case.search import worst_case


@pytest.fixture(scope="module")
def cell():
    """A cell that takes 6 guesses, with what a scout is made of."""
    game = Motus.of_cell("C5", "fr")
    matrix = game.matrix()
    members = np.arange(matrix.secrets, dtype=np.int32)
    keys, _, _ = class_keys(matrix, members)
    return matrix, members, keys


def classes_of(matrix, guess):
    row = matrix.rows[guess]
    return [np.flatnonzero(row == c) for c in np.unique(row)]


def always(_):
    return True


def test_a_guess_that_is_found_begins_a_strategy(cell):
    matrix, members, keys = cell
    worst = worst_case(matrix).bounds.upper
    assert worst > 4
    engine = Engine(matrix, worst + 1)
    guess = Scout(matrix, members, keys).look(engine, worst, 10**6, always)
    assert guess >= 0
    left = Engine(matrix, worst)
    for part in classes_of(matrix, guess):
        if len(part) > worst - 1:
            below, apart, _ = class_keys(matrix, part.astype(np.int32))
            settled = apart >= 0 or left.decide(part.astype(np.int32), worst - 1, below) >= 0
            assert settled


def test_what_is_impossible_is_not_found(cell):
    matrix, members, keys = cell
    worst = worst_case(matrix).bounds.upper
    scout = Scout(matrix, members, keys)
    assert scout.look(Engine(matrix, worst), worst - 1, 10**9, always) == -1
    assert scout.looked == len(scout.order)


def test_it_goes_on_where_it_stopped_and_begins_again_at_another_depth(cell):
    matrix, members, keys = cell
    worst = worst_case(matrix).bounds.upper
    scout, engine = Scout(matrix, members, keys), Engine(matrix, worst)
    looked = []
    for _ in range(3):
        assert scout.look(engine, worst - 1, 1, always) == -1
        looked.append(scout.looked)
    assert looked == sorted(set(looked))
    scout.look(engine, worst, 1, always)
    assert scout.looked <= looked[0]


def test_nothing_is_looked_at_where_the_search_is_quick(cell):
    matrix, members, keys = cell
    scout = Scout(matrix, members, keys)
    assert scout.look(Engine(matrix, 4), 3, 10**6, always) == -1
    assert scout.looked == 0


@pytest.mark.parametrize("calls", [0, 1, 5])
def test_it_stops_when_it_is_told(cell, calls):
    matrix, members, keys = cell
    left = iter(range(calls))
    scout = Scout(matrix, members, keys)
    engine = Engine(matrix, 6)
    assert scout.look(engine, 6, 10**9, lambda _: next(left, None) is not None) == -1
    assert scout.looked <= max(calls, 1)
