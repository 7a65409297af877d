"""The EMI table as a web page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from reports.cells.published import Published, differences
from reports.cells.row import Row
from reports.cells.wording import comparison, contrast, count, heading, summary
from reports.page import assembled, filled

__all__ = ["render"]

_TITLE = "EMI table"
_HIGHEST = 8
"""The highest value with a colour of its own; all above share it."""
_FEW = 12
"""A table of more columns is turned on its side where the window is narrow."""


def render(
    rows: Sequence[Row],
    *,
    letters: Sequence[str],
    lengths: Sequence[int],
    against: Published | None = None,
    title: str = "",
) -> str:
    """Lay rows out as a page that stands alone: style and script are inside.

    Each cell shows its value, coloured by it, and on hover, focus or tap what else is known; below
    are the differences from what is published, and all cells as a list. JavaScript, where there is
    some, adds arrow keys and sorting.

    Parameters
    ----------
    rows : sequence of Row
        The cells, no two of the same initial and length.
    letters, lengths : sequence
        The columns and the lines.
    against : Published, optional
        Values to compare with: a cell that differs shows both, and is listed below.
    title : str, optional
        What the page is called.

    Returns
    -------
    str
        HTML, to be saved as UTF-8.

    Examples
    --------
    >>> page = render([Row("A", 5, 300, 4, 4, "AORTE", 0.5)], letters="AB", lengths=[5])
    >>> page.splitlines()[0]
    '<!DOCTYPE html>'
    """
    cells = {(row.letter, row.length): row for row in rows}
    main = filled(
        "cells.html",
        title=escape(title or _TITLE),
        summary=_summary(rows, against),
        legend=_legend(rows, against),
        shape="many" if len(letters) > _FEW else "few",
        columns="".join(
            f'<th scope="col" role="columnheader">{escape(heading(letter))}</th>'
            for letter in letters
        ),
        lines="\n".join(
            f'<tr role="row"><th scope="row" role="rowheader">{length}</th>'
            + "".join(_cell(cells.get((letter, length)), against) for letter in letters)
            + "</tr>"
            for length in lengths
        ),
        differences=_differences(rows, against),
        count=count(len(rows)),
        list_columns=_list_columns(against),
        list="\n".join(_listed(row, against) for row in rows),
    )
    return assembled(title or _TITLE, main, "cells.css", "cells.js")


def _summary(rows: Sequence[Row], against: Published | None) -> str:
    sentences = [summary(rows)]
    if against is not None:
        source = f"<cite>{escape(against.source)}</cite>"
        sentences.append(comparison(rows, against, source))
    return "".join(f"<p>{sentence}.</p>" for sentence in sentences)


def _legend(rows: Sequence[Row], against: Published | None) -> str:
    """Return a colour sample for each value that occurs, with how often it does."""
    proven = Counter(row.upper for row in rows if row.emi is not None)
    keys = [
        (f'<span class="key v{_colour(value)}">{value}</span>', count(times))
        for value, times in sorted(proven.items())
    ]
    if unproven := len(rows) - proven.total():
        keys.append(('<span class="key open">..</span>', f"not proven, {count(unproven)}"))
    if against is not None and (unlike := len(differences(rows, against))):
        keys.append(('<span class="key differs">≠</span>', f"published otherwise, {count(unlike)}"))
    return "".join(f"<li>{sample} {meaning}</li>" for sample, meaning in keys)


def _colour(value: int) -> int:
    return min(value, _HIGHEST)


def _cell(row: Row | None, against: Published | None) -> str:
    if row is None:
        return '<td role="cell" class="none"><span class="aside">no words</span></td>'
    details = f"{row.letter}{row.length}-details"
    classes, mark = [f"v{_colour(row.upper)}"], ""
    if row.emi is None:
        classes += ["open", f"from{_colour(row.lower)}"]
    if against is not None and against.differs(row):
        classes.append("differs")
        mark = f'<small>≠{against.value(row)}<span class="aside"> published</span></small>'
    facts = "".join(
        f"<div><dt>{name}</dt><dd>{escape(fact)}</dd></div>" for name, fact in _facts(row, against)
    )
    return (
        f'<td role="cell" class="{" ".join(classes)}">'
        f'<button type="button" aria-describedby="{details}">{row.value}{mark}</button>'
        f'<div class="details" id="{details}"><b>{escape(row.name)}</b><dl>{facts}</dl></div></td>'
    )


def _facts(row: Row, against: Published | None) -> list[tuple[str, str]]:
    """Return what the details of a cell say, by name."""
    known = f"{row.emi}, proven" if row.emi is not None else f"{row.value}, not proven"
    facts = [
        ("Worst case", known),
        ("First guess", row.first_guess or "none known"),
        ("Words", str(row.words)),
        ("Time", f"{row.seconds:.3f} s"),
    ]
    if against is not None and (published := against.value(row)) is not None:
        facts.append(("Published", f"{published}, {_verdict(row, against)}"))
    return facts


def _verdict(row: Row, against: Published) -> str:
    return {True: "differs", False: "agrees", None: "still possible"}[against.differs(row)]


def _differences(rows: Sequence[Row], against: Published | None) -> str:
    if against is None:
        return ""
    unlike = "".join(
        f"<li>{escape(contrast(row, value))}</li>" for row, value in differences(rows, against)
    )
    if not unlike:
        return ""
    return (
        '<section class="differences"><h2>Differences from '
        f"<cite>{escape(against.source)}</cite></h2><ul>{unlike}</ul></section>"
    )


def _list_columns(against: Published | None) -> str:
    names = ["Cell", "Letters", "Worst case", "First guess", "Words", "Seconds"]
    if against is not None:
        names.append("Published")
    return "".join(f'<th scope="col">{name}</th>' for name in names)


def _listed(row: Row, against: Published | None) -> str:
    """Return the line of a row in the list; what a column sorts by is beside what it shows."""
    fields = [
        (row.length, str(row.length)),
        (row.lower + row.upper, row.value if row.emi is not None else f"{row.value} (not proven)"),
        (row.first_guess, row.first_guess),
        (row.words, str(row.words)),
        (row.seconds, f"{row.seconds:.3f}"),
    ]
    if against is not None:
        published = against.value(row)
        shown = "" if published is None else f"{published} ({_verdict(row, against)})"
        fields.append((published or 0, shown))
    marked = ' class="differs"' if against is not None and against.differs(row) else ""
    return (
        f'<tr{marked}><th scope="row" data-key="{escape(row.name)}">{escape(row.name)}</th>'
        + "".join(
            f'<td data-key="{escape(str(key))}">{escape(shown)}</td>' for key, shown in fields
        )
        + "</tr>"
    )
