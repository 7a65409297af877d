"""Read a possibly damaged database row by row, to verify or merge it.

This module does not use diskcache, which rejects a partly damaged database and writes when it opens
one.
"""

import contextlib
import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from diskcache.core import DBNAME, MODE_RAW

from emi.cache.disk import TIMEOUT, check_settings
from emi.cache.folder import CacheDamagedError, CacheError
from emi.cache.rows import Head, unframe
from emi.cache.store import DAMAGE, DiskStore, Info, remove_database, summary


@dataclass
class Held:
    """The records of one game in a database: the label, and the row of each record by number."""

    label: str = ""
    rows: dict[int, int] = field(default_factory=dict)
    head: Head | None = None


class Audit:
    """Open a database read-only and collect its faults instead of raising them.

    Attributes
    ----------
    games : dict of str to Held
        The records of each game, by key.
    faults : list of str
        The faults found so far, one line each.
    faulty : set of str
        The keys of the games with faults.
    broken : bool
        Whether the database itself is damaged, rather than only the contents of rows.

    Raises
    ------
    CacheError
        If there is no database or it cannot be opened.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with DiskStore(folder) as store:
    ...         store.write("c5", [b"one", b"two"], "C5")
    ...     with Audit(folder) as audit:
    ...         [(held.label, *audit.records(key)) for key, held in audit.games.items()]
    [('C5', (0, b'one'), (1, b'two'))]
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.path = Path(folder, DBNAME).absolute()
        self._open = contextlib.ExitStack()
        try:
            regular = stat.S_ISREG(self.path.stat().st_mode)
        except PermissionError as error:
            raise CacheError(f"{folder}: the cache cannot be read: {error.strerror}") from None
        except (OSError, ValueError):
            regular = False
        if not regular:
            raise CacheError(f"{folder}: not the folder of a cache, it holds no {DBNAME}")
        self.games: dict[str, Held] = {}
        self.faults: list[str] = []
        self.faulty: set[str] = set()
        self.broken = False
        try:
            self._database = self._opened()
            self._list()
        except BaseException:
            self.close()
            raise

    def records(self, key: str) -> Iterator[tuple[int, bytes]]:
        """Yield the intact records of a game, each with its number."""
        held = self.games[key]
        for number in sorted(held.rows):
            payload = self._payload(f"record/{key}/{number:012d}", held.rows[number])
            if payload is None:
                self.fault(key, f"record {number} is damaged, or written by a newer version")
            else:
                yield number, payload

    def times(self, key: str) -> list[float]:
        """Return the write times of the records of a game, ascending, in seconds since 1970.

        Records without a time in the database are omitted.
        """
        stamps = []
        for at in self.games[key].rows.values():
            try:
                row = self._database.execute(
                    "SELECT store_time FROM Cache NOT INDEXED WHERE rowid = ?", (at,)
                ).fetchone()
            except DAMAGE as error:
                self._is_broken(error)
                continue
            if row is not None and isinstance(row[0], float):
                stamps.append(row[0])
        return sorted(stamps)

    def info(self) -> Info:
        """Return a summary of the cache; raise CacheDamagedError if the database is damaged."""
        if self.broken:
            raise CacheDamagedError(
                f"{self.path} is damaged: run `emi cache verify --repair`, or `emi cache clear`"
            )
        return summary(self.path.parent, [held.head or Head() for held in self.games.values()])

    def name(self, key: str) -> str:
        """Return the label of a game, or the beginning of its key if it has none."""
        return self.games[key].label or key[:12]

    def fault(self, key: str, what: str) -> None:
        """Record a fault of a game."""
        self.faulty.add(key)
        self.faults.append(f"{self.name(key)}: {what}")

    def close(self) -> None:
        """Close the database."""
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def _opened(self) -> sqlite3.Connection:
        """Open the database without writing to its folder.

        In a folder that may only be read, SQLite cannot make the files that it shares with other
        processes. There, a database without a log is complete by itself, and is opened as
        immutable. A database with a log is complete only together with the log, which SQLite
        applies by writing; so copies of both are opened.
        """
        try:
            return self._tried(f"{self.path.as_uri()}?mode=ro")
        except sqlite3.OperationalError as error:
            why: object = error
        log = self.path.with_name(f"{DBNAME}-wal")
        try:
            if not (log.exists() and log.stat().st_size):
                return self._tried(f"{self.path.as_uri()}?immutable=1")
            place = self._open.enter_context(tempfile.TemporaryDirectory(prefix="emi-"))
            for path in (self.path, log):
                shutil.copyfile(path, Path(place, path.name))
            return self._tried(Path(place, DBNAME).as_uri())
        except sqlite3.OperationalError as error:
            why = error
        except OSError as error:
            why = error.strerror or error
        raise CacheError(f"{self.path}: cannot open the cache: {why}") from None

    def _tried(self, name: str) -> sqlite3.Connection:
        """Open a database by its URI, and read from it unless it is damaged."""
        database = self._open.enter_context(
            contextlib.closing(sqlite3.connect(name, timeout=TIMEOUT, uri=True))
        )
        database.text_factory = bytes
        try:
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            raise
        except DAMAGE:
            pass  # `_list` reports it.
        return database

    def _list(self) -> None:
        """List all rows and compare them with those that the heads name."""
        for at, name in sorted(self._rows().items()):
            self._place(at, name)
        for key, held in self.games.items():
            if held.head is None:
                self.fault(key, "the list of its records is damaged or missing")
                continue
            listed = {*range(held.head.first, held.head.next)}
            for number in sorted(listed - held.rows.keys()):
                self.fault(key, f"record {number} is missing")
            for number in sorted(held.rows.keys() - listed):
                self.fault(key, f"record {number} is not listed")

    def _rows(self) -> dict[int, Any]:
        """Return the names of all rows by number; read a damaged table from both ends."""
        values: dict[int, Any] = {}
        rows = "SELECT rowid, key FROM Cache NOT INDEXED ORDER BY rowid"
        for query in (rows, f"{rows} DESC"):
            try:
                values.update(self._database.execute(query))
                break
            except DAMAGE as error:
                self._is_broken(error)
        try:
            ((said,),) = self._database.execute("PRAGMA integrity_check(1)")
            if said != b"ok":
                self._is_broken(said.decode(errors="replace").splitlines()[-1])
            self._database.text_factory = str
            check_settings(self._database)
        except DAMAGE as error:
            self._is_broken(error)
        finally:
            self._database.text_factory = bytes
        return values

    def _is_broken(self, why: object) -> None:
        if not self.broken:
            self.faults.append(f"{self.path}: the database is damaged: {why}")
        self.broken = True

    def _place(self, at: int, raw: object) -> None:
        name = raw.decode(errors="replace") if type(raw) is bytes else ""
        kind, _, rest = name.partition("/")
        key, _, number = rest.partition("/")
        is_key = key and not set(key) - set("0123456789abcdef")
        if is_key and kind == "game" and not number:
            held = self.games.setdefault(key, Held())
            payload = self._payload(name, at)
            if payload is not None:
                held.head = Head.decode(payload)
                held.label = held.head.label
        elif is_key and kind == "record" and number.isdecimal() and number.isascii():
            self.games.setdefault(key, Held()).rows[int(number)] = at
        else:
            self.broken = True
            self.faults.append(f"{self.path}: an unexpected row, {name[:100]!r}")

    def _payload(self, name: str, at: int) -> bytes | None:
        try:
            rows = self._database.execute(
                "SELECT raw, mode, filename, value FROM Cache NOT INDEXED WHERE rowid = ?", (at,)
            ).fetchone()
        except DAMAGE as error:
            self._is_broken(error)
            return None
        if rows is None or rows[:3] != (1, MODE_RAW, None) or type(rows[3]) is not bytes:
            return None
        return unframe(name, rows[3])


def rebuild(folder: Path, games: Iterable[tuple[str, str, Sequence[bytes]]]) -> None:
    """Replace a damaged database with a new one; no other process may be using it.

    Parameters
    ----------
    folder : Path
    games : iterable of (str, str, sequence of bytes)
        The key, the label and the records of each game.
    """
    with tempfile.TemporaryDirectory(dir=folder) as place:
        with DiskStore(place) as store:
            for key, label, records in games:
                store.write(key, records, label)
        remove_database(folder)
        Path(place, DBNAME).replace(folder / DBNAME)
