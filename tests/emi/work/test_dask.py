"""Games that are solved on workers: the same values, proven bounds that come back, one writer."""

import asyncio
import importlib
import logging
import os
import pickle
import platform
import random
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from functools import partial
from itertools import product
from types import ModuleType, SimpleNamespace

import pytest

from emi import Average, Guaranteed, Limits, Motus, WorstCase, __version__, solve
from emi.cache import DiskStore
from emi.errors import OptionError
from emi.lexicon.load import Lexicon, load
from emi.proof.certificate import check_certifiable, head
from emi.search.solve.parallel.task import Task
from emi.work import dask, survey
from emi.work.dask import Cluster, Workers
from emi.work.pool import Member, Message
from emi.work.run import NO_LIMITS, Run
from emi.work.task import MemoryStore, light, records_of
from tests.emi.cases import ROOT, Memory, long_game, rows
from tests.endure.killing import words


def done(work, game, known):
    """Do some work as a worker does; return what came of it, and the batches to be kept."""
    store = MemoryStore(known)
    return work(game, limits=NO_LIMITS, store=store, watch=lambda _: True), store.written


class TestATask:
    @pytest.mark.parametrize("objective", [WorstCase(), Average(), Guaranteed(4)], ids=repr)
    def test_gives_back_what_is_to_be_kept(self, objective):
        game, store = long_game(), Memory()
        found, batches = done(partial(solve, objective=objective), game, {})
        assert found.bounds == solve(game, objective).bounds
        assert pickle.loads(pickle.dumps(found)).source.question.store is None
        MemoryStore(beside=store).take(batches)
        again = solve(game, objective, store=store)
        assert (again.bounds, again.first_guess) == (found.bounds, found.first_guess)
        assert objective.name != "worst" or again.nodes == 0

    def test_begins_with_what_is_known(self, tmp_path):
        game, store = long_game(), Memory()
        solve(game, store=store, limits=Limits(nodes=100))
        assert records_of(store, game) == {}
        with DiskStore(tmp_path) as disk:
            for key, records in store.kept.items():
                disk.write(key, records, game.name)
            disk.write("ab", [b"of another game"], f"{game.name}s")
            disk.write("cd", [b"of another question"], f"{game.name}, average")
            known = records_of(disk, game)
        assert known == {**store.kept, "cd": [b"of another question"]}
        found, _ = done(solve, game, known)
        assert found.nodes < solve(game).nodes


def test_a_game_is_sent_without_the_rest_of_its_lexicon():
    cell = Motus.of_cell("Z5")
    sent = pickle.loads(pickle.dumps(light(cell)))
    assert len(pickle.dumps(sent)) < 10_000
    assert (sent.secrets, sent.key, str(sent)) == (cell.secrets, cell.key, str(cell))
    assert (sent.lexicon.name, sent.lexicon.digest) == (cell.lexicon.name, cell.lexicon.digest)
    assert light(long_game()).lexicon is None


def test_a_game_of_two_lists_is_sent_without_the_rest_of_both():
    """What was sent was refused by `certify` on a worker: its secrets were no cell of a lexicon."""
    every = load("fr").words
    few, many = (Lexicon("list", words, "", "") for words in (every[::2], every))
    cell = Motus.of_cell("Z5", few, many)
    sent = pickle.loads(pickle.dumps(light(cell)))
    assert len(pickle.dumps(sent)) < 10_000
    assert (sent.key, str(sent), sent.contents) == (cell.key, str(cell), cell.contents)
    check_certifiable(sent)
    assert head(sent) == head(cell)


