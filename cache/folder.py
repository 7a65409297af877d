"""The cache folder: its location, the check that it is trustworthy, and its errors."""

import contextlib
import logging
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from emi.errors import EmiError

logger = logging.getLogger("emi")
#: Seconds to wait for a lock before the wait is explained.
PATIENCE = 3.0


class CacheError(EmiError):
    """Raised if the cache cannot be used, or does not support the request."""


class CacheDamagedError(CacheError):
    """Raised if the database is damaged, or is not a database."""


class CacheWarning(UserWarning):
    """Warns that cache records were dropped and must be computed again."""


def default_folder() -> Path:
    """Return the default cache folder, which need not exist.

    Returns
    -------
    Path
        The value of the environment variable ``EMI_CACHE_DIR`` if it is not empty, else the user
        cache directory of the platform.

    Raises
    ------
    CacheError
        If there is no home directory that could hold it.

    Examples
    --------
    >>> default_folder() == Path(os.environ.get("EMI_CACHE_DIR") or default_folder())
    True
    """
    import platformdirs

    chosen = os.environ.get("EMI_CACHE_DIR")
    if chosen:
        return Path(chosen)
    try:
        place = platformdirs.user_cache_path("emi", appauthor=False)
    except RuntimeError:
        place = Path("~")
    if not place.is_absolute():  # Versions of platformdirs differ.
        raise CacheError("there is no home directory for the cache: name a folder (EMI_CACHE_DIR)")
    return place


@contextlib.contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Log a warning if the block takes longer than `PATIENCE`: another process holds a lock."""
    timer = threading.Timer(
        PATIENCE, logger.warning, (f"{folder}: waiting for another process that locks the cache",)
    )
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def prepare(folder: Path) -> None:
    """Create the folder if necessary, and reject an untrusted one."""
    if os.path.expandvars(folder) != str(folder):
        # diskcache would expand this and put the database somewhere else.
        raise CacheError(
            f"{folder}: the name of the cache folder contains an environment variable, expected "
            "its value"
        )
    try:
        # mkdir does not apply its mode to missing parents.
        for path in reversed([p for p in (folder, *folder.parents) if not p.exists()]):
            path.mkdir(mode=0o700, exist_ok=True)
        status = folder.stat()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name has a NUL character"
        raise CacheError(f"{folder}: cannot create the cache folder: {reason}") from error
    if not folder.is_dir():
        raise CacheError(f"{folder}: the cache folder is not a folder")
    if sys.platform != "win32":
        if status.st_uid != os.geteuid():
            raise CacheError(f"{folder}: the cache folder belongs to another user")
        if status.st_mode & 0o022:
            raise CacheError(f"{folder}: others may write to the cache folder: chmod go-w it")
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise CacheError(f"{folder}: the cache folder is not writable")
