"""``emi solve``."""

import json

import typer

from emi.cell import Cell
from emi.cli.options import (
    INTERRUPTED,
    CacheDirOption,
    CellArgument,
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
from emi.cli.progress import followed
from emi.cli.table import row
from reports.cells.table import render


def solve_command(
    cell: CellArgument,
    lexicon: LexiconOption = "fr",
    format: FormatOption = Format.table,
    jobs: JobsOption = None,
    time_limit: TimeLimitOption = None,
    node_limit: NodeLimitOption = None,
    cache_dir: CacheDirOption = None,
    no_cache: NoCacheOption = False,
) -> None:
    """Compute the EMI of one cell.

    The value is proven unless a limit is set; if it is reached, the answer is bounds, 4..5. Ctrl-C
    prints the bounds reached; the next run goes on from what the cache has kept.
    """
    asked = Cell.parse(cell)
    limits, workers = read_limits(time_limit, node_limit), read_jobs(jobs)
    words = read_lexicon(lexicon)
    from emi.games.motus import Motus
    from emi.table import TableRun

    game = Motus.of_cell(asked, words)
    with open_store(cache_dir, no_cache=no_cache) as store:
        run = TableRun([game], jobs=workers, limits=limits, store=store)
        (answer,) = followed(run)
    if format is Format.json:
        text = json.dumps(answer.as_dict(), indent=2) + "\n"
    elif format is Format.table:
        state = "proven" if answer.bounds.proven else "not proven"
        text = (
            f"{game.name}: {answer.bounds} ({state}), "
            f"{len(game.secrets):,} words of lexicon {words.name}\n"
            f"begin with {answer.first_guess}\n"
            f"{answer.nodes:,} nodes, {answer.seconds:.2f} s\n"
        )
    else:
        text = render(
            [row(answer)],
            format.value,
            letters=[asked.initial or ""],
            lengths=[asked.length],
        )
    typer.echo(text, nl=False)
    if run.stopped:
        raise typer.Exit(INTERRUPTED)
