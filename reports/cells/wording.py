"""The few sentences that every form of the EMI table says."""

from __future__ import annotations

from collections.abc import Sequence

from reports.cells.published import Published
from reports.cells.row import Row

__all__ = ["comparison", "contrast", "count", "heading", "summary"]


def heading(letter: str) -> str:
    """Return what stands above the column of a letter.

    Examples
    --------
    >>> heading("A"), heading("")
    ('A', 'all')
    """
    return letter or "all"


def count(cells: int) -> str:
    """Return a number of cells in words.

    Examples
    --------
    >>> count(1), count(2)
    ('1 cell', '2 cells')
    """
    return "1 cell" if cells == 1 else f"{cells} cells"


def contrast(row: Row, published: int) -> str:
    """Return what a row says and what is published instead.

    Examples
    --------
    >>> contrast(Row("C", 5, 408, 5, 5, "CARIE", 1.2), 7)
    'C5: 5 here, 7 published'
    """
    return f"{row.name}: {row.value} here, {published} published"


def summary(rows: Sequence[Row]) -> str:
    """Say how many cells there are, how many of them are proven, and what they took.

    Examples
    --------
    >>> summary([Row("C", 5, 408, 5, 5, "CARIE", 1.2)])
    '1 cell, 1 proven, 0 not, 1.2 s'
    """
    proven = sum(row.emi is not None for row in rows)
    seconds = sum(row.seconds for row in rows)
    return f"{count(len(rows))}, {proven} proven, {len(rows) - proven} not, {seconds:.1f} s"


def comparison(rows: Sequence[Row], against: Published, source: str) -> str:
    """Say how many cells could be compared, and how many of them differ.

    Parameters
    ----------
    rows : sequence of Row
        The computed rows.
    against : Published
        The table to hold them against.
    source : str
        What that table is called, marked up as the text around it needs.

    Examples
    --------
    >>> rows = [Row("C", 5, 408, 5, 5, "CARIE", 1.2)]
    >>> comparison(rows, Published({("C", 5): 7}, "paper.csv"), "paper.csv")
    '1 cell compared with paper.csv: 1 differs'
    """
    verdicts = [against.differs(row) for row in rows]
    compared = sum(verdict is not None for verdict in verdicts)
    if not compared:
        # "All agree" would be true, and would mislead.
        return f"No cell could be compared with {source}"
    unlike = verdicts.count(True)
    outcome = f"{unlike} {'differs' if unlike == 1 else 'differ'}" if unlike else "all agree"
    return f"{count(compared)} compared with {source}: {outcome}"
