"""The few words and sentences that every form of a front says."""

from __future__ import annotations

from collections.abc import Sequence

from reports.front.row import FrontRow
from reports.methods.outcome import rounded

__all__ = ["FREE", "MISSES", "average", "between", "summary", "weighting", "within"]

MISSES = "Misses are secrets that are not sure to be found within the tries; they are found later"
"""What a miss is."""

FREE = "costs nothing: no strategy at all has a lower average"
"""What is special about a row that is marked."""


def between(lower: int, upper: int) -> str:
    """Write a number of which bounds are known.

    Examples
    --------
    >>> between(5, 5), between(3, 5)
    ('5', '3..5')
    """
    return str(upper) if lower == upper else f"{lower}..{upper}"


def average(row: FrontRow) -> str:
    """Write the least average of a row, as bounds if it is not proven.

    Examples
    --------
    >>> average(FrontRow(None, 8, 0, 0, 17, 18, 8, 3, "CARIE", (), 0.5))
    '2.1250..2.2500'
    """
    reached = rounded(row.mean)
    if row.total_lower == row.total_upper:
        return reached
    return f"{rounded(row.least_mean)}..{reached}"


def within(row: FrontRow) -> str:
    """Say how many tries a row allows.

    Examples
    --------
    >>> [
    ...     within(FrontRow(tries, 1, 0, 0, 1, 1, 1, 1, "CARIE", (), 0.5))
    ...     for tries in (1, 2, None)
    ... ]
    ['within 1 try', 'within 2 tries', 'with any number of tries']
    """
    if row.tries is None:
        return "with any number of tries"
    return "within 1 try" if row.tries == 1 else f"within {row.tries} tries"


def summary(rows: Sequence[FrontRow]) -> str:
    """Say how many rows there are, how many of them are proven, and what they took.

    Examples
    --------
    >>> summary([FrontRow(2, 8, 1, 1, 17, 18, 8, 3, "CARIE", ("CAVES",), 0.5)])
    '1 row, 0 proven, 1 not, 0.5 s'
    """
    proven = sum(row.proven for row in rows)
    seconds = sum(row.seconds for row in rows)
    count = "1 row" if len(rows) == 1 else f"{len(rows)} rows"
    return f"{count}, {proven} proven, {len(rows) - proven} not, {seconds:.1f} s"


def weighting(rows: Sequence[FrontRow]) -> str:
    """Say what the secrets weigh; nothing where each weighs 1.

    Examples
    --------
    >>> weighting([FrontRow(2, 8, 1, 1, 2000, 2000, 1000, 3, "CARIE", ("CAVES",), 0.5)])
    'Misses, means and totals are weighted: 8 secrets weigh 1,000 together'
    >>> weighting([])
    ''
    """
    if not rows or rows[0].weight == rows[0].words:
        return ""
    one = rows[0]
    secrets = "1 secret weighs" if one.words == 1 else f"{one.words:,} secrets weigh"
    return f"Misses, means and totals are weighted: {secrets} {one.weight:,} together"
