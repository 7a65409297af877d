"""What must hold between the rows of a front, whatever the game is."""

from __future__ import annotations

from collections.abc import Sequence

from reports.front.row import FrontRow
from reports.front.wording import within

__all__ = ["monotone"]


def monotone(rows: Sequence[FrontRow]) -> list[str]:
    """Return what is wrong between rows: their bounds contradict each other.

    With more tries no more is missed, and no strategy has a lower average than the best of all.

    Parameters
    ----------
    rows : sequence of FrontRow
        Of one game, in any order.

    Returns
    -------
    list of str
        A sentence for each row that contradicts another; empty where all is well. Bounds that are
        still apart contradict only what lies outside them.

    Examples
    --------
    >>> two = FrontRow(2, 8, 1, 1, 18, 18, 8, 3, "CARIE", ("CAVES",), 0.5)
    >>> three = FrontRow(3, 8, 2, 2, 18, 18, 8, 4, "CORNE", ("CAVES", "CAGES"), 0.5)
    >>> monotone([two, three])
    ['within 3 tries at least 2 are missed, but within 2 tries only 1']
    """
    wrong = []
    fewest: FrontRow | None = None
    limited = [row for row in rows if row.tries is not None]
    for row in sorted(limited, key=lambda row: row.tries or 0):
        if fewest is not None and row.misses_lower > fewest.misses_upper:
            wrong.append(
                f"{within(row)} at least {row.misses_lower} are missed,"
                f" but {within(fewest)} only {fewest.misses_upper}"
            )
        if fewest is None or row.misses_upper < fewest.misses_upper:
            fewest = row
    wrong.extend(
        f"{within(row)} a total of {row.total_upper} is reached,"
        f" but {within(best)} none below {best.total_lower}"
        for best in rows
        if best.tries is None
        for row in limited
        if row.total_upper < best.total_lower
    )
    return wrong
