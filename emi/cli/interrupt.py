"""Handle Ctrl-C and SIGTERM: by default they end the program at once, with a message.

This module is imported before all others, and imports next to nothing.
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

#: The signals of Ctrl-C, and of `kill`, `timeout` and batch systems.
SIGNALS = (signal.SIGINT, signal.SIGTERM)
#: The exit code that shells expect after Ctrl-C.
INTERRUPTED = 130
#: Two signals within this time in seconds are one Ctrl-C: `timeout` sends a signal to the program
#: and to its group, and other programs pass on what the terminal sends to their children too.
ONCE = 0.3
#: The message of a program that ends at once.
ENDED = b"emi: stopped at once, nothing more is printed\n"


def leave(*_: object) -> None:
    """Remove unfinished output files, and end the program at once with exit code 130.

    An exception instead could be lost, or printed as a traceback.
    """
    # No file is written before this module is imported, and Ctrl-C may interrupt the import.
    for draft in [*getattr(sys.modules.get("emi.files"), "drafts", ())]:
        with suppress(OSError):
            os.unlink(draft)  # noqa: PTH108 - the quickest way
    os._exit(INTERRUPTED)


def end(*_: object) -> None:
    """End the program at once, with a message."""
    with suppress(OSError):
        os.write(2, ENDED)
    leave()


def on_interrupt(action: Callable[..., Any] | signal.Handlers) -> None:
    """Set the action of Ctrl-C and SIGTERM, except of a signal ignored from the start."""
    for sent in SIGNALS:
        if signal.getsignal(sent) != signal.SIG_IGN:
            signal.signal(sent, action)


def ignore() -> None:
    """Ignore Ctrl-C and SIGTERM from now on."""
    on_interrupt(signal.SIG_IGN)


@contextmanager
def hearing(action: Callable[[], object]) -> Iterator[None]:
    """Call an action at each Ctrl-C instead of ending the program."""
    last = -ONCE

    def once(action: Callable[[], object]) -> Callable[..., None]:
        def heard(*_: object) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= ONCE:
                last = now
                action()

        return heard

    on_interrupt(once(action))
    try:
        yield
    finally:
        # A signal soon after the last Ctrl-C belongs to it.
        on_interrupt(once(end))


class CtrlC:
    """Whether Ctrl-C has stopped the work of this run; the exit code is then 130."""

    stopped = False


@contextmanager
def stopping(action: Callable[[], object] = lambda: None) -> Iterator[None]:
    """At the first Ctrl-C, call an action that stops the work; at the second, end the program."""

    def stop() -> None:
        if CtrlC.stopped:
            if sys.stderr.isatty():
                os.write(sys.stderr.fileno(), b"\r\x1b[2K")
            end()
        CtrlC.stopped = True
        action()

    with hearing(stop):
        yield
