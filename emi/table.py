"""Many cells at once: the EMI table."""

from __future__ import annotations

import threading
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

from emi.answer import Answer, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from emi.games.motus import Motus
    from search.facts import Store
    from search.limits import Limits
    from search.worst_case import Progress


class TableRun:
    """A run over several games, some of them at a time.

    The searches run in threads: the kernels release the interpreter's lock, so two of them keep
    two cores busy, and there is one process to stop and one writer to the cache.

    Parameters
    ----------
    games : iterable of Motus
    jobs : int
        How many to search at once.
    limits : Limits, optional
        For each cell.
    store : Store, optional
        Where proven bounds are read and kept.

    Attributes
    ----------
    games : list of Motus
        The largest first: that order fills the last seconds best.
    """

    def __init__(
        self,
        games: Iterable[Motus],
        *,
        jobs: int,
        limits: Limits | None = None,
        store: Store | None = None,
    ) -> None:
        self.games = sorted(games, key=lambda game: -len(game.secrets))
        self.jobs = jobs
        self.limits = limits
        self.store = store
        self._stop = threading.Event()

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Ask the searches to end; they answer with the bounds they have."""
        self._stop.set()

    def run(
        self,
        on_progress: Callable[[Motus, Progress], None] | None = None,
        on_answer: Callable[[Answer], None] | None = None,
    ) -> list[Answer]:
        """Solve every game.

        Parameters
        ----------
        on_progress : callable, optional
            Receives a game and the progress of its search, now and then, from its thread.
        on_answer : callable, optional
            Receives each answer as it comes, in the calling thread.

        Returns
        -------
        list of Answer
            In the order of `games`. After Ctrl-C (once) or `stop`, bounds where that is all there
            is; see `stopped`.
        """

        def one(game: Motus) -> Answer:
            def watch(progress: Progress) -> bool:
                if on_progress is not None:
                    on_progress(game, progress)
                return not self._stop.is_set()

            return solve(game, limits=self.limits, store=self.store, watch=watch)

        with ThreadPoolExecutor(self.jobs, thread_name_prefix="cell") as pool:
            futures: dict[Future[Answer], Motus] = {
                pool.submit(one, game): game for game in self.games
            }
            waiting = set(futures)
            try:
                while waiting:
                    try:
                        done, waiting = wait(waiting, timeout=0.5, return_when=FIRST_COMPLETED)
                    except KeyboardInterrupt:
                        if self._stop.is_set():
                            raise
                        self.stop()
                        continue
                    for future in done:
                        answer = future.result()
                        if on_answer is not None:
                            on_answer(answer)
            except BaseException:
                self.stop()
                pool.shutdown(cancel_futures=True)
                raise
            return [future.result() for future in futures]
