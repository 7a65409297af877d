"""Tables of figures as text: for a terminal, for spreadsheets, for GitHub."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from reports.fold import fold
from reports.seeds.section import Figure, Section, Table

__all__ = ["FORMATS", "markdown", "render"]

FORMATS: tuple[str, ...] = ("table", "csv", "markdown")
"""The formats that `render` knows."""


def render(table: Table, format: str, *, width: int | None = None) -> str:
    r"""Write one table.

    Parameters
    ----------
    table : Table
    format : str
        One of `FORMATS`. Only ``table`` and ``markdown`` show what is printed elsewhere.
    width : int, optional
        For ``table``: columns that do not fit in so many characters continue below the others.

    Returns
    -------
    str
        Text that ends with one newline.

    Raises
    ------
    ValueError
        When the format is unknown.

    Examples
    --------
    >>> from reports.seeds.section import table_line
    >>> primes = Table("Primes", ("n", "prime"), (table_line("1", Figure("2", "1")),))
    >>> print(render(primes, "csv"), end="")
    n,prime
    1,2
    >>> print(render(primes, "table"), end="")
    Primes
    <BLANKLINE>
    n      prime
    1  2 (not 1)
    """
    if format not in FORMATS:
        raise ValueError(f"unknown format {format!r}; the formats are {', '.join(FORMATS)}")
    plain = [[each.shown for each in line] for line in table.lines]
    if format == "csv":
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([table.columns, *plain])
        return text.getvalue()
    if format == "markdown":
        return "\n".join([f"**{table.title}**", "", *_rows(table)]) + "\n"
    return _terminal(table, width)


def markdown(sections: Sequence[Section], *, title: str) -> str:
    """Lay sections out as GitHub Markdown.

    Parameters
    ----------
    sections : sequence of Section
    title : str
        What it all is called.

    Returns
    -------
    str
        Text that ends with one newline. A figure that differs is bold, with what is printed behind
        it.
    """
    parts = [f"# {title}", ""]
    for section in sections:
        parts += [f"## {section.title}", "", f"Source: {section.source}.", ""]
        if section.intro:
            parts += [" ".join(f"{each}." for each in section.intro), ""]
        for table in section.tables:
            parts += [f"### {table.title}", "", *_rows(table), ""]
            if table.verdict:
                parts += [f"{table.verdict}.", ""]
            if table.notes:
                parts += [*(f"- {note}." for note in table.notes), ""]
    return "\n".join(parts).rstrip("\n") + "\n"


def _rows(table: Table) -> list[str]:
    """Return the lines of a table in Markdown."""

    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"

    places = range(len(table.columns))
    aligned = [":---" if at == 0 or table.worded(at) else "---:" for at in places]
    written = [line([_bold(each) for each in cells]) for cells in table.lines]
    return [line(table.columns), line(aligned), *written]


def _bold(figure: Figure) -> str:
    if not figure.differs:
        return figure.shown
    return f"**{figure.shown or 'none'}** (not {figure.printed})"


def _terminal(table: Table, width: int | None) -> str:
    rows = [[*table.columns]]
    rows += [
        [f"{each.shown} (not {each.printed})" if each.differs else each.shown for each in line]
        for line in table.lines
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [table.title, ""]
    room = None if width is None else width - widths[0]
    for run in fold([size + 2 for size in widths[1:]], room):
        here = slice(run.start + 1, run.stop + 1)
        for row in rows:
            figures = map(str.rjust, row[here], widths[here])
            lines.append("  ".join([row[0].ljust(widths[0]), *figures]).rstrip())
        lines.append("")
    lines.extend(table.notes)
    return "\n".join(lines).rstrip("\n") + "\n"
