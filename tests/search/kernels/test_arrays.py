"""One declaration defines a structure, allocates its arrays and lets them grow."""

from typing import NamedTuple

import numpy as np
import pytest

from emi.search.kernels.core.arrays import LINE, allocate, array, enlarge, nested, record


class Inner(NamedTuple):
    marks: np.ndarray = array(np.uint8, "guesses", fill=0)


class Outer(NamedTuple):
    inner: Inner = nested(Inner)
    start: np.ndarray = array(np.int32, "levels", "secrets + 1", fill=-1)
    key: np.ndarray = array(np.uint64, "levels", 2, fill=0)
    inside: np.ndarray = array(np.int32, "secrets", "levels")


def test_arrays_have_the_sizes_of_their_dimensions():
    made = allocate(Outer, {"levels": 3, "secrets": 4, "guesses": 5})
    assert made.start.shape == (3, 5)
    assert (made.start == -1).all()
    assert (made.key.shape, made.key.dtype, made.key.any()) == ((3, 2), np.uint64, False)
    assert made.inner.marks.shape == (5,)


def test_arrays_begin_with_a_cache_line():
    sizes = {"levels": 3, "secrets": 4, "guesses": 5}
    for size in (1, 5, 99, 1 << 20):
        start = allocate(Outer, sizes | {"secrets": size}).start
        assert start.ctypes.data % LINE == 0
        assert (start == -1).all()


def test_a_given_array_is_used_unchanged():
    given = np.ones((1, 1), np.int32)
    made = allocate(Outer, {"levels": 3, "secrets": 4, "guesses": 5}, inside=given)
    assert made.inside is given


def test_contents_stay_when_a_dimension_grows():
    made = allocate(Outer, {"levels": 2, "secrets": 3, "guesses": 1})
    made.start[:] = np.arange(8).reshape(2, 4)
    made.inside[:] = np.arange(6).reshape(3, 2)
    grown = enlarge(made, "levels", 4)
    assert grown.start.shape == (4, 4)
    assert (grown.start[:2] == made.start).all()
    assert (grown.start[2:] == -1).all()
    assert (grown.inside[:, :2] == made.inside).all()
    assert (grown.inside.shape, grown.inner is made.inner) == ((3, 4), True)


def test_field_names_that_numpy_records_use_are_refused():
    assert np.zeros(1, record(depth="guesses that are left"))[0].depth == 0
    with pytest.raises(ValueError, match="sort"):
        record(sort="an order")