class Client:
    """A scheduler with one worker, which is a thread."""

    alive = True
    hold = False
    worker = "tcp://worker:1"
    memory = 0

    def __init__(self, timeout, set_as_default, address="", scheduler_file=""):  # noqa: ARG002
        if not Client.alive:
            raise OSError("Timed out")
        self.place = address or scheduler_file
        self.metadata, self.priorities = {}, []
        self.pool = ThreadPoolExecutor(1)
        Client.latest = self

    def submit(
        self, work, *arguments, key, pure, workers=None, allow_other_workers=False, priority=0
    ):
        assert not pure
        self.priorities.append(priority)
        assert not allow_other_workers
        if workers not in (None, [self.worker]):
            return Future()  # As long as that worker does not come back.
        # As on the way to another process, and back.
        sent = pickle.dumps(arguments)

        def done():
            time.sleep(60 * Client.hold)
            return pickle.loads(pickle.dumps(work(*pickle.loads(sent))))

        future = self.pool.submit(done)
        future.key = key
        self.key = key
        return future

    status = "running"

    @property
    def scheduler(self):
        return SimpleNamespace(address=self.place)

    def sync(self, work, *arguments):
        return asyncio.run(work(*arguments))

    async def run(self, function, *arguments, workers, on_error):
        assert on_error == "return"
        return {one: function(*arguments) for one in workers}

    async def run_on_scheduler(self, function, *arguments):
        return function(*arguments)

    def scheduler_info(self):
        return {"workers": {one: {"memory_limit": self.memory} for one in self.nthreads()}}

    def nthreads(self):
        return {self.worker: 1} if self.worker else {}

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
        run = Run(games, solve, jobs=1, store=store, cluster=cluster)
        found = run.run()
        assert [one.bounds for one in found] == [solve(game).bounds for game in run.games]
        assert run.jobs == dask.MOST
        # What is known is answered here.
        del scheduler.latest.pool
        assert [one.nodes for one in run.run()] == [0, 0, 0]
    assert scheduler.latest.place == "tcp://there:1"


def test_without_a_store_nothing_is_kept(scheduler):
    cluster = Cluster("tcp://there:1")
    (found,) = Run([long_game()], solve, jobs=1, cluster=cluster).run()
    assert found.proven
    assert found.source.question.store is None
    cluster.close()
    assert scheduler.latest.pool._shutdown


def test_a_stop_is_heard_by_the_workers_and_leaves_bounds(scheduler, monkeypatch):
    monkeypatch.setattr(dask, "PAUSE", 0.001)
    game = long_game(60)
    run = Run([game], solve, jobs=1, cluster=Cluster("tcp://there:1"))
    looks = iter(range(10**9))
    (found,) = run.run(on_progress=lambda *_: next(looks) > 5 and run.stop())
    assert not found.proven
    assert [*scheduler.latest.metadata.values()] == [True]


def test_a_task_that_no_worker_has_begun_is_withdrawn(scheduler, monkeypatch):
    monkeypatch.setattr(dask, "PAUSE", 0.01)
    cluster = Cluster("tcp://there:1")
    scheduler.latest.pool.submit(time.sleep, 0.5)
    monkeypatch.setattr(scheduler, "processing", lambda _: {})
    looks = iter(range(10**9))
    watch = lambda _: next(looks) < 3  # noqa: E731
    found = cluster.do(solve, long_game(), limits=NO_LIMITS, store=None, watch=watch)
    assert not found.proven
    cluster.close()


@pytest.mark.usefixtures("scheduler")
@pytest.mark.parametrize("error", [RuntimeError("2 workers died"), CancelledError(), OSError()])
def test_a_task_of_which_all_workers_died_is_a_line(monkeypatch, error, refused):
    def fail(*_):
        raise error

    monkeypatch.setattr(dask, "_on_a_worker", fail)
    run = Run([long_game()], solve, jobs=1, cluster=Cluster("tcp://there:1"))
    with refused(OptionError):
        run.run()


def test_a_stop_before_a_task_is_handed_out_leaves_what_is_known(scheduler):
    cluster = Cluster("tcp://there:1")
    del scheduler.latest.pool
    found = cluster.do(solve, long_game(), limits=NO_LIMITS, store=None, watch=lambda _: False)
    assert not found.proven


