"""Upkeep: the progress of searches, the results of cache commands, and compiled kernels."""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING

from emi.reports.table import Cell, Column, Note, Table, filled
from emi.reports.wording import plural
from emi.results.base import column_names, plain
from emi.results.files import CacheInfo, Cleared, Compiled, Merged, Status, Verified

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


def status(found: Sequence[Status], *, every: bool = False) -> Table:
    """Return the progress of questions: the unproven ones or all."""
    open_ones = [one for one in found if not one.proven]
    shown = found if every else open_ones
    said = f"{plural(len(found), 'question')}, {len(found) - len(open_ones)} proven, "
    return Table(
        *filled(_columns(), shown),
        title="Progress of searches",
        summary=(Note(f"{said}{len(open_ones)} not"),),
        format="emi-status",
        records="questions",
        names=column_names(Status),
        facts={"questions": plain(list(shown))},
    )


def _columns() -> Iterator[tuple[Column, Callable[[Status], object]]]:
    """Yield the columns, each with its value of a question."""
    yield Column("question", align="left", label=True), lambda search: search.question
    yield Column("lower"), lambda search: search.bounds and search.bounds.lower
    yield Column("upper"), lambda search: search.bounds and search.bounds.upper
    yield Column("proven"), lambda search: search.proven
    yield Column("bounds kept"), lambda search: Cell(search.kept, f"{search.kept:,}")
    yield Column("first guesses settled"), lambda search: search.settled
    yield Column("of"), lambda search: search.guesses
    yield Column("seconds idle"), lambda search: round(search.idle)
    yield Column("bounds a minute", places=1), lambda search: search.rate


def info(one: CacheInfo) -> Table:
    """Return the location and contents of a cache; in a terminal, one line per fact.

    A size of 0 bytes means that there is no cache.
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
    """Return a message that a folder has no cache."""
    return f"{folder}: there is no cache yet"


def cleared(one: Cleared) -> Table:
    """Return how many records were removed from a cache."""
    said = f"{plural(one.records, 'record')} removed from {one.folder}"
    return _facts(one, "The cache, cleared", "emi-cache-cleared", [said])


def warned(done: Merged) -> list[str]:
    """Return a warning about contradictions in caches, and what was therefore left out."""
    contradictions = [f"{line}: neither is kept" for line in done.contradictions]
    return [f"warning: {line}" for line in (*contradictions, *done.damaged)]


def compiled(one: Compiled) -> Table:
    """Return how long the kernels took to compile or to load."""
    how = "compiled" if one.anew else "loaded"
    said = f"the kernels are ready: {how} in {one.seconds:.1f} s"
    return _facts(one, "The kernels", "emi-compiled", [said])


def merged(one: Merged) -> Table:
    """Return the records that a merge added to a cache."""
    firsts = f", {plural(one.first_guesses, 'record')} of first guesses" * bool(one.first_guesses)
    said = (
        f"{plural(one.questions, 'question')}; new in {one.folder}: {plural(one.bounds, 'bound')}, "
        f"{plural(one.strategies, 'strategy')}{firsts}"
    )
    return _facts(one, "The cache, merged", "emi-cache-merged", [said])


def verified(one: Verified) -> Table:
    """Return the contents of a cache, below its faults."""
    state = "no faults"
    if one.faults:
        state = (
            f"{plural(len(one.faults), 'fault')}, {'dropped' if one.repaired else 'not repaired'}"
        )
    said = (
        f"{plural(one.questions, 'question')}, {plural(one.records, 'sound record')} with "
        f"{plural(one.bounds, 'bound')} and {plural(one.strategies, 'strategy')}: {state}"
    )
    return _facts(one, "The cache, verified", "emi-cache-verified", [*one.faults, said])


def _facts(
    one: Merged | Verified | Cleared | Compiled, title: str, format: str, lines: Sequence[str]
) -> Table:
    """Return the facts of a result: lines in a terminal, otherwise a column for each."""
    values = plain(one)
    return Table(
        [Column(name.replace("_", " "), align="left") for name in values],
        [
            [
                Cell("; ".join(value) if isinstance(value, list) else value)
                for value in values.values()
            ]
        ],
        title=title,
        lines=tuple(lines),
        format=format,
        records="",
        names=column_names(type(one)),
        facts=values,
    )
