"""Read the lines or a column of text files, with one-line error messages."""

from __future__ import annotations

import codecs
import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

from emi.errors import EmiError, FileError
from emi.files import MIB, MOST, read_file
from emi.reports.wording import install

if TYPE_CHECKING:
    pass

#: Byte order marks. UTF-32 comes first: its mark begins like that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8-sig"),
)
#: Characters that may separate the columns of a table.
DELIMITERS = ",;\t|"
#: The suffix of workbooks, and the suffixes of tables, whose first column is read by default.
WORKBOOK = ".xlsx"
TABLES = (".tsv", WORKBOOK)


def read_text(
    shown: str,
    line: str,
    error: type[EmiError],
    no_name: str,
    encoding: str | None = None,
    sheet: str | int | None = None,
) -> io.StringIO:
    """Return the text of a file, decompressed if necessary, as a stream of lines.

    Parameters
    ----------
    shown : str
        The path as typed.
    line : str
        A description of a line for messages, such as "one word a line".
    error : type
        The type of error to raise if the file cannot be read or is not text.
    no_name : str
        The message if there is no such file and the path looks like a name.
    encoding : str, optional
        The encoding of a file without a byte order mark; UTF-8 by default.
    sheet : str or int, optional
        The sheet of a workbook: its name, or its number from 1; by default the first.
    """
    workbook = shown.lower().endswith(WORKBOOK)
    if sheet is not None and not workbook:
        raise error(f"{shown!r} has no sheets: expected a workbook, {WORKBOOK}")
    try:
        "".encode(encoding or "utf-8")
    except (LookupError, ValueError):
        known = "expected one such as utf-8, utf-16, latin-1 or cp1252"
        raise error(known, encoding=encoding) from None
    name, expected = repr(shown), f"expected a text file, {line}"
    try:
        data = read_file(Path(shown), text=not workbook)
        text = _sheet(data, sheet) if workbook else _decoded(data, encoding)
    except FileNotFoundError:
        is_path = any(mark in shown for mark in "./\\")
        message = f"no such file: {name}: {expected}" if is_path else no_name
    except IsADirectoryError:
        # An empty path is the current folder.
        message = f"{name} is a folder: {expected}" if shown else no_name
    except PermissionError:
        message = f"no permission to read {name}: expected a readable text file"
    except FileError as why:
        message = f"{name} is {why}"
    except (OSError, ValueError) as why:
        message = f"cannot read {name} ({getattr(why, 'strerror', None) or why}): {expected}"
    else:
        if text.strip():
            # str.splitlines also splits at characters that editors do not count as line ends.
            return io.StringIO(text, newline=None)
        message = f"{name} is empty: expected {line}"
    raise error(message)


def _sheet(data: bytes, sheet: str | int | None) -> str:
    """Return a sheet of a workbook as tab-separated text, one line per row."""
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise FileError(f"a workbook, which needs openpyxl: {install('xlsx')}") from None
    text = io.StringIO()
    rows = csv.writer(text, delimiter="\t", lineterminator="\n")
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        chosen = _chosen(book.sheetnames, sheet)
        for row in book[chosen].iter_rows(values_only=True):
            rows.writerow(["" if cell is None else " ".join(str(cell).split()) for cell in row])
            if text.tell() > MOST:  # A small file may decompress to any size.
                break
    except FileError:
        raise
    except Exception as why:  # noqa: BLE001 - a damaged file may raise any error
        raise FileError(
            f"no workbook ({type(why).__name__}): expected an Excel file, .xlsx"
        ) from None
    if text.tell() > MOST:
        raise FileError(f"too large: expected at most {MOST / MIB:g} MiB, unpacked")
    return text.getvalue()


def _chosen(names: list[str], sheet: str | int | None) -> str:
    """Return the name of the sheet that is asked for by its name, or its number from 1."""
    if sheet is None:
        return names[0]
    asked = str(sheet).strip().casefold()
    by_name = {name.casefold(): name for name in reversed(names)}
    by_number = {str(number): name for number, name in enumerate(names, 1)}
    if asked not in {**by_number, **by_name}:
        raise FileError(
            f"a workbook without the sheet {sheet!r}: expected a number from 1 to {len(names)}, "
            f"or one of {', '.join(names)!r}"
        )
    return {**by_number, **by_name}[asked]


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