class TestTheAddress:
    def test_of_a_file_is_that_of_a_scheduler(self, scheduler, tmp_path):
        path = tmp_path / "scheduler.json"
        path.write_text("{}")
        Cluster(str(path))
        assert scheduler.latest.place == str(path)

    @pytest.mark.usefixtures("scheduler")
    def test_that_is_none_is_refused(self, tmp_path, refused):
        with refused(OptionError):
            Cluster(str(tmp_path / "none.json"))

    def test_where_nobody_answers_is_refused(self, scheduler, monkeypatch, refused):
        monkeypatch.setattr(scheduler, "alive", value=False)
        with refused(OptionError):
            Cluster("tcp://there:1")

    def test_without_dask_says_what_to_install(self, lexicon, monkeypatch, wrong):
        monkeypatch.setitem(sys.modules, "distributed", None)
        wrong("solve", "C5", "--lexicon", lexicon, "--cluster", "tcp://there:1")


@pytest.mark.usefixtures("scheduler")
def test_the_command_line_solves_on_the_workers(ran, lexicon):
    here = ran(f"table --lexicon {lexicon} --no-cache --format csv")
    there = ran(f"table --lexicon {lexicon} --cluster tcp://there:1 --format csv")
    drop = [{k: v for k, v in row.items() if k != "seconds"} for row in rows(there)]
    assert drop == [{k: v for k, v in row.items() if k != "seconds"} for row in rows(here)]


@pytest.mark.usefixtures("scheduler")
def test_one_game_that_needs_no_worker_says_so(run, lexicon):
    done = run("solve", "C5", "--lexicon", lexicon, "--cluster", "tcp://there:1")
    assert (done.code, done.err.count("\n")) == (0, 1)
    assert "C5: 3 (proven)" in done.out
    assert "C5 needed no worker; a search is shared after its first 5 s" in done.err


class TestAMachineThatDoesNotFit:
    def test_is_named_with_its_memory(self, scheduler, lexicon, wrong, monkeypatch):
        monkeypatch.setattr(scheduler, "memory", 200)
        monkeypatch.setattr(platform, "node", lambda: "there")
        wrong("table", "--lexicon", lexicon, "--no-cache", "--cluster", "tcp://there:1")

    @pytest.mark.parametrize("what", ["Python", "emi", "sources", "lacks"])
    @pytest.mark.usefixtures("scheduler")
    def test_is_named_with_what_it_has(self, monkeypatch, what):
        """The survey of this process is sent as text, and does not see the change."""
        found = survey.survey("", 0, 0) | {what: "other"}
        monkeypatch.setattr(survey, "survey", lambda *_: {**found, "lacks": ""})
        if what == "lacks":
            monkeypatch.setattr(Cluster, "_surveys", lambda *_: _ready({"tcp://worker:1": found}))
        with pytest.raises(OptionError, match=r"other") as error:
            Cluster("tcp://there:1")
        assert found["host"] in str(error.value)

    def test_that_does_not_answer_is_named(self, scheduler, monkeypatch, refused):
        async def never(*_, **__):
            await asyncio.sleep(60)

        monkeypatch.setattr(dask, "PATIENCE", 0.05)
        monkeypatch.setattr(scheduler, "run", never)
        with refused(OptionError):
            Cluster("tcp://there:1")

    def test_and_that_joins_later_ends_the_work(self, scheduler, monkeypatch):
        monkeypatch.setattr(dask, "PAUSE", 0.01)
        cluster = Cluster("tcp://there:1")
        monkeypatch.setattr(scheduler, "worker", "tcp://worker:2")
        monkeypatch.setattr(scheduler, "memory", 1)
        cluster._need = ("A game", 2, 0)
        time.sleep(0.02)
        for _ in range(2):
            with pytest.raises(OptionError, match=r"tcp://worker:2 .*A game needs"):
                cluster.workers()


async def _ready(found):
    return found


