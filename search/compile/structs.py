"""The arguments of kernels as words: arrays, numbers, and structures of them.

numba passes a tuple as one argument per word. For the arrays of a search these are some hundred
arguments of every phase, which would take most of the compile time. So kernels receive the address
of the words of a structure, and load a word where they use it. Before a call, Python writes the
words: the address and the shape of each array. No kernel changes them. The arguments of a kernel
are words too; a structure among them is the address of its own.

Nothing here imports numba: `numba_types` has the types for it.
"""

import ctypes
from collections.abc import Iterable
from functools import cache, cached_property
from typing import Any, TypeVar

import numpy as np

from emi.search.compile.folders import INTERPRETED

_BYTES = ctypes.c_char * 0
#: The kinds of numbers by their types: kernels take every integer as int64, except uint64.
_NUMBERS: dict[type, str] = {
    **dict.fromkeys((int, np.int64, np.int32, np.int16, np.int8), "int64"),
    **dict.fromkeys((np.uint32, np.uint16, np.uint8), "int64"),
    **dict.fromkeys((bool, np.bool_), "bool"),
    np.uint64: "uint64",
}
T = TypeVar("T", bound=type[Any])


class Struct:
    """The base class that `struct` adds to a named tuple."""

    _fields: tuple[str, ...]

    @cached_property
    def words(self) -> np.ndarray:
        """The words of all fields, including those of nested structures."""
        words: list[int] = []
        for value in self:  # type: ignore[attr-defined]
            words += value.words.tolist() if isinstance(value, Struct) else words_of(value)
        return np.array(words, np.int64)

    @cached_property
    def address(self) -> int:
        """The address of the words, valid while the structure exists."""
        return int(self.words.ctypes.data)

    @cached_property
    def kind(self) -> str:
        """The kind for which kernels are compiled: the name and the kinds of all fields."""
        return f"{type(self).__name__}({kinds_of(self)})"  # type: ignore[arg-type]


def struct(cls: T) -> T:
    """Let kernels take a named tuple of C-contiguous arrays, numbers or structures by reference."""
    taken = [name for name in ("words", "address", "kind") if hasattr(cls, name)]
    if taken:
        raise ValueError(f"{taken[0]}: expected a name that structures do not use")
    if INTERPRETED:
        return cls
    names = {name: getattr(cls, name) for name in ("__doc__", "__module__", "__qualname__")}
    structure: Any = type(cls.__name__, (Struct, cls), names)
    return structure  # type: ignore[no-any-return]


def words_of(value: Any) -> list[int]:
    """Return an argument of a kernel as words."""
    if isinstance(value, np.ndarray):
        try:
            # This takes a third of the time of `value.ctypes`, but fails for read-only arrays.
            data: Any = value
            return [ctypes.addressof(_BYTES.from_buffer(data)), *value.shape]
        except TypeError:
            return [value.ctypes.data, *value.shape]
    return [value.address if isinstance(value, Struct) else int(value)]


def kinds_of(values: Iterable[Any]) -> str:
    """Return the kinds of some arguments; a kernel is compiled once for each combination."""
    return " ".join([_kind_of(value) for value in values])


def _kind_of(value: Any) -> str:
    kind = _NUMBERS.get(type(value))
    if kind is not None:
        return kind
    if isinstance(value, Struct):
        return value.kind
    if not isinstance(value, np.ndarray):
        name = type(value).__name__
        raise TypeError(f"{name}: expected an array, a number or a structure")
    if not value.flags.c_contiguous:
        raise TypeError(f"{value.shape}: expected an array that is C-contiguous")
    return _array(value.dtype, value.ndim)


@cache
def _array(dtype: np.dtype, dimensions: int) -> str:
    """Return the kind of an array, with the fields of its records."""
    fields = "".join(map(str, dtype.descr)).replace(" ", "")
    return f"{fields if dtype.names else dtype.name}[{dimensions}]"
