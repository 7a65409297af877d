"""A front in every format: for people, for spreadsheets and for programs."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Sequence

from reports.front.grid import markdown, terminal
from reports.front.row import FrontRow
from reports.front.wording import within
from reports.methods.outcome import rounded

__all__ = ["FORMATS", "FrontRow", "ordered", "render"]

FORMATS: tuple[str, ...] = ("table", "csv", "json", "markdown", "html")
"""The formats that `render` knows."""

_COLUMNS = (
    "tries",
    "misses_lower",
    "misses_upper",
    "total_lower",
    "total_upper",
    "mean",
    "worst",
    "first_guess",
    "words",
    "weight",
    "seconds",
)
_JSON_VERSION = 1


def render(
    rows: Iterable[FrontRow],
    format: str,
    *,
    title: str = "",
    width: int | None = None,
    colour: bool = False,
) -> str:
    r"""Write a front.

    Parameters
    ----------
    rows : iterable of FrontRow
        Of one game, in any order.
    format : str
        One of `FORMATS`: ``table`` for the terminal, ``markdown`` for GitHub, ``html`` for a page
        that stands alone, with plots if matplotlib is installed, ``csv`` and ``json`` with a line
        or an object for each row. JSON and the page list what is missed.
    title : str, optional
        What the front is called. CSV has no place for it.
    width : int, optional
        For ``table``: fold the columns to so many characters.
    colour : bool, optional
        For ``table``: colour the figures, with ANSI escapes.

    Returns
    -------
    str
        Text that ends with one newline.

    Raises
    ------
    ValueError
        When the format is unknown, when two rows are of the same tries, or when they are not of one
        game.

    Examples
    --------
    >>> rows = [
    ...     FrontRow(None, 8, 0, 0, 17, 17, 8, 3, "CORNE", (), 0.5),
    ...     FrontRow(2, 8, 1, 1, 17, 18, 8, 3, "CARIE", ("CAVES",), 0.5),
    ...     FrontRow(3, 8, 0, 0, 17, 17, 8, 3, "CORNE", (), 0.5),
    ... ]
    >>> print(*render(rows, "csv").splitlines()[1:], sep="\n")
    2,1,1,17,18,2.2500,3,CARIE,8,8,0.500
    3,0,0,17,17,2.1250,3,CORNE,8,8,0.500
    any,0,0,17,17,2.1250,3,CORNE,8,8,0.500
    >>> print(render(rows, "table"), end="")
    tries  misses  guaranteed            mean   total  worst  first guess  seconds
        2       1           7  2.1250..2.2500  17..18      3  CARIE           0.50
        3       0           8          2.1250*     17      3  CORNE           0.50
      any       -           -          2.1250      17      3  CORNE           0.50
    <BLANKLINE>
    3 rows, 2 proven, 1 not, 1.5 s
    Misses are secrets that are not sure to be found within the tries; they are found later
    * costs nothing: no strategy at all has a lower average
    """
    if format not in FORMATS:
        raise ValueError(f"unknown format {format!r}; the formats are {', '.join(FORMATS)}")
    lines = ordered(rows)
    if format == "csv":
        return _csv(lines)
    if format == "json":
        return _json(lines, title)
    if format == "html":
        # Only here: the others need neither its templates nor what reads them.
        from reports.page import front as page

        return page.render(lines, title=title)
    if format == "markdown":
        return markdown(lines, title=title)
    return terminal(lines, title=title, width=width, colour=colour)


def ordered(rows: Iterable[FrontRow]) -> list[FrontRow]:
    """Return rows in the order in which they are shown: by tries, that of any number last.

    Parameters
    ----------
    rows : iterable of FrontRow

    Returns
    -------
    list of FrontRow

    Raises
    ------
    ValueError
        When two rows are of the same tries, or when they are not of one game.

    Examples
    --------
    >>> whole = FrontRow(None, 1, 0, 0, 1, 1, 1, 1, "CARIE", (), 0.5)
    >>> first = FrontRow(1, 1, 0, 0, 1, 1, 1, 1, "CARIE", (), 0.5)
    >>> [row.tries for row in ordered([whole, first])]
    [1, None]
    """
    lines = sorted(rows, key=lambda row: (row.tries is None, row.tries or 0))
    for row in lines:
        if (row.words, row.weight) != (lines[0].words, lines[0].weight):
            raise ValueError(
                f"rows must be of one game, not of {lines[0].words} words (weight"
                f" {lines[0].weight}) and of {row.words} (weight {row.weight})"
            )
    for line, times in Counter(map(within, lines)).items():
        if times > 1:
            raise ValueError(f"the row {line!r} is given {times} times")
    return lines


def _csv(rows: Sequence[FrontRow]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        values = _values(row) | {"mean": rounded(row.mean), "seconds": f"{row.seconds:.3f}"}
        if row.tries is None:
            values["tries"] = "any"
        writer.writerow(values.values())
    return text.getvalue()


def _json(rows: Sequence[FrontRow], title: str) -> str:
    """Return an object with a line for each row, fit for a diff."""
    head = {"format": "emi-pareto", "version": _JSON_VERSION, "title": title}
    listed = ",\n".join(f"  {_dumps(_values(row) | {'missed': row.missed})}" for row in rows)
    return f'{{\n {_dumps(head)[1:-1]},\n "rows": [\n{listed}\n ]\n}}\n'


def _values(row: FrontRow) -> dict[str, object]:
    """Return what a row says, by the names of the columns and in their order."""
    values = {name: getattr(row, name) for name in _COLUMNS}
    return values | {"mean": float(rounded(row.mean)), "seconds": round(row.seconds, 3)}


def _dumps(item: object) -> str:
    return json.dumps(item, ensure_ascii=False)
