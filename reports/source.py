"""A published table as a CSV file: what every kind of them has in common."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

__all__ = ["PublishedError", "lines", "whole"]

_WHOLE = re.compile("0|[1-9][0-9]{0,5}")


class PublishedError(ValueError):
    """A published table that cannot be read."""


def lines(path: Path, looks: str) -> Iterator[tuple[int, list[str]]]:
    r"""Yield the lines of a file that are not blank; the first names the columns.

    Parameters
    ----------
    path : Path
        The file.
    looks : str
        What the first line should look like, for the messages.

    Yields
    ------
    (int, list of str)
        The number of a line, and its cells without outer spaces: as many as in the first line.

    Raises
    ------
    PublishedError
        When the file cannot be read, holds nothing, or is not such a file from some line on.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "paper.csv")
    ...     _ = path.write_text("length,A\n\n5, 4\n")
    ...     list(lines(path, "length,A"))
    [(1, ['length', 'A']), (3, ['5', '4'])]
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


def whole(where: str, what: str, cell: str, *, least: int) -> int:
    """Return the whole number in a cell.

    Parameters
    ----------
    where : str
        The file and the line, for the message.
    what : str
        What the number is, likewise.
    cell : str
        The cell.
    least : int
        The smallest number that makes sense: 0 or 1.

    Returns
    -------
    int

    Raises
    ------
    PublishedError
        When the cell holds anything else.

    Examples
    --------
    >>> whole("paper.csv:2", "fails", "53", least=0)
    53
    """
    if not _WHOLE.fullmatch(cell) or int(cell) < least:
        kind = "positive whole number" if least else "whole number"
        raise PublishedError(f"{where}: {what} should be a {kind}, not {cell!r:.60}")
    return int(cell)


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
