"""Compile a kernel with numba: to object code with one entry that needs neither numba nor Python.

The entry reads the arguments from words and calls the kernel. `tuned` compiles it with the versions
of numba that it was tested with, for it overrides internals that the next version may change. With
other versions, and on demand, *stock* numba compiles it by public means alone. `tuned` states what
that costs in compile time.
"""

import os
import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numba
from llvmlite import binding
from numba import core, njit
from numba.core import event, types
from numba.core.typing.typeof import typeof, typeof_impl

from emi.search.compile.native import ENTRY, LIBRARY, confine, emit, entry_in
from emi.search.compile.numba_types import arguments, type_of

#: The versions of numba that the tuned way was tested with.
TESTED = frozenset(
    {"0.62.1", "0.63.0", "0.63.1", "0.64.0", "0.65.0", "0.65.1", "0.66.0", "0.67.0"}
    | {"0.68.0", "0.68.1"}
)
#: Kernels are called as C calls them, phases by kernels; wrappers for other callers take a sixth of
#: the compile time. These options are undocumented, so check that they exist.
_KNOWN = getattr(getattr(core, "options", None), "DefaultOptions", None)
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_OPTIONS |= {
    name: True for name in ("no_cfunc_wrapper", "no_cpython_wrapper") if hasattr(_KNOWN, name)
}
#: A wrapper for calls by Python or C, where there are any.
_WRAPPER = re.compile(r'^define [^\n]*@"?(?:_ZN7cpython|cfunc\.).*?^}\n', re.DOTALL | re.MULTILINE)


class Built(NamedTuple):
    """A compiled kernel."""

    binary: bytes
    #: The types of the result, see `Native`.
    returns: str
    #: Whether it calls nothing but the C library; otherwise it works in this process alone.
    alone: bool


class _Forward(event.Listener):
    """Calls one function when numba begins to compile, and another when it ends.

    The end of a compilation that began before this listener was registered is not forwarded.
    """

    def __init__(self, begin: Callable[[], None], end: Callable[[], None]) -> None:
        self._begin, self._end = begin, end
        self._unfinished = 0

    def on_start(self, _event: event.Event) -> None:
        self._unfinished += 1
        self._begin()

    def on_end(self, _event: event.Event) -> None:
        if self._unfinished:
            self._unfinished -= 1
            self._end()


def prepare(kind: type[Any], begin: Callable[[], None], end: Callable[[], None]) -> None:
    """Let numba accept the objects of a class in place of their dispatchers.

    numba calls ``begin`` and ``end`` around each compilation.
    """

    @typeof_impl.register(kind)
    def of_dispatcher(value: Any, context: Any) -> Any:
        return typeof(value.dispatcher, context.purpose)

    event.register("numba:compile", _Forward(begin, end))


def is_stock(version: str, switch: str) -> bool:
    """Return whether to compile kernels by stock numba rather than by `tuned`.

    By default, only the versions of `TESTED` use `tuned`. A nonempty switch overrides this: "0"
    selects `tuned`, and any other value stock numba.
    """
    return switch != "0" if switch else version not in TESTED


@cache
def _is_tuned() -> bool:
    return not is_stock(numba.__version__, os.environ.get("EMI_STOCK_NUMBA", ""))


def phase(
    function: Callable[..., Any], *, allocates: bool, large: bool = False, inlined: bool = False
) -> Any:
    """Return a function for numba to compile as part of others.

    Parameters
    ----------
    function : callable
    allocates : bool
        Whether it makes arrays.
    large : bool
        Whether stock numba inlines it in its callers.
    inlined : bool
        Whether it is always inlined there.
    """
    if _is_tuned() and not inlined:
        from emi.search.compile import tuned

        return tuned.phase(function, allocates=allocates)
    # Unless large phases are inlined, compiling for a least average takes 1.4 times as long.
    more: dict[str, Any] = {"inline": "always"} if inlined or large else {}
    return njit(**_OPTIONS, **more)(function)


def _module(entry: Callable[..., Any], given: types.Type, *, allocates: bool, sweeps: bool) -> Any:
    """Return the optimised module of an entry, with all that it calls."""
    if _is_tuned():
        from emi.search.compile import tuned

        return tuned.module(entry, given, allocates=allocates, sweeps=sweeps)
    function: Any = njit(**_OPTIONS)(entry)
    function.compile((given,))
    whole = binding.parse_assembly(_WRAPPER.sub("", function.inspect_llvm((given,))))
    confine(whole)
    return whole


def build(kernel: Any, name: str, given: tuple[Any, ...], **how: bool) -> Built:
    """Compile a kernel for arguments such as the given ones.

    Parameters
    ----------
    kernel : Dispatcher
        The kernel as a phase.
    name : str
        The name that the entry has in its code.
    given : tuple
    **how : bool
        ``allocates`` as in `phase`, and ``sweeps``: whether longer optimisation pays.
    """
    taken = tuple(map(type_of, given))
    kernel.compile(taken)
    returned: Any = kernel.overloads[taken].signature.return_type
    is_tuple = isinstance(returned, types.BaseTuple)
    several: tuple[Any, ...] = (*returned,) if is_tuple else (returned,)
    lines = [f"made = kernel({', '.join(f'words.a{at}' for at in range(len(given)))})"]
    if returned == types.none:
        lines += ["return int64(0)"]
    elif not is_tuple:
        lines += ["return int64(made)"]
    else:
        lines += [f"return {', '.join(f'int64(made[{at}])' for at in range(len(several)))}"]
    scope = {"kernel": kernel, "int64": types.int64}
    text = "\n    ".join([f"def {ENTRY}(words):", *lines])
    exec(text, scope)  # noqa: S102 - a line for each number of arguments
    module = _module(scope[ENTRY], arguments(taken), **how)
    entry_in(module).name = name
    calls = {function.name for function in module.functions if function.is_declaration}
    missing = {symbol for symbol in calls if not symbol.startswith("llvm.")} - LIBRARY
    if unknown := [symbol for symbol in missing if binding.address_of_symbol(symbol) is None]:
        raise RuntimeError(f"{name} calls {', '.join(unknown)}, which nothing defines")
    return Built(emit(module), ",".join(map(_name_of, several)), alone=not missing)


def _name_of(returned: types.Type) -> str:
    """Return the name by which `Native` knows the type of a result."""
    if isinstance(returned, types.Integer) and returned != types.uint64:
        return "int"
    if returned not in {types.boolean, types.none}:
        raise TypeError(f"{returned}: expected kernels that return int64, bool or nothing")
    return "bool" if returned == types.boolean else "none"
