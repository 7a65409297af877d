"""Whether the packages that `emi` imports are its own."""

import sys
from importlib.util import find_spec
from pathlib import Path


def check_rooms() -> None:
    """Name a file that is in the way of our packages, which is why an import has failed.

    Raises
    ------
    ImportError
        If there is one.
    """
    for room in ("cache", "reports", "search"):
        loaded = sys.modules.get(room)
        found = getattr(loaded or find_spec(room), "__file__" if loaded else "origin", None)
        own = Path(__file__).parents[1] / room / "__init__.py"
        if found and not (own.exists() and own.samefile(found)):
            raise ImportError(
                f"{found} is in the way of the package {room!r} that belongs to emi: rename that "
                "file, or move it to another folder"
            )
