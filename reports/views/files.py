"""The messages printed after a result was written to a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.reports.wording import listed, plural
from emi.results.base import rounded

if TYPE_CHECKING:
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


def unproven(found: Strategy, objective: str, bounds: Bounds) -> str:
    """Say that a strategy is the best one found, with the bounds on the value."""
    what = "worst" if objective == "worst" else "average"
    fewest = "the fewest misses were not found in time, " if objective == "guaranteed" else ""
    return f"{found.game.name}: {fewest}{what} {bounds} not proven, this is the best strategy found"


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
    files: Mapping[str, str],
    lacking: Mapping[str, Sequence[str]],
    *,
    stopped: bool,
) -> Iterator[str]:
    """Return a summary of a site, and for each page the games whose results are missing."""
    size = sum(len(text.encode()) for text in files.values())
    yield f"{path}: {plural(len(files), 'page')}, {size:,} bytes, index.html comes first"
    for what, names in lacking.items():
        if names:
            yield missing(f"{what} for", names, stopped=stopped)


def fair_list(path: object, words: int, removed: int, found: Sequence[Fairness]) -> Iterator[str]:
    """Return the number of words left in a list, and the games that may still be unfair."""
    yield f"{path}: {plural(words, 'word')}, {removed:,} taken off"
    if unknown := [one.game.name for one in found if one.removed is None]:
        yield f"{path}: not proven fair: {listed(unknown)}; allow more time"
