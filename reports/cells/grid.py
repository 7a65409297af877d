"""The EMI table as people know it: a line for each length, a column for each initial."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reports.cells.published import Published, differences
from reports.cells.row import Row
from reports.cells.wording import comparison, contrast, count, heading, summary
from reports.fold import fold

__all__ = ["markdown", "terminal"]

_COLOURS = ("bright_blue", "blue", "cyan", "green", "yellow", "magenta", "red")
"""The colour of the values 1, 2, 3 and so on; the last is for all that are higher."""


def markdown(
    rows: Sequence[Row],
    *,
    letters: Sequence[str],
    lengths: Sequence[int],
    against: Published | None = None,
    title: str = "",
) -> str:
    """Lay rows out as a GitHub table.

    Parameters
    ----------
    rows : sequence of Row
        The cells, no two of the same initial and length.
    letters, lengths : sequence
        The columns and the lines.
    against : Published, optional
        Values to compare with: a cell that differs reads ``**4 (5)**``, computed (published).
    title : str, optional
        A line above the table.

    Returns
    -------
    str

    Examples
    --------
    >>> print(markdown([Row("A", 5, 300, 4, 4, "AORTE", 0.5)], letters="AB", lengths=[5]), end="")
    | length | A | B |
    | ---: | :---: | :---: |
    | 5 | 4 |  |
    """
    cells = {(row.letter, row.length): row for row in rows}

    def cell(row: Row | None) -> str:
        if row is None:
            return ""
        if against is None or not against.differs(row):
            return row.value
        return f"**{row.value} ({against.value(row)})**"

    def line(parts: Sequence[str]) -> str:
        return f"| {' | '.join(parts)} |"

    lines = [f"**{title}**", ""] if title else []
    lines.append(line(["length", *map(heading, letters)]))
    lines.append(line(["---:", *([":---:"] * len(letters))]))
    lines.extend(
        line([str(length), *(cell(cells.get((letter, length))) for letter in letters)])
        for length in lengths
    )
    notes = []
    if against is not None:
        unlike = [contrast(row, value) for row, value in differences(rows, against)]
        notes.append(f"{comparison(rows, against, f'`{against.source}`')}.")
        if unlike:
            notes.append(f"{'; '.join(unlike)}.")
    if unproven := sum(row.emi is None for row in rows):
        notes.append(f"{count(unproven)} {'is' if unproven == 1 else 'are'} not proven.")
    if notes:
        lines += ["", " ".join(notes)]
    return "\n".join(lines) + "\n"


def terminal(
    rows: Sequence[Row],
    *,
    letters: Sequence[str],
    lengths: Sequence[int],
    against: Published | None = None,
    title: str = "",
    width: int | None = None,
    colour: bool = False,
) -> str:
    """Lay rows out as aligned text, with a summary below.

    Parameters
    ----------
    rows : sequence of Row
        The cells, no two of the same initial and length.
    letters, lengths : sequence
        The columns and the lines.
    against : Published, optional
        Values to compare with: a cell that differs has a ``*`` behind it and is spelt out below.
    title : str, optional
        A line above the table.
    width : int, optional
        Columns that do not fit in so many characters continue below the others.
    colour : bool, optional
        Whether to colour the values, with ANSI escapes.

    Returns
    -------
    str

    Examples
    --------
    >>> print(terminal([Row("A", 5, 300, 4, 4, "AORTE", 0.5)], letters="AB", lengths=[5]), end="")
      A  B
    5 4
    <BLANKLINE>
    1 cell, 1 proven, 0 not, 0.5 s
    """
    cells = {(row.letter, row.length): row for row in rows}
    paint = _painter() if colour else _plain
    label = max((len(str(length)) for length in lengths), default=0)
    widths = {
        letter: max(
            [len(heading(letter))]
            + [len(cells[letter, length].value) for length in lengths if (letter, length) in cells]
        )
        for letter in letters
    }

    def cell(letter: str, length: int) -> str:
        row = cells.get((letter, length))
        if row is None:
            return " " * (widths[letter] + 2)
        # The mark has a place of its own, so that it moves nothing: 26 letters fit in 80 columns.
        mark = "*" if against is not None and against.differs(row) else " "
        return " " * (1 + widths[letter] - len(row.value)) + paint(row, mark) + mark

    lines = [title, ""] if title else []
    room = None if width is None else width - label
    for run in fold([widths[letter] + 2 for letter in letters], room):
        block = letters[run]
        lines.append(
            " " * label + "".join(f" {heading(letter):>{widths[letter]}} " for letter in block)
        )
        lines.extend(
            f"{length:>{label}}" + "".join(cell(letter, length) for letter in block)
            for length in lengths
        )
        lines.append("")
    lines.append(summary(rows))
    if against is not None:
        lines.append(comparison(rows, against, against.source))
        lines.extend(f"* {contrast(row, value)}" for row, value in differences(rows, against))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _plain(row: Row, _mark: str) -> str:
    return row.value


def _painter() -> Callable[[Row, str], str]:
    """Return what writes a value in its colour: reversed if it differs, dim if not proven."""
    # Only here: rich takes longer to import than all the rest of this package.
    from rich.color import ColorSystem
    from rich.style import Style

    def paint(row: Row, mark: str) -> str:
        differs = mark == "*"
        style = Style(
            color=_COLOURS[min(max(row.upper, 1), len(_COLOURS)) - 1],
            dim=row.emi is None,
            bold=differs,
            reverse=differs,
        )
        # Not through a console: that one looks at the environment, and here the caller decides.
        return style.render(row.value, color_system=ColorSystem.STANDARD)

    return paint
