"""The command line. Results go to stdout; progress, remarks and errors to stderr."""

import os

TYPE_CHECKING = False  # Importing typing takes as long as all imports below.
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["main"]


def main() -> "NoReturn":
    """Run the program ``emi``; from here on, Ctrl-C ends it with exit code 130."""
    try:
        import signal

        # An exception may be lost in an import, and the next one takes 20 ms.
        if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
            signal.signal(signal.SIGINT, lambda *_: os._exit(130))
        from emi.cli.interrupt import end, on_interrupt

        on_interrupt(end)
    except KeyboardInterrupt:
        os._exit(130)
    from emi.cli.app import run

    run()
