"""The store: what it keeps and refuses, and how it handles damage."""

import contextlib
import os
import pickle
import sqlite3
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from emi import cache
from emi.cache import (
    CacheDamagedError,
    CacheError,
    CacheWarning,
    DiskStore,
    Info,
    clear,
    disk,
    rows,
)
from emi.cache import store as module

ROOT = Path(cache.__file__).parents[2]
KEY = "c5" * 32
OTHER = "d6" * 32
LETTER = b"This is a letter to my aunt.\n" * 300
RECORDS = [b"", b"one", bytes(range(256)), b"x" * 100_000]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "emi"


@pytest.fixture
def store(folder):
    with DiskStore(folder) as opened:
        yield opened


def sql(folder, statement, *values):
    """Change the database directly, as only damage or malice would."""
    with contextlib.closing(sqlite3.connect(folder / "cache.db")) as connection, connection:
        return connection.execute(statement, values).fetchall()


def row(n, key=KEY):
    return f"record/{key}/{n:012d}"


def change(folder, name, edit):
    ((value,),) = sql(folder, "SELECT value FROM Cache WHERE key = ?", name)
    assert isinstance(value, bytes)
    edited = bytearray(value)
    edit(edited)
    sql(folder, "UPDATE Cache SET value = ? WHERE key = ?", bytes(edited), name)


def flip(at):
    return lambda data: data.__setitem__(at, data[at] ^ 1)


def cut(at):
    return lambda data: data.__delitem__(slice(at, None))


def read_quietly(store, key=KEY):
    return list(store.read(key))  # a warning is an error here


def read_damaged(store, match, key=KEY):
    """Return the records of a game, and expect a single warning about dropped ones."""
    with pytest.warns(CacheWarning, match=match) as caught:
        found = list(store.read(key))
    assert len(caught) == 1
    return found


def refused_as_damaged(folder):
    with pytest.raises(CacheDamagedError, match=r"damaged: remove it or run `emi cache clear`$"):
        DiskStore(folder)


class Bomb:
    """An object that raises when it is unpickled."""

    def __reduce__(self):
        return exec, ("raise SystemExit('unpickled')",)


