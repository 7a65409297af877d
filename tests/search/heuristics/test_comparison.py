from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.heuristics.comparison import TOLERANCE, Ratios, Vectors, best, plain
from search.heuristics.profiles import Profiles
from tests import reference
from tests.search.heuristics.test_profiles import several


def chosen(values, *, highest):
    return np.flatnonzero(best(values, highest=highest)).tolist()


@given(st.lists(st.integers(-9, 9), min_size=1), st.booleans())
def test_integers_are_compared_exactly(numbers, highest):
    values = np.array(numbers) + (1 << 60)
    assert chosen(values, highest=highest) == reference.best(numbers, highest=highest)


@pytest.mark.parametrize("highest", [False, True])
def test_irrational_numbers_are_equal_within_the_tolerance(highest):
    sign = -1 if highest else 1
    values = sign * np.array([1000.0, 1000 * (1 + TOLERANCE / 2), 1000 * (1 + 3 * TOLERANCE)])
    assert chosen(values, highest=highest) == [0, 1]


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(1, 50)), min_size=1), st.booleans())
def test_quotients_are_compared_as_fractions(pairs, highest):
    over, under = np.array(pairs).T
    exact = [Fraction(a, b) for a, b in pairs]
    assert chosen(Ratios(over, under), highest=highest) == reference.best(exact, highest=highest)
    assert plain(Ratios(over, under)) == exact


def test_quotients_nearer_than_floating_point_can_tell():
    n = 1 << 61
    ratios = Ratios(np.array([n, n - 1, n]), np.array([n - 1, n - 2, n - 1]))
    assert chosen(ratios, highest=False) == [0, 2]
    assert chosen(ratios, highest=True) == [1]


@given(several(), st.booleans())
def test_vectors_are_compared_from_their_greatest_component(guesses, highest):
    vectors = [tuple(reversed(reference.vector(one))) for one in guesses]
    values = Vectors(Profiles.of(guesses))
    assert chosen(values, highest=highest) == reference.best(vectors, highest=highest)
    assert plain(values) == vectors


def test_numbers_come_out_plain():
    assert plain(np.array([1, 2])) == [1, 2]
    assert plain(np.array([0.5])) == [0.5]
