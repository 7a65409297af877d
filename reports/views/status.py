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


def status(questions: Sequence[Status], *, every: bool = False) -> Table:
    """Return the progress of questions: the unproven ones or all."""
    open_ones = [question for question in questions if not question.proven]
    listed = questions if every else open_ones
    said = f"{plural(len(questions), 'question')}, {len(questions) - len(open_ones)} proven, "
    return Table(
        *filled(_columns(), listed),
        title="Progress of searches",
        summary=(Note(f"{said}{len(open_ones)} not"),),
        format="emi-status",
        records="questions",
        names=column_names(Status),
        facts={"questions": plain(list(listed))},
    )


def _columns() -> Iterator[tuple[Column, Callable[[Status], object]]]:
    """Yield the columns, each with its value of a question."""
    yield Column("question", align="left", label=True), lambda search: search.question
    yield Column("lower"), lambda search: search.bounds and search.bounds.lower
    yield Column("upper"), lambda search: search.bounds and search.bounds.upper
    yield Column("proven"), lambda search: search.proven
    yield Column("bounds stored"), lambda search: Cell(search.kept, f"{search.kept:,}")
    yield Column("first guesses ruled out"), lambda search: search.settled
    yield Column("of"), lambda search: search.guesses
    yield Column("seconds idle"), lambda search: round(search.idle)
    yield Column("bounds a minute", places=1), lambda search: search.rate


def info(cache: CacheInfo) -> Table:
    """Return the location and contents of a cache; in a terminal, one line per fact.

    A size of 0 bytes means that there is no cache.
    """
    texts = {
        "folder": cache.folder,
        "games": f"{cache.games:,}",
        "records": f"{cache.records:,}",
        "size": f"{cache.size:,} bytes",
    }
    return Table(
        [Column(name, align="left" if name == "folder" else "right") for name in texts],
        [[*starmap(Cell, zip(plain(cache).values(), texts.values(), strict=True))]],
        title="The cache",
        lines=tuple(f"{name:<8} {text}" for name, text in texts.items())
        if cache.size
        else (no_cache(cache.folder),),
        format="emi-cache",
        records="",
        names=column_names(CacheInfo),
        facts=plain(cache),
    )


def no_cache(folder: object) -> str:
    """Return a message that a folder has no cache."""
    return f"{folder}: there is no cache yet"


def cleared(result: Cleared) -> Table:
    """Return how many records were removed from a cache."""
    said = f"{plural(result.records, 'record')} removed from {result.folder}"
    return _facts(result, "The cache, cleared", "emi-cache-cleared", [said])


def warned(done: Merged) -> list[str]:
    """Return a warning for each contradiction and each damaged cache of a merge."""
    contradictions = [f"{line}: neither is kept" for line in done.contradictions]
    return [f"warning: {line}" for line in (*contradictions, *done.damaged)]


def compiled(result: Compiled) -> Table:
    """Return how long the kernels took to compile or to load."""
    how = "compiled" if result.anew else "loaded"
    said = f"the kernels are ready: {how} in {result.seconds:.1f} s"
    return _facts(result, "The kernels", "emi-compiled", [said])


def merged(result: Merged) -> Table:
    """Return the records that a merge added to a cache."""
    firsts = f", {plural(result.first_guesses, 'record')} of first guesses" * bool(
        result.first_guesses
    )
    said = (
        f"{plural(result.questions, 'question')}; new in {result.folder}: "
        f"{plural(result.bounds, 'bound')}, {plural(result.strategies, 'strategy')}{firsts}"
    )
    return _facts(result, "The cache, merged", "emi-cache-merged", [said])


def verified(result: Verified) -> Table:
    """Return the faults of a cache, followed by a summary of its contents."""
    state = "no faults"
    if result.faults:
        dropped = "dropped" if result.repaired else "not repaired"
        state = f"{plural(len(result.faults), 'fault')}, {dropped}"
    said = (
        f"{plural(result.questions, 'question')}, {plural(result.records, 'sound record')} with "
        f"{plural(result.bounds, 'bound')} and {plural(result.strategies, 'strategy')}: {state}"
    )
    return _facts(result, "The cache, verified", "emi-cache-verified", [*result.faults, said])


def _facts(
    result: Merged | Verified | Cleared | Compiled, title: str, format: str, lines: Sequence[str]
) -> Table:
    """Return the facts of a result: lines in a terminal, otherwise a column for each."""
    values = plain(result)
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
        names=column_names(type(result)),
        facts=values,
    )
