"""The kernels are compiled once for a machine, by one thread; the user is told why they wait."""

import logging
import threading
from functools import cache

logger = logging.getLogger("emi")

#: Loading the kernels from numba's cache takes less than this, in seconds; compiling takes more.
PATIENCE = 2.0

_lock = threading.Lock()
_ready: set[int] = set()


@cache
def _announce() -> None:
    logger.info("compiling the kernels for this machine, once ...")


def kernels_ready(bits: int) -> None:
    """Return when the kernels for feedback matrices of 8 or 16 bits can be called.

    Never two threads compile at once, and never two processes should: start one alone first.
    """
    with _lock:
        if bits in _ready:
            return
        timer = threading.Timer(PATIENCE, _announce)
        timer.daemon = True
        timer.start()
        try:
            import numpy as np

            from emi.games.motus import Motus
            from search.warm import warm_up

            Motus(["AA", "AB"]).matrix()
            warm_up(np.uint8 if bits == 8 else np.uint16)  # noqa: PLR2004
        finally:
            timer.cancel()
        _ready.add(bits)
