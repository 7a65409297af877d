"""The command line. Results go to stdout; progress, remarks and errors to stderr."""

import os

TYPE_CHECKING = False  # The module typing takes as long to import as all that is below.
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["main"]


def main() -> "NoReturn":
    """Run the program ``emi``, which Ctrl-C ends with exit code 130 from here on."""
    try:
        from emi.cli.interrupt import leave, on_interrupt

        on_interrupt(leave)
    except KeyboardInterrupt:
        os._exit(130)
    try:
        from emi.cli.app import run

        run()
    except ImportError:
        from emi.rooms import check_rooms

        check_rooms()
        raise
