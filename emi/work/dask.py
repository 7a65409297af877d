"""Tasks go to the workers of a Dask scheduler; one writer, this process, keeps what they prove."""

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
from emi.work.member import Member, Message
from emi.work.pool import Pool, drained
from emi.work.task import Batch, Collected, light, records_of
from reports.wording import install
from search.model.limits import Stopped

if TYPE_CHECKING:
    from collections.abc import Collection

    from emi.games.game import Game
    from emi.work.run import Watch, Work
    from search.model.record import Store

T = TypeVar("T")
#: Seconds to wait for the scheduler; seconds between two looks whether to go on.
PATIENCE, PAUSE = 15, 1.0
#: No more tasks than this are handed out at once: each waits in a thread of this process.
MOST = 512
LOST = "the scheduler has lost it"


class Cluster:
    """The workers of a Dask scheduler.

    A worker that dies loses its task alone, which another one begins again.

    Parameters
    ----------
    address : str
        Of the scheduler, ``tcp://HOST:PORT``, or the path of its ``scheduler.json``; empty for what
        Dask's own configuration says, a cluster of this machine if it names none.

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
            raise OptionError(f"no scheduler answers, {error}", **self.parameters) from None
        # That a result was lost with its worker, and is made again, is no news.
        logging.getLogger("distributed.client").setLevel(logging.ERROR)
        self.distributed = distributed
        self.name = f"emi-{uuid.uuid4().hex}"

    def width(self, _jobs: int) -> int:
        """Return how many tasks are handed out at once: workers may still come."""
        return MOST

    def close(self) -> None:
        """Leave the cluster; the scheduler and its workers go on."""
        self.client.close()

    def do(self, work: Work[T], game: Game, store: Store | None, watch: Watch) -> T:
        """Do some work on a game on a worker, and keep what it proves.

        Known bounds are looked up here; they are the result if no worker began in time.

        Raises
        ------
        OptionError
            If every worker died that began it.
        Stopped
            If it was stopped, and has nothing to say then.
        """

        def go_on(said: object) -> bool:
            return watch(said) and not work.limits.passed

        known = work.known(game, store)
        if known is not None and (work.is_whole(known) or not go_on("waits for a worker")):
            return known
        try:
            return self._sent(work, game, store, go_on)
        except Stopped:
            if known is None:
                raise
            return known

    def _sent(self, work: Work[T], game: Game, store: Store | None, watch: Watch) -> T:
        """Send some work to a worker, and wait for it; Stopped if it ends without a result."""
        future = self.client.submit(
            _on_a_worker, work, light(game), records_of(store, game), self.name,
            key=f"{self.name}-{game.name}-{uuid.uuid4().hex[:8]}", pure=False,
            # All are submitted at once: that order fills the last seconds best.
            priority=len(game.secrets),
        )  # fmt: skip
        told, ended = False, threading.Event()
        future.add_done_callback(lambda _: ended.set())
        # Polling hundreds of futures often would take all the time.
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
                f"{game.name} was not finished, {why}: bounds that came back before are kept",
                **self.parameters,
            ) from None
        if store is not None:
            Collected(batches=[Batch(*one) for one in batches]).hand_over(store)
        if found is None:
            raise Stopped
        done: T = found
        return done

    def _running(self) -> set[str]:
        """Return the keys of the tasks that a worker is at."""
        return {str(key) for keys in self.client.processing().values() for key in keys}


def _on_a_worker(
    work: Work[T], game: Game, known: dict[str, list[bytes]], name: str
) -> tuple[T | None, list[Batch]]:
    """Do a task, and look now and then whether it was stopped; then there may be no result."""
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
    """The workers of a Dask scheduler, which share one search: a place for each of their threads.

    Each task is for one of them, who knows what the search has come to; when it dies another one
    begins where it was told last.
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
        """Do nothing: who is there is up to the scheduler."""

    def close(self) -> None:
        """Release the tasks without a reply."""
        for future in self._futures.values():
            future.cancel()
        self._futures.clear()

    def places(self) -> Collection[str]:
        """Return a name for each thread of each worker there is now."""
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
        """Wait for replies, and look who is still there."""
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
        """Return a reply, which lies with the worker until it is asked for; or why there is none.

        If the worker dies meanwhile the scheduler would wait for it to come back.
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


#: Those of this process, by the search and the thread that they are of.
_members: dict[str, Member] = {}


def _at_work(name: str, message: Message) -> object:
    """Do a task of a search that is shared, with what the ones before have taught."""
    search = name.partition(" ")[0]
    for other in [one for one in _members if one.partition(" ")[0] != search]:
        # Of a search that is over, or of one beside this.
        del _members[other]
    return _members.setdefault(name, Member()).do(message)
