"""A user's published table: reading a file, and the errors of an invalid one."""

from decimal import Decimal
from pathlib import Path

import pytest

from emi.reports.published.reader import PublishedError, read_emi, read_heuristics
from emi.results.published import Figures, PublishedEmi

HEADER = "heuristic,average,fails,worst"


@pytest.fixture
def path(tmp_path):
    """Return a path for a table."""
    return tmp_path / "paper.csv"


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
        "data",
        [
            b"",
            b"\n \n",
            b"C,5,7\n",
            b"\n,A,B\n",
            b"length\n5\n",
            b"length,A,CH\n",
            b"length,A,\n",
            b"length,1\n",
            b"length,\xc3\x89\n",
            b"length,A,B,A\n",
            b"length,A,a\n",
            b"length,A\n",
            b"length,A,B\n5,4\n",
            b"length,A,B\n5,4,4\n\n6,4,4,4\n",
            b"length,A\nfive,4\n",
            b"length,A\n,4\n",
            b"length,A\n0,4\n",
            b"length,A\n5,4.5\n",
            b"length,A\n5,-4\n",
            b"length,A\n5,0\n",
            b"length,A\n5,\xd9\xa4\n",
            b"length,A\n5,4\n6,4\n5,4\n",
            b"length,A\n5,\xff\n",
            b'length,A\n5,"4\n',
        ],
    )
    def test_must_have_the_right_form(self, path, data, refused):
        path.write_bytes(data)
        with refused(PublishedError):
            read_emi(path)


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
        "lines",
        [
            "",
            "length,A,B",
            "\nheuristic,fails",
            HEADER,
            f"{HEADER}\nSum,2.5,0",
            f"{HEADER}\nSum,2,5,0,8",
            f"{HEADER}\n,2.5,0,8",
            f'{HEADER}\nSum,"2,5",0,8',
            f"{HEADER}\nSum,0.5,0,8",
            f"{HEADER}\nSum,2.,0,8",
            f"{HEADER}\nSum,nan,0,8",
            f"{HEADER}\nSum,2.5,-1,8",
            f"{HEADER}\nSum,2.5,1.0,8",
            f"{HEADER}\nSum,2.5,0,0",
            f"{HEADER}\nSum,2.5,0,?",
            f"{HEADER}\nSum Gini,2.5,0,8\n\nsumgini,2.5,0,8",
        ],
    )
    def test_must_be_a_table_of_heuristics(self, path, lines, refused):
        path.write_text(lines, encoding="utf-8")
        with refused(PublishedError):
            read_heuristics(path)


@pytest.mark.parametrize("read", [read_emi, read_heuristics])
class TestAFile:
    def test_must_exist(self, path, read, refused):
        for place in (path, path.parent):
            with refused(PublishedError):
                read(place)

    def test_must_be_readable(self, path, read, monkeypatch, refused):
        # Simulated, because an administrator may read any file.
        def forbidden(_path):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "read_bytes", forbidden)
        with refused(PublishedError):
            read(path)


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
