"""What diskcache may put into the database, and take out of it: plain text and bytes."""

import diskcache
from diskcache.core import MODE_RAW

from cache.errors import CacheDamagedError, CacheError


class PlainDisk(diskcache.Disk):  # type: ignore[misc]
    """Rows with a str for a key and bytes for a value; never a pickle, never a file.

    All values stay inside SQLite. A value in a file of its own would not be part of the
    transaction, and the path of that file would be taken from the database.
    """

    def put(self, key: object) -> tuple[str, bool]:
        """Return the key as the database keeps it, and that it is raw; only a str is taken."""
        if type(key) is not str:
            raise CacheError(f"a key is a str, not {type(key).__name__}")
        return key, True

    def get(self, key: object, raw: object) -> str:
        """Return the key that the database holds; only a raw str is taken."""
        if not raw or type(key) is not str:
            raise CacheDamagedError("a row has a foreign key")
        return key

    def store(
        self,
        value: object,
        read: bool,
        key: object = None,  # noqa: ARG002  (diskcache passes it)
    ) -> tuple[int, int, None, bytes]:
        """Return the columns of a value: size of the file, mode, file, value; only bytes go in."""
        if read or type(value) is not bytes:
            raise CacheError(f"a value is bytes, not {type(value).__name__}")
        return 0, MODE_RAW, None, value

    def fetch(self, mode: object, filename: object, value: object, read: bool) -> bytes:
        """Return the value that the columns hold; only bytes come out."""
        if read or mode != MODE_RAW or filename is not None or type(value) is not bytes:
            raise CacheDamagedError("a row has a foreign value")
        return value

    def remove(self, file_path: object) -> None:
        """Leave the file alone: no row of ours has one, so it is none of ours."""
