"""The command line. Results go to stdout; progress, remarks and errors to stderr."""

import os

from emi.cli.imports import cannot_import

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
        from emi.cli.app import run
    except KeyboardInterrupt:
        os._exit(130)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a module may raise anything
        cannot_import(error)
    run()
