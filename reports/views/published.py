"""Published tables compared with computed figures."""

from collections.abc import Iterable

from emi.reports.table import Cell, Column, Note, Report, Section, Table
from emi.reports.wording import plural
from emi.results.base import plain
from emi.results.published import Figure, PublishedTable

_INTRO = (
    "Computed figures next to those printed in the literature. A figure on green equals the "
    "printed one; below a figure that differs is the printed one"
)


def published(found: PublishedTable) -> Table:
    """Return a published table; a computed figure that differs shows the printed one next to it.

    A summary counts the figures that match.
    """
    rows = [[_cell(one) for one in row.values()] for row in found.rows]
    columns = [
        Column(
            heading,
            "left" if not at or any(_worded(row[at]) for row in rows) else "right",
            label=not at,
            literal=True,
        )
        for at, heading in enumerate(found.headings)
    ]
    compared = [cell for row in rows for cell in row if cell.marks]
    same = sum("same" in cell.marks for cell in compared)
    verdict = f"{same:,} of {plural(len(compared), 'figure')} as printed"
    return Table(
        columns,
        rows,
        title=found.name,
        caption=found.name,
        summary=(Note(verdict),) if compared else (),
        notes=tuple(map(Note, found.notes)),
        format="emi-published",
        facts=plain(found),
    )


def section(
    title: str, name: str, text: tuple[str, ...], found: Iterable[PublishedTable]
) -> Section:
    """Return a section of a report: sentences followed by published tables."""
    return Section(title, name, text, tuple(map(published, found)))


def report(title: str, sections: Iterable[Section]) -> Report:
    """Return sections of published tables under one title."""
    return Report(title, _INTRO, tuple(sections))


def without(parts: Iterable[str]) -> str:
    """Name the parts missing from a report that was stopped."""
    return f"stopped: the report is without {', '.join(parts)}"


def _cell(one: Figure) -> Cell:
    shown, printed = one.obtained, one.printed
    if printed is None:
        return Cell(shown)
    if printed == shown:
        return Cell(shown, marks=("same",))
    return Cell(shown, shown or "none", ("differs",), aside=f"not {printed}", below=f"≠ {printed}")


def _worded(cell: Cell) -> bool:
    """Return whether a cell holds words rather than figures."""
    return str(cell.value)[:1].isalpha()
