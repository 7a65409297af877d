"""Storage that outlives the process: proven bounds on disk.

This package handles opaque bytes and imports nothing else of the project but `emi.errors`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from emi.cache.folder import CacheDamagedError, CacheError, CacheWarning, default_folder

if TYPE_CHECKING:
    from emi.cache.audit import Audit, rebuild
    from emi.cache.store import DiskStore, Info, clear

__all__ = [
    "Audit",
    "CacheDamagedError",
    "CacheError",
    "CacheWarning",
    "DiskStore",
    "Info",
    "clear",
    "default_folder",
    "rebuild",
]


def __getattr__(name: str) -> Any:
    """Import the store on demand: SQLite and diskcache would delay the help text."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "emi.cache.audit" if name in {"Audit", "rebuild"} else "emi.cache.store"
    return getattr(import_module(module), name)
