"""Read the files of word lists: their text, and the words and numbers in it.

A form is a function of a `Source` that returns its entries, or None if the text has another form.
`@form` adds a function to those that are tried in turn; no other place lists the forms.
"""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from emi.errors import EmiError, FileError
from emi.files import MIB, MOST, read_file
from emi.reports.wording import install

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


class Entry(NamedTuple):
    """A word of a list as it is written, the number of its line, and a number if it has one."""

    line: int
    word: str
    number: str = ""


@dataclass(frozen=True)
class Source:
    """The text of a list, with its path as typed and the requested column.

    ``error`` is the type of error for a text that is no list. In a list of ``pairs`` each word has
    a number, in the column ``numbers`` if one is given.
    """

    shown: str
    text: str
    column: str | None
    error: type[EmiError]
    pairs: bool = False
    numbers: str | None = None


Form = Callable[[Source], "list[Entry] | None"]
FORMS: list[Form] = []

#: What text of a program begins with: a list in brackets, perhaps with a name.
_PROGRAM = re.compile(
    r"\s*(?:export\s+)?(?:default\s+)?(?:(?:const|let|var)\s+)?(?:[\w$.]+\s*(?::[^=\n]*)?=\s*)?"
    r"(?:new\s+Set\s*\(\s*)?[\[{]"
)
_QUOTED = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`([^`\n]*)`")
#: A number with a decimal point or comma, perhaps with an exponent.
_NUMBER = re.compile(
    r"[+-]?(?:[0-9]{1,99}(?:[.,][0-9]{0,99})?|[.,][0-9]{1,99})(?:e[+-]?[0-9]{1,3})?", re.IGNORECASE
)
#: What follows a word in quotes: its number, or nothing of it.
_AFTER = re.compile(r"\s*([:,])\s*([^\s,\]}:]{0,99})")
#: A line with the number of the word before it, as lists are numbered.
_NUMBERED = re.compile(r"[0-9]+[.)\]]\s+(.*)")
#: The lines that show the shape of a table.
_SOME = 200


def form(read: Form) -> Form:
    """Add a form to those that are tried, in the order of this module."""
    FORMS.append(read)
    return read


def entries_of(source: Source) -> list[Entry]:
    """Return the entries of a list in whatever form it is written.

    Examples
    --------
    >>> for text in ('["cigar", "rebut"]', "cigar,rebut", "1. cigar", "cigar;0,5", '"cigar",'):
    ...     print([entry[1:] for entry in entries_of(Source("x", text, None, EmiError))])
    [('cigar', ''), ('rebut', '')]
    [('cigar', ''), ('rebut', '')]
    [('cigar', '')]
    [('cigar', '0,5')]
    [('cigar', '')]
    """
    return next(entries for read in FORMS if (entries := read(source)) is not None)


def number_of(text: str) -> Fraction | None:
    """Return the number that a text denotes, with a decimal point or comma; else None."""
    if not _NUMBER.fullmatch(text):
        return None
    return Fraction(text.replace(",", "."))


@form
def of_program(source: Source) -> list[Entry] | None:
    """Return the words in quotes of an array, or the keys of an object with numbers."""
    if source.column is not None or not _PROGRAM.match(source.text):
        return None
    line, at, words, keys = 1, 0, list[Entry](), list[Entry]()
    for match in _QUOTED.finditer(source.text):
        line, at = line + source.text.count("\n", at, match.start()), match.start()
        word = next(filter(None, match.groups()), "")
        if "\\" in word:
            word = json.loads(f'"{word}"') if match[1] else re.sub(r"\\(.)", r"\1", word)
        after = _AFTER.match(source.text, match.end())
        number = after[2] if after and number_of(after[2]) is not None else ""
        (keys if after and after[1] == ":" else words).append(Entry(line, word, number))
    # Beside words, what has a colon is the name of something else.
    return words or [key for key in keys if key.number] or None


@form
def of_column(source: Source) -> list[Entry] | None:
    """Return the cells of a column, which is named by its heading, or by its number from 1.

    The separator is a tab if the file name has one of the suffixes `TABLES`, else the candidate
    that occurs most often in the first line. Empty lines and lines that begin with # are skipped. A
    row without the column has an empty cell. Unless its column is named too, the number of a row is
    in the first other cell with a number.
    """
    tabs = source.shown.lower().endswith(TABLES)
    column = source.column or ("1" if tabs and not source.pairs else None)
    if column is None and source.numbers is None:
        return None
    lines = source.text.splitlines(keepends=True)
    first = next((line for line in lines if line.strip() and line.lstrip()[0] != "#"), "")
    text = io.StringIO(source.text, newline=None)
    rows = csv.reader(text, delimiter="\t" if tabs else max(DELIMITERS, key=first.count))
    places: list[int | None] = []
    entries = list[Entry]()
    try:
        for row in rows:
            if not row or row[0].lstrip().startswith("#"):
                continue
            if not places:
                places = [_place(source, named, row) for named in (column, source.numbers)]
                if any(named and not named.isdecimal() for named in (column, source.numbers)):
                    continue
            entries.append(_of_row(rows.line_num, row, *places))
    except csv.Error as why:
        raise source.error(
            f"{source.shown!r} is not a valid table: line {rows.line_num} ({why})"
        ) from None
    return entries if source.column else _without_heading(entries)


def _place(source: Source, column: str | None, row: list[str]) -> int | None:
    """Return the place of a column that is named by its number, or by its heading in a row."""
    if column is None:
        return None
    if not column.isdecimal():
        headings = [cell.strip().casefold() for cell in row]
        if column.strip().casefold() not in headings:
            raise source.error(
                f"{source.shown!r} has no column {column!r}: expected a number from 1 on, "
                f"or one of {', '.join(row)!r}"
            )
        return headings.index(column.strip().casefold())
    if int(column) == 0:
        raise source.error("expected the heading of a column, or a number from 1 on", column=column)
    return int(column) - 1


def _of_row(line: int, row: list[str], word: int | None, number: int | None) -> Entry:
    """Return the word and the number of a row, in the cells at given places.

    By default, the word is in the first cell without a number, and the number in the first other
    cell that has one.
    """
    cells = [cell.strip() for cell in row]
    if word is None:
        words = (at for at, cell in enumerate(cells) if at != number and number_of(cell) is None)
        word = next(words, 0)
    text = row[word].partition("#")[0] if word < len(row) else ""
    if number is not None:
        return Entry(line, text, cells[number] if number < len(cells) else "")
    others = [*cells[word + 1 :], *cells[:word]]
    return Entry(line, text, next((cell for cell in others if number_of(cell) is not None), ""))


@form
def of_lines(source: Source) -> list[Entry] | None:
    """Return the word of each line with its number, or all words if commas separate them.

    A # starts a comment. Lines may be numbered, and words in quotes.
    """
    lines = [
        (number, entry)
        for number, line in enumerate(io.StringIO(source.text, newline=None), start=1)
        if (entry := line.partition("#")[0].strip())
    ]
    some = [entry for _, entry in islice(lines, _SOME)]
    numbered = sum(_NUMBERED.fullmatch(entry) is not None for entry in some) * 2 > len(some)
    # Numbers make a table; so do cells in every line, of which a column has to be chosen.
    cells = {len(_cells(entry)) for entry in some}
    alike = len(some) > 1 and len(cells) == 1 and cells != {1}
    several = alike and not any(entry.endswith(",") for entry in some)
    entries = list[Entry]()
    for number, entry in lines:
        if source.pairs and len(_cells(entry)) <= 2:  # noqa: PLR2004 - a pair
            entries.append(_pair(number, entry))
            continue
        if entry.isalpha():
            entries.append(Entry(number, entry))
            continue
        match = _NUMBERED.fullmatch(entry) if numbered else None
        entries += _entries(number, match[1] if match else entry, together=several)
    return _without_heading(entries) if several and not source.pairs else entries


def _without_heading(entries: list[Entry]) -> list[Entry]:
    """Return entries without the first if it alone has no number."""
    headed = (
        len(entries) > 1 and not entries[0].number and all(entry.number for entry in entries[1:])
    )
    return entries[1:] if headed else entries


def _cells(entry: str) -> list[str]:
    """Return the parts of a line between tabs, semicolons, bars or commas, without quotes."""
    mark = next((separator for separator in "\t;|" if separator in entry), ",")
    parts = [part.strip() for part in entry.strip(mark).split(mark)]
    return [
        part[1:-1].strip() if len(part) > 1 and part[0] == part[-1] and part[0] in "\"'`" else part
        for part in parts
    ]


