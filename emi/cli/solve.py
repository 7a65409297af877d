"""``emi solve`` and ``emi table``."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.environment import Logged
from emi.cli.games import GAMES, HardOption, Lists, PlayedCells, complete_game
from emi.cli.interrupt import INTERRUPTED
from emi.cli.objective import DEFAULT, Asked
from emi.cli.options import (
    OpenersOption,
    OpeningOption,
    WeightsOption,
    read_opening,
    read_weights_option,
)
from emi.cli.output import Output, PlotOption
from emi.cli.running import Effort, Shared, read_jobs, work_on
from emi.errors import OptionError
from emi.tables import table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game


AgainstOption = Annotated[
    Path | None,
    typer.Option(
        "--against",
        metavar="FILE",
        help="Published table to compare with: a CSV file with a row for each length and a column "
        "for each letter. Cells that differ are marked and listed.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Several(Lists):
    """Options to choose several games."""

    names: Annotated[
        list[str], typer.Argument(metavar="GAME...", autocompletion=complete_game, help=GAMES)
    ]

    def read(self, hard: str | None) -> "list[Game]":
        """Return the chosen games without duplicates."""
        return self.read_games(self.names, hard=hard)


def solve_command(
    choice: Several,
    asked: Asked,
    shared: Shared,
    kept: Logged,
    output: Output,
    hard: HardOption = None,
    first: OpeningOption = None,
    openers: OpenersOption = None,
    weights: WeightsOption = None,
    against: AgainstOption = None,
    plot: PlotOption = None,
) -> None:
    """Solve a game: prove the value of its best strategy.

    By default the value is the least number of guesses that is guaranteed to find any secret; for a
    cell such as C5 this is the EMI. (To know the secret takes one guess less than to name it.) With
    --objective average it is the least total number of guesses over all secrets; with --objective
    guaranteed, the largest number of secrets found within --tries, with a list of the missed ones.
    --objective pareto prints, for each number of tries, the fewest misses and the least average
    among such strategies; the last line is without a limit on the tries.

    If a limit is reached, or after Ctrl-C, bounds such as 4..5 are printed, and the next run
    continues from the cache. Several games are printed as a table.

    --first SALET,COURD makes both guesses regardless of the feedback; --openers 2 finds the best
    pair.

    For example:
      emi solve C5
      emi solve C5 C6 D5 --objective average
      emi solve mastermind:4x6 --objective pareto --plot front.svg
      emi solve wordle --secrets s.txt --guesses g.txt --objective guaranteed --tries 4
    """
    asked.check(weights=weights)
    games = choice.read(hard)
    _check_one(
        games,
        {
            "--first": first,
            "--openers": openers,
            "--weights": weights,
            "--workers": shared.workers,
        },
        jobs=shared.jobs,
    )
    weighed = read_weights_option(weights, games[0])
    if asked.kind.is_front:
        from emi.cli.pareto import pareto

        begun = read_opening(first)
        pareto(
            games, asked, shared, kept, output, weights=weighed, first=begun, openers=openers,
            plot=plot,
        )  # fmt: skip
        return
    if plot:
        raise OptionError(f"--plot {plot[0]}: requires --objective pareto")
    if len(games) > 1 or against is not None:
        _solve_all(games, asked, shared, kept, output, against)
        return
    from emi.work.run import Solve

    (read,) = games
    with shared.team(read) as team:
        work = Solve(
            objective=partial(asked.of, weights=weighed), first=read_opening(first),
            openers=openers, limits=shared.limits, workers=team,
        )  # fmt: skip
        run = work_on([read], work, kept)
    output.put(table(run.found[0]))
    if run.stopped:
        raise typer.Exit(INTERRUPTED)


def _check_one(games: "Sequence[Game]", of_one: dict[str, object], *, jobs: int | None) -> None:
    """Refuse options for one game if there are several, and ``--jobs`` for a single game."""
    for name, value in of_one.items():
        if value is not None and len(games) > 1:
            raise OptionError(f"{name} {value}: expected one GAME, not {len(games)}")
    if jobs is not None and len(games) == 1:
        raise OptionError(f"--jobs {jobs}: expected several games; for one game use --workers")


def table_command(
    choice: PlayedCells,
    asked: Asked,
    effort: Effort,
    kept: Logged,
    output: Output,
    against: AgainstOption = None,
) -> None:
    """Compute the EMI for every initial letter and word length.

    With --objective average or guaranteed, the table has a row for each cell: the least total
    number of guesses, or the number of words missed within --tries (by default 5 for 5 letters,
    else 6).

    If a limit is reached, or after Ctrl-C, unproven cells show bounds such as 4..5, and the next
    run continues from the cache.

    For example:
      emi table
      emi table --lexicon words.txt --lengths 5-7
      emi table --letters A-F --objective average --out averages.csv
    """
    asked.check()
    _, listed = choice.read_shard(kept)
    _solve_all(listed, asked, effort, kept, output, against)


def _solve_all(
    listed: "Sequence[Game]",
    asked: Asked,
    effort: Effort,
    kept: Logged,
    output: Output,
    against: Path | None,
) -> None:
    """Solve several games and print a table: a grid for the EMI of cells, else a list."""
    if against is not None and not asked.kind.in_grid:
        raise OptionError(f"--against {against}: requires --objective {DEFAULT}")
    if against is not None and not all(game.of_cells for game in listed):
        raise OptionError(f"--against {against}: expected cells such as C5")
    published = None
    if against is not None:
        from emi.reports.published.reader import read_emi

        published = read_emi(against)
    from emi.work.run import Solve

    work = Solve(objective=asked.of, limits=effort.limits)
    run = work_on(
        listed, work, kept, jobs=read_jobs(effort.jobs, effort.cluster), cluster=effort.cluster
    )
    by_name = {solution.game.name: solution for solution in run.found}
    solutions = [by_name[game.name] for game in listed]
    output.put(table(solutions, seconds=run.seconds, against=published))
    if run.stopped:
        raise typer.Exit(INTERRUPTED)
