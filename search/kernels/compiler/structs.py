"""Structures of arrays that kernels take by reference.

numba passes a tuple as one argument per word. For the arrays of a search these are some hundred
arguments of every phase, which would take most of the compile time. So kernels receive the address
of the words of a structure, and load a word where they use it. Before a call, Python writes the
words: the address and the shape of each array. No kernel changes them.
"""

from functools import cached_property
from hashlib import sha256
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba import config
from numba.core import cgutils, types
from numba.core.typing.templates import AttributeTemplate
from numba.core.typing.typeof import typeof, typeof_impl
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    unbox,
)

T = TypeVar("T", bound=type[Any])

WORD = ir.IntType(64)
#: Bytes of a word.
SIZE = 8


class _Struct:
    """The base class that `struct` adds to a named tuple."""

    _fields: tuple[str, ...]

    @cached_property
    def words(self) -> np.ndarray:
        """The words of all fields, including those of nested structures."""
        words: list[int] = []
        for value in self:  # type: ignore[attr-defined]
            if isinstance(value, _Struct):
                words += value.words.tolist()
            elif isinstance(value, np.ndarray):
                words += [value.ctypes.data, *value.shape]
            else:
                words.append(int(value))
        return np.array(words, np.int64)

    @cached_property
    def address(self) -> int:
        """The address of the words, valid while the structure exists."""
        return int(self.words.ctypes.data)


def struct(cls: T) -> T:
    """Let kernels take a named tuple of C-contiguous arrays, numbers or structures by reference."""
    if taken := [name for name in ("words", "address") if hasattr(cls, name)]:
        raise ValueError(f"{taken[0]}: expected a name that structures do not use")
    if config.DISABLE_JIT:  # type: ignore[attr-defined]
        return cls
    names = {name: getattr(cls, name) for name in ("__doc__", "__module__", "__qualname__")}
    made: Any = type(cls.__name__, (_Struct, cls), names)
    return made  # type: ignore[no-any-return]


class Direct:
    """Calls a kernel without examining the types of its arguments again.

    numba examines each array of a structure at each call: for the arrays of a search, 10 µs. The
    first call compiles or loads the kernel. Contract: all calls have arguments of the same types;
    other arguments crash.
    """

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel
        self._compiled: Any = None

    def __call__(self, *given: Any) -> Any:
        """Call the kernel."""
        if self._compiled is not None:
            return self._compiled(*given)
        result = self._kernel(*given)
        # Without compiling, the kernel is a function of Python.
        for signature in getattr(self._kernel, "nopython_signatures", ()):
            self._compiled = self._kernel.get_overload(signature.args)
        return result


class _StructType(types.Type):
    def __init__(self, cls: type, fields: tuple[tuple[str, types.Type], ...]) -> None:
        self.cls = cls
        self.fields = dict(fields)
        self.offsets = {}
        self.size = 0
        for name, one in fields:
            self.offsets[name] = self.size
            self.size += _words(one)
        digest = sha256(repr(fields).encode()).hexdigest()[:8]
        super().__init__(f"{cls.__name__}{digest}")


def _words(one: types.Type) -> int:
    """Return the number of words of a field."""
    if isinstance(one, _StructType):
        return one.size
    if isinstance(one, types.Array):
        if one.layout != "C":
            raise TypeError(f"{one}: expected an array that is C-contiguous")
        return 1 + int(one.ndim)
    if not isinstance(one, types.Integer | types.Boolean):
        raise TypeError(f"{one}: expected an array, a number or a structure")
    return 1


@typeof_impl.register(_Struct)
def _type_of(value: Any, _context: object) -> _StructType:
    fields = tuple((name, typeof(getattr(value, name))) for name in value._fields)
    return _StructType(type(value), fields)


@register_model(_StructType)
class _Model(models.OpaqueModel):
    """The model of a structure in LLVM: its address."""


@infer_getattr
class _Attributes(AttributeTemplate):
    key = _StructType

    def generic_resolve(self, of, name):
        return of.fields.get(name)


@unbox(_StructType)
def _unbox(_of: _StructType, value: Any, context: Any) -> NativeValue:
    api, builder = context.pyapi, context.builder
    address = api.object_getattr_string(value, "address")
    native = api.long_as_voidptr(address)
    api.decref(address)
    return NativeValue(native, is_error=cgutils.is_not_null(builder, api.err_occurred()))


@lower_getattr_generic(_StructType)
def _load(context: Any, builder: Any, of: _StructType, value: Any, name: str) -> Any:
    one = of.fields[name]

    def load(place: int, kind: Any) -> Any:
        at = cgutils.pointer_add(builder, value, SIZE * place, kind.as_pointer())
        loaded = builder.load(at)
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return loaded

    at = of.offsets[name]
    if isinstance(one, _StructType):
        return cgutils.pointer_add(builder, value, SIZE * at)
    if not isinstance(one, types.Array):
        return context.cast(builder, load(at, WORD), types.int64, one)
    shape = [load(at + 1 + k, WORD) for k in range(one.ndim)]
    data = load(at, context.get_data_type(one.dtype).as_pointer())
    return contiguous(context, builder, one, data, shape)


def contiguous(context: Any, builder: Any, of: types.Array, data: Any, shape: list[Any]) -> Any:
    """Return a C-contiguous array whose references are not counted."""
    itemsize = ir.Constant(WORD, context.get_abi_sizeof(context.get_data_type(of.dtype)))
    strides, items = [itemsize], shape[-1]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    for length in reversed(shape[:-1]):
        items = builder.mul(items, length)
    fields = {
        "nitems": items,
        "itemsize": itemsize,
        "data": data,
        "shape": cgutils.pack_array(builder, shape, WORD),
        "strides": cgutils.pack_array(builder, strides, WORD),
    }
    model = context.data_model_manager[of]
    array = ir.Constant(model.get_value_type(), None)
    for field, given in fields.items():
        array = builder.insert_value(array, given, model.get_field_position(field))
    return array
