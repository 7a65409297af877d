"""What a person looks at: results as tables, pages, pictures and graphs.

A function of `reports.views` makes a `reports.table.Table` of a result, `render` writes it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reports.table import Report, Table

__all__ = ["FORMATS", "render"]

FORMATS: tuple[str, ...] = ("table", "csv", "json", "markdown", "html")
"""The formats that `render` knows."""


def render(
    table: Table | Report, format: str, *, width: int | None = None, colour: bool = False
) -> str:
    """Write a table, or a report of several.

    Parameters
    ----------
    table : Table or Report
        What a view returns. A report is written in the formats ``markdown`` and ``html``.
    format : str
        One of `FORMATS`: ``table`` for the terminal, ``markdown`` for GitHub, ``html`` for a page
        that stands alone, ``csv`` and ``json`` with a line or an object for each row.
    width : int, optional
        For ``table``: columns that do not fit in so many characters continue below the others.
    colour : bool, optional
        For ``table``: colour the figures, with ANSI escapes.

    Raises
    ------
    OptionError
        When the format is unknown.

    Examples
    --------
    >>> from reports.table import Cell, Column, Table
    >>> columns = (Column("game", label=True, align="left"), Column("first_guess", align="left"))
    >>> table = Table(columns, ((Cell("C5"), Cell("CARIE")),), title="Games")
    >>> print(render(table, "table"), end="")
    Games
    <BLANKLINE>
    game  first guess
    C5    CARIE
    """
    from emi_errors import OptionError
    from reports.table import Report

    known = ("markdown", "html") if isinstance(table, Report) else FORMATS
    if format not in known:
        raise OptionError(f"unknown, expected one of {', '.join(known)}", format=format)
    if format == "table":
        from reports.writers import text

        return text.write(table, width=width, colour=colour)  # type: ignore[arg-type]
    written: str = import_module(f"reports.writers.{format}").write(table)
    return written
