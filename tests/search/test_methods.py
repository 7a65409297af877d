import numpy as np
import pytest

from search.aggregates import AGGREGATES
from search.methods import AMONG_CANDIDATES, METHODS, PAPER, Ties
from search.sizes import Sizes


def test_every_aggregate_is_a_method_and_so_are_the_papers():
    assert set(AGGREGATES) < set(METHODS)
    assert set(PAPER) < set(METHODS)
    assert all(name == method.name for name, method in METHODS.items())


@pytest.mark.parametrize(
    ("name", "direction"), [("Sum", "lowest"), ("Partitions", "highest"), ("Bobo", "")]
)
def test_direction(name, direction):
    assert METHODS[name].direction == direction
    for turned in ("lowest", "highest"):
        assert METHODS[name].turned(turned).direction == (direction and turned)


def test_only_the_first_aggregate_is_turned():
    turned = METHODS["SumGini"].turned("highest")
    assert [one.highest for one in turned.by] == [True, False]


def test_ties_of_candidates_stay_alphabetical():
    assert METHODS["PossibleGmax"].breaking(Ties.possible).ties == Ties.alphabetical
    assert METHODS["Gmax"].breaking(Ties.alphabetical).ties == Ties.alphabetical
    assert METHODS["PossibleGmax"].breaking(Ties.last).ties == Ties.last
    assert METHODS["Random"].breaking(Ties.last).ties == Ties.random


def test_possible_gmax_is_gmax_among_candidates():
    """Paper, section 4.2; and so for any other."""
    assert METHODS["Gmax"].among_candidates() == METHODS["PossibleGmax"]
    assert set(AMONG_CANDIDATES) == {
        f"Possible{name}" for name, method in METHODS.items() if not method.candidates_only
    }


def test_the_next_aggregate_decides_among_those_tied():
    """Paper, section 4.3: SumGini is Sum and, in case of a tie, the lowest Gini index."""
    sizes = Sizes.of([[3, 1, 1, 1], [2, 2, 2], [3, 2, 1]])
    assert METHODS["Sum"].best(sizes).tolist() == [True, True, False]
    assert METHODS["SumGini"].best(sizes).tolist() == [False, True, False]


def test_candidates_only():
    sizes = Sizes.of([[1, 1], [2], [2]], candidate=[False, True, True])
    assert METHODS["PossibleGmax"].best(sizes).tolist() == [False, True, True]
    assert METHODS["Gmax"].best(sizes).tolist() == [True, False, False]
    assert np.array_equal(METHODS["Bobo"].best(sizes), sizes.candidate)
