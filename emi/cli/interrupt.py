"""Ctrl-C ends the program at once, but where somebody hears it."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

#: What a shell expects of a program that Ctrl-C ended.
INTERRUPTED = 130


def leave(*_: object) -> None:
    """End the program, whatever it is doing: an exception could be lost, or become a traceback."""
    files = sys.modules.get("emi.files")  # Nothing is written before that is imported.
    for draft in [*files.drafts] if files else ():
        with suppress(OSError):
            os.unlink(draft)  # noqa: PTH108 - the quickest way
    os._exit(INTERRUPTED)


def on_interrupt(action: Callable[..., Any] | signal.Handlers) -> None:
    """Set what Ctrl-C does, unless the program was started with Ctrl-C ignored."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, action)


def ignore() -> None:
    """Ignore Ctrl-C: all is done."""
    on_interrupt(signal.SIG_IGN)
