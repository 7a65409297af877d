"""Where the searches of a cache stand, and what came of checking it or joining others to it."""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING

from emi.results.plain import column_names, plain
from emi.results.status import Status
from emi.results.upkeep import CacheInfo
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
    """Return a table of the progress of questions: those that are not proven, or all."""
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


def info(one: CacheInfo) -> Table:
    """Return where a cache is and what it holds: in a terminal a line for each fact.

    One of no bytes is not there.
    """
    shown = {
        "folder": one.folder,
        "games": f"{one.games:,}",
        "records": f"{one.records:,}",
        "size": f"{one.size:,} bytes",
    }
    return Table(
        [Column(name, align="left" if name == "folder" else "right") for name in shown],
        [[*starmap(Cell, zip(plain(one).values(), shown.values(), strict=True))]],
        title="The cache",
        lines=tuple(f"{name:<8} {text}" for name, text in shown.items())
        if one.size
        else (no_cache(one.folder),),
        format="emi-cache",
        records="",
        names=column_names(CacheInfo),
        facts=plain(one),
    )


def no_cache(folder: object) -> str:
    """Say that there is no cache in a folder."""
    return f"{folder}: there is no cache yet"


def cleared(records: int, folder: object) -> str:
    """Say how many records were removed from a cache."""
    return f"{plural(records, 'record')} removed from {folder}"


def warned(done: Merged) -> list[str]:
    """Say what caches contradict, and what of them was left out."""
    contradictions = [f"{line}: neither is kept" for line in done.contradictions]
    return [f"warning: {line}" for line in (*contradictions, *done.damaged)]


def compiled(seconds: float, *, anew: bool) -> str:
    """Report that the kernels are compiled."""
    return f"the kernels are ready: {'compiled' if anew else 'loaded'} in {seconds:.1f} s"


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
