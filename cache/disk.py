"""What diskcache may put into the database, and take out of it: plain text and bytes."""

import contextlib
import os
import sqlite3
import tempfile
from pathlib import Path

import diskcache
from diskcache.core import DBNAME, ENOVAL, METADATA, MODE_RAW

from cache.folder import CacheDamagedError, CacheError

# Seconds to wait for another process. A batch takes milliseconds: only a writer that was
# suspended in the middle of one makes anybody wait this long.
TIMEOUT = 30.0
# KiB of the database that a connection holds in memory; the setting that all databases have says
# 32 MiB of it, which is more than a search under a limit may have left.
HELD = 2048

SETTINGS = {
    **diskcache.DEFAULT_SETTINGS,
    "eviction_policy": "none",
    "cull_limit": 0,
    "statistics": 0,
    "tag_index": 0,
    # A mapped file that somebody cuts short ends the process (SIGBUS); a read only fails.
    "sqlite_mmap_size": 0,
    # Nothing is pickled, but every Python must find here what any other has written.
    "disk_pickle_protocol": 5,
}


class PlainDisk(diskcache.Disk):  # type: ignore[misc]
    """Rows with a str for a key and bytes for a value; never a pickle, never a file.

    All values stay inside SQLite. A value in a file of its own would not be part of the
    transaction, and the path of that file would be taken from the database.
    """

    def put(self, key: object) -> tuple[str, bool]:
        """Return the key as the database keeps it, and that it is raw."""
        if type(key) is not str:
            raise CacheError(f"a key is a str, not {type(key).__name__}")
        return key, True

    def get(self, key: object, raw: object) -> str:
        """Return the key that the database holds."""
        if not raw or type(key) is not str:
            raise CacheDamagedError("a row has a foreign key")
        return key

    def store(self, value: object, read: bool, **_key: object) -> tuple[int, int, None, bytes]:
        """Return the columns of a value: size of the file, mode, file, value."""
        if read or type(value) is not bytes:
            raise CacheError(f"a value is bytes, not {type(value).__name__}")
        return 0, MODE_RAW, None, value

    def fetch(self, mode: object, filename: object, value: object, read: bool) -> bytes:
        """Return the value that the columns hold."""
        if read or mode != MODE_RAW or filename is not None or type(value) is not bytes:
            raise CacheDamagedError("a row has a foreign value")
        return value

    def remove(self, file_path: object) -> None:
        """Leave the file alone: no row of ours has one, so it is none of ours."""


class PlainCache(diskcache.Cache):  # type: ignore[misc]
    """A cache that takes no settings from its database but those that it has put there."""

    def reset(self, key: str, *value: object, **how: object) -> object:
        """Set a setting; how much is held in memory is up to each connection."""
        found = super().reset(key, *value, **how)
        if key == "sqlite_cache_size":
            # A negative number is one of KiB, not of pages.
            self._sql(f"PRAGMA cache_size = -{HELD}")
        return found

    def __init__(self, folder: Path) -> None:
        # SQLite forgets a log without its database, but would apply it to one that is put there.
        if not any((folder / name).exists() for name in (DBNAME, f"{DBNAME}-wal")):
            _make(folder)
        check_settings(folder / DBNAME)
        try:
            super().__init__(str(folder), timeout=TIMEOUT, disk=PlainDisk, **SETTINGS)
        except BaseException:
            self.close()
            raise


def _make(folder: Path) -> None:
    """Put a new database there whole, unless there is one: another process may do so as well."""
    with contextlib.suppress(OSError), tempfile.TemporaryDirectory(dir=folder) as place:
        new = Path(place, DBNAME)
        new.touch()
        PlainCache(new.parent).close()
        os.link(new, folder / DBNAME)


def check_settings(database: Path) -> None:
    """Refuse a database with other settings than ours; an empty database has none yet."""
    with contextlib.closing(sqlite3.connect(database, TIMEOUT)) as connection:
        if not connection.execute("PRAGMA table_info(Settings)").fetchall():
            return  # it is yet to be made
        unique = connection.execute("PRAGMA index_list(Settings)").fetchall()
        rows = connection.execute("SELECT key, value FROM Settings").fetchall()
    for key, value in rows:
        ours = type(value) is int if key in METADATA else SETTINGS.get(key, ENOVAL) == value
        if not (unique and ours):
            raise CacheDamagedError("a foreign setting")
