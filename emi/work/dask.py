"""Run tasks on the workers of a Dask scheduler; only this process writes to the store."""

from __future__ import annotations

import logging
import queue
import threading
import time
import uuid
from concurrent.futures import CancelledError
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from emi.errors import OptionError, one_line
from emi.reports.wording import install
from emi.search.model.limits import Stopped
from emi.work.member import Member, Message
from emi.work.pool import Pool, drained
from emi.work.task import Batch, Collected, light, records_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from emi.games.game import Game
    from emi.search.model.limits import Watch
    from emi.search.model.record import Store
    from emi.work.run import Work

T = TypeVar("T")
#: Seconds to wait for the scheduler; seconds between two checks whether to continue.
PATIENCE, PAUSE = 15, 1.0
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

    Raises
    ------
    OptionError
        If dask.distributed is not installed, or no scheduler answers.
    """

    here = False

    def __init__(self, address: str) -> None:
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
        # Hide messages about results that were lost with a worker and are recomputed.
        logging.getLogger("distributed.client").setLevel(logging.ERROR)
        self.distributed = distributed
        self.name = f"emi-{uuid.uuid4().hex}"

    def width(self, _jobs: int) -> int:
        """Return how many tasks to submit at once: as many as possible, as workers may join."""
        return MOST

    def close(self) -> None:
        """Disconnect from the cluster; the scheduler and its workers continue."""
        self.client.close()

    def do(self, work: Work[T], game: Game, store: Store | None, watch: Watch) -> T:
        """Do work on a game on a worker, and store the proven bounds.

        Known bounds are read from the store here. They are the result if no worker starts in time.

        Raises
        ------
        OptionError
            If every worker that started the task died.
        Stopped
            If the work is stopped before it has a result.
        """

        def go_on(said: object) -> bool:
            return watch(said) and not work.limits.passed

        known = work.known(game, store)
        if known is not None and (work.is_whole(known) or not go_on("waiting for a worker")):
            return known
        try:
            return self._sent(work, game, store, go_on)
        except Stopped:
            if known is None:
                raise
            return known

    def _sent(self, work: Work[T], game: Game, store: Store | None, watch: Watch) -> T:
        """Submit work and wait for its result; raise Stopped if there is none."""
        future = self.client.submit(
            _on_a_worker, work, light(game), records_of(store, game), self.name,
            key=f"{self.name}-{game.name}-{uuid.uuid4().hex[:8]}", pure=False,
            # All tasks are submitted at once; starting with the largest keeps workers busy longest.
            priority=len(game.secrets),
        )  # fmt: skip
        told, ended = False, threading.Event()
        future.add_done_callback(lambda _: ended.set())
        # Polling hundreds of futures more often would take too much time.
        while not (ended.wait(PAUSE) or future.done()):
            if not watch("on the cluster") and not told:
                told = True
                self.client.set_metadata([self.name], True)
                if future.key not in self._running():
                    future.cancel()
                    raise Stopped
        try:
            found, batches = future.result()
        except (self.distributed.KilledWorker, CancelledError, OSError) as error:
            why = str(error) or type(error).__name__
            raise OptionError(
                f"{game.name}: the task failed ({why}); bounds received so far are stored",
                **self.parameters,
            ) from None
        if store is not None:
            Collected(batches=[Batch(*one) for one in batches]).hand_over(store)
        if found is None:
            raise Stopped
        done: T = found
        return done

    def _running(self) -> set[str]:
        """Return the keys of the running tasks."""
        return {str(key) for keys in self.client.processing().values() for key in keys}


def _on_a_worker(
    work: Work[T], game: Game, known: dict[str, list[bytes]], name: str
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

    store = Collected(known)
    try:
        return work(game, store, watch), store.batches
    except Stopped:
        return None, store.batches


class Workers(Pool):
    """The workers of a Dask scheduler as a pool for one search, with a place for each thread.

    Each task goes to a fixed place, which holds the state of the search. If its worker dies,
    another place continues from the last reported bounds.
    """

    def __init__(self, cluster: Cluster) -> None:
        super().__init__()
        self.parameters, self.cluster = cluster.parameters, cluster
        self._looked, self._places = -PAUSE, set[str]()
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
        if time.monotonic() - self._looked >= PAUSE:
            self._looked = time.monotonic()
            threads = self.cluster.client.nthreads()
            self._places = {f"{name} {i}" for name, many in threads.items() for i in range(many)}
        return sorted(self._places)

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
        found: list[tuple[str, Any]] = []
        for place, future in drained(self._heard, seconds):
            if self._futures.get(place) is future:
                del self._futures[place]
                found.append((place, self._result(place, future)))
        here = {*self.places()}
        for place in [one for one in self._futures if one not in here]:
            self._futures.pop(place).cancel()
            found.append((place, LOST))
        return found

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
                return one_line(no) or type(no).__name__


#: The members of this process by their search and thread.
_members: dict[str, Member] = {}


def _at_work(name: str, message: Message) -> object:
    """Do a task of a shared search, keeping the member's state between tasks."""
    search = name.partition(" ")[0]
    for other in [one for one in _members if one.partition(" ")[0] != search]:
        # That search is over, or it will send its state again.
        del _members[other]
    return _members.setdefault(name, Member()).do(message)
