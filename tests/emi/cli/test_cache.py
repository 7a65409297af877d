"""``emi cache merge`` and ``verify``, and the shards whose caches are joined."""

import os
import re
import sqlite3
import subprocess
import sys
import threading

import pytest

from emi.cache import DiskStore
from emi.search.model.candidates import Candidates
from emi.search.model.record import Proven, encode
from tests.emi.cases import ROOT, rows
from tests.people import as_stranger, drop_rights, needs_modes, needs_root


def test_shards_together_are_the_whole_and_their_caches_the_whole_cache(
    run, ran, lexicon, tmp_path, golden
):
    line = f"table --lexicon {lexicon} --format csv"
    cells, caches = [], []
    for number in (1, 2, 3, 4):
        caches.append(tmp_path / f"of {number}")
        done = run(*line.split(), "--shard", f"{number}/4", "--cache-dir", caches[-1])
        assert done.code == 0
        golden(done.err)
        cells += rows(done.out)
    # In the order of their size: 12, 10 and 8 words.
    assert [row["game"] for row in cells] == ["C5", "A5", "C6"]
    golden(ran("cache merge", *caches))
    whole = rows(ran(f"{line} --node-limit 1"))
    assert {row["upper"] for row in whole} == {row["upper"] for row in cells}
    assert "0 bounds" in ran("cache merge", *caches)
    golden(ran("cache verify"))


@pytest.mark.parametrize("command", ["compare --heuristic Sum", "certify --all --out"])
def test_other_commands_take_shards(run, lexicon, tmp_path, command, golden):
    folder = [tmp_path / "out"] if "--out" in command else []
    done = run(*command.split(), *folder, "--lexicon", lexicon, "--shard", "2/2")
    assert done.code == 0
    golden(done.err)


@pytest.mark.parametrize("shard", ["0/2", "3/2", "1", "1/x", "-1/2", "1/2/3", "٣/٤"])
def test_a_shard_that_is_none_is_refused(lexicon, shard, wrong):
    wrong("table", "--lexicon", lexicon, f"--shard={shard}")


def test_a_shard_of_one_game_is_refused(lexicon, tmp_path, wrong):
    for line in ("compare C5", f"certify C5 --out {tmp_path / 'x.json'}"):
        wrong(*line.split(), "--lexicon", lexicon, "--shard", "1/2")


def test_what_is_wrong_with_a_cache_is_said_and_dropped(run, ran, lexicon, tmp_path, golden):
    ran("solve C5 --lexicon", lexicon)
    with DiskStore(tmp_path / "cache") as store:
        store.write("abc0", [b"no record"], "a game\nof mine")
    for option, state in (("", "not repaired"), ("--repair", "dropped")):
        done = run("cache", "verify", *option.split())
        fault, summary = done.out.splitlines()
        assert (done.code, done.err) == (1, "")
        golden(fault)
        assert summary.endswith(f": 1 fault, {state}")
    assert ran("cache verify").endswith(": no faults\n")
    assert re.search("^0 nodes", ran("solve C5 --lexicon", lexicon), re.MULTILINE)


def test_contradictions_and_damage_are_lines_and_exit_code_1(run, tmp_path, golden):
    for name, value in (("one", 3), ("two", 4)):
        with DiskStore(tmp_path / name) as store:
            store.write("abc0", [encode([Proven(Candidates.every(9), value, value, 1)])], "N9")
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn" / "cache.db").write_bytes(b"torn " * 99)
    done = run("cache", "merge", *(tmp_path / name for name in ("one", "two", "torn")))
    assert done.code == 1
    golden(done.err.splitlines()[0])
    golden(done.err)
    assert done.out.endswith("1 bound, 0 strategies\n")
    done = run("cache", "merge", tmp_path / "nowhere")
    assert (done.code, done.err.count("\n")) == (2, 1)


