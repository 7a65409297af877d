"""Games that are solved on workers: the same values, proven bounds that come back, one writer."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import CancelledError, ThreadPoolExecutor
from types import ModuleType

import pytest

from cache import DiskStore
from emi import Average, Guaranteed, Limits, WorstCase, solve
from emi.cluster import dask
from emi.cluster.dask import Cluster
from emi.cluster.task import Collected, Read, task
from emi.errors import OptionError
from emi.parallel import Solving
from tests.emi.cases import ROOT, Memory, long_game, rows
from tests.endure.killing import words


class TestATask:
    @pytest.mark.parametrize("objective", [WorstCase(), Average(), Guaranteed(4)], ids=repr)
    def test_gives_back_what_is_to_be_kept(self, objective):
        game, store = long_game(), Memory()
        found, batches = task(game, objective, None, None, {})
        assert (found.bounds, found.store) == (solve(game, objective).bounds, None)
        Collected(batches=batches).hand_over(store)
        again = solve(game, objective, store=store)
        assert (again.bounds, again.first_guess) == (found.bounds, found.first_guess)
        assert objective.name != "worst" or again.nodes == 0

    def test_begins_with_what_is_known(self):
        game, store = long_game(), Memory()
        solve(game, store=store, limits=Limits(nodes=100))
        seen = Read(store)
        solve(game, store=seen, limits=Limits(seconds=1e-9))
        assert seen.known == store.kept
        writes = store.writes
        found, _ = task(game, WorstCase(), None, None, seen.known)
        assert found.nodes < solve(game).nodes
        assert store.writes == writes


class Client:
    """A scheduler with one worker, which is a thread."""

    alive = True
    hold = False

    def __init__(self, timeout, set_as_default, address="", scheduler_file=""):  # noqa: ARG002
        if not Client.alive:
            raise OSError("Timed out")
        self.place = address or scheduler_file
        self.metadata = {}
        self.pool = ThreadPoolExecutor(1)
        Client.latest = self

    def submit(self, work, *arguments, key, pure):
        assert not pure
        future = self.pool.submit(lambda: time.sleep(60 * Client.hold) or work(*arguments))
        future.key = key
        self.key = key
        return future

    def processing(self):
        return {"one": () if Client.hold else (self.key,)}

    def set_metadata(self, name, value):
        self.metadata[tuple(name)] = value

    def get_metadata(self, name, default):
        return self.metadata.get(tuple(name), default)

    def close(self):
        self.pool.shutdown()


@pytest.fixture
def scheduler(monkeypatch):
    """Put a scheduler that is none in the place of Dask."""
    module = ModuleType("distributed")
    module.Client, module.get_client = Client, lambda: Client.latest
    module.KilledWorker = RuntimeError
    monkeypatch.setitem(sys.modules, "distributed", module)
    monkeypatch.setattr(Client, "alive", value=True)
    return Client


def test_the_answers_are_those_of_one_machine_and_their_bounds_are_kept(scheduler, tmp_path):
    games = [long_game(size, f"of {size}") for size in (8, 40, 30)]
    cluster = Cluster("tcp://there:1")
    with DiskStore(tmp_path) as store:
        run = Solving(games, lambda _: WorstCase(), jobs=1, store=store, executor=cluster)
        found = run.run()
        assert [one.bounds for one in found] == [solve(one.game).bounds for one in found]
        assert [one.store for one in found] == [store] * 3
        assert run.jobs == dask.MOST
        # What is known is answered here.
        del scheduler.latest.pool
        assert [one.nodes for one in run.run()] == [0, 0, 0]
    assert scheduler.latest.place == "tcp://there:1"


def test_without_a_store_nothing_is_kept(scheduler):
    cluster = Cluster("tcp://there:1")
    (found,) = Solving([long_game()], lambda _: WorstCase(), jobs=1, executor=cluster).run()
    assert found.proven
    assert found.store is None
    cluster.close()
    assert scheduler.latest.pool._shutdown


def test_a_stop_is_heard_by_the_workers_and_leaves_bounds(scheduler, monkeypatch):
    monkeypatch.setattr(dask, "PAUSE", 0.01)
    game = long_game(60)
    run = Solving([game], lambda _: WorstCase(), jobs=1, executor=Cluster("tcp://there:1"))
    looks = iter(range(10**9))
    (found,) = run.run(on_progress=lambda *_: next(looks) > 20 and run.stop())
    assert not found.proven
    assert [*scheduler.latest.metadata.values()] == [True]


def test_a_task_that_no_worker_has_begun_is_withdrawn(scheduler, monkeypatch):
    monkeypatch.setattr(dask, "PAUSE", 0.01)
    cluster = Cluster("tcp://there:1")
    scheduler.latest.pool.submit(time.sleep, 0.5)
    monkeypatch.setattr(scheduler, "processing", lambda _: {})
    looks = iter(range(10**9))
    found = cluster.solve(
        long_game(), WorstCase(), first=None, limits=None, store=None,
        watch=lambda _: next(looks) < 3,
    )  # fmt: skip
    assert not found.proven
    cluster.close()


@pytest.mark.usefixtures("scheduler")
@pytest.mark.parametrize("error", [RuntimeError("2 workers died"), CancelledError(), OSError()])
def test_a_task_of_which_all_workers_died_is_a_line(monkeypatch, error):
    def fail(*_):
        raise error

    monkeypatch.setattr(dask, "_on_a_worker", fail)
    run = Solving([long_game()], lambda _: WorstCase(), jobs=1, executor=Cluster("tcp://there:1"))
    with pytest.raises(OptionError, match="--cluster: motus was not solved, "):
        run.run()


def test_a_stop_before_a_task_is_handed_out_leaves_what_is_known(scheduler):
    cluster = Cluster("tcp://there:1")
    del scheduler.latest.pool
    found = cluster.solve(
        long_game(), WorstCase(), first=None, limits=None, store=None, watch=lambda _: False
    )
    assert not found.proven


class TestTheAddress:
    def test_of_a_file_is_that_of_a_scheduler(self, scheduler, tmp_path):
        path = tmp_path / "scheduler.json"
        path.write_text("{}")
        Cluster(str(path))
        assert scheduler.latest.place == str(path)

    @pytest.mark.usefixtures("scheduler")
    def test_that_is_none_is_refused(self, tmp_path):
        with pytest.raises(OptionError, match=r"--cluster .*: expected tcp://HOST:PORT or"):
            Cluster(str(tmp_path / "none.json"))

    def test_where_nobody_answers_is_refused(self, scheduler, monkeypatch):
        monkeypatch.setattr(scheduler, "alive", value=False)
        with pytest.raises(OptionError, match="--cluster tcp://there:1: no scheduler answers, Tim"):
            Cluster("tcp://there:1")

    def test_without_dask_says_what_to_install(self, run, lexicon, monkeypatch):
        monkeypatch.setitem(sys.modules, "distributed", None)
        done = run("solve", "C5", "--lexicon", lexicon, "--cluster", "tcp://there:1")
        assert (done.code, done.out) == (2, "")
        assert done.err == (
            "emi: --cluster tcp://there:1: expected dask.distributed, pip install "
            "'evil-motus[cluster]'\n"
        )


@pytest.mark.usefixtures("scheduler")
def test_the_command_line_solves_on_the_workers(ran, lexicon):
    here = ran(f"table --lexicon {lexicon} --no-cache --format csv")
    there = ran(f"table --lexicon {lexicon} --cluster tcp://there:1 --format csv")
    drop = [{k: v for k, v in row.items() if k != "seconds"} for row in rows(there)]
    assert drop == [{k: v for k, v in row.items() if k != "seconds"} for row in rows(here)]
    assert "C5: 3 (proven)" in ran(f"solve C5 --lexicon {lexicon} --cluster tcp://there:1")


@pytest.mark.slow
def test_a_real_scheduler_with_two_workers_of_which_one_is_killed(tmp_path):
    pytest.importorskip("distributed")
    listed, place = words(tmp_path / "words.txt", 1100), tmp_path / "scheduler.json"
    emi = [sys.executable, "-m", "emi", "table", "--lengths", "3", "--lexicon", str(listed)]
    emi += ["--format", "csv"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "EMI_CACHE_DIR": str(tmp_path / "cache")}

    def start(*command):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen([*map(str, command)], env=environment, cwd=tmp_path, **quiet)

    file = ("--scheduler-file", place)
    at = (sys.executable, "-m")
    begun = [start(*at, "distributed.cli.dask_scheduler", "--port", 0, "--no-dashboard", *file)]
    worker = (*at, "distributed.cli.dask_worker", *file, "--nthreads", 1, "--no-nanny")
    try:
        begun += [start(*worker, "--no-dashboard") for _ in range(2)]
        while not place.exists():
            time.sleep(0.2)
        run = subprocess.Popen(
            [*emi, "--cluster", str(place), "--log-file", str(tmp_path / "log")],
            env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        while (
            '"answer"' not in (tmp_path / "log").read_text() if (tmp_path / "log").exists() else 1
        ):
            time.sleep(0.1)
        begun[1].send_signal(signal.SIGKILL)
        out, _ = run.communicate(timeout=300)
        assert run.returncode == 0
    finally:
        for process in begun:
            process.kill()
            process.wait()
    alone = subprocess.run(
        [*emi, "--no-cache"], env=environment, cwd=tmp_path, check=True, capture_output=True,
        text=True,
    )  # fmt: skip
    found, truth = rows(out), rows(alone.stdout)
    assert [(row["letter"], row["emi"]) for row in found] == [
        (row["letter"], row["emi"]) for row in truth]  # fmt: skip
    again = subprocess.run(
        [*emi, "--node-limit", "1"], env=environment, check=True, capture_output=True, text=True,
        cwd=tmp_path,
    )  # fmt: skip
    assert [row["emi"] for row in rows(again.stdout)] == [row["emi"] for row in truth]
