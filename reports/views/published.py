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


def told(one: Finding) -> str:
    """Return the sentence on the published figures of a heuristic."""
    here = f"{one.first.heuristic}: {_figures(one.first)} here, {one.published} published"
    if one.agrees:
        return here
    if one.rows == 1:
        return f"{here}; no other setting is shown"
    if one.nearest == one.first:
        return f"{here}; of the settings shown this comes nearest"
    setting = ", ".join(
        f"{name} {getattr(one.nearest, name) or 'none'}"
        for name in ("ties", "direction")
        if getattr(one.nearest, name) != getattr(one.first, name)
    )
    if one.exact:
        return f"{here}; with {setting} exactly as published"
    return f"{here}; nearest with {setting}: {_figures(one.nearest)}, and none is exact"


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
    found = [each for each in differing if each is not None]
    # "All agree" would be true of zero values, and misleading.
    before, after = f"No {noun} could be compared with ", ""
    if found:
        before, unlike = f"{plural(len(found), noun)} compared with ", sum(found)
        after = f": {unlike} differ{'s' if unlike == 1 else ''}" if unlike else ": all agree"
        if elsewhere:
            after += f", {elsewhere} of them only in the usual setting"
    return Comparison(source, before, after, tuple(told), tuple(absent), figures)


def _figures(one: HeuristicResult) -> str:
    """Return the average, fails and worst case of a result."""
    fails = "?" if one.fails is None else one.fails
    return f"{rounded(one.mean)} / {fails} / {one.worst}"
