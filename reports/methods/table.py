"""The comparison of methods in every format: for people, for spreadsheets and for programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence

from reports.methods.grid import markdown, terminal
from reports.methods.outcome import Outcome, Summary, rounded, summaries
from reports.methods.published import Figures, PublishedMethods
from reports.methods.wording import findings

__all__ = ["FORMATS", "Outcome", "PublishedMethods", "render"]

FORMATS: tuple[str, ...] = ("table", "csv", "json", "markdown", "html")
"""The formats that `render` knows."""

_COLUMNS = ("method", "ties", "direction", "average", "fails", "worst", "total", "words")
_PUBLISHED = ("published_average", "published_fails", "published_worst", "differs")
_JSON_VERSION = 1


def render(
    outcomes: Iterable[Outcome],
    format: str,
    *,
    against: PublishedMethods | None = None,
    title: str = "",
    width: int | None = None,
    colour: bool = False,
) -> str:
    r"""Write the comparison of methods.

    Parameters
    ----------
    outcomes : iterable of Outcome
        How each method fared on each length. The methods are shown in the order of their first
        outcome, each setting of tie-break and direction on its own; the first setting of a method
        is its usual one.
    format : str
        One of `FORMATS`: ``table`` for the terminal, ``markdown`` for GitHub, ``html`` for a page
        that stands alone, for words with plots if matplotlib is installed, ``csv`` and ``json``
        with a line or an object for each method. CSV and JSON hold the whole distribution of tries;
        the others draw its tail together.
    against : PublishedMethods, optional
        Figures to compare with.
    title : str, optional
        What the comparison is called. CSV has no place for it.
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
        When the format is unknown, or when two outcomes are of the same method, setting and length.

    Examples
    --------
    >>> outcomes = [
    ...     Outcome("Sum", "possible", "lowest", 5, 3, (1, 4, 2, 1)),
    ...     Outcome("Bobo", "", "", 5, 3, (1, 2, 5)),
    ... ]
    >>> print(render(outcomes, "csv"), end="")
    method,ties,direction,average,fails,worst,total,words,tries_1,tries_2,tries_3,tries_4
    Sum,possible,lowest,2.3750,1,4,19,8,1,4,2,1
    Bobo,,,2.5000,0,3,20,8,1,2,5,0
    >>> print(render(outcomes, "table"), end="")
    method  ties      direction  average  fails  worst  total  words  in 1  in 2  in 3  in 4
    Sum     possible  lowest      2.3750      1      4     19      8     1     4     2     1
    Bobo                          2.5000      0      3     20      8     1     2     5     0
    <BLANKLINE>
    2 methods, 8 words of 5 letters
    Fails are words that need more than 3 tries
    """
    if format not in FORMATS:
        raise ValueError(f"unknown format {format!r}; the formats are {', '.join(FORMATS)}")
    methods = summaries(outcomes)
    if format == "csv":
        return _csv(methods, against)
    if format == "json":
        return _json(methods, against, title)
    if format == "html":
        # Only here: the others need neither its templates nor what reads them.
        from reports.page import methods as page

        return page.render(methods, against=against, title=title)
    if format == "markdown":
        return markdown(methods, against=against, title=title)
    return terminal(methods, against=against, title=title, width=width, colour=colour)


def _csv(methods: Sequence[Summary], against: PublishedMethods | None) -> str:
    words = {True: "yes", False: "no", None: ""}
    worst = max((each.worst for each in methods), default=0)
    columns = [*_COLUMNS, *(f"tries_{tries}" for tries in range(1, worst + 1))]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns if against is None else [*columns, *_PUBLISHED])
    for each in methods:
        # The writer leaves the cell of a None empty.
        cells: list[object] = [
            each.method,
            each.ties,
            each.direction,
            rounded(each.mean),
            each.fails,
            each.worst,
            each.total,
            each.words,
            *each.counts,
            *([0] * (worst - each.worst)),
        ]
        if against is not None:
            published = against.of(each.method) or Figures(None, None, None)
            cells += [published.average, published.fails, published.worst]
            cells.append(words[against.differs(each)])
        writer.writerow(cells)
    return text.getvalue()


def _json(methods: Sequence[Summary], against: PublishedMethods | None, title: str) -> str:
    """Return an object with a line for each method and each of its lengths, fit for a diff."""
    head: dict[str, object] = {
        "format": "emi-strategies",
        "version": _JSON_VERSION,
        "title": title,
    }
    parts = [f" {_dumps(head)[1:-1]}"]
    if against is not None:
        published = ",\n".join(f"  {_dumps(each)}" for each in _published(methods, against))
        source = _dumps(against.source)
        parts.append(f' "published": {{"source": {source}, "methods": [\n{published}\n ]}}')
    listed = ",\n".join(_listed(each, against) for each in methods)
    parts.append(f' "methods": [\n{listed}\n ]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _listed(one: Summary, against: PublishedMethods | None) -> str:
    """Return the object of a method."""
    method: dict[str, object] = {
        "method": one.method,
        "ties": one.ties,
        "direction": one.direction,
        **_figures(one),
    }
    if against is not None:
        published = against.of(one.method)
        method["published"] = None if published is None else _printed(published)
        method["differs"] = against.differs(one)
    lengths = ",\n".join(
        f"    {_dumps({'length': each.length, 'allowed': each.allowed, **_figures(each)})}"
        for each in one.outcomes
    )
    return f'  {_dumps(method)[:-1]},\n   "by_length": [\n{lengths}\n   ]}}'


def _figures(one: Summary | Outcome) -> dict[str, object]:
    return {
        "average": float(rounded(one.mean)),
        "fails": one.fails,
        "worst": one.worst,
        "total": one.total,
        "words": one.words,
        "tries": one.counts,
    }


def _printed(published: Figures) -> dict[str, object]:
    return {
        "average": None if published.average is None else float(published.average),
        "fails": published.fails,
        "worst": published.worst,
    }


def _published(methods: Sequence[Summary], against: PublishedMethods) -> list[dict[str, object]]:
    """Return what became of each published method: which row comes nearest, whether it is equal."""
    found = {id(each.published): each for each in findings(methods, against)}
    listed = []
    for name, published in against.figures.items():
        finding = found.get(id(published))
        method: dict[str, object] = {"method": name, **_printed(published)}
        if finding is None:
            method |= {"nearest": None, "exact": None}
        else:
            nearest = finding.nearest
            method["nearest"] = {"ties": nearest.ties, "direction": nearest.direction}
            method["exact"] = finding.exact
        listed.append(method)
    return listed


def _dumps(item: object) -> str:
    return json.dumps(item, ensure_ascii=False)
