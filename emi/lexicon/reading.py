"""Text files that a user names: their lines or a column, or one line that says what is wrong."""

from __future__ import annotations

import codecs
import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

from emi.errors import EmiError, FileError
from emi.files import MIB, MOST, read_file
from reports.wording import install

if TYPE_CHECKING:
    from collections.abc import Iterator

#: How a file in some encoding begins. UTF-32 comes first: its mark begins as that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8-sig"),
)
#: What may stand between the columns of a table.
DELIMITERS = ",;\t|"
#: How the name of a workbook ends, and of those that are tables whose first column is read unless
#: another is named.
WORKBOOK = ".xlsx"
TABLES = (".tsv", WORKBOOK)


def read_text(
    shown: str, line: str, error: type[EmiError], no_name: str, encoding: str | None = None
) -> io.StringIO:
    """Return the text of a file, packed or not, to be read by lines.

    Parameters
    ----------
    shown : str
        The path, as it was typed.
    line : str
        What a line holds, for messages, such as "one word a line".
    error : type
        What is raised if the file cannot be read, or is no text.
    no_name : str
        The message if there is no such file, and what was typed looks like a name, not like a path.
    encoding : str, optional
        That of a file without a byte order mark; UTF-8 by default.
    """
    try:
        "".encode(encoding or "utf-8")
    except (LookupError, ValueError):
        known = "expected one such as utf-8, utf-16, latin-1 or cp1252"
        raise error(known, encoding=encoding) from None
    name, expected = repr(shown), f"expected a text file, {line}"
    try:
        workbook = shown.lower().endswith(WORKBOOK)
        data = read_file(Path(shown), text=not workbook)
        text = _sheet(data) if workbook else _decoded(data, encoding)
    except FileNotFoundError:
        is_path = any(mark in shown for mark in "./\\")
        message = f"no such file: {name}: {expected}" if is_path else no_name
    except IsADirectoryError:
        # Without a name it is the current folder.
        message = f"{name} is a folder: {expected}" if shown else no_name
    except PermissionError:
        message = f"no permission to read {name}: expected a readable text file"
    except FileError as why:
        message = f"{name} is {why}"
    except (OSError, ValueError) as why:
        message = f"cannot read {name} ({getattr(why, 'strerror', None) or why}): {expected}"
    else:
        if text.strip():
            # Not splitlines, which also splits where no editor counts a line.
            return io.StringIO(text, newline=None)
        message = f"{name} is empty: expected {line}"
    raise error(message)


def _sheet(data: bytes) -> str:
    """Return the first sheet of a workbook as a table with tabs, a line for each row."""
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise FileError(f"a workbook, which needs openpyxl: {install('xlsx')}") from None
    text = io.StringIO()
    rows = csv.writer(text, delimiter="\t", lineterminator="\n")
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        for row in book.worksheets[0].iter_rows(values_only=True):
            rows.writerow(["" if cell is None else " ".join(str(cell).split()) for cell in row])
            if text.tell() > MOST:  # It may unpack to any size.
                break
    except Exception as why:  # noqa: BLE001 - whatever a foreign file leads to
        raise FileError(
            f"no workbook ({type(why).__name__}): expected one of Excel, .xlsx"
        ) from None
    if text.tell() > MOST:
        raise FileError(f"too large: expected at most {MOST / MIB:g} MiB, unpacked")
    return text.getvalue()


def _decoded(data: bytes, encoding: str | None) -> str:
    marked = (name for mark, name in _MARKS if data.startswith(mark))
    name = next(marked, None) or codecs.lookup(encoding or "utf-8").name
    expected = "expected text in UTF-8, or the name of its encoding, such as latin-1"
    wide = name.startswith(("utf-16", "utf-32"))
    try:
        # A NUL is reported rather than a byte that does not decode.
        text = data.decode(name if wide or b"\0" not in data else "latin-1")
    except UnicodeError as error:
        number = data[: getattr(error, "start", 0)].decode(name, "ignore").count("\n") + 1
        name = name.removesuffix("-sig").upper()
        raise FileError(f"not in {name} on line {number}: {expected}") from None
    if (at := text.find("\0")) >= 0:
        number = text.count("\n", 0, at) + 1
        raise FileError(f"a binary file (a NUL on line {number}): {expected}")
    return text


def entries(text: io.StringIO) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text, each with its number; what follows a # is a comment.

    Blank lines and comments alone are no entries.
    """
    for number, line in enumerate(text, start=1):
        if entry := line.partition("#")[0].strip():
            yield number, entry


def column_of(
    text: io.StringIO, column: str, shown: str, error: type[EmiError]
) -> Iterator[tuple[int, str]]:
    """Yield the cells of a column of a table, each with the number of its line.

    A column is named by its heading, or by its number from 1 where the first line is no heading.
    What stands between columns is what the first line has most of; in a file whose name ends as
    `TABLES` a tab. Lines that begin with # and
    empty ones hold no row; a row without the column holds an empty cell.
    """
    first = next((line for line in text if line.strip() and line.lstrip()[0] != "#"), "")
    text.seek(0)
    tabs = shown.lower().endswith(TABLES)
    rows = csv.reader(text, delimiter="\t" if tabs else max(DELIMITERS, key=first.count))
    place = int(column) - 1 if column.isdecimal() else None
    if place == -1:
        raise error("expected the heading of a column, or a number from 1 on", column=column)
    try:
        for row in rows:
            if not row or row[0].lstrip().startswith("#"):
                continue
            if place is not None:
                cell = row[place] if place < len(row) else ""
                yield rows.line_num, cell.partition("#")[0]
                continue
            headings = [cell.strip().casefold() for cell in row]
            if column.strip().casefold() not in headings:
                raise error(
                    f"{shown!r} has no column {column!r}: expected a number from 1 on, "
                    f"or one of {', '.join(row)!r}"
                )
            place = headings.index(column.strip().casefold())
    except csv.Error as why:
        raise error(f"{shown!r} is no table on line {rows.line_num} ({why})") from None
