"""Write a table for the terminal: aligned, folded if too wide, optionally in colour."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from emi.reports.table import Cell, Column, Grid, GridCell, Table
from emi.reports.wording import columns, wrapped

_COLOURS = (94, 34, 36, 32, 33, 35, 31)
"""The ANSI codes for the values 1, 2, 3 and so on; the last is for all larger values."""
_GREEN = 32
_STARRED = {"differs", "free"}


class _Text(NamedTuple):
    """The text of a cell, the mark after the text, and the style."""

    text: str
    mark: str = " "
    marks: tuple[str, ...] = ()
    level: int | None = None


class _Lines(NamedTuple):
    """Rows of cells with the heading first; folding repeats the first `labels` columns."""

    lines: list[list[_Text]]
    aligned: list[str]
    labels: int


def write(table: Table, *, width: int | None = None, colour: bool = False) -> str:
    """Return a table as aligned text; ``*`` marks special and differing values."""
    if table.lines:
        # Lines with columns keep their blanks.
        folded = (
            [line] if "  " in line or not line else _wrapped(line, width) for line in table.lines
        )
        return "".join(f"{line}\n" for line in chain.from_iterable(folded))
    paint = _painted if colour else _plain
    grid = table.gridded("table")
    lines = _listed(table) if grid is None else _gridded(grid)
    about, said = table.comparison, []
    if about is not None:
        said = [about.said(about.source), *(f"* {each}" for each in about.differing)]
        said += about.absent
    below = [*table.said(table.summary, "table"), *said]
    below += [f"* {meaning}" for meaning in table.said(table.legend, "table")]
    below += table.said(table.notes, "table")
    # Headings of an empty table are omitted if there are notes below.
    shown = lines.aligned and (lines.lines[1:] or not (below or table.opening or table.closing))
    lead = [f"{place} {each}" for place, each in enumerate(table.lead, 1)]
    blocks = [
        "\n".join(_wrapped(_ended(table.opening), width)),
        "\n".join(chain.from_iterable(_wrapped(each, width) for each in (table.title, *lead))),
        *(_aligned(lines, paint, width) if shown else ()),
        "\n".join(chain.from_iterable(_wrapped(each, width) for each in below)),
        "\n".join(_wrapped(table.closing, width)),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _ended(text: str) -> str:
    """Return a sentence with its full stop."""
    return f"{text}." if text else ""


def natural_width(table: Table) -> int:
    """Return the width of a table that is not folded."""
    lines = _listed(table)
    return sum(_widths(lines)) + 2 * (len(lines.aligned) - 1)


def folded(widths: Sequence[int], room: int | None) -> Iterator[slice]:
    """Yield runs of columns that fit into the width, at least one column in each.

    Without columns, yield one empty run. With unlimited width, yield one run of all columns.
    """
    start = used = 0
    for place, width in enumerate(widths):
        used += width
        if room is not None and used > room and place > start:
            yield slice(start, place)
            start, used = place, width
    yield slice(start, len(widths))


def _wrapped(text: str, width: int | None) -> list[str]:
    """Return lines that fit into a width; words are never split."""
    if width is None or not text:
        return [text] if text else []
    return wrapped(text, width, "    ")


def _listed(table: Table) -> _Lines:
    columns, rows = table.of("table")
    lines = [[_Text(column.name) for column in columns]]
    lines += [[*map(_text, columns, row)] for row in rows]
    # The first column is always repeated when the table is folded.
    labels = sum(column.label for column in columns) or 1
    return _Lines(lines, [column.align for column in columns], labels)


def _text(column: Column, cell: Cell) -> _Text:
    text = column.text(cell)
    if cell.aside:
        return _Text(f"{text} ({cell.aside})")
    return _Text(text, "*" if _STARRED & set(cell.marks) else " ", cell.marks)


def _gridded(grid: Grid) -> _Lines:
    lines = [[_Text("", ""), *map(_Text, grid.columns)]]
    lines += [[_Text(name, ""), *map(_grid_text, cells)] for name, cells in grid.lines]
    return _Lines(lines, ["right"] * len(lines[0]), 0)


def _grid_text(cell: GridCell | None) -> _Text:
    if cell is None:
        return _Text("")
    marks = ("differs",) * cell.differs + ("open",) * (cell.lower != cell.upper)
    return _Text(cell.text, "*" if cell.differs else " ", marks, cell.upper)


def _widths(lines: _Lines) -> list[int]:
    return [max(columns(cell.text) for cell in column) for column in zip(*lines.lines, strict=True)]


def _aligned(lines: _Lines, paint: Callable[[_Text], str], width: int | None) -> Iterator[str]:
    """Yield the folded parts of a table, each as lines.

    Two columns are separated by a place for the mark of the first, which keeps columns aligned, and
    a space. The row names of a grid have no marks: there, 26 letters fit in 80 columns.
    """
    widths, labels = _widths(lines), lines.labels or 1

    def padded(cell: _Text, size: int, align: str) -> str:
        room = " " * (size - columns(cell.text))
        return (
            f"{paint(cell)}{cell.mark}{room}"
            if align == "left"
            else (f"{room}{paint(cell)}{cell.mark}")
        )

    taken = sum(widths[:labels]) + 2 * lines.labels - bool(lines.labels)
    marked = any(cell.mark == "*" for line in lines.lines for cell in line)
    room = None if width is None else width - taken + (not marked)
    for run in folded([size + 2 for size in widths[labels:]], room):
        places = [*range(labels), *range(labels + run.start, labels + run.stop)]
        yield "\n".join(
            " ".join(padded(line[at], widths[at], lines.aligned[at]) for at in places).rstrip()
            for line in lines.lines
        )


def _plain(cell: _Text) -> str:
    return cell.text


def _painted(cell: _Text) -> str:
    """Return a text in its colour: the best green, differing values reversed, unproven ones dim."""
    good, differs = bool({"best", "free"} & set(cell.marks)), "differs" in cell.marks
    is_open = "open" in cell.marks
    codes = [code for code, wanted in ((1, good or differs), (2, is_open), (7, differs)) if wanted]
    if cell.level is not None:
        codes.append(_COLOURS[min(max(cell.level, 1), len(_COLOURS)) - 1])
    elif good:
        codes.append(_GREEN)
    return (
        f"\x1b[{';'.join(map(str, codes))}m{cell.text}\x1b[0m" if codes and cell.text else cell.text
    )
