import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from search.kernels.common.known import Known, place_of, tighten
from search.kernels.common.solved import WAYS


def empty(places=WAYS):
    return Known(
        np.zeros((places, 2), np.uint64),
        np.zeros(places, np.int32),
        np.zeros(places, np.int32),
        np.zeros(places, np.int64),
    )


def key(number):
    return np.array([2 * number, number], np.uint64)


def bounds(known, number):
    place = place_of(known, key(number))
    return None if place < 0 else (int(known.lower[place]), int(known.upper[place]))


def test_nothing_is_known_at_first_not_even_of_the_key_of_zeros():
    assert bounds(empty(), 0) is None


def test_both_bounds_of_a_set_lie_side_by_side():
    known = empty()
    tighten(known, key(3), 1, 5, 1)
    tighten(known, key(3), 4, 9, 1)
    assert bounds(known, 3) == (4, 5)


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(5, 9)), min_size=1))
def test_a_bound_is_only_ever_tightened(notes):
    known = empty()
    for lower, upper in notes:
        tighten(known, key(7), lower, upper, 1)
    assert bounds(known, 7) == (max(low for low, _ in notes), min(high for _, high in notes))


def test_keys_that_agree_in_one_half_are_different_sets():
    known = empty()
    tighten(known, np.array([4, 1], np.uint64), 2, 3, 1)
    assert place_of(known, np.array([4, 2], np.uint64)) < 0
    assert place_of(known, np.array([6, 1], np.uint64)) < 0


def test_a_full_bucket_gives_up_what_took_the_least_work():
    known = empty()
    for number, work in enumerate([9, 2, 7, 5, 4]):
        tighten(known, key(number), 1, 2 + number, work)
    assert [bounds(known, number) for number in range(5)] == [(1, 2), None, (1, 4), (1, 5), (1, 6)]


def test_work_adds_up():
    known = empty()
    tighten(known, key(0), 1, 5, 3)
    tighten(known, key(0), 2, 5, 4)
    for number in range(1, 5):
        tighten(known, key(number), 1, 2, 6)
    assert bounds(known, 0) == (2, 5)
