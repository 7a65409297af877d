"""Values are compared exactly where they are rational; the reference compares plain numbers."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.heuristics.comparison import TOLERANCE, Ratios, Vectors, best, places, plain
from emi.search.heuristics.profiles import Profiles
from tests import reference
from tests.search.heuristics.test_profiles import several, written_out


def check(values, exact, *, highest):
    """Compare the best values and all ranks with those of plain numbers."""
    expected = reference.best(exact, highest=highest)
    assert np.flatnonzero(best(values, highest=highest)).tolist() == expected
    order = sorted(set(exact), reverse=highest)
    assert places(values, highest=highest).tolist() == [order.index(value) for value in exact]


@given(st.lists(st.integers(-9, 9), min_size=1), st.booleans())
def test_integers_are_compared_exactly(numbers, highest):
    check(np.array(numbers) + (1 << 60), numbers, highest=highest)
    assert plain(np.array(numbers)) == numbers


@pytest.mark.parametrize("highest", [False, True])
def test_irrational_numbers_are_equal_within_the_tolerance(highest):
    sign = -1 if highest else 1
    values = sign * np.array([1000.0, 1000 * (1 + TOLERANCE / 2), 1000 * (1 + 3 * TOLERANCE)])
    assert best(values, highest=highest).tolist() == [True, True, False]
    assert places(values, highest=highest).tolist() == [0, 0, 1]
    assert plain(np.array([0.5])) == [0.5]


def test_a_chain_of_small_steps_is_not_one_rank():
    steps = np.array([0, 0.7, 1.4, 2.1]) * TOLERANCE
    assert places(steps, highest=False).tolist() == [0, 0, 1, 1]


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(1, 50)), min_size=1), st.booleans())
def test_quotients_are_compared_as_fractions(pairs, highest):
    over, under = np.array(pairs).T
    exact = [Fraction(a, b) for a, b in pairs]
    check(Ratios(over, under), exact, highest=highest)
    assert plain(Ratios(over, under)) == exact


@pytest.mark.parametrize("highest", [False, True])
def test_quotients_that_floating_point_cannot_distinguish(highest):
    n = 1 << 61
    over, under = [n, n - 1, n], [n - 1, n - 2, n - 1]
    check(Ratios(np.array(over), np.array(under)), [*map(Fraction, over, under)], highest=highest)


@given(several(), st.booleans())
def test_vectors_are_compared_from_the_largest_component(guesses, highest):
    vectors = [tuple(reversed(reference.vector(one))) for one in guesses]
    values = Vectors(Profiles.of(guesses))
    check(values, vectors, highest=highest)
    assert [tuple(written_out(runs)) for runs in plain(values)] == vectors
