"""A front as people read it: a line for each number of tries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from reports.fold import fold
from reports.front.row import FrontRow, free
from reports.front.wording import FREE, MISSES, average, between, summary, weighting

__all__ = ["HEADINGS", "Cell", "cells", "markdown", "terminal"]

HEADINGS = ("tries", "misses", "guaranteed", "mean", "total", "worst", "first guess", "seconds")
"""The names of the columns."""


class Cell(NamedTuple):
    """A figure, with what is to be made visible of it.

    Attributes
    ----------
    shown : str
        The figure.
    free : bool
        Whether it is an average that no strategy at all can better.
    open : bool
        Whether it is not proven.
    """

    shown: str
    free: bool = False
    open: bool = False


def cells(rows: Sequence[FrontRow]) -> list[list[Cell]]:
    """Return what stands below `HEADINGS`, for each row.

    Parameters
    ----------
    rows : sequence of FrontRow
        Of one game.

    Returns
    -------
    list of list of Cell

    Examples
    --------
    >>> rows = [
    ...     FrontRow(2, 8, 1, 2, 17, 17, 8, 3, "CARIE", ("CAVES", "CAGES"), 0.5),
    ...     FrontRow(None, 8, 0, 0, 17, 17, 8, 3, "CORNE", (), 0.5),
    ... ]
    >>> for line in cells(rows):
    ...     print(*(cell.shown for cell in line))
    2 1..2 6 2.1250 17 3 CARIE 0.50
    any - - 2.1250 17 3 CORNE 0.50
    >>> cells(rows)[0][1], cells(rows)[0][3]
    (Cell(shown='1..2', free=False, open=True), Cell(shown='2.1250', free=True, open=False))
    """
    return [_line(row, costless) for row, costless in zip(rows, free(rows), strict=True)]


def markdown(rows: Sequence[FrontRow], *, title: str = "") -> str:
    r"""Lay rows out as a GitHub table.

    Parameters
    ----------
    rows : sequence of FrontRow
        Of one game, in order; a mean that costs nothing is bold.
    title : str, optional
        A line above the table.

    Returns
    -------
    str

    Examples
    --------
    >>> text = markdown([FrontRow(3, 8, 0, 0, 17, 17, 8, 3, "CORNE", (), 0.5)])
    >>> print(*text.splitlines()[:3], sep="\n")
    | tries | misses | guaranteed | mean | total | worst | first guess | seconds |
    | ---: | ---: | ---: | ---: | ---: | ---: | :--- | ---: |
    | 3 | 0 | 8 | 2.1250 | 17 | 3 | CORNE | 0.50 |
    """

    def line(parts: Sequence[str]) -> str:
        return f"| {' | '.join(parts)} |"

    lines = [f"**{title}**", ""] if title else []
    lines.append(line(HEADINGS))
    lines.append(line([":---" if name == "first guess" else "---:" for name in HEADINGS]))
    lines.extend(
        line([f"**{cell.shown}**" if cell.free else cell.shown for cell in each])
        for each in cells(rows)
    )
    notes = [summary(rows), MISSES, weighting(rows)]
    if any(free(rows)):
        notes.append(f"A bold mean {FREE}")
    lines += ["", " ".join(f"{note}." for note in notes if note)]
    return "\n".join(lines) + "\n"


def terminal(
    rows: Sequence[FrontRow], *, title: str = "", width: int | None = None, colour: bool = False
) -> str:
    """Lay rows out as aligned text, with a summary below.

    Parameters
    ----------
    rows : sequence of FrontRow
        Of one game, in order; a mean that costs nothing has a ``*`` behind it.
    title : str, optional
        A line above the table.
    width : int, optional
        Columns that do not fit in so many characters continue below the others.
    colour : bool, optional
        Whether to show what costs nothing in green and what is not proven dim, with ANSI escapes.

    Returns
    -------
    str

    Examples
    --------
    >>> print(terminal([FrontRow(3, 8, 0, 0, 17, 17, 8, 3, "CORNE", (), 0.5)]), end="")
    tries  misses  guaranteed    mean  total  worst  first guess  seconds
        3       0           8  2.1250     17      3  CORNE           0.50
    <BLANKLINE>
    1 row, 1 proven, 0 not, 0.5 s
    Misses are secrets that are not sure to be found within the tries; they are found later
    """
    paint = _painter() if colour else _plain
    table = [[Cell(name) for name in HEADINGS], *cells(rows)]
    widths = [max(len(cell.shown) for cell in column) for column in zip(*table, strict=True)]

    def padded(cell: Cell, size: int, name: str) -> str:
        # The mark has a place of its own, so that it moves nothing.
        mark = "*" if cell.free else " "
        room = " " * (size - len(cell.shown))
        text = f"{paint(cell)}{mark}"
        return f" {text}{room}" if name == "first guess" else f" {room}{text}"

    lines = [title, ""] if title else []
    label = widths[0] + 1
    room = None if width is None else width - label
    for run in fold([size + 2 for size in widths[1:]], room):
        for first, *others in table:
            figures = map(padded, others[run], widths[1:][run], HEADINGS[1:][run])
            lines.append(f"{first.shown:>{widths[0]}} " + "".join(figures))
        lines.append("")
    lines += [summary(rows), MISSES]
    if weighted := weighting(rows):
        lines.append(weighted)
    if any(free(rows)):
        lines.append(f"* {FREE}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _line(row: FrontRow, costless: bool) -> list[Cell]:
    apart = row.total_lower != row.total_upper
    any_number = row.tries is None
    misses = Cell(between(row.misses_lower, row.misses_upper), False, not _sure(row))
    return [
        Cell("any" if any_number else str(row.tries)),
        Cell("-") if any_number else misses,
        Cell("-") if any_number else Cell(str(row.guaranteed), False, not _sure(row)),
        Cell(average(row), costless, apart),
        Cell(between(row.total_lower, row.total_upper), False, apart),
        Cell(str(row.worst)),
        Cell(row.first_guess),
        Cell(f"{row.seconds:.2f}"),
    ]


def _sure(row: FrontRow) -> bool:
    return row.misses_lower == row.misses_upper


def _plain(cell: Cell) -> str:
    return cell.shown


def _painter() -> Callable[[Cell], str]:
    """Return what writes a figure in its colour: free ones green, those not proven dim."""
    # Only here: rich takes longer to import than all the rest of this package.
    from rich.color import ColorSystem
    from rich.style import Style

    def paint(cell: Cell) -> str:
        if not (cell.free or cell.open):
            return cell.shown
        style = Style(color="green" if cell.free else None, bold=cell.free, dim=cell.open)
        # Not through a console: that one looks at the environment, and here the caller decides.
        return style.render(cell.shown, color_system=ColorSystem.STANDARD)

    return paint
