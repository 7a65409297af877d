import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.errors import OptionError
from emi.search.model.bounds import Bounds, ContradictionError

ends = st.integers(-2, 12)


@given(ends, st.none() | ends)
def test_bounds_must_be_ordered_and_not_negative(lower, upper):
    if lower >= 0 and (upper is None or lower <= upper):
        assert Bounds(lower, upper).proven == (lower == upper)
    else:
        said = f"^lower={lower}, upper={upper}: expected 0 <= lower <= upper$"
        with pytest.raises(OptionError, match=said):
            Bounds(lower, upper)


@given(st.integers(0, 9), st.data())
def test_tightening_is_the_intersection_of_bounds(value, data):
    def holding():
        upper = st.none() | st.integers(value, 12)
        return data.draw(st.builds(Bounds, st.integers(0, value), upper))

    def allowed(bounds):
        return {*range(bounds.lower, 99 if bounds.upper is None else bounds.upper + 1)}

    one, other = holding(), holding()
    assert allowed(one.tightened(other.lower, other.upper)) == allowed(one) & allowed(other)


@pytest.mark.parametrize(("lower", "upper"), [(5, 9), (2, 1)])
def test_bounds_that_contradict_each_other_are_refused(lower, upper, refused):
    with refused(ContradictionError):
        Bounds(2, 3).tightened(lower, upper)


@pytest.mark.parametrize(
    ("bounds", "written"),
    [((4, 4), "4"), ((4, 6), "4..6"), ((4, None), "4..?"), ((999, 1000), "999..1,000")],
)
def test_proven_bounds_are_written_as_one_number(bounds, written):
    assert str(Bounds(*bounds)) == written
