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


def __getattr__(name: str) -> Any:
    """Import what is asked for: SQLite and diskcache take longer than a help text may take."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module("cache.folder" if name == "default_folder" else "cache.store")
    globals()[name] = getattr(module, name)
    return globals()[name]
