"""A published table of a user, read from a CSV file."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path

from reports.published.comparison import Figures, PublishedEmi, PublishedHeuristics, spelt

__all__ = ["PublishedError", "read_emi", "read_heuristics"]

_EMI = "length,A,B,C"
_HEURISTICS = ["heuristic", "average", "fails", "worst"]
_WHOLE = re.compile("0|[1-9][0-9]{0,5}")
_MEAN = re.compile(r"[1-9][0-9]{0,5}(\.[0-9]{1,9})?")
_LETTER = re.compile("[A-Z]")


class PublishedError(ValueError):
    """A published table that cannot be read."""


def read_emi(path: str | os.PathLike[str]) -> PublishedEmi:
    r"""Read an EMI table: a line for each length, a column for each initial.

    The first line names the columns, such as ``length,A,B,C``. An empty cell is a value that was
    not published; blank lines are skipped.

    Parameters
    ----------
    path : str or path
        The file.

    Raises
    ------
    PublishedError
        When the file cannot be read, or is no such table. The message is one line that names the
        file, the line, and what was expected there.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "paper.csv")
    ...     _ = path.write_text("length,A,B\n5,4,\n6,3,5\n")
    ...     read_emi(path)
    PublishedEmi(values={('A', 5): 4, ('A', 6): 3, ('B', 6): 5}, source='paper.csv')
    """
    path = Path(path)
    rows = _lines(path, _EMI)
    number, header = next(rows)
    letters = _letters(f"{path}:{number}", header)
    values: dict[tuple[str, int], int] = {}
    seen: dict[int, int] = {}
    for number, cells in rows:
        where = f"{path}:{number}"
        length = _whole(where, "length", cells[0], least=1)
        if length in seen:
            raise PublishedError(
                f"{where}: expected each length once, but line {seen[length]} gives {length}"
            )
        seen[length] = number
        for letter, cell in zip(letters, cells[1:], strict=True):
            if cell:
                values[letter, length] = _whole(where, f"column {letter}", cell, least=1)
    if not seen:
        raise PublishedError(f"{path}:{number}: expected a line for each length after this one")
    return PublishedEmi(values, path.name)


def read_heuristics(path: str | os.PathLike[str]) -> PublishedHeuristics:
    """Read a comparison: a line for each heuristic.

    The first line is ``heuristic,average,fails,worst``, or begins with ``method``. An empty cell is
    a figure that was not published; blank lines are skipped.

    Parameters
    ----------
    path : str or path
        The file.

    Raises
    ------
    PublishedError
        As of `read_emi`.
    """
    path, looks = Path(path), ",".join(_HEURISTICS)
    rows = _lines(path, looks)
    number, header = next(rows)
    names = [name.lower() for name in header]
    if names not in (_HEURISTICS, ["method", *_HEURISTICS[1:]]):
        given = ",".join(header)
        raise PublishedError(
            f"{path}:{number}: the first line should be {looks}, not {given!r:.60}"
        )
    figures: dict[str, Figures] = {}
    seen: dict[str, int] = {}
    for number, (name, average, fails, worst) in rows:
        where = f"{path}:{number}"
        if not name:
            raise PublishedError(f"{where}: expected the name of a heuristic in the first cell")
        if (first := seen.setdefault(spelt(name), number)) != number:
            raise PublishedError(
                f"{where}: expected each heuristic once, but line {first} gives {name:.60}"
            )
        figures[name] = Figures(
            _mean(where, average) if average else None,
            _whole(where, "fails", fails, least=0) if fails else None,
            _whole(where, "worst", worst, least=1) if worst else None,
        )
    if not seen:
        raise PublishedError(f"{path}:{number}: expected a line for each heuristic after this one")
    return PublishedHeuristics(figures, path.name)


def _lines(path: Path, looks: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that are not blank, with their numbers; all have as many cells as the first.

    The cells are without outer spaces. What the first line should look like is for the messages.
    """
    columns = 0
    for number, cells in _split(path, _text(path, looks)):
        columns = columns or len(cells)
        if len(cells) != columns:
            raise PublishedError(
                f"{path}:{number}: expected {columns} cells as in the first line, not {len(cells)}"
            )
        yield number, cells
    if not columns:
        raise PublishedError(
            f"{path}:1: the file is empty; the first line should look like {looks}"
        )


def _text(path: Path, looks: str) -> str:
    """Return what the file holds."""
    expected = f"expected a CSV file whose first line looks like {looks}"
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PublishedError(f"{path}: no such file; {expected}") from None
    except IsADirectoryError:
        raise PublishedError(f"{path}: this is a folder; {expected}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PublishedError(f"{path}: cannot be read ({reason}); {expected}") from None
    try:
        # Spreadsheets like to put a byte order mark in front.
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PublishedError(f"{path}:{line}: expected UTF-8 text") from None


def _split(path: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that are not blank, each with its number, as cells without outer spaces."""
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    try:
        for line in reader:
            cells = [cell.strip() for cell in line]
            if any(cells) or len(cells) > 1:
                yield reader.line_num, cells
    except csv.Error as error:
        raise PublishedError(
            f"{path}:{reader.line_num}: expected cells separated by commas ({error})"
        ) from None


def _letters(where: str, header: Sequence[str]) -> list[str]:
    """Return the letters that the first line names."""
    if header[0].lower() != "length" or len(header) == 1:
        given = ",".join(header)
        raise PublishedError(f"{where}: the first line should look like {_EMI}, not {given!r:.60}")
    letters = [name.upper() for name in header[1:]]
    for place, letter in enumerate(letters):
        if not _LETTER.fullmatch(letter):
            raise PublishedError(
                f"{where}: column {place + 2} should be a single letter, A to Z,"
                f" not {header[place + 1]!r:.60}"
            )
        if letter in letters[:place]:
            raise PublishedError(f"{where}: expected each letter once, but {letter} comes twice")
    return letters


def _whole(where: str, what: str, cell: str, *, least: int) -> int:
    """Return the whole number in a cell, from 0 or 1."""
    if not _WHOLE.fullmatch(cell) or int(cell) < least:
        kind = "positive whole number" if least else "whole number"
        raise PublishedError(f"{where}: {what} should be a {kind}, not {cell!r:.60}")
    return int(cell)


def _mean(where: str, cell: str) -> Decimal:
    """Return the average in a cell."""
    if not _MEAN.fullmatch(cell):
        raise PublishedError(
            f"{where}: average should be a number of at least 1, such as 2.8145, not {cell!r:.60}"
        )
    return Decimal(cell)
