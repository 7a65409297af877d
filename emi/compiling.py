"""Compile the kernels once for a machine, in one thread, and tell the user why they wait."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache, partial

from search.model.limits import clock

logger = logging.getLogger("emi")

#: Compiling that takes no longer than this, in seconds, goes unsaid.
PATIENCE = 2.0

#: What a process that compiles takes beside the search, about, in bytes.
COMPILER = 2 << 30

#: The program of such a process.
EVERYTHING = "from search.solve import compiling; compiling.make_all_ready()"

#: Functions that numba compiles for each search, about, if nothing is compiled yet.
FUNCTIONS = {
    "worst case": 184, "restricted": 42, "least cost": 83, "refutation": 13, "surveys": 20
}  # fmt: skip

_lock = threading.Lock()
_ready: set[str] = set()
_of_thread = threading.local()
#: The process that compiles too, if there is one.
_others: list[subprocess.Popen[bytes]] = []


def unseen(_line: str) -> None:
    """Show no line that tells what is being compiled."""


#: Shows such a line, in the place of the last one; an empty one at the end.
show: Callable[[str], None] = unseen


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
            _explained(what, make)
            _ready.add(what)
    taken = time.monotonic() - began
    _of_thread.waited = seconds_waited() + taken


@cache
def _hold_the_clock() -> None:
    """From now on exclude all compiling from time limits."""
    from numba.core import event

    class Holder(event.Listener):
        depth = 0  # A kernel is compiled with the phases that it calls.

        def on_start(self, _event: object) -> None:
            self.depth += 1
            clock.hold()

        def on_end(self, _event: object) -> None:
            self.depth -= 1
            if not self.depth:
                clock.release()

    event.register("numba:compile", Holder())  # type: ignore[no-untyped-call]


def _explained(what: str, make: Callable[[], object]) -> None:
    """Call ``make``, and say so if it compiles; to load what was compiled may take long as well."""
    from numba.core import event

    _hold_the_clock()
    timer = threading.Timer(PATIENCE, _announce)
    timer.daemon = True
    expected, done = FUNCTIONS.get(what, 1), 0
    shown = show

    class Listener(event.Listener):
        def on_start(self, _event: object) -> None:
            if timer.ident is None:  # the first of them
                timer.start()

        def on_end(self, _event: object) -> None:
            nonlocal done
            done += 1
            if time.monotonic() - began >= PATIENCE:
                share = min(100 * done // expected, 99)
                shown(f"compiling the kernels, once: {what} {share} %")

    began = time.monotonic()
    with event.install_listener("numba:compile", Listener()):
        try:
            make()
        finally:
            timer.cancel()
            if done:
                shown("")


def kernels_ready(
    *, restricted: bool = False, costs: bool = False, refutations: bool = False
) -> None:
    """Return when the search can be called.

    So can that in which only what is still possible may be proposed, that for the least cost, or
    what shows that no cost is less, if it is wanted too. The rule of a game is made ready by its
    `matrix`.
    """
    wanted = ["worst case", *["restricted"] * restricted, *["least cost"] * costs]
    wanted += ["refutation"] * refutations
    for name in wanted:
        once(name, partial(_compile, name))


def surveys_ready() -> None:
    """Return when guesses can be profiled block by block, and played out class by class."""
    once("surveys", partial(_compile, "surveys"))


def _compile(name: str) -> None:
    from search.kernels.compiler import kept
    from search.solve import compiling

    # By stock numba one process compiles at a time.
    if not kept.STOCK and kept.folder() is not None and not kept.is_compiled(name):
        compile_beside()
    compiling.make_ready(name)


def compile_beside() -> None:
    """Have a second process compile all kernels too, in another order, if there is room for it.

    Each kernel is compiled by one of the two. What it is not done with when this process ends it
    compiles to its end: the next search wants it.
    """
    from emi import memory

    if not _others and memory.cores() > 1 and memory.available() > COMPILER:
        line, none = [sys.executable, "-c", EVERYTHING], subprocess.DEVNULL
        _others.append(subprocess.Popen(line, stdin=none, stdout=none, stderr=none))  # noqa: S603 - our own


def wait_for_others() -> None:
    """Return when no other process that this one has started compiles."""
    for other in _others:
        other.wait()
