"""``emi table``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.objective import Asked, Objective
from emi.cli.options import (
    INTERRUPTED,
    Cells,
    Effort,
    Format,
    FormatOption,
    grouped,
    read_jobs,
    terminal,
)
from emi.cli.progress import followed
from emi.errors import OptionError
from emi.games.cell import parse_lengths
from reports import render
from reports.published.reader import read_emi
from reports.views.cells import Row, cells
from reports.views.games import games as table_of

if TYPE_CHECKING:
    from emi.solving import Solution


def row(answer: "Solution") -> Row:
    """Return an answer as a row of the table."""
    name = answer.game.name
    return Row(
        letter=name[0] if name[0].isalpha() else "",
        length=answer.game.length,
        secrets=len(answer.game.secrets),
        lower=answer.bounds.lower,
        upper=answer.bounds.upper or len(answer.game.secrets),
        first_guess=answer.first_guess,
        seconds=answer.seconds,
    )


@grouped
def table_command(
    choice: Cells,
    asked: Asked,
    effort: Effort,
    format: FormatOption = Format.table,
    against: Annotated[
        Path | None,
        typer.Option(
            "--against",
            metavar="FILE",
            help="A published table to compare with: a CSV with a line for each length and a "
            "column for each letter; the cells that differ are marked and listed.",
        ),
    ] = None,
) -> None:
    """Compute the EMI of every initial letter and length.

    With --objective average or guaranteed it is one line for each cell: the least total number of
    guesses, or the words missed within 5 tries for 5 letters and 6 for more (or --tries).

    Every value is proven unless a limit is set; then a cell that reaches it shows bounds, 4..5.
    Ctrl-C prints the bounds reached; the next run goes on from what the cache has kept.
    """
    asked.check()
    limits, workers = effort.limits, read_jobs(effort.jobs)
    worst = asked.objective is Objective.worst
    if against is not None and not worst:
        raise OptionError(f"--against {against}: expected no other objective beside it than worst")
    published = None if against is None else read_emi(against)
    words, games = choice.read_cells()
    from emi.parallel import Solving

    title = f"lexicon {words.name} ({words.digest[:12]})"
    with effort.open() as store:
        run = Solving(games, asked.objectives(), jobs=workers, limits=limits, store=store)
        solutions = followed(run)
    if worst:
        table = cells(
            [row(solution) for solution in solutions],
            letters=[initial or "" for initial in choice.initials],
            lengths=parse_lengths(choice.lengths),
            against=published,
            title=f"Evil Motus Index, {title}",
        )
    else:
        by_name = {solution.game.name: solution.as_dict() for solution in solutions}
        table = table_of([by_name[game.name] for game in games])
    typer.echo(render(table, format.value, **terminal()), nl=False)
    if run.stopped:
        raise typer.Exit(INTERRUPTED)
