"""``emi status``."""

from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.environment import CacheDirOption
from emi.cli.output import Output
from emi.cli.upkeep.cache import place_of
from reports.table import Cell, Column, Note, Table
from reports.wording import plural

if TYPE_CHECKING:
    from emi.upkeep.status import Status

_COLUMNS = (
    Column("question", align="left", label=True),
    Column("lower"),
    Column("upper"),
    Column("proven"),
    Column("kept", "bounds kept"),
    Column("settled", "first guesses settled"),
    Column("guesses", "of"),
    Column("idle", "seconds idle", places=0),
    Column("rate", "bounds a minute", places=1),
    Column("time_left", "time left"),
)


def status_command(
    output: Output,
    every: Annotated[bool, typer.Option("--all", help="Those whose value is proven too.")] = False,
    cache_dir: CacheDirOption = None,
) -> None:
    """Say where the searches stand that keep their bounds in the cache, running or stopped.

    For each question that is not proven yet: its bounds, how many bounds on sets it has kept, at
    which rate, and when it did so last (a running search writes every two seconds, if it has found
    anything that took work). Of costs also how many first guesses are known to be no better than
    the best one found, of those worth trying. The time left is a range, from the fastest and the
    slowest quarter of the time so far; it is unknown of a worst case, which is refuted for all
    first guesses together.
    """
    from emi.upkeep.status import status

    folder = place_of(cache_dir)
    found = status(folder) if (folder / "cache.db").exists() else []
    open_ones = [one for one in found if not one.proven]
    said = f"{plural(len(found), 'question')}, {len(found) - len(open_ones)} proven, "
    output.put(
        Table(
            _COLUMNS,
            [_row(one) for one in (found if every else open_ones)],
            title="Where the searches stand",
            summary=(Note(f"{said}{len(open_ones)} not"),),
            format="emi-status",
        )
    )


def _row(one: "Status") -> list[Cell]:
    bounds = one.bounds
    return [
        Cell(one.question),
        Cell(None if bounds is None else bounds.lower),
        Cell(None if bounds is None else bounds.upper),
        Cell(one.proven, "yes" if one.proven else "no"),
        Cell(one.kept, f"{one.kept:,}"),
        Cell(one.settled),
        Cell(one.guesses),
        Cell(round(one.idle)),
        Cell(None if one.rate is None else round(one.rate, 1)),
        Cell(one.time_left),
    ]
