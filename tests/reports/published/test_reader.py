"""A user's published table: reading a file, and the errors of an invalid one."""

import re
from decimal import Decimal
from pathlib import Path

import pytest

from emi.results.against import Figures, PublishedEmi
from reports.published.reader import PublishedError, read_emi, read_heuristics

LOOKS = "the first line should look like length,A,B,C"
HEADER = "heuristic,average,fails,worst"
LOOKS_2 = f"the first line should look like {HEADER}"
MEAN = "average should be a number of at least 1, such as 2.8145, not"


@pytest.fixture
def path(tmp_path):
    """Return a path for a table."""
    return tmp_path / "paper.csv"


def refuses(read, path, message):
    with pytest.raises(PublishedError, match=f"^{re.escape(f'{path}{message}')}$"):
        read(path)


class TestAnEmiTable:
    def test_has_a_value_for_each_nonempty_cell(self, path):
        path.write_text("length,C,A\n10,4,\n5,7,5\n", encoding="utf-8")
        values = {("C", 10): 4, ("C", 5): 7, ("A", 5): 5}
        assert read_emi(path) == PublishedEmi(values, "paper.csv")

    @pytest.mark.parametrize(
        "data",
        [
            b"\xef\xbb\xbflength,A,B\r\n5,4,\r\n",
            b'"length","A","B"\n"5","4",""\n',
            b"Length, a, b\n\n 5, 4,\n\n",
            b"length,A,B\n5,4,",
        ],
    )
    def test_is_read_as_spreadsheets_and_people_write_tables(self, path, data):
        path.write_bytes(data)
        assert read_emi(path).values == {("A", 5): 4}

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
            (b"length,A,B,A\n", ":1: expected each letter once, but A is repeated"),
            (b"length,A,a\n", ":1: expected each letter once, but A is repeated"),
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
            (b"length,A\n5,\xff\n", ":2: expected a CSV file, as text in UTF-8"),
            (
                b'length,A\n5,"4\n',
                ":2: expected cells separated by commas (unexpected end of data)",
            ),
        ],
    )
    def test_must_have_the_right_form(self, path, data, message):
        path.write_bytes(data)
        refuses(read_emi, path, message)


class TestHeuristics:
    @pytest.mark.parametrize("first", ["heuristic", "method"])
    def test_have_their_figures(self, path, first):
        text = f"{first},average,fails,worst\nSum,2.9834,81,8\nMinimax,3.3952,,7\n"
        path.write_text(text, encoding="utf-8")
        paper = read_heuristics(path)
        assert paper.source == "paper.csv"
        assert paper.figures == {
            "Sum": Figures(Decimal("2.9834"), 81, 8),
            "Minimax": Figures(Decimal("3.3952"), None, 7),
        }

    def test_may_have_spaces_and_capitals(self, path):
        path.write_bytes(b"Heuristic, Average, Fails, Worst\n\n Sum, 2.5, 0, 8\n\n")
        assert read_heuristics(path).figures == {"Sum": Figures(Decimal("2.5"), 0, 8)}

    @pytest.mark.parametrize(
        ("lines", "message"),
        [
            ("", f":1: the file is empty; {LOOKS_2}"),
            (
                "length,A,B",
                ":1: the first line should be heuristic,average,fails,worst, not 'length,A,B'",
            ),
            (
                "\nheuristic,fails",
                ":2: the first line should be heuristic,average,fails,worst, not 'heuristic,fails'",
            ),
            (HEADER, ":1: expected a line for each heuristic after this one"),
            (f"{HEADER}\nSum,2.5,0", ":2: expected 4 cells as in the first line, not 3"),
            (f"{HEADER}\nSum,2,5,0,8", ":2: expected 4 cells as in the first line, not 5"),
            (f"{HEADER}\n,2.5,0,8", ":2: expected the name of a heuristic in the first cell"),
            (f'{HEADER}\nSum,"2,5",0,8', f":2: {MEAN} '2,5'"),
            (f"{HEADER}\nSum,0.5,0,8", f":2: {MEAN} '0.5'"),
            (f"{HEADER}\nSum,2.,0,8", f":2: {MEAN} '2.'"),
            (f"{HEADER}\nSum,nan,0,8", f":2: {MEAN} 'nan'"),
            (f"{HEADER}\nSum,2.5,-1,8", ":2: fails should be a whole number, not '-1'"),
            (f"{HEADER}\nSum,2.5,1.0,8", ":2: fails should be a whole number, not '1.0'"),
            (f"{HEADER}\nSum,2.5,0,0", ":2: worst should be a positive whole number, not '0'"),
            (f"{HEADER}\nSum,2.5,0,?", ":2: worst should be a positive whole number, not '?'"),
            (
                f"{HEADER}\nSum Gini,2.5,0,8\n\nsumgini,2.5,0,8",
                ":4: expected each heuristic once, but line 2 gives sumgini",
            ),
        ],
    )
    def test_must_be_a_table_of_heuristics(self, path, lines, message):
        path.write_text(lines, encoding="utf-8")
        refuses(read_heuristics, path, message)


@pytest.mark.parametrize(("read", "looks"), [(read_emi, "length,A,B,C"), (read_heuristics, HEADER)])
class TestAFile:
    def test_must_exist(self, path, read, looks):
        csv = f"expected a CSV file whose first line looks like {looks}"
        refuses(read, path, f": no such file; {csv}")
        refuses(read, path.parent, f": this is a folder; {csv}")

    def test_must_be_readable(self, path, read, looks, monkeypatch):
        # Simulated, because an administrator may read any file.
        def forbidden(_path):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "read_bytes", forbidden)
        csv = f"expected a CSV file whose first line looks like {looks}"
        refuses(read, path, f": cannot be read (Permission denied); {csv}")


@pytest.mark.parametrize(
    ("read", "lines"),
    [
        (read_emi, f"length,A\n5,{'9' * 10_000}\n"),
        (read_heuristics, f"{HEADER}\n{'x' * 10_000},{'x' * 10_000},1,1"),
        (read_heuristics, f"{HEADER}\n{'x' * 10_000},,,\n{'x' * 10_000},,,"),
    ],
)
def test_an_error_is_short_however_long_the_cell(path, read, lines):
    path.write_text(lines, encoding="utf-8")
    with pytest.raises(PublishedError) as error:
        read(path)
    assert len(str(error.value)) < len(str(path)) + 150