class TestKeeping:
    def test_records_are_read_in_the_order_written_even_after_closing(self, folder):
        with DiskStore(folder) as store:
            store.write(KEY, RECORDS)
            store.write(KEY, [b"later"])
            assert read_quietly(store) == [*RECORDS, b"later"]
        with DiskStore(str(folder)) as store:
            assert read_quietly(store) == [*RECORDS, b"later"]

    def test_games_do_not_mix(self, store):
        store.write(KEY, [b"a"])
        store.write(OTHER, [b"b"])
        store.write(KEY, [b"c"])
        assert read_quietly(store, KEY) == [b"a", b"c"]
        assert read_quietly(store, OTHER) == [b"b"]
        assert read_quietly(store, "00") == []

    def test_the_format_of_rows_is_unchanged(self):
        """Rows of earlier releases are read."""
        head = rows.Head(3, 5, "C5").encode()
        assert rows.frame(row(7), b"one").hex() == (
            "656d690a0001000000038b6daa327fddfa062b5ac42bae5d80fd6f6e65"
        )
        assert rows.frame(f"game/{KEY}", head).hex() == (
            "656d690a00010000001271813899d6aa50da4aea08f73346f8"
            "06000000000000000300000000000000054335"
        )
        assert rows.head_name("c5") == "game/c5"
        assert rows.record_name("c5", 7) == "record/c5/000000000007"

    def test_replace_drops_the_earlier_records(self, store, folder):
        store.write(KEY, RECORDS, label="C5")
        store.write(OTHER, [b"b"])
        store.replace(KEY, [b"compact"])
        assert read_quietly(store) == [b"compact"]
        assert read_quietly(store, OTHER) == [b"b"]
        assert store.info().labels == ("C5",)
        assert sql(folder, "SELECT count(*) FROM Cache") == [(4,)]  # two heads, two records

    @pytest.mark.parametrize(
        ("overtake", "rest"),
        [(lambda store: store.replace(KEY, [b"abc"]), [b"abc"]), (DiskStore.clear, [])],
        ids=["replace", "clear"],
    )
    def test_a_reader_overtaken_by_a_replacement_gets_the_new_records(self, store, overtake, rest):
        store.write(KEY, [b"a", b"b", b"c"])
        reader = store.read(KEY)
        assert next(reader) == b"a"
        overtake(store)
        assert list(reader) == rest

    def test_a_batch_is_written_whole_or_not_at_all(self, store, monkeypatch):
        store.write(KEY, [b"a"])
        real = module.record_name

        def full(key, n):
            if n == 3:
                raise sqlite3.OperationalError("no space left")
            return real(key, n)

        with monkeypatch.context() as patch:
            patch.setattr(module, "record_name", full)
            for method in (store.write, store.replace):
                with pytest.raises(CacheError):
                    method(KEY, [b"b", b"c", b"d"])
        assert read_quietly(store) == [b"a"]
        store.write(KEY, [b"b"])
        assert read_quietly(store) == [b"a", b"b"]

    def test_the_database_evicts_counts_and_stores_nothing_in_files(self, store, folder):
        store.write(KEY, RECORDS)
        settings = dict(sql(folder, "SELECT key, value FROM Settings"))
        assert settings["eviction_policy"] == "none"
        assert settings["cull_limit"] == settings["statistics"] == 0
        files = {path.name for path in folder.iterdir()}
        assert files <= {"cache.db", "cache.db-wal", "cache.db-shm"}

    def test_the_store_reports_its_contents(self, store, folder):
        info = store.info()
        assert info == Info(folder, games=0, records=0, size=info.size, labels=())
        store.write(OTHER, [b"x" * 1000] * 9, label="Ô\ud800 5")
        store.write(KEY, [b"y"], label="C5")
        store.write(KEY, [b"z"])
        store.write("00", [])
        info = store.info()
        assert (info.folder, info.games, info.records) == (folder, 3, 11)
        assert info.labels == ("C5", "Ô? 5")
        assert info.size >= 9000


class TestClear:
    def test_removes_everything_and_counts(self, store):
        store.write(KEY, RECORDS)
        store.write(OTHER, [b"b"])
        assert store.clear() == len(RECORDS) + 1
        assert store.info().games == 0
        assert read_quietly(store) == []
        store.write(KEY, [b"new"])
        assert read_quietly(store) == [b"new"]

    def test_a_folder(self, folder):
        assert clear(folder) == 0
        assert not folder.exists()
        with DiskStore(folder) as store:
            store.write(KEY, RECORDS)
        assert clear(folder) == len(RECORDS)
        assert clear(folder) == 0

    def test_a_damaged_database_is_removed(self, folder):
        folder.mkdir(mode=0o700)
        (folder / "cache.db").write_bytes(LETTER)
        (folder / "mine.txt").write_text("not the cache's")
        assert clear(folder) == 0
        assert [path.name for path in folder.iterdir()] == ["mine.txt"]
        with DiskStore(folder) as store:
            store.write(KEY, [b"a"])
            assert read_quietly(store) == [b"a"]

    @pytest.mark.parametrize(
        "statement",
        [
            "DROP TABLE Cache",
            # Only writing detects this.
            "CREATE TRIGGER thief AFTER INSERT ON Cache BEGIN DELETE FROM Cache; END",
        ],
    )
    def test_damage_found_while_open(self, store, folder, statement):
        store.write(KEY, [b"a"])
        sql(folder, statement)
        assert store.clear() == 0
        store.write(KEY, [b"b"])
        assert read_quietly(store) == [b"b"]

    def test_a_file_that_cannot_be_removed(self, folder):
        (folder / "cache.db").mkdir(mode=0o700, parents=True)
        folder.chmod(0o700)
        with pytest.raises(CacheError, match="cannot open"):
            clear(folder)
        with pytest.raises(CacheError, match="cannot remove"):
            module.remove_database(folder)


