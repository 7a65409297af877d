import numpy as np
import pytest

from search.heuristics.aggregates import AGGREGATES
from search.heuristics.heuristic import AMONG_CANDIDATES, HEURISTICS, PAPER, Ties
from search.heuristics.profiles import Profiles


def test_every_aggregate_is_a_heuristic_and_so_are_the_papers():
    assert set(AGGREGATES) < set(HEURISTICS)
    assert set(PAPER) < set(HEURISTICS)
    assert all(name == heuristic.name for name, heuristic in HEURISTICS.items())


@pytest.mark.parametrize(
    ("name", "direction"), [("Sum", "lowest"), ("Partitions", "highest"), ("Bobo", "")]
)
def test_direction(name, direction):
    assert HEURISTICS[name].direction == direction
    for turned in ("lowest", "highest"):
        assert HEURISTICS[name].turned(turned).direction == (direction and turned)


def test_only_the_first_aggregate_is_turned():
    turned = HEURISTICS["SumGini"].turned("highest")
    assert [one.highest for one in turned.by] == [True, False]


def test_ties_of_candidates_stay_alphabetical():
    assert HEURISTICS["PossibleGmax"].breaking(Ties.possible).ties == Ties.alphabetical
    assert HEURISTICS["Gmax"].breaking(Ties.alphabetical).ties == Ties.alphabetical
    assert HEURISTICS["PossibleGmax"].breaking(Ties.last).ties == Ties.last
    assert HEURISTICS["Random"].breaking(Ties.last).ties == Ties.random


def test_possible_gmax_is_gmax_among_candidates():
    """Paper, section 4.2; and so for any other."""
    assert HEURISTICS["Gmax"].among_candidates() == HEURISTICS["PossibleGmax"]
    assert set(AMONG_CANDIDATES) == {
        f"Possible{name}" for name, heuristic in HEURISTICS.items() if not heuristic.candidates_only
    }


def test_the_next_aggregate_decides_among_those_tied():
    """Paper, section 4.3: SumGini is Sum and, in case of a tie, the lowest Gini index."""
    profiles = Profiles.of([[3, 1, 1, 1], [2, 2, 2], [3, 2, 1]])
    assert HEURISTICS["Sum"].best(profiles).tolist() == [True, True, False]
    assert HEURISTICS["SumGini"].best(profiles).tolist() == [False, True, False]


def test_candidates_only():
    profiles = Profiles.of([[1, 1], [2], [2]], candidate=[False, True, True])
    assert HEURISTICS["PossibleGmax"].best(profiles).tolist() == [False, True, True]
    assert HEURISTICS["Gmax"].best(profiles).tolist() == [True, False, False]
    assert np.array_equal(HEURISTICS["Bobo"].best(profiles), profiles.candidate)
