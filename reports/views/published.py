"""Published tables: what is obtained beside what is printed."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reports.table import Cell, Column, Note, Report, Section, Table
from reports.wording import plural

_INTRO = (
    "What is obtained here, and what the literature prints. A figure on green is as printed; below "
    "one that differs stands what is printed"
)


class Figure(NamedTuple):
    """A figure that was obtained, and the one that is printed; None where nothing is.

    What was obtained is as it is written, empty where nothing was.
    """

    shown: str
    printed: str | None = None


def published(
    title: str,
    headings: Sequence[str],
    lines: Iterable[Sequence[str | Figure]],
    notes: Iterable[str] = (),
) -> Table:
    """Return a table of figures, each perhaps beside the one that is printed somewhere.

    The first cell of a line names it. Plain text stands for a figure of which nothing is printed.
    Notes are sentences without their full stops. The table sums up how many figures are as printed.

    Examples
    --------
    >>> from reports import render
    >>> primes = published("Primes", ("n", "prime"), [("1", Figure("2", "1"))])
    >>> print(render(primes, "table"), end="")
    Primes
    <BLANKLINE>
    n      prime
    1  2 (not 1)
    <BLANKLINE>
    0 of 1 figure as printed
    """
    rows = [[*map(_cell, line)] for line in lines]
    columns = [
        Column(
            heading,
            "left" if not at or any(_worded(row[at]) for row in rows) else "right",
            label=not at,
            literal=True,
        )
        for at, heading in enumerate(headings)
    ]
    compared = [cell for row in rows for cell in row if cell.marks]
    same = sum("same" in cell.marks for cell in compared)
    verdict = f"{same:,} of {plural(len(compared), 'figure')} as printed"
    return Table(
        columns,
        rows,
        title=title,
        caption=title,
        summary=(Note(verdict),) if compared else (),
        notes=tuple(map(Note, notes)),
        format="emi-published",
        facts={
            "rows": [
                {name: cell.value for name, cell in zip(headings, row, strict=True)} for row in rows
            ]
        },
    )


def report(title: str, sections: Iterable[Section]) -> Report:
    """Return sections of published tables under one title."""
    return Report(title, _INTRO, tuple(sections))


def _cell(given: str | Figure) -> Cell:
    shown, printed = (given, None) if isinstance(given, str) else given
    if printed is None:
        return Cell(shown)
    if printed == shown:
        return Cell(shown, marks=("same",))
    return Cell(shown, shown or "none", ("differs",), aside=f"not {printed}", below=f"≠ {printed}")


def _worded(cell: Cell) -> bool:
    """Whether a cell holds words, not figures."""
    return str(cell.value)[:1].isalpha()
