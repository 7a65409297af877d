"""Every row of a database is examined, however damaged it is; nothing is written."""

import contextlib
import random
import sqlite3
import subprocess
import sys

import pytest

from emi.cache import Audit, CacheDamagedError, CacheError, DiskStore, rebuild
from tests.people import as_owner, needs_modes

KEY, OTHER = "c5" * 32, "d6" * 32
RECORDS = [b"one", b"two", bytes(300)]


@pytest.fixture
def folder(tmp_path):
    with DiskStore(tmp_path / "emi") as store:
        store.write(KEY, RECORDS, "C5")
        store.write(OTHER, [b"other"])
    return tmp_path / "emi"


def sql(folder, statement, *values):
    with contextlib.closing(sqlite3.connect(folder / "cache.db")) as connection, connection:
        return connection.execute(statement, values).fetchall()


def found(folder):
    """Return the records by key, the faults, and whether the database itself is damaged."""
    with Audit(folder) as audit:
        records = {key: [record for _, record in audit.records(key)] for key in audit.games}
        return records, audit.faults, audit.broken


WHOLE = {KEY: RECORDS, OTHER: [b"other"]}


def test_an_intact_database_has_no_faults(folder):
    before = (folder / "cache.db").read_bytes()
    assert found(folder) == (WHOLE, [], False)
    assert (folder / "cache.db").read_bytes() == before


