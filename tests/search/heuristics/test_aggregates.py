"""Each aggregate against its printed formula (``tests.reference``), and against printed values."""

import math
import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.heuristics import aggregates
from emi.search.heuristics.aggregates import AGGREGATES, Aggregate
from emi.search.heuristics.comparison import best, plain
from emi.search.heuristics.profiles import Profiles
from tests import reference
from tests.search.heuristics.test_profiles import several, written_out

#: Coverage would double the time of the oracle; other tests cover the program.
pytestmark = pytest.mark.no_cover


def test_the_reference_covers_all_aggregates():
    assert set(AGGREGATES) == set(reference.AGGREGATES)
    assert {name for name, one in AGGREGATES.items() if one.highest} == reference.HIGHEST


@pytest.mark.parametrize("name", AGGREGATES)
def test_every_docstring_cites_its_source(name):
    doc = AGGREGATES[name].function.__doc__
    assert any(source in doc for source in ("[CDL]", "[HH]", "[P]"))


@pytest.mark.parametrize("name", AGGREGATES)
@given(guesses=several(), data=st.data())
def test_values_and_ties_are_those_of_the_formula(name, guesses, data):
    candidate = data.draw(st.lists(st.booleans(), min_size=len(guesses), max_size=len(guesses)))
    most = max(map(len, guesses)) + data.draw(st.integers(0, 3))
    profiles = Profiles.of(guesses, candidate, most)
    expected = [
        reference.AGGREGATES[name](one, c, most) for one, c in zip(guesses, candidate, strict=True)
    ]
    values = AGGREGATES[name](profiles)
    if isinstance(expected[0], float):
        assert plain(values) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    elif isinstance(expected[0], tuple):
        assert [tuple(written_out(runs)) for runs in plain(values)] == expected
    else:
        assert plain(values) == expected
    for highest in (False, True):
        found = np.flatnonzero(best(values, highest=highest)).tolist()
        assert found == reference.best(expected, highest=highest)


def test_large_sets():
    profiles = Profiles.of([[65_535], [1] * 65_535, [32_768, 32_767]])
    for name in set(AGGREGATES) - {"Gmax"}:
        assert all(map(math.isfinite, plain(AGGREGATES[name](profiles))))
    assert plain(aggregates.total(profiles)) == [65_535**2, 65_535, 32_768**2 + 32_767**2]
    assert plain(aggregates.gini(profiles))[:2] == [0, 0]


def test_mathematically_equal_values_are_ties():
    """4 ln 4 = 4 (2 ln 2): one class of 4 has the information of four classes of 2."""
    profiles = Profiles.of([[4, 1, 1, 1, 1], [2, 2, 2, 2]])
    for name in ("Information", "InformationTau"):
        assert best(AGGREGATES[name](profiles), highest=False).all()


def test_aggregates_can_be_pickled():
    own = Aggregate("Own", len, highest=True)
    turned = replace(AGGREGATES["Sum"], highest=True)
    for one in (*AGGREGATES.values(), turned, own):
        assert pickle.loads(pickle.dumps(one)) == one