class TestFolder:
    @pytest.mark.skipif(sys.platform == "win32", reason="no such permissions")
    def test_is_created_private_to_its_owner(self, tmp_path):
        DiskStore(tmp_path / "a" / "b").close()
        for path in (tmp_path / "a", tmp_path / "a" / "b"):
            assert stat.S_IMODE(path.stat().st_mode) == 0o700

    @pytest.mark.parametrize("name", ["file/emi", "a\0b", "file", "$ELSEWHERE"])
    def test_a_name_that_cannot_be_used(self, tmp_path, monkeypatch, name, refused):
        monkeypatch.setenv("ELSEWHERE", "x")
        (tmp_path / "file").touch()
        with refused(CacheError) as caught:
            DiskStore(f"{tmp_path}/{name}")
        assert "\n" not in str(caught.value)
        assert not (tmp_path / "x").exists()

    @pytest.mark.skipif(sys.platform == "win32", reason="no such owners and permissions")
    def test_a_folder_open_to_others(self, folder, monkeypatch, refused):
        folder.mkdir()
        for mode in (0o770, 0o702):
            folder.chmod(mode)
            with refused(CacheError):
                DiskStore(folder)
        folder.chmod(0o700)
        monkeypatch.setattr(os, "access", lambda *_: False)
        with refused(CacheError):
            DiskStore(folder)
        monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
        with refused(CacheError):
            DiskStore(folder)


class TestRefusals:
    @pytest.mark.parametrize("key", ["", "C5", "c5/d6", "no"])
    def test_a_key_is_a_digest(self, store, key):
        for act in (lambda: store.write(key, []), lambda: list(store.read(key))):
            with pytest.raises(CacheError, match="hexadecimal"):
                act()

    def test_a_record_is_bytes(self, store):
        with pytest.raises(CacheError, match="not str"):
            store.write(KEY, [b"a", "b"])  # type: ignore[list-item]
        assert read_quietly(store) == []

    def test_a_closed_store_does_nothing(self, folder):
        store = DiskStore(folder)
        store.write(KEY, [b"a", b"b"])
        reader = store.read(KEY)
        next(reader)
        store.close()
        store.close()
        for act in (
            lambda: store.write(KEY, [b"a"]),
            lambda: list(store.read(KEY)),
            lambda: list(reader),
            store.info,
            store.clear,
        ):
            with pytest.raises(CacheError, match="closed"):
                act()

    def test_a_blocked_writer_waits_no_longer_than_the_timeout(self, folder, monkeypatch):
        monkeypatch.setattr(disk, "TIMEOUT", 0.05)
        with DiskStore(folder) as store:
            store.write(KEY, [b"a"])
            with contextlib.closing(
                sqlite3.connect(folder / "cache.db", isolation_level=None)
            ) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(CacheError, match="busy"):
                    store.write(KEY, [b"b"])
                assert read_quietly(store) == [b"a"]  # readers do not wait
            store.write(KEY, [b"b"])
            assert read_quietly(store) == [b"a", b"b"]


