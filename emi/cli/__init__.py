"""The command line. Results go to stdout; progress, remarks and errors to stderr."""

import os
import sys

from emi.cli.imports import cannot_import

TYPE_CHECKING = False  # Importing typing takes as long as all imports below.
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["main"]


def main() -> "NoReturn":
    """Run the program ``emi``; from here on, Ctrl-C ends it with exit code 130."""
    try:
        # An exception may be lost in an import, and the next one takes 20 ms.
        sys.unraisablehook = _lost
        import signal

        if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
            signal.signal(signal.SIGINT, lambda *_: os._exit(130))
        sys.unraisablehook = sys.__unraisablehook__
        from emi.cli.interrupt import end, on_interrupt

        on_interrupt(end)
        from emi.cli.app import run
    except KeyboardInterrupt:
        os._exit(130)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a module may raise anything
        cannot_import(error)
    run()


def _lost(exception: "sys.UnraisableHookArgs") -> None:
    """End the program if Ctrl-C came where Python ignores exceptions, as in a destructor."""
    if exception.exc_type is KeyboardInterrupt:
        os._exit(130)
    sys.__unraisablehook__(exception)
