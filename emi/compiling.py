"""The kernels are compiled once for a machine, by one thread; the user is told why they wait."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import cache, partial

logger = logging.getLogger("emi")

#: Loading the kernels from numba's cache takes less than this, in seconds; compiling takes more.
PATIENCE = 2.0

_lock = threading.Lock()
_ready: set[str] = set()
_of_thread = threading.local()


@cache
def _announce() -> None:
    logger.info("compiling the kernels for this machine, once ...")


def seconds_waited() -> float:
    """Return how long this thread has waited for kernels so far."""
    return float(getattr(_of_thread, "waited", 0.0))


def once(what: str, make: Callable[[], object]) -> None:
    """Return when the kernels of that name can be called; the first time ``make`` calls them.

    That compiles or loads them. Never two threads do so at once, and never two processes should:
    start one alone first.
    """
    if what in _ready:
        return
    began = time.monotonic()
    with _lock:
        if what not in _ready:
            timer = threading.Timer(PATIENCE, _announce)
            timer.daemon = True
            timer.start()
            try:
                make()
            finally:
                timer.cancel()
            _ready.add(what)
    _of_thread.waited = seconds_waited() + time.monotonic() - began


def kernels_ready(bits: int, *, restricted: bool = False, costs: bool = False) -> None:
    """Return when the search can be called for feedback matrices of 8 or 16 bits.

    So can that in which only what is still possible may be proposed, or that for the least cost, if
    it is wanted too. The rule of a game is made ready by its `matrix`.
    """
    wanted = ["worst case", *["restricted"] * restricted, *["least cost"] * costs]
    for name in wanted:
        once(f"{name} at {bits} bits", partial(_compile, name, bits))


def _compile(name: str, bits: int) -> None:
    import numpy as np

    from search.solve import compiling

    compiling.COMPILE[name](np.uint8 if bits == 8 else np.uint16)  # noqa: PLR2004
