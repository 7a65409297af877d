"""The store: batches of proven facts in an SQLite database managed by diskcache."""

import contextlib
import os
import sqlite3
import threading
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any, Self

import diskcache
from diskcache.core import DBNAME

from emi.cache.disk import PlainCache
from emi.cache.folder import CacheDamagedError, CacheError, CacheWarning, explained, prepare
from emi.cache.rows import Head, check_key, frame, head_name, record_name, unframe

# SQLite may report the error of a damaged database in invalid UTF-8.
DAMAGE = (CacheDamagedError, sqlite3.Error, UnicodeDecodeError)

_Errors = tuple[type[Exception], ...]

# The primary SQLite result codes for the environment rather than the content.
_SURROUNDINGS = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOLFS,
}


@dataclass(frozen=True)
class Info:
    """The location, size and contents of a cache.

    Attributes
    ----------
    folder : Path
    games, records : int
        The number of games, and of their records in total.
    size : int
        Bytes on disk.
    labels : tuple of str
        The names of the games that have one, sorted.
    """

    folder: Path
    games: int
    records: int
    size: int
    labels: tuple[str, ...]


class DiskStore:
    """Records of proven facts in a folder, grouped by game.

    Once `write` returns, the records survive any end of the process. A power failure may lose the
    last batches, but never part of a batch. Threads may share a store, and processes a folder, but
    not on a network file system (SQLite's locks do not work there). A forked process must open its
    own store.

    Parameters
    ----------
    folder : str or path
        The folder of the database. It is created if necessary, readable only by its owner.

    Raises
    ------
    CacheDamagedError
        If the existing database cannot be read.
    CacheError
        If the folder cannot be created or used, or others may write to it.

    Examples
    --------
    >>> import emi, tempfile
    >>> with tempfile.TemporaryDirectory() as folder, DiskStore(folder) as store:
    ...     _ = emi.solve(emi.Mastermind(2, 3), store=store)
    ...     store.info().labels
    ('mastermind:2x3',)
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        if not isinstance(folder, str | os.PathLike):
            raise CacheError("expected the path of a folder", folder=folder)
        self.folder = Path(folder).absolute()
        prepare(self.folder)
        self._lock = threading.Lock()
        self._thread = threading.get_ident()
        self._closed = False
        self._connect()

    def write(self, key: str, records: Sequence[bytes], label: str = "") -> None:
        """Append records to those of a game, atomically.

        Parameters
        ----------
        key : str
            The digest of the game, in hexadecimal.
        records : sequence of bytes
            The records to append.
        label : str, optional
            A readable name; by default the game keeps its label.

        Raises
        ------
        CacheError
            If writing fails, the key is not hexadecimal, or a record is not bytes.
        """
        self._put(key, records, label, keep=True)

    def replace(self, key: str, records: Sequence[bytes], label: str = "") -> None:
        """Replace the records of a game in one transaction; otherwise like `write`."""
        self._put(key, records, label, keep=False)

    def read(self, key: str) -> Iterator[bytes]:
        """Yield the records of a game in the order written.

        Records that do not verify or come from a newer version are skipped; one `CacheWarning` at
        the end counts them. Damage never raises an error. Records written meanwhile may be missing.
        If the game is replaced meanwhile, the new records follow.

        Raises
        ------
        CacheError
            If the store is closed, or the key is not hexadecimal.
        """
        check_key(key)
        dropped = 0
        try:
            head, whole = self._head(key, forgive=DAMAGE)
            if head is None:
                return
            n, end = head.first, head.next
            while n < end:
                name = record_name(key, n)
                payload = unframe(name, self._row(name, forgive=DAMAGE) or b"")
                if payload is not None:
                    yield payload
                else:
                    now, _ = self._head(key, forgive=DAMAGE)
                    if now is None:  # cleared meanwhile
                        return
                    if now.first > n:  # replaced meanwhile
                        n, end = now.first, now.next
                        continue
                    dropped += 1
                n += 1
        finally:
            self._leave()
        if dropped or not whole:
            what = "1 record" if dropped == 1 else f"{dropped} records"
            what += "" if whole else " and the list of them"
            warnings.warn(
                f"{self.folder}: {what} dropped from game {head.label or key[:12]}: "
                "damaged, or written by a newer version",
                CacheWarning,
                stacklevel=2,
            )

    def peek(self, key: str, most: int) -> list[bytes]:
        """Return the records of a game if all are intact and at most ``most``; otherwise none.

        Unlike `read`, this method does not report damage.

        Raises
        ------
        CacheError
            If the store is closed, or the key is not hexadecimal.
        """
        check_key(key)
        try:
            head, _ = self._head(key, forgive=DAMAGE)
            if head is None or head.next - head.first > most:
                return []
            names = [record_name(key, n) for n in range(head.first, head.next)]
            values = [unframe(name, self._row(name, forgive=DAMAGE) or b"") for name in names]
        finally:
            self._leave()
        whole = [value for value in values if value is not None]
        return whole if len(whole) == len(values) else []

    def info(self) -> Info:
        """Return a summary of the cache.

        Raises
        ------
        CacheError
            If the database cannot be read, or the store is closed.
        """
        with self._guard("read"):
            heads = [*self._heads().values()]
        return summary(self.folder, heads)

    def keys(self, name: str) -> list[str]:
        """Return the keys whose label equals a name or begins with the name and a comma.

        Raises
        ------
        CacheError
            If the database cannot be read, or the store is closed.
        """
        with self._guard("read"):
            heads = self._heads()
        return [key for key, head in heads.items() if f"{head.label}, ".startswith(f"{name}, ")]

    def clear(self) -> int:
        """Remove all records of all games; remove the database itself if it is damaged.

        Returns
        -------
        int
            The number of records removed, as far as they could be counted.

        Raises
        ------
        CacheError
            If the database can be neither emptied nor removed, or the store is closed.
        """
        with self._lock:
            try:
                with self._guard("clear"):
                    cache = self._open()
                    with cache.transact():
                        count = _count(self._heads().values())
                        cache.clear()
                        _try_out(cache)
                        return count
            except CacheDamagedError:
                self._cache.close()
                remove_database(self.folder)
                self._connect()
                return 0

    @property
    def closed(self) -> bool:
        """Whether the store was closed."""
        return self._closed

    def close(self) -> None:
        """Close the database; call this in the thread that opened the store."""
        with self._lock:
            self._closed = True
            self._cache.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _put(self, key: str, records: Sequence[bytes], label: str, *, keep: bool) -> None:
        check_key(key)
        for record in records:
            if type(record) is not bytes:
                raise CacheError(f"a record is bytes, not {type(record).__name__}")
        with self._lock, self._guard("write"):
            cache = self._open()
            with cache.transact():
                old = self._head(key)[0] or Head()
                for n, record in enumerate(records, old.next):
                    cache.set(record_name(key, n), frame(record_name(key, n), record))
                first = old.first if keep else old.next
                for n in range(old.first, first):
                    cache.delete(record_name(key, n))
                head = Head(first, old.next + len(records), label or old.label)
                cache.set(head_name(key), frame(head_name(key), head.encode()))

    def _row(self, name: str, forgive: _Errors) -> bytes | None:
        """Return a row; None if it is absent, empty if it is damaged.

        Only readers tolerate SQLite errors: a writer that treated an error as a game without
        records would overwrite the records.
        """
        row = b""
        cache = self._open()
        with contextlib.suppress(*forgive):
            row = cache.get(name)
        return row

    def _head(self, key: str, forgive: _Errors = (CacheDamagedError,)) -> tuple[Head | None, bool]:
        """Return the head of a game, if it has one, and whether the head verified."""
        row = self._row(head_name(key), forgive)
        if row is None:
            return None, True
        if (payload := unframe(head_name(key), row)) is not None:
            return Head.decode(payload), True
        # The records still exist: find them by reading the names of all games.
        numbers = set()
        with contextlib.suppress(*forgive):
            for name in self._open().iterkeys():
                prefix, _, number = name.rpartition("/")
                if prefix == f"record/{key}" and number.isdecimal():
                    numbers.add(int(number))
        first = end = min(numbers, default=0)
        while end in numbers:
            end += 1
        return Head(first, end), False

    def _heads(self) -> dict[str, Head]:
        prefix = head_name("")
        # The names are sorted, and no other name sorts before these.
        names = takewhile(lambda name: name.startswith(prefix), self._open().iterkeys())
        keys = (name.removeprefix(prefix) for name in names)
        return {key: self._head(key)[0] or Head() for key in keys}

    def _open(self) -> Any:
        if self._closed:
            raise CacheError(f"{self.folder}: the cache is closed")
        return self._cache

    def _connect(self) -> None:
        try:
            with explained(self.folder):
                self._cache = PlainCache(self.folder)
        except (*DAMAGE, diskcache.Timeout) as error:
            raise self._translated("open", error) from error

    @contextlib.contextmanager
    def _guard(self, doing: str) -> Iterator[None]:
        try:
            with explained(self.folder):
                yield
        except (*DAMAGE, diskcache.Timeout) as error:
            # A failed commit leaves its transaction open, and the next commit would join it: only a
            # new connection reliably discards it.
            self._cache.close()
            raise self._translated(doing, error) from error
        finally:
            self._leave()

    def _leave(self) -> None:
        # diskcache opens one connection per thread and closes only the caller's.
        if threading.get_ident() != self._thread:
            self._cache.close()

    def _translated(self, doing: str, error: Exception) -> CacheError:
        if isinstance(error, diskcache.Timeout):
            return CacheError(f"{self.folder}: cannot {doing} the cache: it is busy or read-only")
        path = self.folder / DBNAME
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        # The header of the database forbids writing, although the file may be written.
        header = code == sqlite3.SQLITE_READONLY and os.access(path, os.W_OK)
        if code & 0xFF in _SURROUNDINGS and not header:
            return CacheError(f"{self.folder}: cannot {doing} the cache: {error}")
        return CacheDamagedError(f"{path} is damaged: remove it or run `emi cache clear`")


def clear(folder: str | os.PathLike[str]) -> int:
    """Remove all records from a folder, even if its database cannot be opened.

    A missing folder is not created.

    Returns
    -------
    int
        The number of records removed, as far as they could be counted.

    Raises
    ------
    CacheError
        If the folder cannot be used, or the database can be neither emptied nor removed.
    """
    if not Path(folder).exists():
        return 0
    try:
        with DiskStore(folder) as store:
            return store.clear()
    except CacheDamagedError:
        remove_database(Path(folder))
        return 0


def _try_out(emptied: Any) -> None:
    # Some damage only appears when the next row is written.
    name = head_name("0")
    emptied.set(name, b"")
    if list(emptied.iterkeys()) != [name] or not emptied.delete(name):
        raise CacheDamagedError("the emptied database cannot be written")


def summary(folder: Path, heads: Sequence[Head]) -> Info:
    """Return the summary of a cache by the heads of its games."""
    size = 0
    for path in _database_files(folder):
        # SQLite deletes its log at times of its own choosing.
        with contextlib.suppress(FileNotFoundError):
            size += path.stat().st_size
    labels = tuple(sorted(head.label for head in heads if head.label))
    return Info(folder, len(heads), _count(heads), size, labels)


def _count(heads: Iterable[Head]) -> int:
    return sum(head.next - head.first for head in heads)


def _database_files(folder: Path) -> list[Path]:
    return [folder / (DBNAME + suffix) for suffix in ("", "-wal", "-shm")]


def remove_database(folder: Path) -> None:
    """Remove the files of the database."""
    # Remove the database first: SQLite discards a log next to an empty database, but would take a
    # database that lost its log for a complete one.
    for path in _database_files(folder):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise CacheError(f"{path}: cannot remove: {error.strerror}") from error
