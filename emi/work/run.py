"""Run work on many games concurrently, in this process or on a cluster."""

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
from emi.search.model.limits import Limits, Stopped, Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from emi.games.game import Game
    from emi.objectives.base import Objective
    from emi.questions.question import Question, Workers
    from emi.results.solution import Solution
    from emi.search.model.record import Store


class Named(Protocol):
    """An object with a name."""

    @property
    def name(self) -> str:
        """The name."""
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
    """Work to be done for a game, whose proven bounds go to a store.

    Work can be pickled, with its limits, and done in another process.
    """

    limits: Limits = NO_LIMITS

    @abstractmethod
    def __call__(self, game: Game, store: Store | None, watch: Watch) -> R:
        """Do the work; raise Stopped if a limit or the watcher ends it without a result."""

    def known(self, game: Game, store: Store | None) -> R | None:  # noqa: ARG002 - for subclasses
        """Return a result from the store without work; None if there is none."""
        return None

    def is_whole(self, result: R) -> bool:  # noqa: ARG002 - for subclasses
        """Return whether a result needs no further work."""
        return False

    def taken(self, result: R, game: Game, store: Store | None) -> R:  # noqa: ARG002 - for subclasses
        """Return a result, possibly from another process, with the game and store of this one."""
        return result


@dataclass(frozen=True, kw_only=True)
class Solve(Work["Solution"]):
    """Solves a game like `emi.solve`; ``objective`` returns the objective for a game.

    ``workers`` share a search that runs in this process.
    """

    objective: Callable[[Game], Objective]
    first: str | Sequence[str] | None = None
    openers: int | None = None
    workers: Workers | None = None

    def __call__(self, game: Game, store: Store | None, watch: Watch) -> Solution:
        """Return the solution; it has bounds if the search was stopped."""
        from emi.questions.solving import solution_of

        return solution_of(self._question(game, store, watch))

    def known(self, game: Game, store: Store | None) -> Solution:
        """Return the solution from stored bounds."""
        from emi.questions.solving import known_solution

        return known_solution(self._question(game, store))

    def _question(self, game: Game, store: Store | None, watch: Watch | None = None) -> Question:
        from emi.questions.question import Question

        return Question(
            game, self.objective(game), first=self.first, openers=self.openers,
            limits=self.limits, store=store, watch=watch, workers=self.workers,
        )  # fmt: skip

    def is_whole(self, result: Solution) -> bool:
        """Return whether the value is proven, and was stored or comes with its strategy."""
        return result.proven and (result.stored or result.outline is not None)

    def taken(self, result: Solution, game: Game, store: Store | None) -> Solution:
        """Return the solution with the game and the store of this process."""
        from emi.questions.solving import Source

        return replace(result, source=cast("Source", result.source).here(game, store))


class Executor(Protocol):
    """Does work on games, in this process or on the workers of a cluster."""

    #: Whether the work uses the memory of this process.
    here: bool

    def width(self, jobs: int) -> int:
        """Return the number of games to submit at once."""
        ...

    def do(self, work: Work[R], game: Game, store: Store | None, watch: Watch) -> R:
        """Do work on a game; raise Stopped if it ends without a result."""
        ...


class Here:
    """The executor that works in this process."""

    here = True

    def width(self, jobs: int) -> int:
        """Return the number of concurrent games: ``jobs``."""
        return jobs

    def do(self, work: Work[R], game: Game, store: Store | None, watch: Watch) -> R:
        """Do work on a game."""
        return work(game, store, watch)


class Run(Generic[T]):
    """Runs work on games concurrently, at most ``jobs`` at a time, largest first.

    If memory is short, fewer games run at a time, and a log line says so. The time limit of the
    work applies to all games together, its node limit to each game.

    Games run in threads: the kernels release the interpreter's lock, so two threads keep two cores
    busy, with one process to stop and one writer to the cache.

    Parameters
    ----------
    games : iterable of Game
    work : Work
    jobs : int
    store : Store, optional
    place : Executor, optional
        Does the work; by default this process.

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
        store: Store | None = None,
        place: Executor | None = None,
    ) -> None:
        # Large games last would leave cores idle at the end.
        self.games = sorted(games, key=lambda game: -len(game.secrets))
        self.work = replace(work, limits=work.limits.begun())
        self.store, self.place = store, place or Here()
        self.jobs = self.place.width(jobs)
        if self.place.here and self.games:
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

        try:
            with memory.at_work(int(self.place.here)):
                result = self.place.do(self.work, game, self.store, watch)
        except Stopped:
            return None
        if not self.stopped:
            self.finished.append(game)
        return self.work.taken(result, game, self.store)

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