def test_to_verify_no_cache_makes_none(run, ran, tmp_path, golden):
    for command in ("info", "verify"):
        said = ran(f"cache {command} --cache-dir", tmp_path / "none")
        golden(said)
    assert not (tmp_path / "none").exists()
    tmp_path.joinpath("empty").mkdir()
    done = run("cache", "verify", "--cache-dir", tmp_path / "empty")
    assert (done.code, done.err.count("\n")) == (2, 1)


@needs_modes
@pytest.mark.parametrize("mode", [0o500, 0])
def test_a_folder_that_may_only_be_read_or_not_even_that(ran, lexicon, tmp_path, mode, golden):
    ran("solve C5 --lexicon", lexicon)
    folder = tmp_path / "cache"
    folder.chmod(mode)
    try:
        for line in ("verify --cache-dir", "status --cache-dir", "merge --cache-dir here"):
            done = subprocess.run(
                [sys.executable, "-m", "emi", "cache", *line.split(), folder], check=False,
                cwd=tmp_path, capture_output=True, text=True, preexec_fn=drop_rights,
            )  # fmt: skip
            assert (done.returncode, done.stderr.count("\n")) == ((0, 0) if mode else (2, 1))
            golden(done.stdout + done.stderr)
    finally:
        folder.chmod(0o700)


SOLVE = sys.executable, "-m", "emi", "solve", "X5", "--format", "csv"


@needs_root
@pytest.mark.parametrize("home", [None, "/", "/proc/none", "readonly"])
def test_without_a_home_the_run_goes_on_without_a_cache(tmp_path, home, golden):
    place = tmp_path / "readonly"
    place.mkdir(mode=0o555)
    # Where the kernels of the tests lie, if they are not beside the program.
    given = [f"{name}={os.environ[name]}" for name in ("NUMBA_CACHE_DIR",) if name in os.environ]
    given += [] if home is None else [f"HOME={place if home == 'readonly' else home}"]
    done = subprocess.run(
        as_stranger(*given, *SOLVE), check=False, cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert rows(done.stdout)[0]["lower"] == "3"
    golden(done.stderr)


@needs_root
def test_a_named_folder_that_cannot_be_written_is_refused(golden):
    done = subprocess.run(
        as_stranger(*SOLVE, "--cache-dir", "/proc/none"), check=False, cwd=ROOT,
        capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    golden(done.stderr)


def test_a_lock_that_is_waited_for_is_explained(tmp_path, monkeypatch):
    lines, seen = [], threading.Event()

    def warning(said):
        lines.append(said)
        seen.set()

    monkeypatch.setattr("emi.cache.folder.logger.warning", warning)
    with DiskStore(tmp_path) as store:
        database = tmp_path / "cache.db"
        other = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        release = threading.Thread(target=lambda: (seen.wait(20), other.execute("ROLLBACK")))
        monkeypatch.setattr("emi.cache.folder.PATIENCE", 0.2)
        release.start()
        store.write("c5", [b"one"])
        release.join()
        other.close()
        assert lines == [f"{tmp_path}: waiting for another process that locks the cache"]
        monkeypatch.setattr("emi.cache.folder.PATIENCE", 3600)
        store.write("c5", [b"two"])
    assert len(lines) == 1


@needs_root
@needs_modes
def test_a_folder_that_may_only_be_read_is_described(ran, tmp_path):
    folder = tmp_path / "cache"
    ran(f"solve moo:2x3 --cache-dir {folder}")
    mine = ran(f"cache info --format json --cache-dir {folder}")
    folder.chmod(0o555)
    (folder / "cache.db").chmod(0o444)
    found = subprocess.run(
        [sys.executable, "-m", "emi", *f"cache info --format json --cache-dir {folder}".split()],
        cwd=ROOT, preexec_fn=drop_rights, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (found.returncode, found.stderr) == (0, "")
    games = re.search(r'"records": \d+', mine)[0]
    assert games in found.stdout
