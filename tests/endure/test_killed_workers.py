"""Workers of a cluster that are killed at random moments, and replaced: the same values."""

import contextlib
import csv
import io
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from tests.emi.cases import ROOT
from tests.endure.killing import KILLS, LOOK, Endured, taken_by, used, words

pytestmark = pytest.mark.endure


class Workers:
    """A scheduler with two workers."""

    def __init__(self, folder):
        self.folder, self.place = folder, folder / "scheduler.json"
        # A task may lose as many workers as are killed.
        self.environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1000",
        }  # fmt: skip
        self.scheduler = self._start("scheduler", "--port", "0")
        self.workers = [self.worker(), self.worker()]
        while not self.place.exists():
            time.sleep(0.2)
        from distributed import Client

        self.client = Client(scheduler_file=str(self.place), set_as_default=False)

    def _start(self, kind, *more):
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", *more]
        command += ["--scheduler-file", str(self.place)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen(command, env=self.environment, cwd=self.folder, **quiet)

    def worker(self):
        return self._start("worker", "--nthreads", "1", "--no-nanny")

    def kill_one(self, source, run, late):
        """Kill a worker, when there are two, and tell if the run still goes on; another comes."""
        self.client.wait_for_workers(2)
        moment = self.worked() + source.uniform(0.0, late)
        while self.worked() < moment:
            if run.poll() is not None:
                return False
            time.sleep(LOOK)
        at = source.randrange(2)
        self.workers[at].send_signal(signal.SIGKILL)
        self.workers[at].wait()
        self.workers[at] = self.worker()
        return True

    def worked(self):
        """Return the seconds of the processor that all workers took, those killed too."""
        return used() + taken_by(*(process.pid for process in self.workers))

    def run(self, cache, *command):
        return subprocess.Popen(
            [sys.executable, "-m", "emi", *command, "--cluster", str(self.place)],
            env={**self.environment, "EMI_CACHE_DIR": str(cache)}, cwd=ROOT, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def close(self):
        self.client.close()
        for process in (self.scheduler, *self.workers):
            process.kill()
            process.wait()


def values(out):
    return [(row["game"], row["lower"], row["upper"]) for row in csv.DictReader(io.StringIO(out))]


def test_a_table_of_which_the_workers_are_killed_is_the_same(tmp_path, endured, say):
    pytest.importorskip("distributed")
    listed = words(tmp_path / "words.txt", 1100)
    line = ["table", "--lengths", "3", "--lexicon", str(listed), "--format", "csv"]
    source, done, runs = random.Random(7), 0, 0
    with contextlib.closing(Workers(tmp_path)) as cluster:
        # The second time all is ready that workers make once.
        for name in ("first", "alone"):
            cluster.client.wait_for_workers(2)
            before, began = cluster.worked(), time.monotonic()
            truth, err = cluster.run(tmp_path / name, *line).communicate(timeout=600)
            assert err == ""
        clock, alone = time.monotonic() - began, cluster.worked() - before
        say(f"emi table --cluster: {alone:.1f} s undisturbed")
        before = cluster.worked()
        while done < KILLS:
            run = cluster.run(tmp_path / f"cache{runs}", *line)
            while run.poll() is None:
                done += cluster.kill_one(source, run, alone / 2)
            out, err = run.communicate()
            assert (run.returncode, err) == (0, "")
            assert values(out) == values(truth)
            runs += 1
            say(f"emi table --cluster: killed {done} times")
        again = max(cluster.worked() - before - runs * alone, 0.0)
    endured("killed", Endured("emi table --cluster", done, runs, alone, clock, again / done))
