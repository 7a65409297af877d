"""Handle Ctrl-C and SIGTERM: by default they end the program at once, and it says so."""

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
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
    """End the program at once: an exception could be lost, or printed as a traceback."""
    # No file is written before this module is imported, and Ctrl-C may interrupt the import.
    for draft in [*getattr(sys.modules.get("emi.files"), "drafts", ())]:
        with suppress(OSError):
            os.unlink(draft)  # noqa: PTH108 - the quickest way
    os._exit(INTERRUPTED)


def end(*_: object) -> None:
    """Say that the program ends at once, and end it."""
    with suppress(OSError):
        os.write(2, ENDED)
    leave()


class Heard:
    """The time of the last Ctrl-C; a signal soon after it belongs to it."""

    def __init__(self) -> None:
        self.at = -ONCE

    def by(self, action: Callable[[], object]) -> Callable[..., None]:
        """Return a handler that calls an action once for each Ctrl-C."""

        def heard(*_: object) -> None:
            now = time.monotonic()
            if now - self.at >= ONCE:
                self.at = now
                action()

        return heard


def on_interrupt(action: Callable[..., Any] | signal.Handlers) -> None:
    """Set the action of Ctrl-C and SIGTERM, but not of one that was ignored from the start."""
    for sent in SIGNALS:
        if signal.getsignal(sent) != signal.SIG_IGN:
            signal.signal(sent, action)


def ignore() -> None:
    """Ignore Ctrl-C and SIGTERM from now on."""
    on_interrupt(signal.SIG_IGN)
