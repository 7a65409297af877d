"""Results in files: the messages after a file was written, and the verdicts on certificates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.reports.table import Cell, Column, Note, Table, filled
from emi.reports.wording import listed, plural
from emi.results.base import column_names, plain, rounded
from emi.results.files import Certified, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.results.fairness import Fairness
    from emi.results.solution import Solution
    from emi.results.strategy import Strategy
    from emi.search.model.bounds import Bounds

_LACKING = {
    "value": "bounds alone",
    "strategy": "no strategy and no proof",
    "proof": "no proof",
}


def missing(what: str, names: Sequence[str], *, stopped: bool) -> str:
    """Name the games without a result because the run was stopped or ran out of time."""
    return f"{'stopped: no' if stopped else 'no time for a'} {what} {listed(names)}"


def stopped(finished: int, games: int) -> str:
    """Say how many games were finished when a run was stopped."""
    return f"stopped: {finished:,} of {plural(games, 'game')} finished"


def strategy(path: object, found: Strategy) -> str:
    """Return a summary of a strategy."""
    game, mean = found.game, rounded(Fraction(found.total, len(found.secrets)))
    return (
        f"{path}: {game.name}, {plural(len(game.secrets), game.what)}, "
        f"at most {plural(found.depth, 'guess')}, {mean} on average"
    )


def unproven(found: Strategy, objective: str, bounds: Bounds, *, misses: bool) -> str:
    """Say that a strategy is the best one found, with the bounds on an objective.

    The strategy was to have the fewest misses if ``misses``.
    """
    fewest = "the fewest misses were not found in time, " if misses else ""
    return (
        f"{found.game.name}: {fewest}{objective} {bounds} not proven, this is the best strategy "
        "found"
    )


def page(
    path: object,
    size: int,
    solutions: Sequence[Solution],
    lacking: Mapping[str, Sequence[str]],
    *,
    stopped: bool,
) -> Iterator[str]:
    """Return a summary of an explorer page, and the games whose value or details are missing."""
    proven = sum(one.proven for one in solutions)
    yield (
        f"{path}: {plural(len(solutions), 'game')}, {proven} proven, "
        f"{len(solutions) - proven} not, {size:,} bytes"
    )
    for what, said in _LACKING.items():
        if names := lacking.get(what):
            yield f"{'stopped: ' if stopped else ''}{said}: {listed(names)}"


def site(
    path: object,
    files: Mapping[str, bytes],
    unproven: Sequence[str],
    lacking: Mapping[str, Sequence[str]],
    *,
    stopped: bool,
) -> Iterator[str]:
    """Return a summary of a site, and the games whose values or results are missing."""
    size = sum(len(blob) for blob in files.values())
    yield f"{path}: {plural(len(files), 'file')}, {size:,} bytes, for a web server"
    if unproven:
        yield f"{'stopped: ' if stopped else ''}{_LACKING['value']}: {listed(unproven)}"
    for what, names in lacking.items():
        if names:
            yield missing(f"{what} for", names, stopped=stopped)


def fair_list(path: object, words: int, removed: int, found: Sequence[Fairness]) -> Iterator[str]:
    """Return the number of words left in a list, and the games that may still be unfair."""
    yield f"{path}: {plural(words, 'word')}, {removed:,} taken off"
    if unknown := [one.game.name for one in found if one.removed is None]:
        yield f"{path}: not proven fair: {listed(unknown)}; allow more time"


_SAID = {True: "accepted", False: "not proven", None: "no certificate for these words"}


def verdicts(found: Sequence[Verdict], *, title: str = "Certificates") -> Table:
    """Return the verdicts; in a terminal, one line per file that could be checked."""
    accepted = sum(one.accepted is True for one in found)
    said = f"{plural(len(found), 'file')}, {accepted} accepted"
    checked = tuple(str(one) for one in found if one.accepted is not None)
    return Table(
        *filled(
            [
                (Column("file", align="left", label=True), lambda one: one.path),
                (Column("verdict", align="left"), lambda one: _SAID[one.accepted]),
                (Column("game", align="left"), lambda one: one.game),
                (Column("what is shown", align="left"), lambda one: one.claim or one.reason),
            ],
            found,
        ),
        title=title,
        caption=title,
        summary=(Note(said),),
        lines=checked or (said,),
        format="emi-verdicts",
        records="verdicts",
        names=column_names(Verdict),
        facts={"verdicts": plain(list(found))},
    )


def certificates(found: Sequence[Certified], *, title: str = "Certificates") -> Table:
    """Return certificates that were written; in a terminal, one line per file."""
    return Table(
        *filled(
            [
                (Column("game", align="left", label=True), lambda one: one.game.name),
                (Column("what is shown"), _shown),
                (Column("file", align="left"), lambda one: one.path),
                (Column("bytes"), lambda one: Cell(one.size, f"{one.size:,}")),
            ],
            found,
        ),
        title=title,
        caption=title,
        summary=(Note(plural(len(found), "file")),),
        lines=tuple(
            f"{one.game}: {_shown(one)}{', ' * bool(_shown(one))}{one.path} ({one.size:,} bytes)"
            for one in found
        ),
        format="emi-certificates",
        records="certificates",
        names=column_names(Certified),
        facts={"certificates": plain(list(found))},
    )


def _shown(one: Certified) -> str:
    """Return the proven value or bounds as text; empty for a front, which has several values."""
    if one.bounds is None:
        return ""
    if not one.bounds.proven:
        return f"{one.bounds} (not proven, a certificate of bounds)"
    weight = "" if one.weight is None else f", of weight {one.weight:,}"
    return f"{one.bounds} {one.unit}".rstrip() + weight
