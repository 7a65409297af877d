"""``emi table``."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cell import cells_of, parse_lengths, parse_letters
from emi.cli.options import (
    CacheDirOption,
    Format,
    FormatOption,
    JobsOption,
    LexiconOption,
    NoCacheOption,
    NodeLimitOption,
    TimeLimitOption,
    open_store,
    read_jobs,
    read_lexicon,
    read_limits,
)
from emi.errors import CellError
from reports.published import Published
from reports.row import Row
from reports.table import render

if TYPE_CHECKING:
    from emi.answer import Answer
    from emi.table import TableRun

#: What a shell expects of a program that Ctrl-C ended.
INTERRUPTED = 130


def row(answer: "Answer") -> Row:
    """Return an answer as a row of the table."""
    name = answer.game.name
    return Row(
        letter=name[0] if name[0].isalpha() else "",
        length=answer.game.length,
        words=len(answer.game.secrets),
        lower=answer.bounds.lower,
        upper=answer.bounds.upper,
        first_guess=answer.first_guess,
        seconds=answer.seconds,
    )


def search(run: "TableRun") -> "list[Answer]":
    """Run with a progress bar."""
    from emi.cli.progress import Board

    with Board(run.games) as board:
        return run.run(board.on_progress, board.on_answer)


def table_command(
    lexicon: LexiconOption = "fr",
    lengths: Annotated[
        str, typer.Option("--lengths", help="Word lengths, such as 5-10 or 5,7.")
    ] = "5-10",
    letters: Annotated[
        str, typer.Option("--letters", help="Initial letters, such as A-Z or CR.")
    ] = "A-Z",
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

    Every value is proven unless a limit is set; then a cell that reaches it shows bounds, 4..5.
    Ctrl-C prints the bounds reached; the next run goes on from what the cache has kept.
    """
    chosen_letters, chosen_lengths = parse_letters(letters), parse_lengths(lengths)
    limits, workers = read_limits(time_limit, node_limit), read_jobs(jobs)
    published = None if against is None else Published.read(against)
    words = read_lexicon(lexicon)
    from emi.games.motus import Motus
    from emi.table import TableRun

    games = [
        Motus.of_cell(cell, words)
        for cell in cells_of(chosen_letters, chosen_lengths)
        if words.cell(cell.initial, cell.length)
    ]
    if not games:
        msg = (
            f"--letters {letters} --lengths {lengths}: lexicon {words.name} has no such word, "
            f"expected lengths among {', '.join(map(str, words.lengths()))}"
        )
        raise CellError(msg)
    with open_store(cache_dir, no_cache=no_cache) as store:
        run = TableRun(games, jobs=workers, limits=limits, store=store)
        answers = search(run)
    text = render(
        [row(answer) for answer in answers],
        format.value,
        letters=chosen_letters,
        lengths=chosen_lengths,
        against=published,
        title=f"Evil Motus Index, lexicon {words.name} ({words.digest[:12]})",
        colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ,
    )
    typer.echo(text, nl=False)
    if run.stopped:
        raise typer.Exit(INTERRUPTED)
