"""Emit, load and call the machine code of kernels.

This needs llvmlite, which comes with numba and takes a sixth of numba's time to import. A kernel is
one function, ``int entry(int64 *result, void **error, int64 *words)``. It calls nothing but a few
functions of the C library, so its code works with every version of Python and of numba.
"""

import ctypes
import os
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import binding

from emi.search.compile.structs import words_of

#: The name of the entry of each kernel, which is part of its name in LLVM.
ENTRY = "entry_of_a_kernel"
#: The functions of the C library that the code of a kernel may call.
LIBRARY = {"free", "malloc", "memcpy", "memmove", "memset"}
#: The functions that make a result of a kernel from a word, by the name of its type.
_RESULTS: dict[str, Callable[[int], object]] = {"none": lambda _: None, "int": int, "bool": bool}
_ENTRY = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 3)
_loading = threading.Lock()


@cache
def _target() -> Any:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.Target.from_default_triple()


@cache
def _words(count: int) -> Any:
    return ctypes.c_int64 * count


@cache
def _engine() -> Any:
    machine = _target().create_target_machine()
    return binding.create_mcjit_compiler(binding.parse_assembly(""), machine)


class Native:
    """The loaded code of a kernel for one kind of arguments.

    Parameters
    ----------
    name : str
        The symbol of the entry. Code that is loaded later under this name does not change this one.
    returns : str
        ``"none"``, ``"int"``, ``"bool"``, or several of them with commas.
    code : bytes
        The object code.
    """

    def __init__(self, name: str, returns: str, code: bytes) -> None:
        with _loading:
            engine = _engine()
            engine.add_object_file(binding.ObjectFileRef.from_data(code))
            engine.finalize_object()
            self._entry = _ENTRY(engine.get_function_address(name))
        self._make = [_RESULTS[kind] for kind in returns.split(",")]
        self._space = _words(len(self._make))

    def __call__(self, arguments: tuple[Any, ...]) -> Any:
        """Call the kernel without the lock of the interpreter."""
        words: list[int] = []
        for argument in arguments:
            words += words_of(argument)
        result = self._space()
        # A kernel fails only if memory is short, so the error itself is not read.
        if self._entry(result, ctypes.byref(ctypes.c_void_p()), _words(len(words))(*words)):
            raise MemoryError("no memory for the arrays of a kernel")
        if len(self._make) == 1:
            return self._make[0](result[0])
        return tuple([make(word) for make, word in zip(self._make, result, strict=True)])


def entry_in(module: Any) -> Any:
    """Return the entry in a module; wrappers for other callers have other prefixes."""
    (entry,) = (
        function for function in module.functions
        if ENTRY in function.name and not function.is_declaration
        and not function.name.startswith(("_ZN7cpython", "cfunc."))
    )  # fmt: skip
    return entry


def confine(module: Any) -> None:
    """Remove the calls of numba's runtime from a module, and hide all but its entry."""
    module.link_in(binding.parse_assembly(_runtime(module.triple)))
    entry = entry_in(module).name
    for symbol in (*module.functions, *module.global_variables):
        if not symbol.is_declaration and symbol.name != entry:
            symbol.linkage = "internal"


def _runtime(triple: str) -> str:
    """Return replacements for the functions of numba's runtime that make and drop arrays.

    The description of an array begins with a count of references, a destructor and its data, and
    the address of the array.
    """
    from llvmlite import ir

    module = ir.Module("runtime")
    module.triple = triple
    word, address, count = ir.IntType(64), ir.IntType(8).as_pointer(), ir.IntType(32)
    begin, align = ir.LiteralStructType([word, address, address, address, word]), 64
    malloc = ir.Function(module, ir.FunctionType(address, [word]), "malloc")
    free = ir.Function(module, ir.FunctionType(ir.VoidType(), [address]), "free")

    def define(name: str, returns: Any, *takes: Any) -> tuple[Any, Any]:
        function = ir.Function(module, ir.FunctionType(returns, takes), name)
        function.linkage = "linkonce_odr"
        return function.args, ir.IRBuilder(function.append_basic_block())

    (size, _), builder = define("NRT_MemInfo_alloc_aligned", address, word, count)
    block = builder.call(malloc, [builder.add(size, word(2 * align))])
    with builder.if_then(builder.icmp_unsigned("==", block, address(None)), likely=False):
        builder.ret(address(None))
    first = builder.add(builder.ptrtoint(block, word), word(2 * align - 1))
    first = builder.inttoptr(builder.and_(first, word(-align)), address)
    described = builder.bitcast(block, begin.as_pointer())
    for at, field in enumerate((word(1), address(None), address(None), first, size)):
        builder.store(field, builder.gep(described, [count(0), count(at)]))
    builder.ret(block)

    (block,), builder = define("NRT_MemInfo_data_fast", address, address)
    described = builder.bitcast(block, begin.as_pointer())
    builder.ret(builder.load(builder.gep(described, [count(0), count(3)])))

    (block,), builder = define("NRT_MemInfo_call_dtor", ir.VoidType(), address)
    dropped = builder.function
    builder.call(free, [block])
    builder.ret_void()

    (size,), builder = define("NRT_Allocate", address, word)
    builder.ret(builder.call(malloc, [size]))
    (block,), builder = define("NRT_Free", ir.VoidType(), address)
    builder.call(free, [block])
    builder.ret_void()

    # No two threads share an array, so the counts need not be atomic.
    for name, step in (("NRT_incref", 1), ("NRT_decref", -1)):
        (block,), builder = define(name, ir.VoidType(), address)
        with builder.if_then(builder.icmp_unsigned("!=", block, address(None))):
            references = builder.bitcast(block, word.as_pointer())
            left = builder.add(builder.load(references), word(step))
            builder.store(left, references)
            if step < 0:
                with builder.if_then(builder.icmp_unsigned("==", left, word(0))):
                    builder.call(dropped, [block])
        builder.ret_void()
    return str(module)


def emit(module: binding.ModuleRef) -> bytes:
    """Return the object code of a module, for this processor or the one that numba is set to."""
    cpu = os.environ.get("NUMBA_CPU_NAME") or binding.get_host_cpu_name()
    features = os.environ.get("NUMBA_CPU_FEATURES")
    if features is None:
        features = binding.get_host_cpu_features().flatten()
    machine = _target().create_target_machine(
        cpu=cpu, features=features, opt=3, reloc="static", codemodel="jitdefault", jit=True
    )
    code: bytes = machine.emit_object(module)
    return code
