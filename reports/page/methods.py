"""The comparison of methods as a web page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from reports.methods.grid import Cell, cells, folded
from reports.methods.outcome import Outcome, Summary, labels, limited, rounded
from reports.methods.published import PublishedMethods
from reports.methods.wording import (
    absent,
    allowances,
    comparison,
    findings,
    noun,
    shortfalls,
    summary,
    told,
)
from reports.page import assembled, filled
from reports.plot.draw import PlotError, inline

__all__ = ["render"]

_TITLE = "One-step strategies"
_LABELS = ("Heuristic", "Ties", "Direction")


def render(
    methods: Sequence[Summary], *, against: PublishedMethods | None = None, title: str = ""
) -> str:
    """Lay methods out as a page that stands alone: style, script and pictures are inside.

    Without matplotlib there are no pictures, and the page says how to get them. They, and the list
    by word length, are of words of which some may be failed: the codes of a game have one length.

    Parameters
    ----------
    methods : sequence of Summary
        The methods, no two of the same name and setting.
    against : PublishedMethods, optional
        Figures to compare with: they stand below ours, and what became of them is explained.
    title : str, optional
        What the page is called.

    Returns
    -------
    str
        HTML, to be saved as UTF-8.

    Examples
    --------
    >>> page = render([Summary((Outcome("Bobo", "", "", 5, 2, (1, 4, 2)),))])
    >>> page.splitlines()[0], page.count("<svg")
    ('<!DOCTYPE html>', 4)
    """
    headings, counts = folded(methods)
    of, by_length = noun(methods), limited(methods) and noun(methods) == "word"
    figures = ["Average", "Fails", "Worst"] if limited(methods) else ["Average", "Worst"]
    columns = [*_LABELS, *figures, "Total", f"{of.title()}s", *(f"In {n}" for n in headings)]
    main = filled(
        "methods.html",
        title=escape(title or _TITLE),
        summary=_summary(methods, against),
        columns=_columns(columns),
        methods="\n".join(
            _line(each, line, found, against)
            for each, line, found in zip(methods, cells(methods, against), counts, strict=True)
        ),
        marks=_marks(methods, against),
        differences=_differences(methods, against),
        noun=of,
        whole="list" if of == "word" else "game",
        by_length=_by_length(methods) if by_length else "",
    )
    return assembled(title or _TITLE, main, "methods.css")


def _summary(methods: Sequence[Summary], against: PublishedMethods | None) -> str:
    sentences = [summary(methods), allowances(methods), *shortfalls(methods)]
    shown = [escape(sentence) for sentence in sentences if sentence]
    if against is not None:
        shown.append(comparison(findings(methods, against), _source(against)))
    return "".join(f"<p>{sentence}.</p>" for sentence in shown)


def _source(against: PublishedMethods) -> str:
    return f"<cite>{escape(against.source)}</cite>"


def _columns(names: Sequence[str]) -> str:
    return "".join(f'<th scope="col">{escape(name)}</th>' for name in names)


def _line(
    one: Summary, figures: Sequence[Cell], counts: Sequence[int], against: PublishedMethods | None
) -> str:
    """Return the line of a method; what a column sorts by is beside what it shows."""
    published = None if against is None else against.of(one.method)
    printed = ["", "", ""] if published is None else [*published.printed]
    keys = [rounded(one.mean, 9), str(one.fails), str(one.worst)]
    if one.fails is None:
        del keys[1], printed[1]
    parts = [_named(one.method), _keyed(one.ties), _keyed(one.direction)]
    parts.extend(map(_figure, figures, keys, printed))
    parts.extend(_keyed(str(number)) for number in (one.total, one.words))
    parts.extend(
        f'<td data-key="{count}" class="share" style="--share: {100 * count / one.words:.1f}%">'
        f"{count}</td>"
        for count in counts
    )
    return f"<tr>{''.join(parts)}</tr>"


def _named(name: str) -> str:
    return f'<th scope="row" data-key="{escape(name)}">{escape(name)}</th>'


def _keyed(text: str) -> str:
    return f'<td data-key="{escape(text)}">{escape(text)}</td>'


def _figure(cell: Cell, key: str, printed: str) -> str:
    """Return a figure, with what is published below it."""
    kinds = [kind for kind, there in (("best", cell.best), ("differs", cell.differs)) if there]
    shown = cell.shown
    if cell.differs is not None:
        sign = "≠" if cell.differs else "="
        shown += f'<small>{sign} {printed}<span class="aside"> published</span></small>'
    marked = f' class="{" ".join(kinds)}"' if kinds else ""
    return f'<td data-key="{key}"{marked}>{shown}</td>'


def _marks(methods: Sequence[Summary], against: PublishedMethods | None) -> str:
    """Explain what is marked in the table."""
    marks = []
    if any(cell.best for line in cells(methods, None) for cell in line):
        marks.append('<b class="best">2.5</b> the best of the column')
    if against is not None:
        marks.append(f"= or ≠ what {_source(against)} gives, rounded alike")
    return (
        f'<ul class="marks">{"".join(f"<li>{mark}</li>" for mark in marks)}</ul>' if marks else ""
    )


def _differences(methods: Sequence[Summary], against: PublishedMethods | None) -> str:
    if against is None:
        return ""
    listed = [*told(findings(methods, against)), *absent(methods, against)]
    if not listed:
        return ""
    items = "".join(f"<li>{escape(each)}</li>" for each in listed)
    return (
        f'<section class="differences"><h2>Differences from {_source(against)}</h2>'
        f"<p>Average / fails / worst case.</p><ul>{items}</ul></section>"
    )


def _plots(methods: Sequence[Summary]) -> str:
    if not methods:
        return ""
    try:
        charts = list(inline(methods))
    except PlotError as error:
        return f'<p class="summary">There are none: {escape(str(error))}.</p>'
    return "\n".join(
        f"<figure><figcaption>{escape(chart.title)}</figcaption>\n{svg}\n</figure>"
        for chart, svg in charts
    )


def _by_length(methods: Sequence[Summary]) -> str:
    """Return the pictures, and a list of the methods with a column for each length."""
    lengths = sorted({one.length for each in methods for one in each.outcomes})
    return filled(
        "lengths.html",
        plots=_plots(methods),
        columns=_columns(["Heuristic", *(f"{length} letters" for length in lengths)]),
        lengths="\n".join(
            _at_lengths(each, name, lengths)
            for each, name in zip(methods, labels(methods), strict=True)
        ),
    )


def _at_lengths(one: Summary, name: str, lengths: Sequence[int]) -> str:
    found = {each.length: each for each in one.outcomes}
    return f"<tr>{_named(name)}{''.join(_at(found.get(length)) for length in lengths)}</tr>"


def _at(one: Outcome | None) -> str:
    """Return how a method fared on the words of one length."""
    if one is None:
        return '<td data-key="0"></td>'
    fails = "1 fail" if one.fails == 1 else f"{one.fails} fails"
    return (
        f'<td data-key="{rounded(one.mean, 9)}">{rounded(one.mean)}'
        f"<small>{fails}, worst {one.worst}</small></td>"
    )