def killed_while_writing(folder):
    """Leave a log beside the database, as a process does that is killed; some of it is applied."""
    code = f"""
import os
from emi.cache import DiskStore
store = DiskStore({str(folder)!r})
store._cache._con.execute("PRAGMA wal_autocheckpoint = 0")
store.write({KEY!r}, [b"last"])
store._cache._con.execute("PRAGMA wal_checkpoint(PASSIVE)")
store.write({OTHER!r}, [b"last"])
os._exit(0)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    assert (folder / "cache.db-wal").stat().st_size


LOGGED = {KEY: [*RECORDS, b"last"], OTHER: [b"other", b"last"]}


@needs_modes
@pytest.mark.parametrize("logged", [False, True])
@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("mode", [0o400, 0o600])
def test_a_read_only_folder_is_read_with_its_log(folder, logged, shared, mode):
    if logged:
        killed_while_writing(folder)
    if not shared:
        # The file that SQLite shares between processes, which it cannot make here.
        (folder / "cache.db-shm").unlink(missing_ok=True)
    for path in folder.iterdir():
        path.chmod(mode)
    folder.chmod(0o500)
    # SQLite counts its readers in cache.db-shm.
    before = {path: path.read_bytes() for path in folder.iterdir() if path.suffix != ".db-shm"}
    try:
        assert as_owner(found, folder) == (LOGGED if logged else WHOLE, [], False)
        assert all(path.read_bytes() == blob for path, blob in before.items())
    finally:
        folder.chmod(0o700)


@needs_modes
def test_damage_in_a_read_only_folder_is_a_fault(folder, golden):
    sql(folder, "UPDATE Cache SET value = x'00' WHERE key = ?", f"record/{KEY}/000000000001")
    sql(folder, "UPDATE Settings SET value = 4 WHERE key = 'eviction_policy'")
    folder.chmod(0o500)
    try:
        records, faults, broken = as_owner(found, folder)
    finally:
        folder.chmod(0o700)
    assert (records, broken) == (WHOLE | {KEY: [RECORDS[0], RECORDS[2]]}, True)
    golden(faults)


@needs_modes
@pytest.mark.parametrize("unreadable", [".", "cache.db"])
def test_an_unreadable_cache_is_not_called_damaged(folder, unreadable, golden):
    (folder / unreadable).chmod(0)
    try:
        with pytest.raises(CacheError) as error:
            as_owner(Audit, folder)
    finally:
        (folder / unreadable).chmod(0o700)
    assert not isinstance(error.value, CacheDamagedError)
    golden(str(error.value))


@pytest.mark.parametrize(
    ("statement", "name", "left"),
    [
        ("UPDATE Cache SET value = x'00' WHERE key = ?", f"record/{KEY}/000000000001",
         [RECORDS[0], RECORDS[2]]),
        ("UPDATE Cache SET mode = 4 WHERE key = ?", f"record/{KEY}/000000000000", RECORDS[1:]),
        ("DELETE FROM Cache WHERE key = ?", f"record/{KEY}/000000000002", RECORDS[:2]),
        ("UPDATE Cache SET value = x'00' WHERE key = ?", f"game/{KEY}", RECORDS),
        ("DELETE FROM Cache WHERE key = ?", f"game/{KEY}", RECORDS),
    ],
)  # fmt: skip
def test_a_damaged_row_is_a_fault(folder, statement, name, left, golden):
    sql(folder, statement, name)
    records, faults, broken = found(folder)
    assert (records, broken) == (WHOLE | {KEY: left}, False)
    golden(faults)


def test_a_record_without_a_head_is_a_fault(folder, golden):
    name = f"record/{KEY}/00000000000"
    sql(folder, "UPDATE Cache SET key = ? WHERE key = ?", f"{name}7", f"{name}2")
    records, faults, _ = found(folder)
    assert records[KEY] == [*RECORDS]  # The digest is over the key alone, not the number.
    golden(faults)


@pytest.mark.parametrize("name", ["elephant", "record/C5/1", f"record/{KEY}/x", f"game/{KEY}/1"])
def test_a_foreign_row_is_a_fault(folder, name):
    sql(folder, "INSERT INTO Cache (key, raw) VALUES (?, 1)", name)
    sql(folder, "INSERT INTO Cache (key, raw) VALUES (7, 1)")
    records, faults, broken = found(folder)
    assert (records, broken) == (WHOLE, True)
    assert [fault.rpartition(", ")[2] for fault in faults] == [repr(name), "''"]


def test_a_missing_table_is_reported_once(folder, golden):
    sql(folder, "DROP TABLE Cache")
    records, (fault,), broken = found(folder)
    assert (records, broken) == ({}, True)
    golden(fault)


def test_a_file_of_another_kind_is_refused(folder, golden):
    (folder / "cache.db").write_bytes(b"This is a letter to my aunt.\n" * 300)
    records, (fault,), _ = found(folder)
    assert records == {}
    golden(fault)


@pytest.mark.parametrize("seed", range(30))
def test_only_intact_records_are_returned_after_any_damage(tmp_path, seed):
    records = [bytes([n]) * 700 for n in range(80)]
    with DiskStore(tmp_path) as store:
        store.write(KEY, records, "C5")
    path, source = tmp_path / "cache.db", random.Random(seed)
    blob = bytearray(path.read_bytes())
    for _ in range(source.randint(1, 4)):
        at = source.randrange(len(blob))
        blob[at : at + 900] = source.randbytes(len(blob[at : at + 900]))
    path.write_bytes(blob)
    left, faults, _ = found(tmp_path)
    assert {*left.get(KEY, [])} <= {*records}
    assert len(left.get(KEY, [])) == len(records) or faults


@pytest.mark.parametrize("damage", [b"", b"no database"])
def test_a_missing_cache_is_reported(tmp_path, damage, monkeypatch, refused):
    with refused(CacheError):
        Audit(tmp_path)
    (tmp_path / "cache.db").write_bytes(damage)

    def refuse(*_, **__):
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr("emi.cache.audit.sqlite3.connect", refuse)
    with refused(CacheError):
        Audit(tmp_path)


def test_an_error_while_listing_closes_the_database(folder, monkeypatch):
    monkeypatch.setattr(Audit, "_rows", lambda _: 1 / 0)
    closed, close = [], Audit.close
    monkeypatch.setattr(Audit, "close", lambda audit: closed.append(close(audit)))
    with pytest.raises(ZeroDivisionError):
        Audit(folder)
    assert closed == [None]


def test_an_unreadable_row_is_not_returned(folder):
    with Audit(folder) as audit:
        audit.close()
        with pytest.raises(sqlite3.ProgrammingError):
            audit._database.execute("SELECT 1")
        assert audit._payload("game/c5", 1) is None
        assert audit.broken


def test_a_database_can_be_rebuilt(folder):
    (folder / "cache.db").write_bytes(b"gone")
    rebuild(folder, [(KEY, "C5", [b"a"]), (OTHER, "", [])])
    assert found(folder) == ({KEY: [b"a"], OTHER: []}, [], False)
    assert {path.name for path in folder.iterdir()} <= {"cache.db", "cache.db-wal", "cache.db-shm"}