def test_without_a_worker_a_line_says_so_each_minute(scheduler, monkeypatch, caplog):
    caplog.set_level(logging.INFO, "emi")
    monkeypatch.setattr(scheduler, "worker", "")
    monkeypatch.setattr(dask, "PAUSE", 0.01)
    cluster = Cluster("tcp://there:1")
    for reminder, lines in ((60, 1), (0, 2)):
        monkeypatch.setattr(dask, "REMINDER", reminder)
        time.sleep(0.02)
        assert cluster.workers() == {}
        assert [one.getMessage() for one in caplog.records] == [
            "the scheduler has no worker: waiting for one, start it with `dask worker tcp://there:1`"
        ] * lines


def test_members_of_two_searches_take_turns(monkeypatch):
    """One dropped the other, which then took each of its tasks for lost."""
    monkeypatch.setattr(dask, "_members", {})
    dask._at_work("one 0", Message(None))
    first, _ = dask._members["one 0"]
    dask._at_work("two 0", Message(None))
    dask._at_work("one 0", Message(None))
    assert dask._members["one 0"][0] is first
    monkeypatch.setattr(dask, "IDLE", -1)
    dask._at_work("two 0", Message(None))
    assert {*dask._members} == {"two 0"}


@pytest.mark.usefixtures("scheduler")
@pytest.mark.parametrize(
    "command",
    [
        "compare --heuristic Sum --heuristic Minimax --with-optimal --format csv",
        "compare C5 --heuristic Max --format csv",
        "solve --objective pareto C5 --format csv",
    ],
)
def test_other_commands_give_what_they_give_here(ran, lexicon, command, tmp_path):
    def untimed(where):
        return [
            row | {"seconds": ""} for row in rows(ran(f"{command} --lexicon {lexicon} {where}"))
        ]

    there, here = "--cluster tcp://there:1", f"--cache-dir {tmp_path}"
    assert untimed(f"{there} {here}") == untimed("--no-cache")
    # What came back is known here.
    assert untimed(f"{there} {here}") == untimed(here)


def test_what_a_list_lacks_and_a_page_are_found_on_the_workers(run, lexicon, scheduler, tmp_path):
    page, there = tmp_path / "page.html", ("--cluster", "tcp://there:1")
    for command in (
        ("fairness", lexicon, "--tries", "2", "--format", "json"),
        ("page", "--lexicon", lexicon, "--out", page),
        ("page", "--lexicon", lexicon, "--out", page, "--time-limit", "1e-9"),
    ):
        texts = []
        for where in ((), there):
            ran = run(*command, "--no-cache", *where)
            assert ran.code == 0
            texts.append((ran.out, ran.err, page.read_bytes() if page.exists() else b""))
        assert texts[0] == texts[1]
        assert scheduler.latest.priorities or "1e-9" in command


@pytest.mark.usefixtures("scheduler")
@pytest.mark.parametrize("how", ["--all", "C5 --objective pareto", "C5 --objective average"])
def test_certificates_are_those_of_this_machine(ran, lexicon, how, tmp_path):
    texts = []
    for name, where in (("here", "--no-cache"), ("there", "--no-cache --cluster tcp://there:1")):
        out = tmp_path / name if how == "--all" else tmp_path / f"{name}.emip"
        ran(f"certify {how} --lexicon {lexicon} --out {out} {where}")
        files = sorted(out.iterdir()) if how == "--all" else [out]
        texts.append([file.read_bytes() for file in files])
    assert texts[0] == texts[1]


def test_a_bare_option_leaves_the_address_to_dask(ran, lexicon, scheduler):
    ran(f"table --lexicon {lexicon} --no-cache --cluster")
    assert scheduler.latest.place == ""
    ran(f"solve --objective pareto C5 --cluster --lexicon {lexicon} --no-cache")
    assert scheduler.latest.place == ""


@pytest.mark.parametrize(
    "command", ["table", "compare", "certify --all --out x", "page --out x", "fairness fr"]
)
def test_a_cluster_says_how_many_games_it_takes(command, tmp_path, monkeypatch, wrong):
    monkeypatch.chdir(tmp_path)
    wrong(*command.split(), "--jobs", "2", "--cluster", "tcp://there:1")


