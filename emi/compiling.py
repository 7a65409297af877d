"""The kernels are compiled once for a machine, by one thread; the user is told why they wait."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import cache, partial

logger = logging.getLogger("emi")

#: Loading the kernels from numba's cache takes less than this, in seconds; compiling takes more.
PATIENCE = 2.0

_lock = threading.Lock()
_ready: set[str] = set()


@cache
def _announce() -> None:
    logger.info("compiling the kernels for this machine, once ...")


def once(what: str, make: Callable[[], object]) -> None:
    """Return when some kernels can be called, as those of a game's rule.

    Never two threads compile at once, and never two processes should: start one alone first.

    Parameters
    ----------
    what : str
        The name of the kernels.
    make : callable
        Calls them, which compiles them or loads them; is called once for each name.
    """
    with _lock:
        if what in _ready:
            return
        timer = threading.Timer(PATIENCE, _announce)
        timer.daemon = True
        timer.start()
        try:
            make()
        finally:
            timer.cancel()
        _ready.add(what)


def kernels_ready(bits: int, *, restricted: bool = False, costs: bool = False) -> None:
    """Return when the search can be called for feedback matrices of 8 or 16 bits.

    The rule of a game is made ready by its `matrix`.

    Parameters
    ----------
    bits : int
    restricted : bool
        Whether the search is wanted too in which only what is still possible may be proposed.
    costs : bool
        Whether the search for the least cost is wanted too.
    """
    wanted = ["worst case", *["restricted"] * restricted, *["least cost"] * costs]
    for name in wanted:
        once(f"{name} at {bits} bits", partial(_compile, name, bits))


def _compile(name: str, bits: int) -> None:
    import numpy as np

    from search.solve import compiling

    dtype = np.uint8 if bits == 8 else np.uint16  # noqa: PLR2004
    compiling.COMPILE[name](dtype)
