"""Restrict diskcache to plain text and bytes in the database."""

import contextlib
import os
import sqlite3
import tempfile
from pathlib import Path

import diskcache
from diskcache.core import DBNAME, ENOVAL, METADATA, MODE_RAW

from emi.cache.folder import CacheDamagedError, CacheError

# Seconds to wait for another process. A batch takes milliseconds; only a writer suspended in the
# middle of one causes a longer wait.
TIMEOUT = 30.0
# KiB of the database that a connection keeps in memory. The setting stored in every database is 32
# MiB, which may exceed what a search under a memory limit has left.
HELD = 2048

SETTINGS = {
    **diskcache.DEFAULT_SETTINGS,
    "eviction_policy": "none",
    "cull_limit": 0,
    "statistics": 0,
    "tag_index": 0,
    # If a mapped file is truncated, the process ends (SIGBUS); a plain read merely fails.
    "sqlite_mmap_size": 0,
    # Nothing is pickled, but every Python version must find the rows of every other.
    "disk_pickle_protocol": 5,
}


class PlainDisk(diskcache.Disk):  # type: ignore[misc]
    """Rows with str keys and bytes values; never a pickle, never a separate file.

    All values stay inside SQLite. A value in a separate file would not be part of the transaction,
    and its path would come from the database.
    """

    def put(self, key: object) -> tuple[str, bool]:
        """Return the key as stored, and True for raw."""
        if type(key) is not str:
            raise CacheError(f"a key is a str, not {type(key).__name__}")
        return key, True

    def get(self, key: object, raw: object) -> str:
        """Return the key from its stored form."""
        if not raw or type(key) is not str:
            raise CacheDamagedError("a row has a foreign key")
        return key

    def store(self, value: object, read: bool, **_key: object) -> tuple[int, int, None, bytes]:
        """Return the columns of a value: file size, mode, file, value."""
        if read or type(value) is not bytes:
            raise CacheError(f"a value is bytes, not {type(value).__name__}")
        return 0, MODE_RAW, None, value

    def fetch(self, mode: object, filename: object, value: object, read: bool) -> bytes:
        """Return the value from its columns."""
        if read or mode != MODE_RAW or filename is not None or type(value) is not bytes:
            raise CacheDamagedError("a row has a foreign value")
        return value

    def remove(self, file_path: object) -> None:
        """Do nothing: no row of this store has a file, so any file belongs to someone else."""


class PlainCache(diskcache.Cache):  # type: ignore[misc]
    """A cache that accepts no settings from the database except the expected ones."""

    def reset(self, key: str, *value: object, **how: object) -> object:
        """Set a setting; each connection chooses its own memory limit."""
        value_now = super().reset(key, *value, **how)
        if key == "sqlite_cache_size":
            # A negative number means KiB instead of pages.
            self._sql(f"PRAGMA cache_size = -{HELD}")
        return value_now

    def __init__(self, folder: Path) -> None:
        # SQLite ignores a log without its database, but would apply the log to a database created
        # there.
        if not any((folder / name).exists() for name in (DBNAME, f"{DBNAME}-wal")):
            _make(folder)
        with contextlib.closing(sqlite3.connect(folder / DBNAME, timeout=TIMEOUT)) as connection:
            check_settings(connection)
        try:
            super().__init__(str(folder), timeout=TIMEOUT, disk=PlainDisk, **SETTINGS)
        except BaseException:
            self.close()
            raise


def _make(folder: Path) -> None:
    """Create a complete database unless there is one; another process may do so concurrently."""
    with contextlib.suppress(OSError), tempfile.TemporaryDirectory(dir=folder) as place:
        new = Path(place, DBNAME)
        new.touch()
        PlainCache(new.parent).close()
        os.link(new, folder / DBNAME)


def check_settings(connection: sqlite3.Connection) -> None:
    """Reject a database with unexpected settings; an empty database has none yet."""
    if not connection.execute("PRAGMA table_info(Settings)").fetchall():
        return  # to be created
    unique = connection.execute("PRAGMA index_list(Settings)").fetchall()
    for key, value in connection.execute("SELECT key, value FROM Settings").fetchall():
        ours = type(value) is int if key in METADATA else SETTINGS.get(key, ENOVAL) == value
        if not (unique and ours):
            raise CacheDamagedError("a foreign setting")
