"""Work on games: of one type, done here or on a cluster, on many games at once."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, cast

from emi import memory
from emi.compiling import logger
from search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from emi.games.game import Game
    from emi.questions.query import Workers
    from emi.questions.question import Question
    from emi.results.solution import Solution
    from search.model.record import Store
    from search.solve.objectives import Objective

    #: Receives where the work on a game stands, fit to be printed; returns whether to go on.
    Watch = Callable[[object], bool]


class Named(Protocol):
    """Whatever has a name."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...


class OfGame(Protocol):
    """A result with its game."""

    @property
    def game(self) -> Named:
        """The game."""
        ...


R = TypeVar("R")
NO_LIMITS = Limits()
T = TypeVar("T", bound=OfGame)


@dataclass(frozen=True, kw_only=True)
class Work(ABC, Generic[R]):
    """Something to do about a game, whose proofs a store keeps.

    It can be pickled, and done in another process; its limits go with it.
    """

    limits: Limits = NO_LIMITS

    @abstractmethod
    def __call__(self, game: Game, store: Store | None, watch: Watch) -> R:
        """Do the work; raises Stopped if the limits or the watcher end it without a result."""

    def known(self, game: Game, store: Store | None) -> R | None:  # noqa: ARG002 - some can tell
        """Return what can be told at once, by what the store has; None if nothing can."""
        return None

    def is_whole(self, result: R) -> bool:  # noqa: ARG002 - some can tell
        """Return whether nothing is left to be done."""
        return False

    def taken(self, result: R, game: Game, store: Store | None) -> R:  # noqa: ARG002 - some have them
        """Take over a result in the process that asked for it, wherever it comes from."""
        return result


@dataclass(frozen=True, kw_only=True)
class Solve(Work["Solution"]):
    """Solves a game, as `emi.solve`, by the objective that the callable returns for it.

    Here the search of one game may be shared with workers.
    """

    objective: Callable[[Game], Objective]
    first: str | Sequence[str] | None = None
    openers: int | None = None
    workers: Workers | None = None

    def __call__(self, game: Game, store: Store | None, watch: Watch) -> Solution:
        """Return the solution, with bounds where it was stopped."""
        return self._question(game, store, watch).solve()

    def known(self, game: Game, store: Store | None) -> Solution:
        """Return the solution as far as it is kept."""
        return self._question(game, store).known()

    def _question(self, game: Game, store: Store | None, watch: Watch | None = None) -> Question:
        from emi.questions.question import Question

        return Question(
            game, self.objective(game), first=self.first, openers=self.openers,
            limits=self.limits, store=store, watch=watch, workers=self.workers,
        )  # fmt: skip

    def is_whole(self, result: Solution) -> bool:
        """Return whether the value is proven, and the strategy known where there is one."""
        return result.proven and (result.stored or result.outline is not None)

    def taken(self, result: Solution, game: Game, store: Store | None) -> Solution:
        """Return the solution with the game and the store of this process."""
        from emi.questions.question import Source

        return replace(result, source=cast("Source", result.source).here(game, store))


class Executor(Protocol):
    """Where the work on games is done: here, or on the workers of a cluster."""

    #: Whether it takes the memory of this process.
    here: bool

    def width(self, jobs: int) -> int:
        """Return how many games are handed to it at once."""
        ...

    def do(self, work: Work[R], game: Game, store: Store | None, watch: Watch) -> R:
        """Do some work on a game; Stopped as of the work."""
        ...


class Here:
    """The executor that is this process."""

    here = True

    def width(self, jobs: int) -> int:
        """Return how many games are worked on at once."""
        return jobs

    def do(self, work: Work[R], game: Game, store: Store | None, watch: Watch) -> R:
        """Do some work on a game."""
        return work(game, store, watch)


class Run(Generic[T]):
    """A run over several games, at most ``jobs`` at a time, the largest first.

    If memory is short fewer run at a time, and a line says so. The limits of the work are
    for the run: its time for all games together, its nodes for each.

    The work is done in threads: the kernels release the interpreter's lock, so two of them keep two
    cores busy, and there is one process to stop and one writer to the cache.

    Parameters
    ----------
    games : iterable of Game
    work : Work
    jobs : int
    store : Store, optional
    place : Executor, optional
        Where the work is done; by default here.

    Attributes
    ----------
    found : list
        The results, in the order of ``games``.
    missing : list of Game
        Those that were stopped before there was a result.
    seconds : float
        How long the run took by the clock, compiling included.

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
        store: Store | None = None,
        place: Executor | None = None,
    ) -> None:
        # That order fills the last seconds best.
        self.games = sorted(games, key=lambda game: -len(game.secrets))
        self.work = replace(work, limits=work.limits.begun())
        self.store, self.place = store, place or Here()
        self.jobs = self.place.width(jobs)
        if self.place.here and self.games:
            self._fit(jobs)
        self._stop = threading.Event()
        self.found: list[T] = []
        self.missing: list[Game] = []
        self.seconds = 0.0

    def _fit(self, jobs: int) -> None:
        """Take no more games at once than fit into memory."""
        largest = self.games[0]
        memory.check(largest.name, largest.bytes_needed, largest.bytes_gathered)
        needs = [game.bytes_needed for game in self.games[:jobs]]
        self.jobs = memory.jobs_that_fit(needs, jobs)
        memory.keep_freed(needs)
        if self.jobs < min(jobs, len(self.games)):
            logger.info(
                "%d games at once do not fit into %.1f GiB of memory: %d at a time",
                jobs, memory.available() / memory.GIB, self.jobs,
            )  # fmt: skip

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Ask the work on every game to end."""
        self._stop.set()

    def _one(self, on_progress: Callable[[Game, object], None], game: Game) -> T | None:
        """Work on a game; None if it was stopped before there was a result."""

        def watch(progress: object) -> bool:
            on_progress(game, progress)
            return not self._stop.is_set()

        try:
            with memory.at_work(int(self.place.here)):
                result = self.place.do(self.work, game, self.store, watch)
        except Stopped:
            return None
        return self.work.taken(result, game, self.store)

    def run(
        self,
        on_progress: Callable[[Game, object], None] | None = None,
        on_result: Callable[[T], None] | None = None,
    ) -> list[T]:
        """Work on every game, and return what was `found`.

        ``on_progress`` receives a game and the progress of the work on it, now and then, from its
        thread; ``on_result`` receives each result as it comes, in the calling thread. Ctrl-C (once)
        stops the run: the work then returns what it has, or the game is `missing`; see `stopped`.
        """
        one = partial(self._one, on_progress or (lambda *_: None))
        began = time.monotonic()
        with ThreadPoolExecutor(self.jobs, thread_name_prefix="game") as pool:
            futures: list[Future[T | None]] = [pool.submit(one, game) for game in self.games]
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
