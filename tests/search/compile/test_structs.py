"""Kernels read the same values from a structure as Python."""

import os
from typing import NamedTuple

import numpy as np
import pytest
from numba import njit, typeof

from emi.search.compile.structs import struct
from emi.search.kernels.core.arrays import record
from tests.search.kernels import calls  # noqa: F401 - it is called from Python here

compiled_only = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="a named tuple then"
)


@struct
class Inner(NamedTuple):
    wide: np.ndarray  # (m, n, 2) uint16
    at: np.ndarray  # (n,) records
    asked: bool


@struct
class Outer(NamedTuple):
    """A structure that contains another one."""

    flags: np.ndarray  # (n,) uint8
    inner: Inner
    least: int
    other: Inner


def inner(size, asked):
    wide = np.arange(3 * size * 2, dtype=np.uint16).reshape(3, size, 2)
    return Inner(wide, np.zeros(size, record(rank="its place", place="another")), asked)


@pytest.fixture
def outer():
    return Outer(np.array([3, 1], np.uint8), inner(4, True), -5, inner(2, False))


@njit
def sizes(outer):
    """Return all sizes and numbers of a structure."""
    wide, other = outer.inner.wide, outer.other.wide
    flags = outer.flags
    return (
        (flags.shape, flags.size, flags.nbytes, flags.strides),
        (wide.shape, wide.size, wide.nbytes, wide.strides),
        (other.shape, outer.other.at.shape, outer.inner.at.shape),
        (outer.least, outer.inner.asked, outer.other.asked),
    )


@njit
def write(outer, inner):
    """Write to elements and slices of arrays."""
    outer.flags[1] = 7
    inner.wide[2, 1, 0] += 100
    inner.wide[1, :, 1] = 0
    row = inner.wide[2]
    inner.at[1].place = row[1, 0] + row.shape[0]
    return inner.at[1].place


def test_kernels_read_the_fields_of_the_tuple(outer):
    one, two = outer.inner, outer.other
    assert sizes(outer) == (
        ((2,), 2, 2, (1,)),
        ((3, 4, 2), 24, 48, one.wide.strides),
        (two.wide.shape, (2,), (4,)),
        (-5, True, False),
    )


def test_a_kernel_writes_to_the_arrays(outer):
    wide = outer.inner.wide.copy()
    wide[2, 1, 0] += 100
    wide[1, :, 1] = 0
    assert write(outer, outer.inner) == outer.inner.at[1].place == wide[2, 1, 0] + 4
    assert outer.flags.tolist() == [3, 7]
    assert (outer.inner.wide == wide).all()


def test_replacing_an_array_makes_another_structure(outer):
    other = outer._replace(flags=np.zeros(5, np.uint8), other=outer.inner)
    assert sizes(other)[0][0] == (5,)
    assert sizes(other)[2][1] == (4,)
    assert sizes(outer)[0][0] == (2,)


def test_a_structure_is_a_named_tuple(outer, golden):
    flags, _, least, _ = outer
    assert (flags is outer.flags, least) == (True, -5)
    golden(Outer.__doc__)
    assert isinstance(outer._replace(least=1), Outer)
    assert outer._fields == ("flags", "inner", "least", "other")


@compiled_only
def test_equal_fields_of_another_class_make_another_type(outer):
    @struct
    class Different(NamedTuple):
        flags: np.ndarray
        inner: Inner
        least: int
        other: Inner

    assert typeof(outer) == typeof(outer._replace(least=8))
    assert typeof(outer) != typeof(Different(*outer))
    assert typeof(outer) != typeof(outer._replace(flags=np.zeros(2, np.int32)))


@compiled_only
@pytest.mark.parametrize("wrong", [np.zeros((4, 3, 2), np.uint16).T, 1.5, "text"])
def test_fields_that_kernels_cannot_load_are_refused(outer, wrong, refused):
    with refused(TypeError):
        typeof(outer._replace(flags=wrong))
    with refused(TypeError):
        sizes(outer._replace(inner=outer.inner._replace(wide=wrong)))


@pytest.mark.parametrize("name", ["words", "address", "kind"])
def test_field_names_that_structures_use_are_refused(name, refused):
    with refused(ValueError):
        struct(NamedTuple("Taken", [(name, np.ndarray)]))
