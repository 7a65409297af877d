"""Compile the kernels once for a machine, in one thread, and show the progress."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache, partial

from emi.search.model.limits import clock

logger = logging.getLogger("emi")

#: Compiling that takes less time than this, in seconds, is not reported.
PATIENCE = 2.0

#: The approximate memory of a compiling process in bytes.
COMPILER = 2 << 30

#: The program of a compiling process.
EVERYTHING = "from emi.search.solve import compiling; compiling.make_all_ready()"

#: The approximate number of functions that numba compiles for each search.
FUNCTIONS = {
    "worst case": 170, "cores": 4, "hard": 51, "least cost": 113, "refutation": 35,
    "surveys": 14,
}  # fmt: skip

_lock = threading.Lock()
_ready: set[str] = set()
_of_thread = threading.local()
#: The second compiling process, if there is one.
_others: list[subprocess.Popen[bytes]] = []


def unseen(_line: str) -> None:
    """Ignore a progress line."""


#: Shows a progress line in place of the previous one; an empty line ends the display.
show: Callable[[str], None] = unseen


@cache
def _announce() -> None:
    from emi.search.compile import folders

    if folders.own_folder() is not None:
        logger.info("compiling the kernels for this machine, once ...")
    else:
        logger.info(
            "compiling the kernels, up to a minute in every run: there is no folder to store them; "
            "set NUMBA_CACHE_DIR to a folder that you can write to ..."
        )


def seconds_waited() -> float:
    """Return how long this thread has waited for kernels so far."""
    return float(getattr(_of_thread, "waited", 0.0))


def once(what: str, make: Callable[[], object]) -> None:
    """Wait until the kernels with a name are ready; the first call runs ``make``.

    ``make`` compiles or loads the kernels, in one thread at a time. Processes are not synchronised:
    let a single one compile first.
    """
    if what in _ready:
        return
    began = time.monotonic()
    with _lock:
        if what not in _ready:
            _explained(what, make)
            _ready.add(what)
    taken = time.monotonic() - began
    _of_thread.waited = seconds_waited() + taken


class _Holder:
    """Excludes all compilation from time limits."""

    depth = 0  # Compiling a kernel also compiles the kernels that it calls.

    def on_start(self) -> None:
        self.depth += 1
        clock.hold()

    def on_end(self) -> None:
        self.depth -= 1
        if not self.depth:
            clock.release()


@cache
def _hold_the_clock() -> None:
    """Exclude all later compilation from time limits."""
    from emi.search.compile import jit

    jit.listeners.append(_Holder())


def _explained(what: str, make: Callable[[], object]) -> None:
    """Call ``make``, and report its progress if it compiles instead of only loading."""
    from emi.search.compile import folders, jit

    _hold_the_clock()
    timer = threading.Timer(PATIENCE, _announce)
    timer.daemon = True
    expected, done = FUNCTIONS.get(what, 1), 0
    shown, once = show, ", once" if folders.own_folder() is not None else ""

    class Listener:
        def on_start(self) -> None:
            if timer.ident is None:  # This is the first compilation.
                timer.start()

        def on_end(self) -> None:
            nonlocal done
            done += 1
            if time.monotonic() - began >= PATIENCE:
                share = min(100 * done // expected, 99)
                shown(f"compiling the kernels{once}: {share} %, {what}")

    began = time.monotonic()
    with jit.listening(Listener()):
        try:
            make()
        finally:
            timer.cancel()
            if done:
                shown("")


def kernels_ready(
    *, hard: bool = False, costs: bool = False, cores: bool = False, refutations: bool = False
) -> None:
    """Wait until the kernels of the worst-case search are ready, and others if requested.

    The rule of a game is compiled by its `matrix`.

    Parameters
    ----------
    hard : bool
        Whether to prepare the search for hard play.
    costs : bool
        Whether to prepare the search for the least cost.
    cores : bool
        Whether to prepare the search for minimal cores.
    refutations : bool
        Whether to prepare the proofs of lower bounds on costs.
    """
    wanted = ["worst case", *["hard"] * hard, *["least cost"] * costs]
    wanted += [*["cores"] * cores, *["refutation"] * refutations]
    for name in wanted:
        once(name, partial(_compile, name))


def surveys_ready() -> None:
    """Wait until the kernels that profile guesses and play out their classes are ready."""
    once("surveys", partial(_compile, "surveys"))


def _compile(name: str) -> None:
    from emi.search.compile import folders
    from emi.search.solve import compiling

    if not (folders.INTERPRETED or folders.is_compiled(name)) and folders.own_folder():
        compile_beside()
    compiling.make_ready(name)


def compile_beside() -> None:
    """Start a second process that compiles all kernels in another order, if resources allow.

    Each of the two processes compiles the kernels that the other has not. The second one continues
    after this process ends, for the next search.
    """
    from emi import memory

    if not _others and memory.cores() > 1 and memory.available() > COMPILER:
        line, none = [sys.executable, "-c", EVERYTHING], subprocess.DEVNULL
        _others.append(subprocess.Popen(line, stdin=none, stdout=none, stderr=none))  # noqa: S603 - our own


def wait_for_others() -> None:
    """Wait for the compiling processes that this process has started."""
    for other in _others:
        other.wait()
