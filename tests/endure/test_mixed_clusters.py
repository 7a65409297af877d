"""Clusters of machines that fit and machines that do not, some of them lost on the way."""

import json
import os
import platform
import random
import signal
import subprocess
import sys
import time

import pytest

from tests.emi.cases import ROOT
from tests.emi.work import test_dask
from tests.endure.killing import words
from tests.endure.places import SEED, Ended

pytestmark = pytest.mark.endure

started = test_dask.started
#: Machines that do not fit, and the message about each.
MISFITS = {
    test_dask.lacking: "emi cannot be imported",
    test_dask.of_another_version: "it has emi 0.0.1",
    test_dask.of_other_kernels: "it has sources of emi ",
    test_dask.without_numba: "emi cannot be imported: numba is broken",
}
#: What happens to a cluster that fits.
EVENTS = ("nothing", "no worker", "worker lost", "scheduler lost", "second client")


def ended(process) -> Ended:
    out, err = process.communicate(timeout=600)
    assert "Traceback" not in err, err
    assert all(line.startswith("emi: ") for line in err.splitlines()), err
    return Ended(process.returncode, out, err.splitlines())


def drawn(source, number):
    """Return whether the scheduler fits, the workers that do not, and what happens."""
    if number % 2:
        return True, [None] * source.choice([1, 2, 3]), EVENTS[number // 2 % len(EVENTS)]
    workers = [source.choice([None, None, *MISFITS]) for _ in range(source.choice([1, 2, 3]))]
    fits = any(workers) and source.random() < 0.7
    return fits, workers, "nothing"


def run(place, folder, *line):
    return subprocess.Popen(
        [sys.executable, "-m", "emi", *map(str, line), "--cluster", str(place)], cwd=ROOT,
        env={**os.environ, "EMI_CACHE_DIR": str(folder)}, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def tabled(*line):
    """Return the values that a command prints which nothing disturbs."""
    done = subprocess.run(
        [sys.executable, "-m", "emi", *map(str, line)], cwd=ROOT, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    return values(done.stdout)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Return a command that makes a table, and its values."""
    listed = words(tmp_path_factory.mktemp("list") / "words.txt", 600)
    line = ["table", "--lengths", "3", "--lexicon", listed, "--format", "json"]
    return line, tabled(*line, "--no-cache")


@pytest.mark.parametrize("number", range(20))
def test_a_mixed_cluster(started, table, tmp_path, number, endured):
    source = random.Random(SEED + number)
    scheduler, worker = started
    fits, workers, event = drawn(source, number)
    line, truth = table

    def path(misfit):
        folder = tmp_path / f"machine{source.random()}"
        folder.mkdir()
        kept = [ROOT] if misfit is test_dask.without_numba else []
        return (misfit(folder), *kept) if misfit else (ROOT,)

    wrong = None if fits else source.choice([*MISFITS])
    place, process = scheduler(path=path(wrong))
    begun = [worker(path=path(one)) for one in workers] if event != "no worker" else []
    from distributed import Client

    with Client(scheduler_file=str(place), set_as_default=False) as client:
        if begun:
            client.wait_for_workers(len(begun), timeout=120)
    log = tmp_path / "log"
    limit = ["--time-limit", "3"] if event == "no worker" else []
    first = run(place, tmp_path / "cache", *line, *limit, "--log-file", log)
    second = run(place, tmp_path / "other", *line) if event == "second client" else None
    if event.endswith("lost"):
        while first.poll() is None and '"result"' not in (log.read_text() if log.exists() else ""):
            time.sleep(0.05)
        (begun[0] if event == "worker lost" and begun[1:] else process).send_signal(signal.SIGKILL)
        event = event if begun[1:] else "scheduler lost"
    done = ended(first)
    said = done.lines[0] if done.lines else ""
    # What was proven before the end is kept, and right.
    assert tabled(*line, "--cache-dir", tmp_path / "cache") == truth
    if misfits := {MISFITS[one] for one in [wrong, *workers] if one}:
        assert (done.code, done.out, len(done.lines)) == (2, "", 1), done
        assert platform.node() in said
        assert any(one in said for one in misfits), said
    elif event == "no worker":
        assert done.code == 0, done
        assert len(done.lines) == 1, done
        assert "no worker" in said, done
    elif event == "scheduler lost" and done.code:
        assert (done.code, done.out, len(done.lines)) == (2, "", 1), done
        assert "the scheduler is lost" in said
    else:
        assert (done.code, done.lines) == (0, []), done
        assert values(done.out) == truth
    if second is not None:
        assert values(ended(second).out) == truth
    what = "misfits" if misfits else event
    endured("clusters", {"what": what, "many": 1, "refused": int(done.code == 2)})


def values(out):
    return [(row["game"], row["lower"], row["upper"]) for row in json.loads(out)["games"]]
