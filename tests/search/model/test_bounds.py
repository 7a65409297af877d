import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.model.bounds import Bounds, ContradictionError

ends = st.integers(-2, 12)


@given(ends, ends)
def test_only_ordered_bounds_from_one_up_are_bounds(lower, upper):
    if 1 <= lower <= upper:
        assert Bounds(lower, upper).proven == (lower == upper)
    else:
        with pytest.raises(ValueError, match=rf"bounds {lower}\.\.{upper}: expected 1 <= lower"):
            Bounds(lower, upper)


@given(st.integers(1, 9), st.data())
def test_tightening_keeps_what_both_bounds_allow(value, data):
    def holding():
        return data.draw(st.builds(Bounds, st.integers(1, value), st.integers(value, 12)))

    one, other = holding(), holding()
    both = one.tightened(other.lower, other.upper)
    allowed = {*range(one.lower, one.upper + 1)} & {*range(other.lower, other.upper + 1)}
    assert {*range(both.lower, both.upper + 1)} == allowed


def test_bounds_that_contradict_each_other_are_refused():
    with pytest.raises(ContradictionError, match=r"1\.\.3 and 5\.\.9 cannot both be true"):
        Bounds(1, 3).tightened(5, 9)


def test_proven_bounds_are_written_as_one_number():
    assert str(Bounds(4, 4)) == "4"
    assert str(Bounds(4, 6)) == "4..6"
