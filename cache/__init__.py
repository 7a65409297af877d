"""What survives the process: proven bounds on disk.

The room deals in opaque bytes and imports none of the others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cache.errors import CacheDamagedError, CacheError, CacheWarning

if TYPE_CHECKING:
    from cache.folder import default_folder
    from cache.store import DiskStore, Info, clear

__all__ = [
    "CacheDamagedError",
    "CacheError",
    "CacheWarning",
    "DiskStore",
    "Info",
    "clear",
    "default_folder",
]

# SQLite and diskcache take longer to import than a command line may take to print its help.
_LATER = {
    "DiskStore": "cache.store",
    "Info": "cache.store",
    "clear": "cache.store",
    "default_folder": "cache.folder",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_LATER[name]), name)
    globals()[name] = value
    return value
