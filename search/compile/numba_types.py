"""The numba types of the arguments of kernels: arrays, numbers, structures by address."""

from hashlib import sha256
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import AttributeTemplate
from numba.core.typing.typeof import typeof_impl
from numba.extending import infer_getattr, lower_getattr_generic, models, register_model
from numba.np.numpy_support import from_dtype

from emi.search.compile.structs import Struct, kinds_of

WORD = ir.IntType(64)
#: Bytes of a word.
SIZE = 8


class StructType(types.Type):
    """The type of a structure: the address of the words of its fields."""

    def __init__(self, name: str, fields: tuple[tuple[str, types.Type], ...]) -> None:
        self.fields = dict(fields)
        self.offsets = {}
        self.size = 0
        for field, kind in fields:
            self.offsets[field] = self.size
            self.size += _words(kind)
        digest = sha256(repr(fields).encode()).hexdigest()[:8]
        super().__init__(f"{name}{digest}")


class _Address(types.Type):
    """A field with the address of a structure, rather than its words."""

    def __init__(self, of: StructType) -> None:
        self.of = of
        super().__init__(f"Address({of.name})")


def _words(kind: types.Type) -> int:
    """Return the number of words of a field."""
    if isinstance(kind, StructType):
        return kind.size
    return 1 + int(kind.ndim) if isinstance(kind, types.Array) else 1


def type_of(value: Any) -> types.Type:
    """Return numba's type of an argument; numbers are int64, except bool and `numpy.uint64`."""
    if isinstance(value, np.ndarray):
        return types.Array(from_dtype(value.dtype), value.ndim, "C")
    if isinstance(value, Struct):
        fields = tuple((name, type_of(getattr(value, name))) for name in value._fields)
        return StructType(type(value).__name__, fields)
    if isinstance(value, bool | np.bool_):
        return types.boolean
    return types.uint64 if isinstance(value, np.uint64) else types.int64


def arguments(given: tuple[types.Type, ...]) -> StructType:
    """Return the type of the words of the arguments of a kernel: fields ``a0``, ``a1``, ..."""
    fields = (_Address(kind) if isinstance(kind, StructType) else kind for kind in given)
    return StructType("Arguments", tuple((f"a{at}", kind) for at, kind in enumerate(fields)))


@typeof_impl.register(Struct)
def _type_of(value: Any, _context: object) -> types.Type:
    kinds_of([value])  # Raise TypeError if a kernel cannot take a field.
    return type_of(value)


@register_model(StructType)
class _Model(models.OpaqueModel):
    """The model of a structure in LLVM: its address."""


@infer_getattr
class _Attributes(AttributeTemplate):
    key = StructType

    def generic_resolve(self, of, name):
        field = of.fields.get(name)
        return field.of if isinstance(field, _Address) else field


@lower_getattr_generic(StructType)
def _load(context: Any, builder: Any, of: StructType, value: Any, name: str) -> Any:
    field = of.fields[name]

    def load(place: int, kind: Any) -> Any:
        at = cgutils.pointer_add(builder, value, SIZE * place, kind.as_pointer())
        loaded = builder.load(at)
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return loaded

    at = of.offsets[name]
    if isinstance(field, _Address):
        return load(at, cgutils.voidptr_t)
    if isinstance(field, StructType):
        return cgutils.pointer_add(builder, value, SIZE * at)
    if not isinstance(field, types.Array):
        return context.cast(builder, load(at, WORD), types.int64, field)
    shape = [load(at + 1 + k, WORD) for k in range(field.ndim)]
    data = load(at, context.get_data_type(field.dtype).as_pointer())
    return contiguous(context, builder, field, data, shape)


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
