"""``emi solve`` and ``emi table``."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from emi.cli.games import GAMES, HardOption, Lists, PlayedCells, complete_game
from emi.cli.options import (
    DEFAULT,
    Logging,
    ObjectiveOptions,
    OpenersOption,
    OpeningOption,
    WeightsOption,
    read_opening,
    read_weights_option,
)
from emi.cli.output import Output, PlotOption, remark, say
from emi.cli.running import Effort, Shared, work_on
from emi.compiling import logger
from emi.errors import OptionError
from emi.tables import table

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.games.weights import Weights
    from emi.results.pareto import ParetoRow
    from emi.results.solution import Solution


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


def solve_command(
    choice: Several,
    options: ObjectiveOptions,
    shared: Shared,
    cache: Logging,
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
    cell such as C5 this is the EMI. (Knowing the secret takes one guess fewer than naming it.) With
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
    options.check(weights=weights)
    games = choice.read_games(choice.names, hard)
    of_one = {"--first": first, "--openers": openers, "--workers": shared.workers}
    for name, value in of_one.items():
        if value is not None and len(games) > 1:
            raise OptionError(f"{name} {value}: expected one GAME, not {len(games)}")
    if shared.jobs is not None and len(games) == 1:
        raise OptionError(
            f"--jobs {shared.jobs}: expected several games; for one game use --workers"
        )
    weighed, opening = read_weights_option(weights, games, choice.column), read_opening(first)
    if options.kind.is_front:
        tells = shared.cluster is None and output.kind == "table"
        begin = {"first": opening, "openers": openers, "on_row": _tell if tells else None}
        _front(games, options, shared, cache, output, weighed, begin, plot or [])
        return
    if plot:
        raise OptionError(f"--plot {plot[0]}: requires --objective pareto")
    if len(games) > 1 or against is not None:
        _solve_all(games, options, shared, cache, output, against, weighed)
        return
    with shared.team(games[0]) as team:
        work = partial(_solution, options=options, weights=weighed, first=opening, openers=openers)
        run = work_on(games, work, cache, limits=shared.limits, workers=team)
    output.put(table(run.found[0]))


def table_command(
    choice: PlayedCells,
    options: ObjectiveOptions,
    effort: Effort,
    cache: Logging,
    output: Output,
    against: AgainstOption = None,
    weights: WeightsOption = None,
) -> None:
    """Compute the EMI for every initial letter and word length.

    With --objective average or guaranteed, the table has a row for each cell: the least total
    number of guesses, or the number of words missed within --tries (by default 5 for 5 letters,
    else 6). The --weights of a whole list apply to all its cells.

    If a limit is reached, or after Ctrl-C, unproven cells show bounds such as 4..5, and the next
    run continues from the cache.

    For example:
      emi table
      emi table --lexicon words.txt --lengths 5-7
      emi table --letters A-F --objective average --out averages.csv
    """
    options.check(weights=weights)
    _, games = choice.read_shard(cache)
    weighed = read_weights_option(weights, games, choice.column)
    _solve_all(games, options, effort, cache, output, against, weighed)


def _solve_all(
    games: "Sequence[Game]",
    options: ObjectiveOptions,
    effort: Effort,
    cache: Logging,
    output: Output,
    against: Path | None,
    weights: "dict[str, Weights]",
) -> None:
    """Solve several games and print a table: a grid for the EMI of cells, else a list."""
    published = None
    if against is not None:
        if not options.kind.in_grid:
            raise OptionError(f"--against {against}: requires --objective {DEFAULT}")
        if not all(game.of_cells for game in games):
            raise OptionError(f"--against {against}: expected cells such as C5")
        from emi.reports.published.reader import read_emi

        published = read_emi(against)
    run = effort.run(games, partial(_solution, options=options, weights=weights), cache)
    found = {solution.game.name: solution for solution in run.found}
    output.put(table([found[game.name] for game in games], seconds=run.seconds, against=published))


def _solution(
    game: "Game",
    options: ObjectiveOptions,
    weights: "dict[str, Weights]",
    **how: Any,  # noqa: ANN401 - of the work
) -> "Solution":
    """Solve a game by the chosen objective, with its weights if there are any."""
    from emi.questions.solving import solve

    return solve(game, options.of(game, weights.get(game.name), **how), **how)


def _tell(row: "ParetoRow") -> None:
    """Print a row of the front above the progress line."""
    from emi.reports.views.pareto import told

    logger.info("%s", told(row))


def _front(
    games: "Sequence[Game]",
    options: ObjectiveOptions,
    shared: Shared,
    cache: Logging,
    output: Output,
    weights: "dict[str, Weights]",
    begin: dict[str, Any],
    plot: list[Path],
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
    tries = options.tries
    if tries is not None and not tries.numbers:
        raise OptionError(f"--tries {tries.text}: expected numbers of tries, such as 1-7 or 5,6")
    from emi.analysis.pareto import pareto

    numbers, weighed = None if tries is None else tries.numbers, weights.get(games[0].name)
    run = shared.run(games, partial(pareto, tries=numbers, weights=weighed, **begin), cache)
    (found,) = run.found
    from emi.reports.plot.figure import PlotError
    from emi.reports.views.pareto import none_found

    named = "" if weighed is None else weighed.name
    shown = table(found, seconds=run.seconds, weights=named)
    for path in plot:
        try:
            shown.plot(path)
        except PlotError as error:
            # A run stopped at once has no row to plot.
            say(f"--plot {path}: not written, {error}")
    output.put(shown)
    if not (found or run.stopped):
        remark(none_found(found))
