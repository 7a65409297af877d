"""Run work on many games concurrently, in this process or on a cluster."""

from __future__ import annotations

import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from emi import memory
from emi.compiling import logger
from emi.search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from emi.games.game import Game
    from emi.questions.question import Workers
    from emi.results.base import GameFacts
    from emi.results.strategy import Rules
    from emi.search.model.record import Store
    from emi.work.dask import Cluster
    from emi.work.task import Work


class OfGame(Protocol):
    """A result with its game."""

    @property
    def game(self) -> GameFacts | Rules:
        """The game."""
        ...


T = TypeVar("T", bound=OfGame)
NO_LIMITS = Limits()


class Run(Generic[T]):
    """Runs work on games concurrently, at most ``jobs`` at a time, largest first.

    If memory is short, fewer games run at a time, and a log line says so. The time limit applies to
    all games together, the node limit to each game.

    Games run in threads: the kernels release the interpreter's lock, so two threads keep two cores
    busy, with one process to stop and one writer to the cache.

    Parameters
    ----------
    games : iterable of Game
    work : Work
    jobs : int
    limits : Limits, optional
    store : Store, optional
    workers : Workers, optional
        Workers that share the search of a single game, if the work takes them.
    cluster : Cluster, optional
        Does the work; by default this process.
    finish : callable, optional
        Receives each result in this process, and returns what is kept of it.

    Attributes
    ----------
    found : list
        The results, in the order of ``games``.
    missing : list of Game
        The games that were stopped before they had a result.
    finished : list of Game
        The games whose work ended by itself, before `stop`.
    seconds : float
        The wall time of the run, including compilation.

    Raises
    ------
    MemoryNeedError
        If the largest game fits neither into memory nor into a file.
    """

    def __init__(
        self,
        games: Iterable[Game],
        work: Work[T],
        *,
        jobs: int,
        limits: Limits = NO_LIMITS,
        store: Store | None = None,
        workers: Workers | None = None,
        cluster: Cluster | None = None,
        finish: Callable[[T], T] = lambda result: result,
    ) -> None:
        # Large games last would leave cores idle at the end.
        self.games = sorted(games, key=lambda game: -len(game.secrets))
        self.work, self.cluster, self.finish, self.workers = work, cluster, finish, workers
        self.how: dict[str, Any] = {"limits": limits.begun(), "store": store}
        if workers is not None:
            self.how["workers"] = workers
        self.jobs = jobs if cluster is None else cluster.jobs
        if cluster is None and self.games:
            self._fit(jobs)
        self._stop = threading.Event()
        self.found: list[T] = []
        self.missing: list[Game] = []
        self.finished: list[Game] = []
        self.seconds = 0.0

    def _fit(self, jobs: int) -> None:
        """Reduce the number of concurrent games to what fits into memory."""
        largest = self.games[0]
        memory.check(largest.name, largest.bytes_needed, largest.bytes_gathered)
        needs = [game.bytes_needed for game in self.games[:jobs]]
        self.jobs = memory.jobs_that_fit(needs, jobs)
        memory.keep_freed(needs)
        if self.jobs < min(jobs, len(self.games)):
            logger.info(
                "%d games at once do not fit into %.1f GiB of memory: running %d at a time",
                jobs, memory.available() / memory.GIB, self.jobs,
            )  # fmt: skip

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Request the end of the work on every game."""
        self._stop.set()

    def _one(self, on_progress: Callable[[Game, object], None], game: Game) -> T | None:
        """Work on a game; return None if it was stopped before it had a result."""

        def watch(progress: object) -> bool:
            on_progress(game, progress)
            return not self._stop.is_set()

        work = self.work if self.cluster is None else partial(self.cluster.do, self.work)
        try:
            with memory.at_work(int(self.cluster is None)):
                result = work(game, **self.how, watch=watch)
        except Stopped:
            return None
        if not self.stopped:
            self.finished.append(game)
        return self.finish(result)

    def run(
        self,
        on_progress: Callable[[Game, object], None] | None = None,
        on_result: Callable[[T], None] | None = None,
    ) -> list[T]:
        """Work on every game, and return the results, `found`.

        The first Ctrl-C stops the run: the work on each game returns what it has, or the game is
        `missing`; see `stopped`.

        Parameters
        ----------
        on_progress : callable, optional
            Receives a game and the progress of its work, in a thread of the pool.
        on_result : callable, optional
            Receives each result as it arrives, in the calling thread.
        """
        work_on = partial(self._one, on_progress or (lambda *_: None))
        began = time.monotonic()
        with ThreadPoolExecutor(self.jobs, thread_name_prefix="game") as pool:
            futures: list[Future[T | None]] = [pool.submit(work_on, game) for game in self.games]
            waiting = set(futures)
            try:
                while waiting:
                    try:
                        done, waiting = wait(waiting, timeout=0.5, return_when=FIRST_COMPLETED)
                    except KeyboardInterrupt:
                        if self.stopped:
                            raise
                        self.stop()
                        continue
                    for future in done:
                        result = future.result()
                        if on_result is not None and result is not None:
                            on_result(result)
            except BaseException:
                self.stop()
                pool.shutdown(cancel_futures=True)
                raise
            finally:
                self.seconds = time.monotonic() - began
        results = [future.result() for future in futures]
        self.found = [result for result in results if result is not None]
        self.missing = [g for g, result in zip(self.games, results, strict=True) if result is None]
        return self.found
