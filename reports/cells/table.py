"""The EMI table in every format: for people, for spreadsheets and for programs."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Sequence

from reports.cells.grid import markdown, terminal
from reports.cells.published import Published, PublishedError, differences
from reports.cells.row import Row

__all__ = ["FORMATS", "Published", "PublishedError", "Row", "differences", "render"]

FORMATS: tuple[str, ...] = ("table", "csv", "json", "markdown", "html")
"""The formats that `render` knows."""

_COLUMNS = ("letter", "length", "words", "lower", "upper", "emi", "first_guess", "seconds")
_JSON_VERSION = 1


def render(
    rows: Sequence[Row],
    format: str,
    *,
    letters: Sequence[str],
    lengths: Sequence[int],
    against: Published | None = None,
    title: str = "",
    width: int | None = None,
    colour: bool = False,
) -> str:
    """Write the EMI table.

    Parameters
    ----------
    rows : sequence of Row
        The cells, in any order. One without words is left out.
    format : str
        One of `FORMATS`: ``table`` for the terminal, ``markdown`` for GitHub, ``html`` for a page
        that stands alone, ``csv`` and ``json`` with a line or an object for each cell, in the order
        of length, then letter.
    letters : sequence of str
        The columns, in order; the empty string stands for all initials together.
    lengths : sequence of int
        The lines, in order.
    against : Published, optional
        Values to compare with.
    title : str, optional
        What the table is called. CSV has no place for it.
    width : int, optional
        For ``table``: fold the columns to so many characters.
    colour : bool, optional
        For ``table``: colour the values, with ANSI escapes.

    Returns
    -------
    str
        Text that ends with one newline.

    Raises
    ------
    ValueError
        When the format is unknown, when two rows are the same cell, or when a row is in none of
        the `letters` and `lengths`.

    Examples
    --------
    >>> rows = [Row("A", 5, 300, 4, 4, "AORTE", 0.5), Row("C", 5, 408, 4, 5, "CARIE", 1.2)]
    >>> print(render(rows, "csv", letters="ABC", lengths=[5]), end="")
    letter,length,words,lower,upper,emi,first_guess,seconds
    A,5,300,4,4,4,AORTE,0.500
    C,5,408,4,5,,CARIE,1.200
    >>> print(render(rows, "table", letters="ABC", lengths=[5]), end="")
      A  B     C
    5 4     4..5
    <BLANKLINE>
    2 cells, 1 proven, 1 not, 1.7 s
    """
    if format not in FORMATS:
        raise ValueError(f"unknown format {format!r}; the formats are {', '.join(FORMATS)}")
    rows = sorted((row for row in rows if row.words), key=lambda row: (row.length, row.letter))
    _check(rows, letters, lengths)
    if format == "csv":
        return _csv(rows, against)
    if format == "json":
        return _json(rows, against, title)
    if format == "html":
        # Only here: the others need neither its templates nor what reads them.
        from reports.page import cells as page

        return page.render(rows, letters=letters, lengths=lengths, against=against, title=title)
    if format == "markdown":
        return markdown(rows, letters=letters, lengths=lengths, against=against, title=title)
    return terminal(
        rows,
        letters=letters,
        lengths=lengths,
        against=against,
        title=title,
        width=width,
        colour=colour,
    )


def _check(rows: Sequence[Row], letters: Sequence[str], lengths: Sequence[int]) -> None:
    """Refuse what a grid could only show by hiding a row."""
    # As sets: the empty string is "in" every string.
    columns, lines = set(letters), set(lengths)
    for row in rows:
        if row.letter not in columns or row.length not in lines:
            raise ValueError(f"{row.name} is not among the letters and lengths of the table")
    for (letter, length), times in Counter((row.letter, row.length) for row in rows).items():
        if times > 1:
            raise ValueError(f"{letter or 'length '}{length} is given {times} times")


def _csv(rows: Sequence[Row], against: Published | None) -> str:
    words = {True: "yes", False: "no", None: ""}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS if against is None else (*_COLUMNS, "published", "differs"))
    for row in rows:
        # The writer leaves the cell of a None empty.
        cells: list[object] = [
            row.letter,
            row.length,
            row.words,
            row.lower,
            row.upper,
            row.emi,
            row.first_guess,
            f"{row.seconds:.3f}",
        ]
        if against is not None:
            cells += [against.value(row), words[against.differs(row)]]
        writer.writerow(cells)
    return text.getvalue()


def _json(rows: Sequence[Row], against: Published | None, title: str) -> str:
    cells = []
    for row in rows:
        cell: dict[str, object] = {
            "letter": row.letter,
            "length": row.length,
            "words": row.words,
            "lower": row.lower,
            "upper": row.upper,
            "emi": row.emi,
            "proven": row.emi is not None,
            "first_guess": row.first_guess,
            "seconds": round(row.seconds, 3),
        }
        if against is not None:
            cell["published"] = against.value(row)
            cell["differs"] = against.differs(row)
        cells.append(cell)
    document = {"format": "emi-table", "version": _JSON_VERSION, "title": title, "cells": cells}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
