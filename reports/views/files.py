"""Results in files: the messages after a file was written, and the verdicts on certificates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.reports.table import Cell, Column, Note, Table, filled
from emi.reports.wording import listed, plural
from emi.results.base import column_names, plain, rounded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.results.fairness import Fairness
    from emi.results.files import Certified, Verdict
    from emi.results.solution import Solution
    from emi.results.strategy import Strategy
    from emi.search.model.bounds import Bounds

_LACKING = {
    "value": "bounds alone",
    "strategy": "no strategy and no proof",
    "proof": "no proof",
}


def missing(what: str, names: Sequence[str], *, stopped: bool) -> str:
    """Return a line that names the games without a result when a run ended early."""
    return f"{'stopped: no' if stopped else 'no time for a'} {what} {listed(names)}"


def stopped(finished: int, games: int) -> str:
    """Return a line with the number of games finished before a run was stopped."""
    return f"stopped: {finished:,} of {plural(games, 'game')} finished"


def strategy(path: object, tree: Strategy) -> str:
    """Return a summary of a strategy."""
    game, mean = tree.game, rounded(Fraction(tree.total, len(tree.secrets)))
    return (
        f"{path}: {game.name}, {plural(len(game.secrets), game.what)}, "
        f"at most {plural(tree.depth, 'guess')}, {mean} on average"
    )


def unproven(tree: Strategy, objective: str, bounds: Bounds, *, misses: bool) -> str:
    """Return a line about a strategy that is not proven optimal, with the proven bounds.

    With ``misses``, the fewest misses were requested.
    """
    fewest = "the fewest misses were not found in time, " if misses else ""
    return (
        f"{tree.game.name}: {fewest}{objective} {bounds} not proven, this is the best strategy "
        "found"
    )


def page(
    path: object,
    size: int,
    solutions: Sequence[Solution],
    lacking: Mapping[str, Sequence[str]],
    *,
    boards: int = 0,
    stopped: bool,
) -> Iterator[str]:
    """Yield a summary of an explorer page, and the games whose value or details are missing."""
    proven = sum(solution.proven for solution in solutions)
    counts = [f"{proven} proven", f"{len(solutions) - proven} not"] if solutions else []
    counts += [f"{boards} of several boards"] if boards else []
    yield f"{path}: {plural(len(solutions) + boards, 'game')}, {', '.join(counts)}, {size:,} bytes"
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
    """Yield a summary of a site, and the games whose values or results are missing."""
    size = sum(len(blob) for blob in files.values())
    yield f"{path}: {plural(len(files), 'file')}, {size:,} bytes, for a web server"
    if unproven:
        yield f"{'stopped: ' if stopped else ''}{_LACKING['value']}: {listed(unproven)}"
    for what, names in lacking.items():
        if names:
            yield missing(f"{what} for", names, stopped=stopped)


def fair_list(path: object, words: int, removed: int, games: Sequence[Fairness]) -> Iterator[str]:
    """Yield the number of words left in a list, and the games that may still be unfair."""
    yield f"{path}: {plural(words, 'word')}, {removed:,} taken off"
    if unknown := [game.game.name for game in games if game.removed is None]:
        yield f"{path}: not proven fair: {listed(unknown)}; allow more time"


_SAID = {True: "accepted", False: "not proven", None: "no certificate for these words"}


def verdicts(results: Sequence[Verdict], *, title: str = "Certificates") -> Table:
    """Return the verdicts; in a terminal, one line per file that could be checked."""
    from emi.results.files import Verdict

    accepted = sum(verdict.accepted is True for verdict in results)
    said = f"{plural(len(results), 'file')}, {accepted} accepted"
    checked = tuple(str(verdict) for verdict in results if verdict.accepted is not None)
    return Table(
        *filled(
            [
                (Column("file", align="left", label=True), lambda verdict: verdict.path),
                (Column("verdict", align="left"), lambda verdict: _SAID[verdict.accepted]),
                (Column("game", align="left"), lambda verdict: verdict.game),
                (
                    Column("claim or reason", align="left"),
                    lambda verdict: verdict.claim or verdict.reason,
                ),
            ],
            results,
        ),
        title=title,
        caption=title,
        summary=(Note(said),),
        lines=checked or (said,),
        format="emi-verdicts",
        records="verdicts",
        names=column_names(Verdict),
        facts={"verdicts": plain(list(results))},
    )


def certificates(results: Sequence[Certified], *, title: str = "Certificates") -> Table:
    """Return certificates that were written; in a terminal, one line per file."""
    from emi.results.files import Certified

    return Table(
        *filled(
            [
                (
                    Column("game", align="left", label=True),
                    lambda result: result.game.name,
                ),
                (Column("proven value"), _shown),
                (Column("file", align="left"), lambda result: result.path),
                (
                    Column("bytes"),
                    lambda result: Cell(result.size, f"{result.size:,}"),
                ),
            ],
            results,
        ),
        title=title,
        caption=title,
        summary=(Note(plural(len(results), "file")),),
        lines=tuple(
            f"{result.game}: {_shown(result)}{', ' * bool(_shown(result))}{result.path} "
            f"({result.size:,} bytes)"
            for result in results
        ),
        format="emi-certificates",
        records="certificates",
        names=column_names(Certified),
        facts={"certificates": plain(list(results))},
    )


def _shown(certificate: Certified) -> str:
    """Return the proven value or bounds as text; empty for a front, which has several values."""
    if certificate.bounds is None:
        return ""
    if not certificate.bounds.proven:
        return f"{certificate.bounds} (not proven, a certificate of bounds)"
    weight = "" if certificate.weight is None else f", of weight {certificate.weight:,}"
    return f"{certificate.bounds} {certificate.unit}".rstrip() + weight
