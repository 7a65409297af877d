"""How kernels are compiled: once for a machine, without Python's lock, each part of them once.

numba optimises whatever it compiles together with all that it calls, down to machine code. For a
phase that would be in vain, since it runs only as part of a kernel. So a phase is left as numba
writes it, and the kernels that call it optimise it as their own.
"""

from collections.abc import Callable
from typing import Any

from numba import njit
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.runtime.nrt import rtsys


class _Codegen:
    """A code generator that prepares nothing for running."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, env: Any) -> None:
        """Do nothing: there is no machine code that could look for its environment."""


class _PhaseLibrary(JITCodeLibrary):
    """The code of a phase, to be linked into its callers."""

    @property
    def codegen(self) -> _Codegen:
        return _Codegen(self._codegen)

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = str(self.codegen.target_data)

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        self._ensure_finalized()
        return 0


class _PhaseCompiler(Compiler):
    def __init__(self, typing: Any, target: Any, library: Any, *arguments: Any) -> None:
        library = library or _PhaseLibrary(target.codegen(), "phase")
        super().__init__(typing, target, library, *arguments)


class _Cache(FunctionCache):
    """numba's cache; what is loaded from it does without all that numba needs to compile."""

    def load_overload(self, signature: Any, target: Any) -> Any:
        rtsys.initialize(target)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(signature, target)


def _cached(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that compiles a kernel, or loads it."""

    def decorated(function: Callable[..., Any]) -> Any:
        made: Any = njit(**options)(function)
        if made is not function:
            made._cache = _Cache(function)  # noqa: SLF001 - numba would make one of its own
        return made

    return decorated


#: numba's stubs do not offer all of these. A phase is not called from Python.
_KERNEL: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
_PHASE: dict[str, Any] = {
    **_KERNEL,
    "pipeline_class": _PhaseCompiler,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
_ALLOCATES: dict[str, Any] = {"_nrt": True}

#: A kernel that Python calls, and one that only kernels call. They make no arrays, so nobody counts
#: who refers to one: that is less to compile, and less to do.
kernel, phase = _cached(**_KERNEL), njit(**_PHASE)
#: Those that make arrays.
allocating_kernel = _cached(**_KERNEL | _ALLOCATES)
allocating_phase = njit(**_PHASE | _ALLOCATES)
#: One that returns a part of an array: it is written out in its callers.
view = njit(nogil=True, inline="always")
