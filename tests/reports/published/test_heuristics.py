"""A published comparison: what is read from a file, and what it is held against."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest
from reports.methods.outcome import Outcome, Summary
from reports.methods.published import Figures, PublishedMethods
from reports.source import PublishedError

HEADER = "method,average,fails,worst"
LOOKS = f"the first line should look like {HEADER}"
MEAN = "average should be a number of at least 1, such as 2.8145, not"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a comparison may be written."""
    return tmp_path / "paper.csv"


def summary(*counts: int, allowed: int = 3) -> Summary:
    return Summary((Outcome("Sum", "possible", "lowest", 5, allowed, counts),))


class TestRead:
    def test_has_the_figures_of_each_method(self, path: Path) -> None:
        path.write_text(f"{HEADER}\nSum,2.9834,81,8\nMinimax,3.3952,,7\n", encoding="utf-8")
        assert PublishedMethods.read(path) == PublishedMethods(
            {
                "Sum": Figures(Decimal("2.9834"), 81, 8),
                "Minimax": Figures(Decimal("3.3952"), None, 7),
            },
            "paper.csv",
        )
        assert PublishedMethods.read(str(path)) == PublishedMethods.read(path)

    @pytest.mark.parametrize(
        "data",
        [
            b"\xef\xbb\xbfmethod,average,fails,worst\r\nSum,2.5,0,8\r\n",
            b'"method","average","fails","worst"\n"Sum","2.5","0","8"\n',
            b"Method, Average, Fails, Worst\n\n Sum, 2.5, 0, 8\n\n",
        ],
        ids=["byte order mark and CRLF", "quotes", "spaces, blank lines, capitals"],
    )
    def test_is_read_as_spreadsheets_and_people_write_it(self, path: Path, data: bytes) -> None:
        path.write_bytes(data)
        assert PublishedMethods.read(path).figures == {"Sum": Figures(Decimal("2.5"), 0, 8)}

    @pytest.mark.parametrize(
        ("lines", "message"),
        [
            ("", f":1: the file is empty; {LOOKS}"),
            (
                "length,A,B",
                ":1: the first line should be method,average,fails,worst, not 'length,A,B'",
            ),
            (
                "\nmethod,fails",
                ":2: the first line should be method,average,fails,worst, not 'method,fails'",
            ),
            (HEADER, ":1: expected a line for each method after this one"),
            (f"{HEADER}\nSum,2.5,0", ":2: expected 4 cells as in the first line, not 3"),
            (f"{HEADER}\nSum,2,5,0,8", ":2: expected 4 cells as in the first line, not 5"),
            (f"{HEADER}\n,2.5,0,8", ":2: expected the name of a method in the first cell"),
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
                ":4: expected each method once, but line 2 gives sumgini",
            ),
        ],
    )
    def test_must_be_such_a_table(self, path: Path, lines: str, message: str) -> None:
        path.write_text(lines, encoding="utf-8")
        with pytest.raises(PublishedError, match=f"^{re.escape(f'{path}{message}')}$"):
            PublishedMethods.read(path)

    def test_must_exist(self, path: Path) -> None:
        message = f"{path}: no such file; expected a CSV file whose first line looks like {HEADER}"
        with pytest.raises(PublishedError, match=f"^{re.escape(message)}$"):
            PublishedMethods.read(path)

    def test_an_error_is_short_however_long_the_cell(self, path: Path) -> None:
        name = "x" * 10_000
        for lines in (f"{HEADER}\n{name},{name},1,1", f"{HEADER}\n{name},,,\n{name},,,"):
            path.write_text(lines, encoding="utf-8")
            with pytest.raises(PublishedError) as error:
                PublishedMethods.read(path)
            assert len(str(error.value)) < len(str(path)) + 150


class TestOf:
    def test_spaces_and_capitals_make_no_difference(self) -> None:
        figures = Figures(None, 53, 8)
        paper = PublishedMethods({"Sum Gini": figures}, "paper.csv")
        assert paper.of("SumGini") is paper.of("sumgini") is figures
        assert paper.of("Sum") is None


class TestUnlike:
    @pytest.mark.parametrize(
        ("average", "unlike"),
        [("2.1429", False), ("2.143", False), ("2", False), ("2.1428", True), ("2.2", True)],
    )
    def test_an_average_is_compared_as_it_is_printed(self, average: str, unlike: bool) -> None:
        figures = Figures(Decimal(average), None, None)
        assert figures.unlike(summary(1, 4, 2)) == (unlike, None, None)

    def test_the_others_must_be_equal(self) -> None:
        computed = summary(1, 4, 2, 1)
        assert Figures(None, 1, 4).unlike(computed) == (None, False, False)
        assert Figures(None, 2, 5).unlike(computed) == (None, True, True)

    @pytest.mark.parametrize(
        ("figures", "differs"),
        [
            (Figures(None, None, None), None),
            (Figures(None, 1, None), False),
            (Figures(None, 1, 5), True),
        ],
    )
    def test_one_figure_is_enough_to_differ(self, figures: Figures, differs: bool | None) -> None:
        paper = PublishedMethods({"Sum": figures}, "paper.csv")
        assert paper.differs(summary(1, 4, 2, 1)) is differs

    def test_nothing_differs_where_nothing_is_published(self) -> None:
        assert PublishedMethods({}, "paper.csv").differs(summary(1)) is None


def test_what_is_nearer_in_the_average_is_nearer() -> None:
    figures = Figures(Decimal("2.00"), 0, 3)
    near, far = summary(1, 1, 1, allowed=1), summary(1, 1, allowed=5)
    assert figures.distance(near) < figures.distance(far)
    assert Figures(None, None, None).distance(near) == (0, 0, 0)