class TestNoPickles:
    @pytest.mark.parametrize("value", ["text", 1.5, None, ("tuple",), 7, bytearray(b"x"), Bomb()])
    def test_are_written(self, folder, value, refused):
        plain = disk.PlainDisk(str(folder))
        with refused(CacheError):
            plain.store(value, False)
        with refused(CacheError):
            plain.put(value if type(value) is not str else b"bytes")
        with pytest.raises(CacheError):
            plain.store(b"of a file", True)

    @pytest.mark.parametrize("mode", [1, 4])
    @pytest.mark.parametrize("name", [row(1), f"game/{KEY}"])
    def test_are_read(self, store, folder, mode, name):
        store.write(KEY, [b"a", b"b"])
        sql(
            folder,
            "UPDATE Cache SET mode = ?, value = ? WHERE key = ?",
            mode,
            pickle.dumps(Bomb()),
            name,
        )
        assert read_damaged(store, "dropped") == ([b"a"] if name == row(1) else [b"a", b"b"])

    def test_are_read_from_a_key(self, store, folder):
        store.write(KEY, [b"a"])
        sql(folder, "INSERT INTO Cache (key, raw) VALUES (?, 0)", pickle.dumps(Bomb()))
        assert store.info().games == 1
        change(folder, f"game/{KEY}", flip(-1))
        assert read_damaged(store, "dropped") == [b"a"]
        with pytest.raises(CacheDamagedError):
            store._cache.disk.get(pickle.dumps(Bomb()), False)

    def test_no_file_is_read_or_removed(self, store, folder, tmp_path):
        victim = tmp_path / "victim"
        victim.write_bytes(pickle.dumps(Bomb()))
        store.write(KEY, [b"a"])
        statement = "UPDATE Cache SET mode = ?, filename = '../victim', value = NULL WHERE key = ?"
        for mode in (2, 3, 4):
            sql(folder, statement, mode, row(0))
            assert read_damaged(store, "1 record") == []
        store.replace(KEY, [b"b"])
        sql(folder, statement, 2, row(1))
        assert store.clear() == 1
        assert victim.exists()