def test_workers_and_a_cluster_are_not_asked_for_together(lexicon, wrong):
    wrong("solve", "C5", "--lexicon", lexicon, "--workers", "2", "--cluster", "tcp://there:1")


class TestOneSearch:
    """That several workers share, each a thread here."""

    @pytest.fixture
    def workers(self, scheduler, monkeypatch):  # noqa: ARG002
        monkeypatch.setattr(dask, "PAUSE", 0.01)
        monkeypatch.setattr(dask, "_members", {})
        monkeypatch.setattr("emi.search.solve.cost.guaranteed.PATIENCE", 0)
        cluster = Cluster("tcp://there:1")
        workers = Workers(cluster)
        workers.alone, workers.slice = 1e-9, 0.01
        yield workers
        workers.close()
        cluster.close()

    def test_what_dask_says_of_a_lost_result_is_not_passed_on(self, workers, caplog):  # noqa: ARG002
        logging.getLogger("distributed.client").warning("Couldn't gather 1 keys, rescheduling")
        assert caplog.records == []

    @pytest.mark.parametrize("objective", [WorstCase(), Average(), Guaranteed(4)], ids=repr)
    def test_has_the_value_of_one(self, workers, objective):
        tasks = []
        workers.on_task = lambda **facts: tasks.append(facts)
        game, store = long_game(), Memory()
        found = solve(game, objective, workers=workers, store=store)
        assert found.bounds == solve(game, objective).bounds
        assert {one["worker"] for one in tasks} == {"tcp://worker:1 0"}
        again = solve(game, objective, store=store)
        assert (again.bounds, again.nodes) == (found.bounds, 0)

    def test_goes_on_when_a_worker_is_gone(self, workers, scheduler):
        game, gone = long_game(), []

        def watch(_):
            if workers._sent and not gone:
                gone.append(scheduler.worker)
                scheduler.worker = "tcp://worker:2"
            return True

        try:
            found = solve(game, workers=workers, watch=watch)
        finally:
            scheduler.worker = "tcp://worker:1"
        assert gone
        assert found.bounds == solve(game).bounds

    def test_waits_for_a_reply_as_long_as_the_worker_is_there_that_has_it(self, workers):
        """That of a worker that has died would never come."""
        assert workers._result("tcp://worker:0 0", Future()) == dask.LOST
        late = Future()
        threading.Timer(0.1, late.set_result, ["a reply"]).start()
        assert workers._result("tcp://worker:1 0", late) == "a reply"

    def test_ends_with_a_line_if_no_worker_answers(self, workers, monkeypatch, refused):
        def fail(*_):
            raise OSError("no route")

        monkeypatch.setattr(dask, "_at_work", fail)
        with refused(OptionError):
            solve(long_game(), workers=workers)

    def test_a_worker_that_has_just_begun_says_that_it_was_told_too_little(self):
        task = Task(3, (0,), 4)
        assert Member().do(Message(task)) is None
        asked = object()
        assert Member().do(Message(task, None, asked)) is None


@pytest.fixture
def started(tmp_path):
    """Return a function that starts a scheduler, and one that starts a worker of it.

    They find what lies in the folders named, before the dependencies of emi and instead of emi.
    """
    pytest.importorskip("distributed")
    place, begun = tmp_path / "scheduler.json", []
    # Without site, the emi that is installed is not found.
    at = (sys.executable, "-S", "-m")
    packages = sysconfig.get_path("purelib")

    def start(what, *options, path=(ROOT,)):
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*map(str, path), packages])}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        line = (*at, f"distributed.cli.dask_{what}", "--scheduler-file", place, "--no-dashboard")
        command = [*map(str, (*line, *options))]
        begun.append(subprocess.Popen(command, env=environment, cwd=tmp_path, **quiet))
        return begun[-1]

    def scheduler(path=(ROOT,)):
        process = start("scheduler", "--port", 0, path=path)
        while not place.exists():
            time.sleep(0.1)
        return place, process

    def worker(*options, path=(ROOT,)):
        return start("worker", "--nthreads", 1, "--no-nanny", *options, path=path)

    try:
        yield scheduler, worker
    finally:
        for process in begun:
            process.kill()
            process.wait()


