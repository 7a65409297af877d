"""Declared arrays: one declaration defines a structure, allocates it and lets it grow.

A structure is a named tuple whose fields have declarations as default values::

    members: np.ndarray = array(np.int32, "levels", "secrets")

`allocate` makes the arrays from the sizes of the dimensions; `enlarge` enlarges all arrays that
have a given dimension. Kernels only see the arrays. A `record` holds the numbers of one level or
entry next to each other.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np

T = TypeVar("T", bound=Any)

#: Arrays begin at a multiple of this many bytes: a vector in two cache lines takes twice as long.
LINE = 64


class Declared(NamedTuple):
    """The declaration of an array: its type, dimensions and initial value."""

    dtype: Any
    # Numbers, or names such as ``"secrets"`` and ``"secrets + 1"``.
    dims: tuple[int | str, ...]
    # None if every element is written before it is read.
    fill: int | None

    def allocate(self, sizes: Mapping[str, int]) -> np.ndarray:
        """Return a new array, given the sizes of the named dimensions."""
        shape = [dim if isinstance(dim, int) else _size(dim, sizes) for dim in self.dims]
        size = int(np.prod(shape, dtype=np.int64)) * self.dtype.itemsize
        # The system clears memory as it is used first, so zeros take no time here.
        room = (np.zeros if self.fill == 0 else np.empty)(size + LINE, np.uint8)
        begin = -room.ctypes.data % LINE
        new: np.ndarray = room[begin : begin + size].view(self.dtype).reshape(shape)
        if self.fill:
            new.fill(self.fill)
        return new


class Nested(NamedTuple):
    """A structure inside another."""

    kind: Any


def _size(dim: str, sizes: Mapping[str, int]) -> int:
    name, _, more = dim.partition(" + ")
    return sizes[name] + int(more or 0)


def array(dtype: Any, *dims: int | str, fill: int | None = None) -> Any:
    """Declare an array, by its dtype, its dimensions and the initial value of all elements.

    Dimensions are numbers, or names such as ``"secrets"`` and ``"secrets + 1"``. Without ``fill``,
    the elements have no initial value.
    """
    return Declared(np.dtype(dtype), dims, fill)


def nested(kind: Any) -> Any:
    """Declare a structure inside another."""
    return Nested(kind)


def allocate(kind: type[T], sizes: Mapping[str, int], **given: Any) -> T:
    """Return a structure with all declared arrays, except those that are given."""
    fields = {}
    for name, declared in kind._field_defaults.items():
        if name in given:
            continue
        if isinstance(declared, Nested):
            fields[name] = allocate(declared.kind, sizes)
        else:
            fields[name] = declared.allocate(sizes)
    return kind(**fields, **given)  # type: ignore[no-any-return]


def _is(dim: int | str, name: str) -> bool:
    return isinstance(dim, str) and dim.partition(" + ")[0] == name


def having(kind: Any, dim: str) -> list[str]:
    """Return the names of the arrays that have a dimension."""
    return [
        name
        for name, declared in kind._field_defaults.items()
        if isinstance(declared, Declared) and any(_is(dim_of, dim) for dim_of in declared.dims)
    ]


def enlarge(arrays: T, dim: str, size: int) -> T:
    """Return the structure with one dimension enlarged and the contents kept."""
    wider = {}
    for name in having(type(arrays), dim):
        declared, old = arrays._field_defaults[name], getattr(arrays, name)
        shape = [
            _size(dim_of, {dim: size}) if _is(dim_of, dim) else length
            for dim_of, length in zip(declared.dims, old.shape, strict=True)
        ]
        wider[name] = declared._replace(dims=shape).allocate({})
        wider[name][tuple([slice(length) for length in old.shape])] = old
    return arrays._replace(**wider)  # type: ignore[no-any-return]


def record(**fields: str) -> np.dtype:
    """Return the dtype of a record of int64 fields, which kernels and Python read by name.

    The value of each keyword describes the field.
    """
    if taken := [name for name in fields if hasattr(np.record, name)]:
        msg = f"{taken[0]}: expected a name that numpy's records do not use"
        raise ValueError(msg)
    return np.dtype((np.record, np.dtype([(name, np.int64) for name in fields], align=True)))