def _pair(line: int, entry: str) -> Entry:
    """Return a word and its number, in either order."""
    match = re.fullmatch(r"(.*?)(?:\s*[,;|\t]\s*|\s+)(.*)", entry)
    word, number = (part.strip(" \t\"'`:") for part in match.groups()) if match else (entry, "")
    if number_of(number) is None and number_of(word) is not None:
        word, number = number, word
    return Entry(line, word, number)


def _entries(line: int, entry: str, *, together: bool) -> list[Entry]:
    """Return the words of a line; the whole line as one if its cells belong ``together``."""
    cells = [cell for cell in _cells(entry) if cell]
    if len(cells) == 1:
        # A word and its number, or the number first, as `uniq -c` counts.
        pair = re.fullmatch(r"(\S+?):?\s+(\S+)", cells[0])
        if pair and any(number_of(part) is not None for part in pair.groups()):
            cells = [*pair.groups()]
    words = [cell for cell in cells if number_of(cell) is None]
    numbers = [cell for cell in cells if number_of(cell) is not None]
    if not words and len(cells) > 1:
        # A code of digits.
        return [Entry(line, cells[0], cells[1])]
    if len(words) == 1 and numbers:
        place = cells.index(words[0])
        after = [cell for cell in cells[place:] if cell in numbers]
        return [Entry(line, words[0], (after or numbers)[0])]
    if together and len(words) > 1:
        return [Entry(line, entry)]
    return [Entry(line, word) for word in words or [entry]]


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
            f"not a workbook ({type(why).__name__}): expected an Excel file, .xlsx"
        ) from None
    if text.tell() > MOST:
        raise FileError(f"too large: expected at most {MOST / MIB:g} MiB, unpacked")
    return text.getvalue()


def _chosen(names: list[str], sheet: str | int | None) -> str:
    """Return the name of a sheet, given its name or its number from 1."""
    if sheet is None:
        return names[0]
    wanted = str(sheet).strip().casefold()
    by_name = {name.casefold(): name for name in reversed(names)}
    by_number = {str(number): name for number, name in enumerate(names, 1)}
    if wanted not in {**by_number, **by_name}:
        raise FileError(
            f"a workbook without the sheet {sheet!r}: expected a number from 1 to {len(names)}, "
            f"or one of {', '.join(names)!r}"
        )
    return {**by_number, **by_name}[wanted]


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
