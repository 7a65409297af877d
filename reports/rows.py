"""Rows of results in tables and pictures: their names, order and figures."""

from collections.abc import Sequence

from emi.reports.wording import between, share
from emi.results.base import rounded
from emi.results.pareto import ParetoRow
from emi.results.performance import HeuristicResult as Result

_SINGLE = 9
"""Numbers of guesses up to this have a column each; the last column counts all larger ones."""


def labels(results: Sequence[Result]) -> list[str]:
    """Return a short name for each result, with its setting if names are equal."""

    def label(one: Result) -> str:
        same = [each for each in results if each.heuristic == one.heuristic]
        ties = one.ties if len({each.ties for each in same}) > 1 else ""
        direction = one.direction if len({each.direction for each in same}) > 1 else ""
        return ", ".join(filter(None, (one.heuristic, ties, direction)))

    return [label(one) for one in results]


def tailed(results: Sequence[Result]) -> tuple[list[str], list[tuple[int, ...]]]:
    """Return the labels ``1``, ``2`` to ``9+``, and for each result the number of words at each.

    The last column combines the tail of the distribution if a heuristic needs more than nine.
    """
    worst = max((each.worst for each in results), default=0)
    columns = min(worst, _SINGLE)
    headings = [str(number) for number in range(1, columns + 1)]
    if worst > _SINGLE:
        headings[-1] += "+"
    counts = [each.counts + (0,) * (columns - each.worst) for each in results]
    return headings, [(*each[: columns - 1], sum(each[columns - 1 :])) for each in counts]


def average(row: ParetoRow) -> str:
    """Return the least average of a row as text, as bounds if it is not proven."""
    reached = rounded(row.mean)
    if row.total_lower == row.total_upper:
        return reached
    return between(rounded(row.mean_lower), reached)


def missed_share(row: ParetoRow) -> str:
    """Return the weight of the misses as a share of the weight of all secrets."""
    return between(*(share(one, row.weight) for one in (row.misses_lower, row.misses_upper)))
