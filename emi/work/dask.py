"""Run tasks on the workers of a Dask scheduler; only this process writes to the store."""

from __future__ import annotations

import asyncio
import inspect
import logging
import queue
import threading
import time
import uuid
from concurrent.futures import CancelledError
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from emi.compiling import logger
from emi.errors import OptionError, one_line
from emi.memory import size_of
from emi.reports.wording import install, plural
from emi.search.model.limits import Stopped
from emi.work import survey
from emi.work.pool import Member, Message, Pool
from emi.work.task import Batch, MemoryStore, light, records_of, stored

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from emi.games.game import Game
    from emi.search.model.limits import Limits, Watch
    from emi.search.model.record import Store
    from emi.work.task import Work

T = TypeVar("T")
#: Seconds to wait for the scheduler, and for the reply of a worker; seconds between two checks
#: whether to continue; seconds between two messages that there is no worker.
PATIENCE, PAUSE, REMINDER = 15, 1.0, 60.0
#: The name of the scheduler among the machines of a cluster.
SCHEDULER = "scheduler"
#: Seconds that a worker keeps the state of another search, which may be that of another client.
IDLE = 60.0
#: The most tasks submitted at once: each waits in a thread of this process.
MOST = 512
LOST = "lost by the scheduler"


class Cluster:
    """The workers of a Dask scheduler.

    If a worker dies, only its task is lost, and another worker restarts it.

    Parameters
    ----------
    address : str
        The address of the scheduler, ``tcp://HOST:PORT``, or the path of its ``scheduler.json``. If
        it is empty, Dask's configuration names the scheduler; by default Dask starts a local
        cluster.
    games : iterable of Game
        The games to work on: each worker must have the memory for the largest one.

    Raises
    ------
    OptionError
        If dask.distributed is not installed, no scheduler answers, or a machine lacks something or
        has another Python or emi than this one.
    """

    #: How many tasks to submit at once: as many as possible, as workers may join.
    jobs = MOST

    def __init__(self, address: str, games: Iterable[Game] = ()) -> None:
        self.parameters: dict[str, object] = {"address": address or None}
        try:
            import distributed
        except ImportError:
            raise OptionError(
                f"expected dask.distributed, {install('cluster')}", **self.parameters
            ) from None
        how: dict[str, Any] = {"address": address} if address else {}
        if address and "://" not in address:
            if not Path(address).is_file():
                raise OptionError(
                    "expected tcp://HOST:PORT or the scheduler.json that "
                    "`dask scheduler --scheduler-file` writes",
                    **self.parameters,
                )
            how = {"scheduler_file": address}
        try:
            self.client = distributed.Client(**how, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise OptionError(f"no scheduler answers: {error}", **self.parameters) from None
        # Hide messages about results that were lost with a worker and are recomputed, and about
        # connections: this class reports what they mean for the run.
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
        self.distributed = distributed
        self.name = f"emi-{uuid.uuid4().hex}"
        largest = max(games, key=lambda game: game.bytes_needed, default=None)
        self._need = (
            ("", 0, 0)
            if largest is None
            else (largest.name, largest.bytes_needed, largest.bytes_gathered)
        )
        self._looking, self._looked, self._reminded = threading.Lock(), -PAUSE, -REMINDER
        self._threads: dict[str, int] = {}
        self._fault: OptionError | None = None
        try:
            self._refuse_misfits([SCHEDULER])
            self.workers()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Disconnect from the cluster; the scheduler and its workers continue."""
        self.client.close()

    def workers(self) -> dict[str, int]:
        """Return the number of threads of each current worker, looking once a second.

        New workers are surveyed. If there are no workers, a message says so at once and every
        minute.

        Raises
        ------
        OptionError
            If a worker does not fit this program, or the scheduler is lost.
        """
        with self._looking:
            if self._fault is None and time.monotonic() - self._looked >= PAUSE:
                try:
                    self._look()
                except OptionError as fault:
                    # Each game waits in a thread of its own, and must not ask again.
                    self._fault = fault
            if self._fault is not None:
                raise self._fault
            return self._threads

    def look_again(self) -> None:
        """Survey the workers at once after a failed task; raise OptionError if one does not fit."""
        self._looked = -PAUSE
        self.workers()

    def _look(self) -> None:
        """Ask the scheduler for its workers, and survey the new ones."""
        try:
            # Dask would try for a while to reconnect, but has given up its tasks.
            threads = self.client.nthreads() if self.client.status == "running" else None
            self._refuse_misfits(
                [machine for machine in threads or () if machine not in self._threads]
            )
        except OSError:
            threads = None
        if threads is None:
            raise OptionError(
                "the scheduler is lost; bounds received so far are stored, start it and this "
                "command again",
                **self.parameters,
            )
        self._threads, self._looked = threads, time.monotonic()
        if not threads and self._looked - self._reminded >= REMINDER:
            self._reminded = self._looked
            logger.info(
                "the scheduler has no worker: waiting for one, start it with `dask worker %s`",
                self.client.scheduler.address,
            )

    def _refuse_misfits(self, machines: Sequence[str]) -> None:
        """Survey machines; raise an error about the first one that does not fit."""
        if not machines:
            return
        here, misfits = survey.survey("", 0, 0), []
        limits = self.client.scheduler_info()["workers"]
        for machine, surveyed in sorted(self.client.sync(self._surveys, machines).items()):
            name = machine if machine == SCHEDULER else f"worker {machine}"
            if surveyed is None:
                misfits.append(f"{name}: no answer within {PATIENCE} s, expected an idle machine")
                continue
            said = surveyed["lacks"]
            for what in ("Python", "emi", "sources"):
                if surveyed[what] != here[what] and not said:
                    of = "sources of emi" if what == "sources" else what
                    said = f"it has {of} {surveyed[what]}, expected {here[what]} as on this machine"
            most = limits.get(machine, {}).get("memory_limit") or 0
            if not said and machine != SCHEDULER and 0 < most < self._need[1]:
                said = (
                    f"{self._need[0]} needs {size_of(self._need[1])} of memory, and the memory "
                    f"limit of that worker is {size_of(most)}"
                )
            if said:
                misfits.append(f"{name} on {surveyed['host']}: {said}")
        if misfits:
            others = f" (and {plural(len(misfits) - 1, 'other machine')})" if misfits[1:] else ""
            raise OptionError(f"{misfits[0]}{others}", **self.parameters)

    async def _surveys(self, machines: Sequence[str]) -> dict[str, dict[str, str] | None]:
        """Return the survey of each machine; None if it does not answer. Omit those that left."""
        text = inspect.getsource(survey)

        def asking(machine: str) -> Any:  # noqa: ANN401 - an awaitable of Dask
            # Only the text can be read by every Python.
            need = ("", 0, 0) if machine == SCHEDULER else self._need
            code = f"(lambda found: exec({text!r}, found) or found['survey'](*{need}))({{}})"
            if machine == SCHEDULER:
                return self.client.run_on_scheduler(eval, code)
            return self.client.run(eval, code, workers=[machine], on_error="return")

        tasks = {asyncio.ensure_future(asking(machine)): machine for machine in machines}
        done, late = await asyncio.wait(tasks, timeout=PATIENCE)
        found: dict[str, dict[str, str] | None] = {}
        for task in late:
            task.cancel()
            found[tasks[task]] = None
        for task in done:
            machine, said = tasks[task], task.result()
            said = said if machine == SCHEDULER else said.get(machine)
            if isinstance(said, dict):
                found[machine] = said
        return found

    def do(
        self, work: Work[T], game: Game, *, limits: Limits, store: Store | None, watch: Watch
    ) -> T:
        """Do work on a game on a worker, and store the proven bounds.

        This process reads the store. If no worker starts in time, the result is what the store
        holds.

        Raises
        ------
        OptionError
            If every worker that started the task died.
        Stopped
            If the work is stopped before it has a result.
        """

        def go_on(said: object) -> bool:
            return watch(said) and not limits.passed

        result, whole = stored(work, game, limits=limits, store=store)
        if not whole and go_on("waiting for a worker"):
            with suppress(Stopped):
                return self._sent(work, game, limits, store, go_on)
        if result is None:
            raise Stopped
        return result

    def _sent(
        self, work: Work[T], game: Game, limits: Limits, store: Store | None, watch: Watch
    ) -> T:
        """Submit work and wait for its result; raise Stopped if there is none."""
        future = self.client.submit(
            _on_a_worker, work, light(game), limits, records_of(store, game), self.name,
            key=f"{self.name}-{game.name}-{uuid.uuid4().hex[:8]}", pure=False,
            # All tasks are submitted at once; starting with the largest keeps workers busy longest.
            priority=len(game.secrets),
        )  # fmt: skip
        stopped, ended = False, threading.Event()
        future.add_done_callback(lambda _: ended.set())
        # Polling hundreds of futures more often would take too much time.
        while not (ended.wait(PAUSE) or future.done()):
            self.workers()
            if not watch("on the cluster") and not stopped:
                stopped = True
                self.client.set_metadata([self.name], True)
                if future.key not in self._running():
                    future.cancel()
                    raise Stopped
        try:
            result, batches = future.result()
        except (self.distributed.KilledWorker, CancelledError, OSError, ImportError) as error:
            self.look_again()
            why = str(error) or type(error).__name__
            raise OptionError(
                f"{game.name}: the task failed ({why}); bounds received so far are stored",
                **self.parameters,
            ) from None
        if store is not None:
            MemoryStore(beside=store).take([Batch(*batch) for batch in batches])
        if result is None:
            raise Stopped
        done: T = result
        return done

    def _running(self) -> set[str]:
        """Return the keys of the running tasks."""
        return {str(key) for keys in self.client.processing().values() for key in keys}


def _on_a_worker(
    work: Work[T], game: Game, limits: Limits, records: dict[str, list[bytes]], name: str
) -> tuple[T | None, list[Batch]]:
    """Do a task on a worker, checking once a second for a stop; the result is None if stopped."""
    from distributed import get_client

    looked = time.monotonic()
    going = True

    def watch(_: object) -> bool:
        nonlocal looked, going
        if going and time.monotonic() - looked > PAUSE:
            going = not get_client().get_metadata([name], default=False)
            looked = time.monotonic()
        return going

    store = MemoryStore(records)
    try:
        return work(game, limits=limits, store=store, watch=watch), store.written
    except Stopped:
        return None, store.written


class Workers(Pool):
    """The workers of a Dask scheduler as a pool for one search, with a place for each thread.

    Each task goes to a fixed place, which holds the state of the search. If its worker dies,
    another place continues from the last reported bounds.
    """

    def __init__(self, cluster: Cluster) -> None:
        super().__init__()
        self.parameters, self.cluster = cluster.parameters, cluster
        self._futures: dict[str, Any] = {}
        self._heard: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def prepare(self, *, priced: bool) -> None:
        """Do nothing: the workers may be busy for other clients."""

    def open(self) -> None:
        """Do nothing: the scheduler manages its workers."""

    def close(self) -> None:
        """Cancel the tasks that have not replied."""
        for future in self._futures.values():
            future.cancel()
        self._futures.clear()

    def places(self) -> Collection[str]:
        """Return a name for each thread of each current worker."""
        threads = self.cluster.workers()
        return sorted(f"{name} {i}" for name, many in threads.items() for i in range(many))

    def put(self, place: str, message: Message) -> None:
        """Submit a task for one worker."""
        future = self.cluster.client.submit(
            _at_work, f"{self.cluster.name} {place}", message,
            key=f"{self.cluster.name}-{uuid.uuid4().hex[:12]}", pure=False,
            workers=[place.rpartition(" ")[0]], allow_other_workers=False,
        )  # fmt: skip
        self._futures[place] = future
        future.add_done_callback(lambda done: self._heard.put((place, done)))

    def heard(self, seconds: float) -> list[tuple[str, Any]]:
        """Wait for replies, and report the workers that have gone."""
        replies: list[tuple[str, Any]] = []
        with suppress(queue.Empty):
            while True:
                place, future = self._heard.get(timeout=0 if replies else seconds)
                if self._futures.get(place) is future:
                    del self._futures[place]
                    replies.append((place, self._result(place, future)))
        here = {*self.places()}
        for place in [gone for gone in self._futures if gone not in here]:
            self._futures.pop(place).cancel()
            replies.append((place, LOST))
        return replies

    def _result(self, place: str, future: Any) -> object:  # noqa: ANN401
        """Fetch a reply from its worker; return the reason as text if it fails.

        The loop ends if the worker dies: the scheduler would wait for it to come back.
        """
        failures = self.cluster.distributed.KilledWorker, CancelledError, OSError, MemoryError
        while True:
            try:
                return future.result(timeout=PAUSE)
            except TimeoutError:
                if place not in self.places():
                    future.cancel()
                    return LOST
            except failures as no:
                self.cluster.look_again()
                return one_line(no) or type(no).__name__


#: The members of this process by their search and thread, and when they were last at work.
_members: dict[str, tuple[Member, float]] = {}


def _at_work(name: str, message: Message) -> object:
    """Do a task of a shared search, keeping the member's state between tasks.

    Searches of other clients may use the same thread in turn. The state of a search that has sent
    no task for a while is dropped; a search that continues sends it again.
    """
    now, search = time.monotonic(), name.partition(" ")[0]
    for other, (_, last) in [*_members.items()]:
        if other.partition(" ")[0] != search and now - last > IDLE:
            _members.pop(other, None)
    member, _ = _members.get(name) or (Member(), now)
    try:
        return member.do(message)
    finally:
        _members[name] = member, time.monotonic()
