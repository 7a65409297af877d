"""Where the searches of a cache stand, and what came of checking it or joining others to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.results.plain import column_names, plain
from emi.results.status import Status
from reports.table import Cell, Column, Note, Table
from reports.wording import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.results.upkeep import Merged, Verified

_COLUMNS = (
    Column("question", align="left", label=True),
    Column("lower"),
    Column("upper"),
    Column("proven"),
    Column("bounds kept"),
    Column("first guesses settled"),
    Column("of"),
    Column("seconds idle"),
    Column("bounds a minute", places=1),
    Column("time left"),
)


def status(found: Sequence[Status], *, every: bool = False) -> Table:
    """Return where questions stand: those that are not proven, or all of them."""
    open_ones = [one for one in found if not one.proven]
    shown = found if every else open_ones
    said = f"{plural(len(found), 'question')}, {len(found) - len(open_ones)} proven, "
    return Table(
        _COLUMNS,
        [_row(one) for one in shown],
        title="Where the searches stand",
        summary=(Note(f"{said}{len(open_ones)} not"),),
        format="emi-status",
        records="questions",
        names=column_names(Status),
        facts={"questions": plain(list(shown))},
    )


def _row(one: Status) -> list[Cell]:
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
        Cell(one.rate),
        Cell(one.time_left),
    ]


def merged(done: Merged, folder: object) -> str:
    """Say what came of joining caches to that of a folder."""
    firsts = f", {plural(done.first_guesses, 'record')} of first guesses" * bool(done.first_guesses)
    return (
        f"{plural(done.questions, 'question')}; new in {folder}: {plural(done.bounds, 'bound')}, "
        f"{plural(done.strategies, 'strategy')}{firsts}"
    )


def verified(done: Verified, *, repaired: bool) -> str:
    """Say what a cache holds, and how much is wrong with it."""
    state = "no faults"
    if done.faults:
        state = f"{plural(len(done.faults), 'fault')}, {'dropped' if repaired else 'not repaired'}"
    return (
        f"{plural(done.questions, 'question')}, {plural(done.records, 'sound record')} with "
        f"{plural(done.bounds, 'bound')} and {plural(done.strategies, 'strategy')}: {state}"
    )
