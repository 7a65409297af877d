"""Handle Ctrl-C: by default it ends the program at once."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

#: The exit code that shells expect after Ctrl-C.
INTERRUPTED = 130


def leave(*_: object) -> None:
    """End the program at once: an exception could be lost, or printed as a traceback."""
    # No file is written before this module is imported, and Ctrl-C may interrupt the import.
    for draft in [*getattr(sys.modules.get("emi.files"), "drafts", ())]:
        with suppress(OSError):
            os.unlink(draft)  # noqa: PTH108 - the quickest way
    os._exit(INTERRUPTED)


def on_interrupt(action: Callable[..., Any] | signal.Handlers) -> None:
    """Set the action of Ctrl-C, unless the program was started with Ctrl-C ignored."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, action)


def ignore() -> None:
    """Ignore Ctrl-C from now on."""
    on_interrupt(signal.SIG_IGN)
