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
from tests.endure.killing import KILLS, Endured, words

pytestmark = pytest.mark.endure


class Workers:
    """A scheduler with two workers."""

    def __init__(self, folder):
        self.folder, self.place = folder, folder / "scheduler.json"
        # A task may lose as many workers as are killed.
        self.environment = {
            **os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ["PYTHONPATH"]]),
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

    def kill_one(self, source):
        """Kill a worker, when there are two; another takes its place."""
        self.client.wait_for_workers(2)
        time.sleep(source.uniform(0.0, 5.0))
        at = source.randrange(2)
        self.workers[at].send_signal(signal.SIGKILL)
        self.workers[at].wait()
        self.workers[at] = self.worker()

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
    return [(row["letter"], row["length"], row["emi"]) for row in csv.DictReader(io.StringIO(out))]


def test_a_table_of_which_the_workers_are_killed_is_the_same(tmp_path, endured):
    pytest.importorskip("distributed")
    listed = words(tmp_path / "words.txt", 1100)
    line = ["table", "--lengths", "3", "--lexicon", str(listed), "--format", "csv"]
    source, done, runs, spent = random.Random(7), 0, 0, 0.0
    with contextlib.closing(Workers(tmp_path)) as cluster:
        began = time.monotonic()
        alone = cluster.run(tmp_path / "alone", *line)
        truth, err = alone.communicate(timeout=300)
        assert (alone.returncode, err) == (0, "")
        undisturbed = time.monotonic() - began
        while done < KILLS:
            began, run = time.monotonic(), cluster.run(tmp_path / f"cache{runs}", *line)
            while run.poll() is None:
                try:
                    run.wait(0.5)
                except subprocess.TimeoutExpired:
                    cluster.kill_one(source)
                    done += 1
            out, err = run.communicate()
            assert (run.returncode, err) == (0, "")
            assert values(out) == values(truth)
            runs, spent = runs + 1, spent + time.monotonic() - began
    repeated = max(spent - runs * undisturbed, 0.0) / done
    endured("killed", Endured("emi table --cluster", done, runs, undisturbed, repeated))
