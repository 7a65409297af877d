"""The best guesses of a heuristic, and its ranking: the best of the rest, repeatedly."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.heuristics.aggregates import AGGREGATES
from emi.search.heuristics.heuristic import AMONG_CANDIDATES, HEURISTICS, PAPER, Ties
from emi.search.heuristics.profiles import Profiles
from tests import reference


@st.composite
def sizes_of_some(draw):
    """Draw the class sizes of some guesses for the same candidates, and which are candidates."""
    n = draw(st.integers(1, 12))
    label = st.lists(st.integers(0, 4), min_size=n, max_size=n)
    guesses = [
        [row.count(c) for c in set(row)] for row in draw(st.lists(label, min_size=1, max_size=8))
    ]
    return guesses, draw(st.lists(st.booleans(), min_size=len(guesses), max_size=len(guesses)))


def order_of(name, profiles):
    return HEURISTICS[name].ranking(profiles)[0].tolist()


def test_every_aggregate_and_every_heuristic_of_the_paper_is_a_heuristic():
    assert set(AGGREGATES) | set(PAPER) < set(HEURISTICS)
    assert all(name == heuristic.name for name, heuristic in HEURISTICS.items())


@pytest.mark.parametrize(
    ("name", "direction"), [("Sum", "lowest"), ("Partitions", "highest"), ("Bobo", "")]
)
def test_direction(name, direction):
    assert HEURISTICS[name].direction == direction
    for turned in ("lowest", "highest"):
        assert HEURISTICS[name].turned(turned).direction == (direction and turned)


def test_only_the_first_aggregate_changes_direction():
    turned = HEURISTICS["SumGini"].turned("highest")
    assert [one.highest for one in turned.by] == [True, False]


def test_ties_among_candidates_stay_alphabetical():
    assert HEURISTICS["PossibleGmax"].breaking(Ties.possible).ties == Ties.alphabetical
    assert HEURISTICS["Gmax"].breaking(Ties.alphabetical).ties == Ties.alphabetical
    assert HEURISTICS["PossibleGmax"].breaking(Ties.last).ties == Ties.last
    assert HEURISTICS["Random"].breaking(Ties.last).ties == Ties.random


def test_possible_gmax_is_gmax_among_candidates():
    """Paper, section 4.2; the same holds for every heuristic."""
    assert HEURISTICS["Gmax"].among_candidates() == HEURISTICS["PossibleGmax"]
    assert HEURISTICS["Bobo"].among_candidates() == HEURISTICS["Bobo"]
    assert set(AMONG_CANDIDATES) == {
        f"Possible{name}" for name, heuristic in HEURISTICS.items() if not heuristic.candidates_only
    }


def test_the_next_aggregate_decides_ties():
    """Paper, section 4.3: SumGini is Sum and, in case of a tie, the lowest Gini index."""
    profiles = Profiles.of([[3, 1, 1, 1], [2, 2, 2], [3, 2, 1]])
    assert HEURISTICS["Sum"].best(profiles).tolist() == [True, True, False]
    assert HEURISTICS["SumGini"].best(profiles).tolist() == [False, True, False]


def test_candidates_only():
    profiles = Profiles.of([[1, 1], [2], [2]], candidate=[False, True, True])
    assert HEURISTICS["PossibleGmax"].best(profiles).tolist() == [False, True, True]
    assert HEURISTICS["Gmax"].best(profiles).tolist() == [True, False, False]
    assert np.array_equal(HEURISTICS["Bobo"].best(profiles), profiles.candidate)


@given(
    sizes_of_some(),
    st.sampled_from([n for n, one in HEURISTICS.items() if not one.candidates_only]),
)
def test_a_level_holds_the_best_guesses_of_the_rest(drawn, name):
    heuristic, profiles = HEURISTICS[name], Profiles.of(*drawn)
    level, left, at = [0] * len(profiles), np.arange(len(profiles)), 0
    while len(left):
        best = heuristic.best(profiles.only(left))
        for guess in left[best]:
            level[guess] = at
        left, at = left[~best], at + 1
    assert heuristic.levels(profiles).tolist() == level


@given(sizes_of_some(), st.sampled_from(["Bobo", "PossibleGmax"]))
def test_other_guesses_come_last_if_only_candidates_are_proposed(drawn, name):
    guesses, candidate = drawn
    order = order_of(name, Profiles.of(guesses, candidate))
    assert [candidate[g] for g in order] == sorted(candidate, reverse=True)
    own = [g for g in order if candidate[g]]
    if name == "Bobo":
        assert own == sorted(own)
    else:
        vectors = [sorted(reference.vector(guesses[g]), reverse=True) for g in own]
        assert vectors == sorted(vectors)


@given(sizes_of_some(), st.sampled_from(sorted(AGGREGATES)))
def test_guesses_are_sorted_by_the_definition_of_the_aggregate(drawn, name):
    guesses, candidate = drawn
    profiles = Profiles.of(guesses, candidate)
    values = [
        reference.AGGREGATES[name](guesses[g], candidate[g], profiles.feedbacks)
        for g in order_of(name, profiles)
    ]
    if name in reference.HIGHEST:
        values.reverse()
    slack = 1e-7 if isinstance(values[0], float) else 0
    assert all(low <= (high + slack if slack else high) for low, high in pairwise(values))


def test_ties_go_to_candidates_then_to_the_first_guess():
    """Paper, section 4.3."""
    profiles = Profiles.of(
        [[2, 1], [2, 1], [1, 1, 1], [2, 1], [2, 1], [1, 1, 1]],
        candidate=[False, True, False, False, True, False],
    )
    for ties, order in (
        (Ties.possible, [2, 5, 1, 4, 0, 3]),
        (Ties.alphabetical, [2, 5, 0, 1, 3, 4]),
        (Ties.last, [5, 2, 4, 3, 1, 0]),
    ):
        found, tied = HEURISTICS["Sum"].breaking(ties).ranking(profiles)
        assert (found.tolist(), tied) == (order, 2)
