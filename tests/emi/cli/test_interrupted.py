"""A long search may be stopped at any moment: by Ctrl-C with the bounds reached, or by SIGKILL."""

import contextlib
import json
import os
import pty
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import emi
from emi.games.motus import Motus

ROOT = Path(emi.__file__).parents[1]


@pytest.fixture
def start(tmp_path, hard):
    """Return a function that starts ``emi solve 3`` on the hard list in a process of its own."""
    processes = []
    # A shell's background job ignores Ctrl-C and hands that down to its children; a signal that is
    # handled here is back to its default in them.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def start(*program, **options):
        process = subprocess.Popen(
            [sys.executable, *(program or ("-m", "emi")), "solve", "3", "--lexicon", str(hard),
             "--format", "json", "--jobs", "1"],
            cwd=ROOT,
            env={**os.environ, "EMI_CACHE_DIR": str(tmp_path / "cache"), "TERM": "xterm",
                 "COLUMNS": "100"},
            stdout=subprocess.PIPE,
            **{"stderr": subprocess.PIPE, **options},
        )  # fmt: skip
        processes.append(process)
        return process

    yield start
    signal.signal(signal.SIGINT, before)
    for process in processes:
        process.kill()
        process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()


@pytest.fixture(scope="module")
def undisturbed(hard):
    """Return the answer of a search from nothing."""
    return emi.solve(Motus.of_cell("3", str(hard)))


def records(folder):
    """Return how many records a cache holds, without disturbing whoever writes to it."""
    uri = f"file:{folder / 'cache.db'}?mode=ro"
    with (
        contextlib.suppress(sqlite3.OperationalError),
        contextlib.closing(sqlite3.connect(uri, uri=True)) as database,
    ):
        return database.execute("SELECT count(*) FROM Cache WHERE key LIKE 'record/%'").fetchone()[
            0
        ]
    return 0


def resumed(start):
    out, err = start().communicate()
    assert err == b""
    return json.loads(out)


def test_sigkill_loses_neither_the_cache_nor_all_of_the_work(start, undisturbed, tmp_path):
    # As the program is, but it keeps what it has proven sooner.
    sooner = (
        "import search.solve.worst_case.search as w; w.FLUSH = 0.2; "
        "from emi.cli import main; main()"
    )
    process = start("-c", sooner)
    while records(tmp_path / "cache") < 2:
        assert process.poll() is None
        time.sleep(0.02)
    process.kill()
    assert process.wait() == -signal.SIGKILL

    again = resumed(start)
    assert again["proven"]
    assert again["upper"] == undisturbed.bounds.upper
    assert 0 < again["nodes"] < undisturbed.nodes


def test_ctrl_c_prints_the_bounds_reached_and_the_next_run_goes_on(start, undisturbed):
    ours, theirs = pty.openpty()
    process = start(stderr=theirs)
    os.close(theirs)
    seen = b""
    with contextlib.suppress(OSError):  # the terminal is gone when the program is
        while chunk := os.read(ours, 4096):
            seen += chunk
            nodes = re.search(rb"3 trying \d+, \d+\.\.\d+, (\d+),\d\d\d nodes", seen)
            if nodes and process.poll() is None:
                process.send_signal(signal.SIGINT)
                break
        while chunk := os.read(ours, 4096):
            seen += chunk
    os.close(ours)
    out, _ = process.communicate()

    assert process.returncode == 130
    assert b"Traceback" not in seen
    assert b"0/1 games" in seen
    # The line of the progress is wiped and the cursor shown again.
    assert seen.rstrip().endswith(b"\x1b[2K")
    assert seen.rindex(b"\x1b[?25h") > seen.rindex(b"\x1b[?25l")
    bounds = json.loads(out)
    assert not bounds["proven"]
    assert bounds["lower"] <= undisturbed.bounds.upper <= bounds["upper"]
    assert bounds["nodes"] >= 1000

    again = resumed(start)
    assert again["proven"]
    assert again["upper"] == undisturbed.bounds.upper
    assert 0 < again["nodes"] < undisturbed.nodes


def test_there_is_no_progress_where_there_is_no_terminal(run, lexicon):
    assert run("table", "--lexicon", lexicon, "--no-cache").err == ""


def test_a_second_table_is_answered_from_the_cache(run, lexicon):
    first = run("table", "--lexicon", lexicon, "--format", "json")
    second = run("table", "--lexicon", lexicon, "--format", "json")
    drop = re.compile(r'"seconds": [\d.]+')
    assert drop.sub("", first.out) == drop.sub("", second.out)
    solved = run("solve", "C5", "--lexicon", lexicon, "--format", "json")
    assert json.loads(solved.out)["nodes"] == 0
