"""Write a table: one module per format, imported on demand."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol

from emi.errors import OptionError

FORMATS: tuple[str, ...] = ("table", "csv", "json", "markdown", "html")
"""The formats that `render` supports."""
REPORTED: tuple[str, ...] = ("markdown", "html")
"""The formats for a report of several tables."""


class Rendered(Protocol):
    """Anything that can be rendered: a table or a report."""

    @property
    def formats(self) -> tuple[str, ...]:
        """Return the supported formats."""
        ...


def writer(format: str) -> Any:  # noqa: ANN401 - a module
    """Return the module that writes a format."""
    return import_module(f"emi.reports.writers.{'text' if format == 'table' else format}")


def render(table: Rendered, format: str, *, width: int | None = None, colour: bool = False) -> str:
    """Return a table, or a report of several, in a format.

    Parameters
    ----------
    table : Table or Report
        The result of a view. A report supports the formats ``markdown`` and ``html``.
    format : str
        One of `FORMATS`: ``table`` for the terminal, ``markdown`` for GitHub, ``html`` for a
        self-contained page, ``csv`` and ``json`` with a line or an object for each row.
    width : int, optional
        For ``table``: the width in characters; columns that do not fit continue below the others.
    colour : bool, optional
        For ``table``: colour the figures, with ANSI escapes.

    Raises
    ------
    OptionError
        If the format is unknown.

    Examples
    --------
    >>> from emi.reports.table import Cell, Column, Table
    >>> columns = (Column("game", label=True, align="left"), Column("first guess", align="left"))
    >>> table = Table(columns, ((Cell("C5"), Cell("CARIE")),), title="Games")
    >>> print(render(table, "table"), end="")
    Games
    <BLANKLINE>
    game  first guess
    C5    CARIE
    """
    if format not in table.formats:
        raise OptionError(f"unknown, expected one of {', '.join(table.formats)}", format=format)
    how = {"width": width, "colour": colour} if format == "table" else {}
    written: str = writer(format).write(table, **how)
    return written
