"""Check that the packages imported by `emi` are its own."""

import sys
from importlib.util import find_spec
from pathlib import Path


def check_rooms() -> None:
    """Check for files that shadow the packages of `emi`, after an import has failed.

    Raises
    ------
    ImportError
        If a file shadows a package; the message names the file.
    """
    for room in ("cache", "reports", "search"):
        loaded = sys.modules.get(room)
        found = getattr(loaded or find_spec(room), "__file__" if loaded else "origin", None)
        own = Path(__file__).parents[1] / room / "__init__.py"
        if found and not (own.exists() and own.samefile(found)):
            raise ImportError(
                f"{found} shadows the package {room!r} of emi: rename that file, or move it to "
                "another folder"
            )
