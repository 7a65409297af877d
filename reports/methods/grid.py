"""The comparison of methods as people read it: a line for each method."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from reports.fold import fold
from reports.methods.outcome import Summary, limited, rounded
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

__all__ = ["Cell", "cells", "folded", "markdown", "terminal"]

_LABELS = ("method", "ties", "direction")
_FIGURES = ("average", "fails", "worst")
_SINGLE = 9
"""Up to so many tries have a column of their own; where words need more, the last is for these."""


class Cell(NamedTuple):
    """A figure, with what is to be made visible of it.

    Attributes
    ----------
    shown : str
        The figure.
    differs : bool or None
        Whether something else is published; None where nothing is.
    best : bool
        Whether no other method has a better one.
    """

    shown: str
    differs: bool | None = None
    best: bool = False


def cells(methods: Sequence[Summary], against: PublishedMethods | None) -> list[list[Cell]]:
    """Return average, fails and worst case of each method; no fails where there is no limit.

    Parameters
    ----------
    methods : sequence of Summary
        The methods.
    against : PublishedMethods or None
        Figures to compare with.

    Returns
    -------
    list of list of Cell

    Examples
    --------
    >>> from reports.methods.outcome import Outcome, summaries
    >>> bobo, best = Outcome("Bobo", "", "", 5, 2, (1, 2, 2)), Outcome("Sum", "", "", 5, 2, (1, 4))
    >>> [cell.shown for cell in cells(summaries([bobo, best]), None)[1] if cell.best]
    ['1.8000', '0', '2']
    """
    figures = [(each.mean, each.fails or 0, each.worst) for each in methods]
    # One alone is not the best of anything, nor is any when they were tried on different words.
    alike = len(methods) > 1 and not shortfalls(methods)
    least = [min(column) for column in zip(*figures, strict=True)]
    shown_at = range(3) if limited(methods) else (0, 2)
    lines = []
    for each, values in zip(methods, figures, strict=True):
        published = None if against is None else against.of(each.method)
        unlike = (None, None, None) if published is None else published.unlike(each)
        shown = (rounded(each.mean), str(each.fails), str(each.worst))
        line = [
            Cell(text, differs, alike and value == best)
            for text, differs, value, best in zip(shown, unlike, values, least, strict=True)
        ]
        lines.append([line[place] for place in shown_at])
    return lines


def folded(methods: Sequence[Summary]) -> tuple[list[str], list[tuple[int, ...]]]:
    """Return the distribution of tries with its long tail drawn together.

    Parameters
    ----------
    methods : sequence of Summary
        The methods.

    Returns
    -------
    headings : list of str
        The tries: ``1``, ``2``, and so on; where a method needs more than nine, up to ``9+``.
    counts : list of tuple of int
        For each method the words found with so many tries.

    Examples
    --------
    >>> from reports.methods.outcome import Outcome, summaries
    >>> folded(summaries([Outcome("Sum", "", "", 5, 5, (1, 4, 2))]))
    (['1', '2', '3'], [(1, 4, 2)])
    >>> folded(summaries([Outcome("Gini", "", "", 5, 5, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10))]))[0][-2:]
    ['8', '9+']
    """
    worst = max((each.worst for each in methods), default=0)
    columns = min(worst, _SINGLE)
    headings = [str(tries) for tries in range(1, columns + 1)]
    if worst > _SINGLE:
        headings[-1] += "+"
    lines = []
    for each in methods:
        counts = each.counts + (0,) * (columns - each.worst)
        lines.append((*counts[: columns - 1], sum(counts[columns - 1 :])))
    return headings, lines


def markdown(
    methods: Sequence[Summary], *, against: PublishedMethods | None = None, title: str = ""
) -> str:
    """Lay methods out as a GitHub table.

    Parameters
    ----------
    methods : sequence of Summary
        The methods, no two of the same name and setting.
    against : PublishedMethods, optional
        Figures to compare with: they have a column, and a figure that differs is bold.
    title : str, optional
        A line above the table.

    Returns
    -------
    str

    Examples
    --------
    >>> from reports.methods.outcome import Outcome, summaries
    >>> print(markdown(summaries([Outcome("Bobo", "", "", 5, 2, (1, 4, 2))])), end="")
    | method | ties | direction | average | fails | worst | total | words | 1 | 2 | 3 |
    | :--- | :--- | :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | Bobo |  |  | 2.1429 | 2 | 3 | 15 | 7 | 1 | 4 | 2 |
    <BLANKLINE>
    1 method, 7 words of 5 letters. Fails are words that need more than 2 tries.
    """

    def line(parts: Sequence[str]) -> str:
        return f"| {' | '.join(parts)} |"

    headings, rows = _columns(methods, against, "{}")
    lines = [f"**{title}**", ""] if title else []
    lines.append(line([*_LABELS, *headings]))
    lines.append(line([":---"] * len(_LABELS) + ["---:"] * len(headings)))
    for each, row in zip(methods, rows, strict=True):
        figures = [f"**{cell.shown}**" if cell.differs else cell.shown for cell in row]
        lines.append(line([each.method, each.ties, each.direction, *figures]))
    notes = [summary(methods), allowances(methods), *shortfalls(methods)]
    lines += ["", " ".join(f"{note}." for note in notes if note)]
    if against is not None:
        found = findings(methods, against)
        lines += ["", f"{comparison(found, f'`{against.source}`')}."]
        listed = [*told(found), *absent(methods, against)]
        if listed:
            lines += ["", *(f"- {each}" for each in listed)]
    return "\n".join(lines) + "\n"


def terminal(
    methods: Sequence[Summary],
    *,
    against: PublishedMethods | None = None,
    title: str = "",
    width: int | None = None,
    colour: bool = False,
) -> str:
    """Lay methods out as aligned text, with a summary below.

    Parameters
    ----------
    methods : sequence of Summary
        The methods, no two of the same name and setting.
    against : PublishedMethods, optional
        Figures to compare with: they have a column, and a figure that differs has a ``*`` behind
        it.
    title : str, optional
        A line above the table.
    width : int, optional
        Columns that do not fit in so many characters continue below the others.
    colour : bool, optional
        Whether to show the best average, fails and worst case in green and what differs reversed,
        with ANSI escapes.

    Returns
    -------
    str

    Examples
    --------
    >>> from reports.methods.outcome import Outcome, summaries
    >>> print(terminal(summaries([Outcome("Bobo", "", "", 5, 2, (1, 4, 2))])), end="")
    method  ties  direction  average  fails  worst  total  words  in 1  in 2  in 3
    Bobo                      2.1429      2      3     15      7     1     4     2
    <BLANKLINE>
    1 method, 7 words of 5 letters
    Fails are words that need more than 2 tries
    """
    paint = _painter() if colour else _plain
    headings, rows = _columns(methods, against, "in {}")
    widths = [
        max([len(heading)] + [len(row[place].shown) for row in rows])
        for place, heading in enumerate(headings)
    ]
    names = _aligned([_LABELS, *((each.method, each.ties, each.direction) for each in methods)])

    def padded(cell: Cell, width: int) -> str:
        # The mark has a place of its own, so that it moves nothing.
        mark = "*" if cell.differs else " "
        return " " * (1 + width - len(cell.shown)) + paint(cell) + mark

    lines = [title, ""] if title else []
    room = None if width is None else width - len(names[0])
    for run in fold([size + 2 for size in widths], room):
        for name, row in zip(names, [map(Cell, headings), *rows], strict=True):
            figures = map(padded, [*row][run], widths[run])
            lines.append(name + "".join(figures))
        lines.append("")
    lines.extend(note for note in (summary(methods), allowances(methods)) if note)
    lines += shortfalls(methods)
    if against is not None:
        found = findings(methods, against)
        lines.append(comparison(found, against.source))
        lines.extend(f"* {each}" for each in told(found))
        lines += absent(methods, against)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _columns(
    methods: Sequence[Summary], against: PublishedMethods | None, tries: str
) -> tuple[list[str], list[list[Cell]]]:
    """Return the headings of all columns with figures, and what stands below them."""
    distribution, counts = folded(methods)
    figures = _FIGURES if limited(methods) else (_FIGURES[0], _FIGURES[2])
    headings = [*figures, *(["published"] if against is not None else []), "total"]
    headings.append(f"{noun(methods)}s")
    lines = []
    for each, line, found in zip(methods, cells(methods, against), counts, strict=True):
        if against is not None:
            line.append(Cell(str(against.of(each.method) or "")))
        lines.append([*line, *(Cell(str(number)) for number in (each.total, each.words, *found))])
    return [*headings, *map(tries.format, distribution)], lines


def _aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    """Return lines of words with the words below each other."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return ["  ".join(map(str.ljust, line, widths)) + " " for line in lines]


def _plain(cell: Cell) -> str:
    return cell.shown


def _painter() -> Callable[[Cell], str]:
    """Return what writes a figure in its colour: the best green, one that differs reversed."""
    # Only here: rich takes longer to import than all the rest of this package.
    from rich.color import ColorSystem
    from rich.style import Style

    def paint(cell: Cell) -> str:
        if not (cell.best or cell.differs):
            return cell.shown
        style = Style(color="green" if cell.best else None, bold=True, reverse=cell.differs)
        # Not through a console: that one looks at the environment, and here the caller decides.
        return style.render(cell.shown, color_system=ColorSystem.STANDARD)

    return paint
