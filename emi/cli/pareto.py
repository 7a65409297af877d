"""``emi pareto``."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.options import (
    INTERRUPTED,
    Format,
    FormatOption,
    GameChoice,
    Kept,
    PlotOption,
    TimeLimitOption,
    WeightsOption,
    grouped,
    read_limits,
    read_weights_option,
    terminal,
)
from emi.cli.plots import check_plots
from emi.cli.progress import followed
from emi.compiling import logger
from emi.errors import OptionError
from emi.files import write_file
from reports.views.pareto import average

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.games.weights import Weights
    from emi.parallel import Watch
    from emi.pareto_front import ParetoRow

TITLE = "Fewest misses, least average"


@dataclass(frozen=True)
class Front:
    """The rows of a game."""

    game: "Game"
    rows: "Sequence[ParetoRow]"


@grouped
def pareto_command(
    game: GameChoice,
    kept: Kept,
    weights: WeightsOption = None,
    tries: Annotated[
        str | None,
        typer.Option(
            "--tries",
            metavar="SPAN",
            help="The numbers of tries, such as 1-7 or 5,6.  [default: 1 up to the worst case]",
        ),
    ] = None,
    format: FormatOption = Format.table,
    plot: PlotOption = None,
    time_limit: TimeLimitOption = None,
) -> None:
    """Compute the fewest misses within a number of tries, and the least average with so few.

    A secret is missed if it is not sure to be found within the tries; then it is found later. The
    last line is of the strategies that take the fewest tries on average, however many that are for
    one secret. Every value is proven unless a limit is set; then one that is not is shown as
    bounds, 4..5. What is quick to prove comes first, and is told at once on stderr where a table is
    printed; Ctrl-C prints all lines, with the bounds reached.
    """
    limits, numbers = read_limits(time_limit), None if tries is None else parse_span(tries)
    check_plots(plot)
    asked = game.read()
    weighed = read_weights_option(weights, asked)
    from emi.parallel import Run
    from emi.pareto_front import pareto
    from reports import render
    from reports.views.pareto import pareto as table_of
    from search.model.limits import Stopped

    with kept.open() as store:

        def work(one: "Game", watch: "Watch") -> Front:
            rows = pareto(
                one,
                tries=numbers,
                weights=weighed,
                limits=limits,
                store=store,
                watch=watch,
                on_row=_tell if format is Format.table else None,
            )
            return Front(one, rows)

        run = Run([asked], work, jobs=1)
        try:
            (found,) = followed(run)
        except Stopped:
            raise typer.Exit(INTERRUPTED) from None
    title = _title(asked, weighed)
    text = render(
        table_of(found.rows, title=title),
        format.value,
        **terminal(),
    )
    for path in plot or []:
        _plot(path, found.rows, title)
    typer.echo(text, nl=False)
    if run.stopped:
        raise typer.Exit(INTERRUPTED)


def parse_span(text: str) -> tuple[int, ...]:
    """Read numbers of tries such as ``1-7`` or ``3,5-6``.

    Returns
    -------
    tuple of int
        In rising order, each once.

    Raises
    ------
    OptionError
        If the text is anything else.

    Examples
    --------
    >>> parse_span("5-6,3")
    (3, 5, 6)
    """
    numbers: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", part.strip(), re.ASCII)
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= low <= high:
            raise OptionError(
                f"--tries {text!r}: expected numbers of tries above 0, such as 1-7 or 5,6"
            )
        numbers.update(range(low, high + 1))
    return tuple(sorted(numbers))


def _tell(row: "ParetoRow") -> None:
    """Say what is known of a row, above the progress line."""
    mean = f", {average(row)} on average" if row.proven else ""
    logger.info("%s: %s missed%s", row.within, row.misses_upper, mean)


def _title(game: "Game", weights: "Weights | None") -> str:
    title = f"{TITLE}, {game.name}"
    if game.lexicon is not None:
        title += f", lexicon {game.lexicon.name} ({game.lexicon.digest[:12]})"
    return title if weights is None else f"{title}, weights {weights.name}"


def _plot(path: Path, rows: "Sequence[ParetoRow]", title: str) -> None:
    from reports.plot.figure import PlotError
    from reports.plot.pareto import draw

    try:
        picture = draw(rows, path.suffix, title=title)
    except PlotError as error:
        # A run that is stopped at once has no line with a number of tries.
        print(f"emi: --plot {path}: not written, {error}", file=sys.stderr)
    else:
        write_file(path, picture, "--plot")
