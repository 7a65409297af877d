"""Many cells at once: the EMI table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi import memory
from emi.parallel import Run
from emi.solving import Answer, solve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from emi.games.game import Game
    from search.model.facts import Store
    from search.model.limits import Limits
    from search.solve.worst_case.search import Watch


class TableRun(Run[Answer]):
    """A run that solves every game; stopped, it answers with the bounds it has.

    Parameters
    ----------
    games : iterable of Game
    jobs : int
        How many to search at once.
    limits : Limits, optional
        For each game.
    store : Store, optional
        Where proven bounds are read and kept.

    Raises
    ------
    MemoryNeedError
        If the games that may be searched at the same time do not fit.
    """

    def __init__(
        self,
        games: Iterable[Game],
        *,
        jobs: int,
        limits: Limits | None = None,
        store: Store | None = None,
    ) -> None:
        def work(game: Game, watch: Watch) -> Answer:
            return solve(game, limits=limits, store=store, watch=watch)

        super().__init__(games, work, jobs=jobs)
        largest = self.games[:jobs]
        if largest:
            memory.check(largest[0].name, sum(game.bytes_needed for game in largest))
