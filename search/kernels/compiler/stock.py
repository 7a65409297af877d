"""Compile kernels with numba's public interface only, so that any version of numba works.

`tuned` overrides internals of numba, which the next version may change; it states what `stock`
costs in compile time.
"""

import threading
from collections.abc import Callable
from typing import IO, Any

from numba import core, njit
from numba.core import event

from emi.search.kernels.compiler.kept import KernelCache, config, folder, keeping, locked

#: Kernels are called by Python and by kernels, phases only by kernels; wrappers for other callers
#: take a sixth of the compile time. These options are undocumented, so check that they exist.
_NEEDLESS = getattr(getattr(core, "options", None), "DefaultOptions", None)
_KERNEL: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_KERNEL |= {name: True for name in ("no_cfunc_wrapper",) if hasattr(_NEEDLESS, name)}
_PHASE = _KERNEL | {name: True for name in ("no_cpython_wrapper",) if hasattr(_NEEDLESS, name)}


def _cached(function: Callable[..., Any]) -> Any:
    """Compile a kernel, or load it."""
    made: Any = njit(**_KERNEL)(function)
    with keeping(function) as folders:
        if folders is not None and made is not function:
            made._cache = KernelCache(function, folders)  # noqa: SLF001 - numba makes one of its own
    return made


kernel: Callable[[Callable[..., Any]], Any] = _cached
#: Cached only as part of the kernels that call it.
phase: Any = njit(**_PHASE)
#: Without inlining, compiling for a least average takes 1.4 times as long.
large_phase: Any = njit(inline="always", **_PHASE)
sweeping_kernel = allocating_kernel = kernel
allocating_phase = phase


class _Alone(event.Listener):
    """Lets one process at a time compile, load and store kernels.

    numba reads and writes the index of its cache without a lock: if two processes store code for
    different types at once, one of them may later load the code of the other.
    """

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._depth = 0
        self._file: IO[bytes] | None = None

    def on_start(self, _event: event.Event) -> None:
        """Wait for other processes."""
        with self._mutex:
            there = folder()
            if self._depth == 0 and there is not None:
                self._file = locked(f"{there}/lock")
            self._depth += 1

    def on_end(self, _event: event.Event) -> None:
        """Let other processes continue."""
        with self._mutex:
            self._depth -= 1
            if self._depth == 0 and self._file is not None:
                self._file.close()
                self._file = None


if not config.DISABLE_JIT:
    # Numba holds this lock from before it looks for cached code until after it stores new code.
    event.register("numba:compiler_lock", _Alone())
