"""Kernels compiled by the public means of numba alone, so under any version.

It buys independence: `tuned` overrides inner parts of numba, which the next version may change.
The price is measured in `tuned`.
"""

import threading
from collections.abc import Callable
from typing import IO, Any

from numba import core, njit
from numba.core import event

from search.kernels.compiler.kept import config, folder, keeping, locked

#: A kernel is called by Python and by kernels, a phase by kernels alone; entries for other callers
#: are a sixth of compiling. These options are not documented, so they are given where they exist.
_NEEDLESS = getattr(getattr(core, "options", None), "DefaultOptions", None)
_KERNEL: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_KERNEL |= {name: True for name in ("no_cfunc_wrapper",) if hasattr(_NEEDLESS, name)}
_PHASE = _KERNEL | {name: True for name in ("no_cpython_wrapper",) if hasattr(_NEEDLESS, name)}


def _cached(function: Callable[..., Any]) -> Any:
    """Compile a kernel, or load it."""
    with keeping(function) as kept:
        return njit(cache=kept, **_KERNEL)(function)


kernel: Callable[[Callable[..., Any]], Any] = _cached
#: It is kept as part of the kernels that call it.
phase: Any = njit(**_PHASE)
#: Without it, compiling for a least average takes 1.4 times as long.
large_phase: Any = njit(inline="always", **_PHASE)
sweeping_kernel = allocating_kernel = kernel
allocating_phase = phase


class _Alone(event.Listener):
    """Lets one process at a time compile, load and keep kernels.

    The index of numba's cache is read and written without a lock: of two processes that keep
    code for different types at once, one can later load the code of the other.
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
        """Let other processes go on."""
        with self._mutex:
            self._depth -= 1
            if self._depth == 0 and self._file is not None:
                self._file.close()
                self._file = None


if not config.DISABLE_JIT:
    # Numba holds this lock from before it looks for kept code until after it keeps new code.
    event.register("numba:compiler_lock", _Alone())
