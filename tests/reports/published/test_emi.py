"""A published table: what is read from a file, and what is said of a file that is none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from reports.cells.published import Published, PublishedError
from reports.cells.row import Row

LOOKS = "the first line should look like length,A,B,C"
CSV = "expected a CSV file whose first line looks like length,A,B,C"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a table may be written."""
    return tmp_path / "paper.csv"


def test_has_a_value_for_each_cell_that_is_not_empty(path: Path) -> None:
    path.write_text("length,C,A\n10,4,\n5,7,5\n", encoding="utf-8")
    assert Published.read(path) == Published({("C", 10): 4, ("C", 5): 7, ("A", 5): 5}, "paper.csv")


def test_may_be_named_by_a_string(path: Path) -> None:
    path.write_text("length,A\n5,4\n", encoding="utf-8")
    assert Published.read(str(path)) == Published.read(path)


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbflength,A,B\r\n5,4,\r\n",
        b'"length","A","B"\n"5","4",""\n',
        b"Length, a, b\n\n 5, 4,\n\n",
        b"length,A,B\n5,4,",
    ],
    ids=["byte order mark and CRLF", "quotes", "spaces, blank lines, small letters", "no newline"],
)
def test_is_read_as_spreadsheets_and_people_write_it(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert Published.read(path).values == {("A", 5): 4}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", f":1: the file is empty; {LOOKS}"),
        (b"\n \n", f":1: the file is empty; {LOOKS}"),
        (b"C,5,7\n", f":1: {LOOKS}, not 'C,5,7'"),
        (b"\n,A,B\n", f":2: {LOOKS}, not ',A,B'"),
        (b"length\n5\n", f":1: {LOOKS}, not 'length'"),
        (b"length,A,CH\n", ":1: column 3 should be a single letter, A to Z, not 'CH'"),
        (b"length,A,\n", ":1: column 3 should be a single letter, A to Z, not ''"),
        (b"length,1\n", ":1: column 2 should be a single letter, A to Z, not '1'"),
        (b"length,\xc3\x89\n", ":1: column 2 should be a single letter, A to Z, not 'É'"),
        (b"length,A,B,A\n", ":1: expected each letter once, but A comes twice"),
        (b"length,A,a\n", ":1: expected each letter once, but A comes twice"),
        (b"length,A\n", ":1: expected a line for each length after this one"),
        (b"length,A,B\n5,4\n", ":2: expected 3 cells as in the first line, not 2"),
        (b"length,A,B\n5,4,4\n\n6,4,4,4\n", ":4: expected 3 cells as in the first line, not 4"),
        (b"length,A\nfive,4\n", ":2: length should be a positive whole number, not 'five'"),
        (b"length,A\n,4\n", ":2: length should be a positive whole number, not ''"),
        (b"length,A\n0,4\n", ":2: length should be a positive whole number, not '0'"),
        (b"length,A\n5,4.5\n", ":2: column A should be a positive whole number, not '4.5'"),
        (b"length,A\n5,-4\n", ":2: column A should be a positive whole number, not '-4'"),
        (b"length,A\n5,0\n", ":2: column A should be a positive whole number, not '0'"),
        (b"length,A\n5,\xd9\xa4\n", ":2: column A should be a positive whole number, not '٤'"),
        (b"length,A\n5,4\n6,4\n5,4\n", ":4: expected each length once, but line 2 gives 5"),
        (b"length,A\n5,\xff\n", ":2: expected UTF-8 text"),
        (
            b'length,A\n5,"4\n',
            ":2: expected cells separated by commas (unexpected end of data)",
        ),
    ],
)
def test_must_be_such_a_table(path: Path, data: bytes, message: str) -> None:
    path.write_bytes(data)
    with pytest.raises(PublishedError, match=f"^{re.escape(f'{path}{message}')}$"):
        Published.read(path)


def test_an_error_is_short_however_long_the_cell(path: Path) -> None:
    path.write_text(f"length,A\n5,{'9' * 10_000}\n", encoding="utf-8")
    with pytest.raises(PublishedError) as error:
        Published.read(path)
    assert len(str(error.value)) < len(str(path)) + 120


def test_must_exist(path: Path) -> None:
    with pytest.raises(PublishedError, match=f"^{re.escape(f'{path}: no such file; {CSV}')}$"):
        Published.read(path)


def test_must_not_be_a_folder(tmp_path: Path) -> None:
    message = f"{tmp_path}: this is a folder; {CSV}"
    with pytest.raises(PublishedError, match=f"^{re.escape(message)}$"):
        Published.read(tmp_path)


def test_must_be_readable(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Simulated: an administrator may read what is forbidden to others.
    def forbidden(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", forbidden)
    message = f"{path}: cannot be read (Permission denied); {CSV}"
    with pytest.raises(PublishedError, match=f"^{re.escape(message)}$"):
        Published.read(path)


@pytest.mark.parametrize(
    ("lower", "upper", "differs"),
    [(5, 5, False), (4, 4, True), (6, 6, True), (4, 5, None), (5, 6, None), (3, 4, True)],
)
def test_a_value_outside_the_bounds_differs(lower: int, upper: int, differs: bool | None) -> None:
    paper = Published({("A", 5): 5}, "paper.csv")
    assert paper.differs(Row("A", 5, 300, lower, upper, "AORTE", 0.5)) is differs


def test_nothing_differs_where_nothing_is_published() -> None:
    paper = Published({("A", 5): 5}, "paper.csv")
    elsewhere = Row("A", 6, 300, 4, 4, "ANOTER", 0.5)
    assert (paper.value(elsewhere), paper.differs(elsewhere)) == (None, None)
