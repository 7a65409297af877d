"""A front as a web page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from reports.front.grid import HEADINGS, Cell, cells
from reports.front.row import FrontRow, free
from reports.front.wording import FREE, MISSES, summary, weighting, within
from reports.methods.outcome import rounded
from reports.page import assembled, filled
from reports.plot.draw import PlotError
from reports.plot.front import inline

__all__ = ["render"]

_TITLE = "Fewest misses, least average"
_TEXT = "first guess"
"""The column that is no figure."""


def render(rows: Sequence[FrontRow], *, title: str = "") -> str:
    """Lay rows out as a page that stands alone: style, script and pictures are inside.

    Below the table are the pictures, and the secrets that each row misses. Without matplotlib there
    are no pictures, and the page says how to get them.

    Parameters
    ----------
    rows : sequence of FrontRow
        Of one game, in order.
    title : str, optional
        What the page is called.

    Returns
    -------
    str
        HTML, to be saved as UTF-8.

    Examples
    --------
    >>> page = render([FrontRow(2, 8, 1, 1, 17, 18, 8, 3, "CARIE", ("CAVES",), 0.5)])
    >>> page.splitlines()[0], page.count("<svg"), "CAVES" in page
    ('<!DOCTYPE html>', 2, True)
    """
    sentences = [summary(rows), MISSES, weighting(rows)]
    main = filled(
        "front.html",
        title=escape(title or _TITLE),
        summary="".join(f"<p>{escape(each)}.</p>" for each in sentences if each),
        columns="".join(
            f'<th scope="col"{_kind(name)}>{name.capitalize()}</th>' for name in HEADINGS
        ),
        lines="\n".join(_line(row, line) for row, line in zip(rows, cells(rows), strict=True)),
        marks=_marks(rows),
        plots=_plots(rows),
        missed=_missed(rows),
    )
    # A front looks as a comparison of methods does, and its pictures as those of one.
    return assembled(title or _TITLE, main, "methods.css", "front.css")


def _kind(name: str, cell: Cell | None = None) -> str:
    """Return the classes of a cell, as an attribute."""
    kinds = {
        "text": name == _TEXT,
        "best": cell is not None and cell.free,
        "open": cell is not None and cell.open,
    }
    listed = " ".join(kind for kind, there in kinds.items() if there)
    return f' class="{listed}"' if listed else ""


def _line(row: FrontRow, line: Sequence[Cell]) -> str:
    """Return the line of a row; what a column sorts by is beside what it shows."""
    first, *others = line
    keys = (
        row.misses_lower + row.misses_upper,
        row.guaranteed,
        rounded(row.mean, 9),
        row.total_upper,
        row.worst,
        row.first_guess,
        f"{row.seconds:.3f}",
    )
    figures = "".join(
        f'<td data-key="{escape(str(key))}"{_kind(name, cell)}>{escape(cell.shown)}</td>'
        for key, name, cell in zip(keys, HEADINGS[1:], others, strict=True)
    )
    tries = "Infinity" if row.tries is None else row.tries
    return f'<tr><th scope="row" data-key="{tries}">{first.shown}</th>{figures}</tr>'


def _marks(rows: Sequence[FrontRow]) -> str:
    """Explain what is marked in the table."""
    if not any(free(rows)):
        return ""
    return f'<ul class="marks"><li><b class="best">2.5</b> {FREE}</li></ul>'


def _plots(rows: Sequence[FrontRow]) -> str:
    if all(row.tries is None for row in rows):
        return ""
    try:
        shown = "\n".join(
            f"<figure><figcaption>{chart.title}</figcaption>\n{svg}\n</figure>"
            for chart, svg in inline(rows)
        )
    except PlotError as error:
        shown = f'<p class="summary">There are none: {escape(str(error))}.</p>'
    return f'<section class="plots">\n<h2>Pictures</h2>\n{shown}\n</section>'


def _missed(rows: Sequence[FrontRow]) -> str:
    listed = "\n".join(
        f"<details><summary>{within(row).capitalize()}: {len(row.missed):,}</summary>"
        f"<p>{escape(' '.join(row.missed))}</p></details>"
        for row in rows
        if row.missed
    )
    if not listed:
        return ""
    return (
        '<section class="missed">\n<h2>What is missed</h2>\n'
        '<p class="summary">By the strategy of each line; another that misses as few may miss'
        " others.</p>\n"
        f"{listed}\n</section>"
    )