@pytest.fixture
def real(started, tmp_path):
    """Start a scheduler and two workers; return its file, the processes and their environment."""
    scheduler, worker = started
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    cache = str(tmp_path / "cache")
    environment = {**os.environ, "PYTHONPATH": path, "EMI_CACHE_DIR": cache}
    place, process = scheduler()
    return place, [process, worker(), worker()], environment


def other_emi(tmp_path, file, old, new):
    """Return a folder with a copy of emi, with one text in one file replaced."""
    folder = tmp_path / "other"
    shutil.copytree(ROOT / "emi", folder / "emi", ignore=shutil.ignore_patterns("__pycache__"))
    source = folder / "emi" / file
    text = source.read_text()
    assert old in text
    source.write_text(text.replace(old, new, 1))
    return folder


def lacking(tmp_path):
    return tmp_path


def of_another_version(tmp_path):
    return other_emi(tmp_path, "_version.py", __version__, "0.0.1")


def of_other_kernels(tmp_path):
    return other_emi(tmp_path, "search/kernels/__init__.py", "", "# Another line.\n")


def without_numba(tmp_path):
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "numba.py").write_text("raise ImportError('numba is broken')\n")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("command", ["table --lexicon {}", "solve {}"])
@pytest.mark.parametrize("which", ["scheduler", "worker"])
@pytest.mark.parametrize(
    ("has", "said"),
    [
        (lacking, "emi cannot be imported: No module named 'emi'"),
        (of_another_version, f"it has emi 0.0.1, expected {__version__}"),
        (of_other_kernels, "it has sources of emi "),
        (without_numba, "emi cannot be imported: numba is broken"),
    ],
)
def test_a_real_machine_that_does_not_fit_is_one_line(
    started, tmp_path, has, said, which, command, lexicon
):
    scheduler, worker = started
    path = [has(tmp_path), *([ROOT] * (has is without_numba))]
    place, _ = scheduler(path=path if which == "scheduler" else (ROOT,))
    worker()
    worker(path=path if which == "worker" else (ROOT,))
    client = importlib.import_module("distributed").Client(scheduler_file=str(place))
    client.wait_for_workers(2, timeout=60)
    client.close()
    line = command.format(lexicon if "table" in command else f"C5 --lexicon {lexicon}")
    done = subprocess.run(
        [sys.executable, "-m", "emi", *line.split(), "--no-cache", "--cluster", place],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert f"{which} " in done.stderr
    assert f" on {platform.node()}: {said}" in done.stderr


@pytest.mark.slow
def test_a_real_scheduler_without_workers_is_said_and_the_time_limit_holds(started, lexicon):
    place, _ = started[0]()
    done = subprocess.run(
        [sys.executable, "-m", "emi", "table", "--lexicon", lexicon, "--no-cache",
         "--cluster", place, "--time-limit", "2"],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("the scheduler has no worker: waiting for one") == 1
    assert "3 cells, 0 proven" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("command", ["solve", "solve --objective pareto"])
def test_a_real_scheduler_that_is_lost_is_one_line(real, tmp_path, command):
    place, begun, environment = real
    log = tmp_path / "log"
    where = ["--cluster", str(place), "--log-file", str(log)]
    line = [*command.split(), "mastermind:4x9", *where]
    run = subprocess.Popen(
        [sys.executable, "-m", "emi", *line, "--no-cache"], env=environment, cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    sign = '"progress"' if "pareto" in command else '"task"'
    while run.poll() is None and not (log.exists() and sign in log.read_text()):
        time.sleep(0.1)
    begun[0].send_signal(signal.SIGKILL)
    out, err = run.communicate(timeout=120)
    assert (run.returncode, out, err.count("\n")) == (2, "", 1), err
    assert "the scheduler is lost" in err


@pytest.mark.slow
def test_two_real_clients_share_the_workers(real, tmp_path):
    place, _, environment = real
    listed = words(tmp_path / "words.txt", 600)
    line = ["table", "--lengths", "3", "--lexicon", listed, "--format", "csv"]
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "emi", *map(str, line), "--no-cache", "--cluster", str(place)],
            env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True,
        )
        for _ in range(2)
    ]  # fmt: skip
    texts = [run.communicate(timeout=300)[0] for run in runs]
    alone = [row["upper"] for row in commanded(environment, tmp_path, *line, "--no-cache")]
    assert [[row["upper"] for row in rows(text)] for text in texts] == [alone, alone]


