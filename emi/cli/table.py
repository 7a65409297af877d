"""``emi table``."""

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.objective import (
    Criterion,
    MaxTriesOption,
    Objective,
    ObjectiveOption,
    OptimumRun,
    TriesOption,
    check_objective,
    render_optima,
)
from emi.cli.options import (
    INTERRUPTED,
    CacheDirOption,
    Format,
    FormatOption,
    JobsOption,
    LengthsOption,
    LettersOption,
    LexiconOption,
    NoCacheOption,
    NodeLimitOption,
    NoInitialOption,
    TimeLimitOption,
    open_store,
    read_games,
    read_initials,
    read_jobs,
    read_lexicon,
    read_limits,
)
from emi.cli.progress import followed
from emi.errors import OptionError
from emi.games.cell import parse_lengths
from reports import render
from reports.published.reader import read_emi
from reports.views.cells import Row, cells

if TYPE_CHECKING:
    from emi.solving import Answer


def row(answer: "Answer") -> Row:
    """Return an answer as a row of the table."""
    name = answer.game.name
    return Row(
        letter=name[0] if name[0].isalpha() else "",
        length=answer.game.length,
        secrets=len(answer.game.secrets),
        lower=answer.bounds.lower,
        upper=answer.bounds.upper,
        first_guess=answer.first_guess,
        seconds=answer.seconds,
    )


def table_command(
    lexicon: LexiconOption = "fr",
    lengths: LengthsOption = "5-10",
    letters: LettersOption = "A-Z",
    no_initial: NoInitialOption = False,
    objective: ObjectiveOption = Objective.worst,
    tries: TriesOption = None,
    max_tries: MaxTriesOption = None,
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
    jobs: JobsOption = None,
    time_limit: TimeLimitOption = None,
    node_limit: NodeLimitOption = None,
    cache_dir: CacheDirOption = None,
    no_cache: NoCacheOption = False,
) -> None:
    """Compute the EMI of every initial letter and length.

    With --objective average or guaranteed it is one line for each cell: the least total number of
    guesses, or the words missed within 5 tries for 5 letters and 6 for more (or --tries).

    Every value is proven unless a limit is set; then a cell that reaches it shows bounds, 4..5.
    Ctrl-C prints the bounds reached; the next run goes on from what the cache has kept.
    """
    check_objective(objective, tries=tries, max_tries=max_tries)
    limits, workers = read_limits(time_limit, node_limit), read_jobs(jobs)
    if against is not None and objective is not Objective.worst:
        raise OptionError(f"--against {against}: expected no other objective beside it than worst")
    published = None if against is None else read_emi(against)
    words = read_lexicon(lexicon)
    games = read_games(words, letters, lengths, no_initial=no_initial)
    from emi.table import TableRun

    if objective is not Objective.worst:
        with open_store(cache_dir, no_cache=no_cache) as store:
            criterion = Criterion(objective, tries, max_tries)
            optima = OptimumRun(games, criterion, jobs=workers, limits=limits, store=store)
            found = followed(optima)
        typer.echo(render_optima(found, format, [game.name for game in games]), nl=False)
        if optima.stopped:
            raise typer.Exit(INTERRUPTED)
        return
    with open_store(cache_dir, no_cache=no_cache) as store:
        run = TableRun(games, jobs=workers, limits=limits, store=store)
        answers = followed(run)
    table = cells(
        [row(answer) for answer in answers],
        letters=[initial or "" for initial in read_initials(letters, no_initial=no_initial)],
        lengths=parse_lengths(lengths),
        against=published,
        title=f"Evil Motus Index, lexicon {words.name} ({words.digest[:12]})",
    )
    text = render(
        table,
        format.value,
        width=shutil.get_terminal_size().columns if sys.stdout.isatty() else None,
        colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ,
    )
    typer.echo(text, nl=False)
    if run.stopped:
        raise typer.Exit(INTERRUPTED)
