"""Published tables compared with computed figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.reports.table import Cell, Column, Comparison, Note, Report, Section, Table
from emi.reports.wording import plural
from emi.results.base import plain, rounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from emi.results.performance import HeuristicResult
    from emi.results.published import Figure, Finding, PublishedTable

_INTRO = (
    "Computed figures next to those printed in the literature. A figure on green equals the "
    "printed one; a figure that differs has the printed one below it"
)


def published(table: PublishedTable) -> Table:
    """Return a published table; a computed figure that differs shows the printed one next to it.

    A summary counts the figures that match.
    """
    rows = [[_cell(figure) for figure in row.values()] for row in table.rows]
    columns = [
        Column(
            heading,
            "left" if not at or any(_worded(row[at]) for row in rows) else "right",
            label=not at,
            literal=True,
        )
        for at, heading in enumerate(table.headings)
    ]
    compared = [cell for row in rows for cell in row if cell.marks]
    same = sum("same" in cell.marks for cell in compared)
    verdict = f"{same:,} of {plural(len(compared), 'figure')} as printed"
    return Table(
        columns,
        rows,
        title=table.name,
        caption=table.name,
        summary=(Note(verdict),) if compared else (),
        notes=tuple(map(Note, table.notes)),
        format="emi-published",
        facts=plain(table),
    )


def section(
    title: str, name: str, text: tuple[str, ...], tables: Iterable[PublishedTable]
) -> Section:
    """Return a section of a report: sentences followed by published tables."""
    return Section(title, name, text, tuple(map(published, tables)))


def report(title: str, sections: Iterable[Section]) -> Report:
    """Return sections of published tables under one title."""
    return Report(title, _INTRO, tuple(sections))


def without(parts: Iterable[str]) -> str:
    """Return a line that names the parts missing from a report that was stopped."""
    return f"stopped: the report is without {', '.join(parts)}"


def _cell(figure: Figure) -> Cell:
    obtained, printed = figure.obtained, figure.printed
    if printed is None:
        return Cell(obtained)
    if printed == obtained:
        return Cell(obtained, marks=("same",))
    return Cell(
        obtained, obtained or "none", ("differs",), aside=f"not {printed}", below=f"≠ {printed}"
    )


def _worded(cell: Cell) -> bool:
    """Return whether a cell holds words rather than figures."""
    return str(cell.value)[:1].isalpha()


def told(finding: Finding) -> str:
    """Return the sentence on the published figures of a heuristic."""
    here = (
        f"{finding.first.heuristic}: {_figures(finding.first)} here, {finding.published} published"
    )
    if finding.agrees:
        return here
    if finding.rows == 1:
        return f"{here}; no other setting is shown"
    if finding.nearest == finding.first:
        return f"{here}; of the settings shown this comes nearest"
    setting = ", ".join(
        f"{name} {getattr(finding.nearest, name) or 'none'}"
        for name in ("ties", "direction")
        if getattr(finding.nearest, name) != getattr(finding.first, name)
    )
    if finding.exact:
        return f"{here}; with {setting} exactly as published"
    return f"{here}; nearest with {setting}: {_figures(finding.nearest)}, and none is exact"


def compared(
    noun: str,
    differing: Sequence[bool | None],
    source: str,
    *,
    elsewhere: int = 0,
    told: Iterable[str] = (),
    absent: Iterable[str] = (),
    figures: str = "",
) -> Comparison:
    """Return a sentence that counts the comparable values (not None) and those that differ.

    A `noun` names each value. Values that differ may agree `elsewhere`, with another setting. The
    other parameters are those of `Comparison`.
    """
    comparable = [differs for differs in differing if differs is not None]
    # "All agree" would be true of zero values, and misleading.
    before, after = f"No {noun} could be compared with ", ""
    if comparable:
        before, unlike = f"{plural(len(comparable), noun)} compared with ", sum(comparable)
        after = f": {unlike} differ{'s' if unlike == 1 else ''}" if unlike else ": all agree"
        if elsewhere:
            after += f", {elsewhere} of them only in the usual setting"
    return Comparison(source, before, after, tuple(told), tuple(absent), figures)


def _figures(result: HeuristicResult) -> str:
    """Return the average, fails and worst case of a result."""
    fails = "?" if result.fails is None else result.fails
    return f"{rounded(result.mean)} / {fails} / {result.worst}"
