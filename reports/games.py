"""What is known of games of any kind, one a line: in every format but the terminal's."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from html import escape

from reports.page import assembled

__all__ = ["FORMATS", "render"]

FORMATS: tuple[str, ...] = ("csv", "markdown", "html")
"""The formats that `render` knows."""

_TITLE = "Games"


def render(rows: Sequence[Mapping[str, object]], format: str) -> str:
    """Write a table of games.

    Parameters
    ----------
    rows : sequence of mappings
        At least one; each has the same names, which are those of the columns.
    format : str
        One of `FORMATS`.

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
    >>> print(render([{"game": "moo:2x4", "lower": 3, "upper": 3}], "markdown"), end="")
    | game | lower | upper |
    | --- | --- | --- |
    | moo:2x4 | 3 | 3 |
    """
    if format not in FORMATS:
        raise ValueError(f"unknown format {format!r}; the formats are {', '.join(FORMATS)}")
    names = list(rows[0])
    lines = [[_written(row[name]) for name in names] for row in rows]
    if format == "csv":
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([names, *lines])
        return text.getvalue()
    headings = [name.replace("_", " ") for name in names]
    if format == "html":
        return _page(headings, lines)
    every = [headings, ["---"] * len(names), *lines]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in every)


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _page(headings: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    body = "\n".join(
        f'<tr><th scope="row">{escape(line[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in line[1:])
        + "</tr>"
        for line in lines
    )
    return assembled(
        _TITLE,
        f"<header>\n<h1>{_TITLE}</h1>\n</header>\n"
        f'<div class="scroll">\n<table class="list">\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody>\n</table>\n</div>",
    )
