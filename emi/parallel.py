"""Work on several games at once, in one process that Ctrl-C stops cleanly."""

from __future__ import annotations

import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from emi import memory
from emi.compiling import logger
from emi.solving import solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from emi.games.game import Game
    from emi.solving import Solution, Workers
    from search.model.limits import Limits
    from search.model.objective import Objective
    from search.model.record import Store

    #: Receives where the work on a game stands, fit to be printed; returns whether to go on.
    Watch = Callable[[object], bool]


class OfGame(Protocol):
    """A result that knows its game."""

    @property
    def game(self) -> Game:
        """The game."""
        ...


T = TypeVar("T", bound=OfGame)


R = TypeVar("R", covariant=True)  # noqa: PLC0105 - a result


class Work(Protocol[R]):
    """Something to do about a game, whose proofs a store keeps; it can be sent elsewhere."""

    def __call__(self, game: Game, store: Store | None, watch: Watch, /) -> R:
        """Do it; Stopped if whoever watches says so."""
        ...


class Executor(Protocol):
    """Where the work on games is done: here, or on the workers of a cluster."""

    #: Whether it takes the memory of this process.
    here: bool

    def width(self, jobs: int) -> int:
        """Return how many games are handed to it at once."""
        ...

    def solve(
        self,
        game: Game,
        objective: Objective,
        *,
        first: str | None,
        limits: Limits | None,
        store: Store | None,
        watch: Watch,
    ) -> Solution:
        """Solve a game, as `emi.solve`."""
        ...

    def do(self, work: Work[R], game: Game, store: Store | None, watch: Watch) -> R:
        """Do some work on a game."""
        ...


class Here:
    """The process itself, with workers that share a search if there are any."""

    here = True

    def __init__(self, workers: Workers | None = None) -> None:
        self.workers = workers

    def width(self, jobs: int) -> int:
        """Return how many games are solved at once."""
        return jobs

    def solve(self, game: Game, objective: Objective, **how: Any) -> Solution:  # noqa: ANN401
        """Solve a game, as `emi.solve`."""
        return solve(game, objective, workers=self.workers, **how)

    def do(self, work: Work[R], game: Game, store: Store | None, watch: Watch) -> R:
        """Do some work on a game."""
        return work(game, store, watch)


class Run(Generic[T]):
    """A run over several games, so many of them at once as there are jobs, the largest first.

    Where memory is short there are fewer at once, and a line says so.

    The work takes a game and a watch, which tells it now and then whether to go on. It is done in
    threads: the kernels release the interpreter's lock, so two of them keep two cores busy, and
    there is one process to stop and one writer to the cache.
    """

    def __init__(
        self,
        games: Iterable[Game],
        work: Callable[[Game, Watch], T],
        *,
        jobs: int,
        here: bool = True,
    ) -> None:
        # That order fills the last seconds best.
        self.games = sorted(games, key=lambda game: -len(game.secrets))
        self.work = work
        self.jobs = jobs
        if here:
            needs = [game.bytes_needed for game in self.games[:jobs]]
            self.jobs = memory.jobs_that_fit(needs, jobs)
            memory.keep_freed(needs)
        if here and self.jobs < min(jobs, len(self.games)):
            logger.info(
                "%d games at once do not fit into %.1f GiB of memory: %d at a time",
                jobs, memory.available() / memory.GIB, self.jobs,
            )  # fmt: skip
        self._stop = threading.Event()
        self.workers: Workers | None = None
        #: How long the run took by the clock, compiling included; each result has its own time.
        self.seconds = 0.0

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Ask the work on every game to end."""
        self._stop.set()

    def run(
        self,
        on_progress: Callable[[Game, object], None] | None = None,
        on_result: Callable[[T], None] | None = None,
    ) -> list[T]:
        """Work on every game, and return the results in the order of `games`.

        ``on_progress`` receives a game and the progress of the work on it, now and then, from its
        thread; ``on_result`` receives each result as it comes, in the calling thread. Ctrl-C (once)
        stops the run: the work then returns what it has, or raises; see `stopped`.
        """

        def one(game: Game) -> T:
            def watch(progress: object) -> bool:
                if on_progress is not None:
                    on_progress(game, progress)
                return not self._stop.is_set()

            with memory.at_work():
                return self.work(game, watch)

        began = time.monotonic()
        with ThreadPoolExecutor(self.jobs, thread_name_prefix="game") as pool:
            futures: list[Future[T]] = [pool.submit(one, game) for game in self.games]
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
                        if on_result is not None:
                            on_result(result)
            except BaseException:
                self.stop()
                pool.shutdown(cancel_futures=True)
                raise
            finally:
                self.seconds = time.monotonic() - began
            return [future.result() for future in futures]


class Limited(Run[T]):
    """A run whose results take limits: that on time is for all games together, that on nodes each.

    The time does not count the compiling of kernels. Raises MemoryNeedError if the largest game
    fits neither into memory nor into a file.
    """

    def __init__(
        self,
        games: Iterable[Game],
        do: Callable[[Game, Watch, Limits | None], T],
        *,
        jobs: int,
        limits: Limits | None = None,
        here: bool = True,
    ) -> None:
        begun = None if limits is None else limits.begun()

        def work(game: Game, watch: Watch) -> T:
            return do(game, watch, begun)

        super().__init__(games, work, jobs=jobs, here=here)
        if self.games and here:
            largest = self.games[0]
            memory.check(largest.name, largest.bytes_needed, largest.bytes_gathered)


class Solving(Limited["Solution"]):
    """A run that solves every game, as `emi.solve`; stopped, it answers with the bounds it has.

    Each game has the objective that the callable returns for it. The executor is where they are
    solved, by default here; there the search of one game may be shared with workers.
    """

    def __init__(
        self,
        games: Iterable[Game],
        objective: Callable[[Game], Objective],
        *,
        first: str | None = None,
        jobs: int,
        limits: Limits | None = None,
        store: Store | None = None,
        executor: Executor | None = None,
        workers: Workers | None = None,
    ) -> None:
        place = executor or Here(workers)

        def do(game: Game, watch: Watch, left: Limits | None) -> Solution:
            return place.solve(
                game, objective(game), first=first, limits=left, store=store, watch=watch
            )

        super().__init__(games, do, jobs=place.width(jobs), limits=limits, here=place.here)
        self.workers = workers
