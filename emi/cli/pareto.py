"""``emi solve --objective pareto``."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from emi.cli.environment import Kept
from emi.cli.interrupt import INTERRUPTED
from emi.cli.objective import Asked
from emi.cli.output import Output, remark, say
from emi.cli.running import Shared, work_on
from emi.compiling import logger
from emi.errors import OptionError
from emi.work.run import Work

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.games.weights import Weights
    from emi.reports.table import Table
    from emi.results.pareto import ParetoFront, ParetoRow
    from emi.search.model.limits import Watch
    from emi.search.model.record import Store


def _tell(row: "ParetoRow") -> None:
    """Print a row of the front above the progress line."""
    from emi.reports.views.pareto import told

    logger.info("%s", told(row))


@dataclass(frozen=True, kw_only=True)
class FindFront(Work["ParetoFront"]):
    """Computes the Pareto front of a game."""

    tries: Sequence[int] | None = None
    weights: "Weights | None" = None
    first: tuple[str, ...] = ()
    openers: int | None = None
    tells: bool = False

    def __call__(self, game: "Game", store: "Store | None", watch: "Watch") -> "ParetoFront":
        """Compute the front of a game."""
        from emi.analysis.pareto import pareto

        return pareto(
            game,
            tries=self.tries,
            weights=self.weights,
            first=self.first,
            openers=self.openers,
            limits=self.limits,
            store=store,
            watch=watch,
            on_row=_tell if self.tells else None,
        )

    def known(self, game: "Game", store: "Store | None") -> "ParetoFront":
        """Return the front from stored bounds."""
        from emi.analysis.pareto import known_front

        return known_front(
            game, tries=self.tries, weights=self.weights, first=self.first, openers=self.openers,
            store=store,
        )  # fmt: skip

    def is_whole(self, result: "ParetoFront") -> bool:
        """Return whether all rows are proven."""
        return bool(result.proven)


def pareto(
    games: "Sequence[Game]",
    asked: Asked,
    shared: Shared,
    kept: Kept,
    output: Output,
    *,
    weights: "Weights | None",
    first: tuple[str, ...],
    openers: int | None,
    plot: list[Path] | None,
) -> None:
    """Print the Pareto front of a game.

    If the output is a table, each row is also printed on stderr as soon as it is proven.
    """
    if len(games) > 1:
        raise OptionError(f"--objective pareto: expected one GAME, not {len(games)}")
    if shared.workers is not None:
        raise OptionError(f"--workers {shared.workers}: cannot be combined with --objective pareto")
    if shared.node_limit is not None:
        raise OptionError(
            f"--node-limit {shared.node_limit}: cannot be combined with --objective pareto, use "
            "--time-limit"
        )
    tries = asked.tries
    if tries is not None and not tries.numbers:
        raise OptionError(f"--tries {tries.text}: expected numbers of tries, such as 1-7 or 5,6")

    work = FindFront(
        tries=None if tries is None else tries.numbers, weights=weights, first=first,
        openers=openers, limits=shared.limits,
        tells=shared.cluster is None and output.kind == "table",
    )  # fmt: skip
    (game,) = games
    run = work_on([game], work, kept, cluster=shared.cluster)
    (found,) = run.found
    from emi.reports.views.pareto import none_found
    from emi.reports.views.pareto import pareto as front

    title = front(found).title + ("" if weights is None else f", weights {weights.name}")
    shown = front(found, title=title, seconds=run.seconds)
    for path in plot or []:
        _plot(path, shown)
    output.put(shown)
    if run.stopped:
        raise typer.Exit(INTERRUPTED)
    if not found:
        remark(none_found(found))


def _plot(path: Path, shown: "Table") -> None:
    from emi.reports.plot.figure import PlotError

    try:
        shown.plot(path)
    except PlotError as error:
        # A run stopped at once has no row to plot.
        say(f"--plot {path}: not written, {error}")