class TestDamage:
    """A damaged cache may cost time, never a wrong answer."""

    @pytest.mark.parametrize(
        "edit", [*map(flip, (0, 5, 9, 10, 25, 26, -1)), *map(cut, (0, 10, 26, 28))]
    )
    def test_a_record_with_a_flipped_bit_or_cut_short(self, store, folder, edit):
        """In the magic, the version, the length, the digest and the payload."""
        store.write(KEY, [b"a", b"bcd", b"e"], label="C5")
        change(folder, row(1), edit)
        assert read_damaged(store, "1 record dropped from game C5") == [b"a", b"e"]

    def test_a_newer_record(self, store, monkeypatch):
        store.write(KEY, [b"a"])
        with monkeypatch.context() as patch:
            patch.setattr(rows, "VERSION", rows.VERSION + 1)
            store.write(KEY, [b"newer", b"newest"])
        assert read_damaged(store, "2 records") == [b"a"]

    def test_a_record_moved_to_another_game(self, store, folder):
        store.write(KEY, [b"mine", b"mine too"])
        store.write(OTHER, [b"theirs"])
        sql(folder, "DELETE FROM Cache WHERE key = ?", row(0))
        sql(folder, "UPDATE Cache SET key = ? WHERE key = ?", row(0), row(0, OTHER))
        for key, kept in ((KEY, [b"mine too"]), (OTHER, [])):
            assert read_damaged(store, "1 record", key) == kept

    def test_a_record_of_another_type(self, store, folder):
        store.write(KEY, [b"a", b"b", b"c", b"d", b"e"])
        ((head,),) = sql(folder, "SELECT value FROM Cache WHERE key = ?", f"game/{KEY}")
        for n, value in enumerate(("text", 7, None, head)):
            sql(folder, "UPDATE Cache SET value = ? WHERE key = ?", value, row(n))
        assert read_damaged(store, "4 records") == [b"e"]

    def test_a_damaged_head_loses_its_label_but_no_record(self, store, folder):
        store.write(KEY, [b"a"], label="C5")
        store.replace(KEY, [b"b", b"c"])
        store.write(OTHER, [b"other"])
        change(folder, f"game/{KEY}", flip(-1))
        assert read_damaged(store, "the list of them") == [b"b", b"c"]
        assert store.info().records == 3
        store.write(KEY, [b"d"])
        assert read_quietly(store) == [b"b", b"c", b"d"]

    def test_a_missing_table(self, store, folder):
        store.write(KEY, [b"a"])
        reader = store.read(KEY)
        sql(folder, "DROP TABLE Cache")
        with pytest.warns(CacheWarning):
            assert list(reader) == []
        for act in (store.info, lambda: store.write(KEY, [b"b"])):
            with pytest.raises(CacheDamagedError, match="is damaged"):
                act()

    @pytest.mark.parametrize("content", [LETTER, b"\0" * 8192])
    def test_a_foreign_file(self, folder, content):
        folder.mkdir(mode=0o700)
        (folder / "cache.db").write_bytes(content)
        refused_as_damaged(folder)
        assert (folder / "cache.db").read_bytes() == content

    @pytest.mark.parametrize(
        "statement",
        [
            "CREATE TABLE Cache (name TEXT)",
            "CREATE TABLE Settings (name TEXT)",
            "CREATE TABLE Settings AS SELECT 'count' AS key, 1 AS value",
            "CREATE TABLE Settings AS SELECT x'00' AS key, 1 AS value",
        ],
    )
    def test_the_database_of_another_program(self, folder, statement):
        folder.mkdir(mode=0o700)
        sql(folder, statement)
        refused_as_damaged(folder)

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            *((name, 1) for name in ("close", "get", "_disk", "transact", "disk_elephant", b"key")),
            *((name, 1) for name in ("cull_limit", "statistics", "sqlite_mmap_size", "sqlite_x")),
            *(
                (name, "x")
                for name in ("count", "sqlite_journal_mode", "sqlite_cache_size = 1; --")
            ),
            ("eviction_policy", "least-recently-used"),
            ("sqlite_synchronous", None),
        ],
    )
    def test_foreign_settings(self, folder, key, value):
        """diskcache would set its own attributes from them."""
        with DiskStore(folder) as store:
            store.write(KEY, [b"a"])
        sql(folder, "INSERT OR REPLACE INTO Settings VALUES (?, ?)", key, value)
        refused_as_damaged(folder)
        assert clear(folder) == 0
        DiskStore(folder).close()

    def test_a_header_that_forbids_writing(self, folder):
        DiskStore(folder).close()
        with (folder / "cache.db").open("r+b") as file:
            file.seek(18)
            file.write(b"\x07")
        refused_as_damaged(folder)

    @pytest.mark.parametrize("part", [0.01, 0.5, 0.9])
    def test_a_database_cut_short(self, folder, part):
        with DiskStore(folder) as store:
            store.write(KEY, [b"x" * 200] * 500)
        path = folder / "cache.db"
        os.truncate(path, int(path.stat().st_size * part))
        refused_as_damaged(folder)
        assert clear(folder) == 0
        DiskStore(folder).close()

    @pytest.mark.parametrize("damage", ["cut", "holes"])
    def test_records_still_found_are_intact_and_the_rest_is_reported_missing(self, folder, damage):
        """SQLite reads the missing end of a page as zeros; the digests detect that."""
        records = [bytes([n]) * 2000 for n in range(200)]
        with DiskStore(folder) as store:
            store.write(KEY, records)
        path = folder / "cache.db"
        data = bytearray(path.read_bytes())
        if damage == "cut":
            del data[-4000:]
        for start in range(len(data) // 2, len(data), 8192) if damage == "holes" else ():
            data[start : start + 1024] = bytes(1024)
        path.write_bytes(data)
        with DiskStore(folder) as store:
            kept = read_damaged(store, "dropped")
        assert 0 < len(kept) < len(records)
        assert set(kept) <= set(records)


WRITER = """
import sys
from emi.cache import DiskStore
folder, key, name, batches = sys.argv[1:]
with DiskStore(folder) as store:
    n = 0
    while n < int(batches):
        store.write(key, [f"{name} {7 * n + i}".encode() * 50 for i in range(7)])
        n += 1
        print(n, flush=True)
"""


def spawn(folder, name, batches):
    command = [sys.executable, "-c", WRITER, str(folder), KEY, name, str(batches)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def expected(name, count):
    return [f"{name} {i}".encode() * 50 for i in range(count)]


class TestConcurrency:
    def test_threads(self, store):
        def work(name):
            for n in range(10):
                store.write(KEY, [b"%d %d" % (name, 2 * n + i) for i in range(2)])
                list(store.read(KEY))

        with ThreadPoolExecutor(3) as pool:
            list(pool.map(work, range(3)))
        found = read_quietly(store)
        assert len(found) == 60
        for name in range(3):
            mine = [record for record in found if record.startswith(b"%d " % name)]
            assert mine == [b"%d %d" % (name, n) for n in range(20)]

    def test_each_connection_sets_its_own_memory(self, store, folder):
        """The setting in the database stays: another one would count as damage to old versions."""

        def held():
            list(store.read(KEY))
            ((kib,),) = store._cache._sql("PRAGMA cache_size").fetchall()
            store._cache.close()  # that of this thread: Python 3.13 warns of one left open
            return kib

        with ThreadPoolExecutor(1) as pool:
            assert [held(), pool.submit(held).result()] == [-disk.HELD] * 2
        query = "SELECT value FROM Settings WHERE key = 'sqlite_cache_size'"
        assert sql(folder, query) == [(disk.SETTINGS["sqlite_cache_size"],)]

    def test_processes(self, folder):
        writers = {name: spawn(folder, name, 20) for name in ("a", "b")}
        for writer in writers.values():
            writer.communicate()
            assert writer.returncode == 0
        with DiskStore(folder) as store:
            found = read_quietly(store)
        assert len(found) == 2 * 140
        for name in writers:
            assert [r for r in found if r.startswith(name.encode())] == expected(name, 140)

    def test_a_new_database_appears_only_when_complete(self, folder, monkeypatch):
        """Processes that come meanwhile make another; the first complete one serves all."""
        seen = []

        def meanwhile(_self):
            seen.append((folder / "cache.db").exists())
            with monkeypatch.context() as patch:
                patch.setattr(disk.PlainCache, "drop_tag_index", lambda _self: None)
                with DiskStore(folder) as other:
                    other.write(KEY, [b"other"])

        with monkeypatch.context() as patch:
            patch.setattr(disk.PlainCache, "drop_tag_index", meanwhile)  # made last
            store = DiskStore(folder)
        assert seen[0] is False
        assert b"other" in read_quietly(store)
        store.close()
        assert [path.name for path in folder.iterdir()] == ["cache.db"]

    def test_a_log_without_its_database_is_not_applied_to_a_new_one(self, store, folder):
        store.write(KEY, [b"a"])
        (folder / "cache.db").unlink()
        with DiskStore(folder) as other:
            assert read_quietly(other) == []

    @pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
    def test_killed_at_any_moment(self, folder):
        """All acknowledged records are there, followed by at most the unfinished batch."""
        before: list[bytes] = []
        for turn in range(6):
            name = f"turn{turn}"
            writer = spawn(folder, name, 1_000_000)
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(0.0137 * turn)
            writer.kill()
            acknowledged = 1 + len(writer.stdout.read().split())
            writer.wait()
            writer.stdout.close()
            with DiskStore(folder) as store:
                found = read_quietly(store)
            assert found[: len(before)] == before
            new = found[len(before) :]
            assert len(new) // 7 in (acknowledged, acknowledged + 1)
            assert new == expected(name, len(new) // 7 * 7)
            before = found


class TestPeek:
    def test_reads_few_records_or_none(self, tmp_path):
        with DiskStore(tmp_path / "cache") as store:
            assert store.peek(KEY, 4) == []
            store.write(KEY, RECORDS)
            assert store.peek(KEY, 4) == RECORDS
            assert store.peek(KEY, 3) == []

    def test_does_not_report_damage(self, tmp_path):
        with DiskStore(tmp_path / "cache") as store:
            store.write(KEY, RECORDS)
        with sqlite3.connect(tmp_path / "cache" / "cache.db") as database:
            database.execute("DELETE FROM Cache WHERE key LIKE 'record/%2'")
        database.close()
        with DiskStore(tmp_path / "cache") as store:
            assert store.peek(KEY, 4) == []
            with pytest.warns(CacheWarning):
                assert len([*store.read(KEY)]) == 3