def commanded(environment, folder, *command):
    """Run a command; return the lines of the table that it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "emi", *map(str, command)], env=environment, cwd=folder, check=True,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return rows(done.stdout)


@pytest.mark.slow
def test_a_real_scheduler_with_two_workers_of_which_one_is_killed(real, tmp_path):
    place, begun, environment = real
    listed, log = words(tmp_path / "words.txt", 1100), tmp_path / "log"
    table = ["table", "--lengths", "3", "--lexicon", listed, "--format", "csv"]
    run = subprocess.Popen(
        [sys.executable, "-m", "emi", *map(str, [*table, "--cluster", place, "--log-file", log])],
        env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    while not log.exists() or '"result"' not in log.read_text():
        time.sleep(0.1)
    begun[1].send_signal(signal.SIGKILL)
    out, _ = run.communicate(timeout=300)
    assert run.returncode == 0
    alone = commanded(environment, tmp_path, *table, "--no-cache")
    assert [(row["game"], row["upper"]) for row in rows(out)] == [
        (row["game"], row["upper"]) for row in alone]  # fmt: skip
    again = commanded(environment, tmp_path, *table, "--node-limit", "1")
    assert [row["upper"] for row in again] == [row["upper"] for row in alone]


def drawn_game(many):
    """Return a game of words that tell little about each other."""
    every = ["".join(word) for word in product("ABCDEFGHIJ", repeat=3)]
    return Motus(random.Random(1).sample(every, many))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("objective", "game"),
    [
        (WorstCase(), long_game(120)),
        (Average(), drawn_game(250)),
        (Guaranteed(5), long_game(80)),
    ],
    ids=["worst", "average", "guaranteed"],
)
def test_one_search_of_two_real_workers_of_which_one_is_killed(real, objective, game, monkeypatch):
    monkeypatch.setattr("emi.search.solve.cost.guaranteed.PATIENCE", 0)
    place, begun, _ = real
    cluster = Cluster(str(place))
    workers, tasks = Workers(cluster), []
    workers.alone, workers.slice = 1e-9, 0.02

    def told(**facts):
        tasks.append(facts["worker"])
        if len({*tasks}) == 2 and begun[1].poll() is None:
            begun[1].send_signal(signal.SIGKILL)

    workers.on_task = told
    while len(workers.places()) < 2:
        time.sleep(0.1)
    store = Memory()
    found = solve(game, objective, workers=workers, store=store)
    workers.close()
    cluster.close()
    assert begun[1].poll() is not None
    assert found.bounds == solve(game, objective).bounds
    assert solve(game, objective, store=store).nodes == 0


@pytest.mark.slow
def test_other_commands_on_real_workers(real, tmp_path):
    place, _, environment = real
    listed = words(tmp_path / "words.txt", 60)
    cells = ["--lengths", "3", "--lexicon", listed, "--format", "csv"]
    for command in (
        ["compare", "--heuristic", "Sum", "--with-optimal", *cells],
        ["pareto", "mastermind:2x4", "--format", "csv"],
    ):
        there, here = (
            [row | {"seconds": ""} for row in commanded(environment, tmp_path, *command, *where)]
            for where in (["--cluster", place], ["--no-cache"])
        )
        assert there == here
