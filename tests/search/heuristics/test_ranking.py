"""The order of guesses is what `Heuristic.best` gives when the best are taken away, and again."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from search.heuristics.ranking import levels, places, ranking

from search.heuristics.aggregates import AGGREGATES
from search.heuristics.comparison import TOLERANCE, Ratios, Vectors
from search.heuristics.heuristic import HEURISTICS, Ties
from search.heuristics.profiles import Profiles
from tests import reference

ORDERED = [name for name, heuristic in HEURISTICS.items() if heuristic.ties != Ties.random]


@st.composite
def sizes_of_some(draw):
    """Draw the class profiles of some guesses at the same few candidates."""
    n = draw(st.integers(1, 12))
    label = st.lists(st.integers(0, 4), min_size=n, max_size=n)
    classes = draw(st.lists(label, min_size=1, max_size=8))
    guesses = [[row.count(c) for c in set(row)] for row in classes]
    candidate = draw(st.lists(st.booleans(), min_size=len(guesses), max_size=len(guesses)))
    return guesses, candidate


def taken_away(heuristic, profiles):
    """Return the levels by definition."""
    level, left, at = [0] * len(profiles), np.arange(len(profiles)), 0
    while len(left):
        best = heuristic.best(profiles.only(left))
        for guess in left[best]:
            level[guess] = at
        left, at = left[~best], at + 1
    return level


@given(sizes_of_some(), st.sampled_from([n for n in ORDERED if not HEURISTICS[n].candidates_only]))
def test_a_level_is_what_is_best_without_those_above(drawn, name):
    profiles = Profiles.of(*drawn)
    assert levels(HEURISTICS[name], profiles).tolist() == taken_away(HEURISTICS[name], profiles)


@given(sizes_of_some(), st.sampled_from(["Bobo", "PossibleGmax"]))
def test_where_only_candidates_are_proposed_the_others_follow_behind(drawn, name):
    guesses, candidate = drawn
    heuristic, profiles = HEURISTICS[name], Profiles.of(guesses, candidate)
    order, _ = ranking(heuristic, np.arange(len(guesses), dtype=np.int32), profiles)
    assert [candidate[g] for g in order] == sorted(candidate, reverse=True)
    own = [g for g in order if candidate[g]]
    if heuristic.by:
        vectors = [sorted(reference.vector(guesses[g]), reverse=True) for g in own]
        assert vectors == sorted(vectors)
    else:
        assert own == sorted(own)


@given(sizes_of_some(), st.sampled_from(sorted(AGGREGATES)))
def test_guesses_are_sorted_by_the_aggregate_by_definition(drawn, name):
    guesses, candidate = drawn
    profiles = Profiles.of(guesses, candidate)
    order, _ = ranking(HEURISTICS[name], np.arange(len(guesses), dtype=np.int32), profiles)
    values = [
        reference.AGGREGATES[name](guesses[g], candidate[g], profiles.feedbacks) for g in order
    ]
    if name in reference.HIGHEST:
        values.reverse()
    for low, high in pairwise(values):
        if isinstance(low, float):
            assert low <= high + 1e-7
        else:
            assert low <= high


def test_ties_go_to_the_possible_then_to_the_first():
    """Paper, section 4.3."""
    profiles = Profiles.of([[2, 1], [2, 1], [1, 1, 1]], candidate=[False, True, False])
    profile_of = np.array([0, 1, -1, 2, 0, 1], np.int32)
    assert ranking(HEURISTICS["Sum"], profile_of, profiles) == ([3, 1, 5, 0, 4], 1)
    alphabetical = HEURISTICS["Sum"].breaking(Ties.alphabetical)
    assert ranking(alphabetical, profile_of, profiles) == ([3, 0, 1, 4, 5], 1)


def test_as_good_as_the_first_counts_guesses_not_profiles():
    profiles = Profiles.of([[2, 1], [3]])
    assert ranking(HEURISTICS["Sum"], np.array([1, 0, 0, 0], np.int32), profiles)[1] == 3


@pytest.mark.parametrize(("highest", "expected"), [(False, [2, 0, 1, 0]), (True, [0, 2, 1, 2])])
def test_places_of_integers_fractions_and_vectors(highest, expected):
    assert places(np.array([5, 1, 3, 1]), highest=highest).tolist() == expected
    ratios = Ratios(np.array([5, 1, 3, 2]), np.array([2, 2, 2, 4]))
    assert places(ratios, highest=highest).tolist() == expected
    vectors = Vectors(Profiles.of([[3, 3], [2, 2, 2], [3, 2, 1], [2, 2, 2]]))
    assert places(vectors, highest=highest).tolist() == expected


def test_fractions_that_no_float_tells_apart_are_told_apart():
    over, under = np.array([10**9, 10**9 + 1]), np.array([10**9 + 1, 10**9 + 2])
    assert Fraction(int(over[0]), int(under[0])) < Fraction(int(over[1]), int(under[1]))
    assert places(Ratios(over, under), highest=False).tolist() == [0, 1]


def test_a_chain_of_small_steps_is_not_one_place():
    steps = np.array([0, 0.7, 1.4, 2.1]) * TOLERANCE
    assert places(steps, highest=False).tolist() == [0, 0, 1, 1]
