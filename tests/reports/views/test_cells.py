"""The EMI table: what each format says of the same few cells, letter for letter."""

import json
import re
import string
from typing import Any

import pytest

from reports import FORMATS, render
from reports.given import Row
from reports.published.comparison import PublishedEmi
from reports.views.cells import cells
from tests.reports.samples import AGREES, CELLS, EMI_PAPER, UNPROVEN


def table(format, rows=CELLS, **options):
    """Render rows as a table of A to C, lengths 5 and 10."""
    given: dict[str, Any] = {"letters": "ABC", "lengths": [5, 10], "seconds": 61.75} | options
    look = {name: given.pop(name) for name in ("width", "colour") if name in given}
    return render(cells(rows, **given), format, **look)


class TestEveryFormat:
    @pytest.mark.parametrize("format", FORMATS)
    def test_does_not_depend_on_the_order_of_the_rows(self, format):
        assert table(format, CELLS) == table(format, CELLS[::-1])

    @pytest.mark.parametrize("format", FORMATS)
    def test_leaves_out_a_cell_without_words(self, format):
        nothing = Row("B", 10, 0, 0, 0, "", 0.0)
        assert table(format, [*CELLS, nothing]) == table(format, CELLS)

    def test_refuses_a_row_that_has_no_place(self):
        with pytest.raises(ValueError, match=r"^C5 is not among the letters and lengths of the"):
            table("csv", letters="AB")
        with pytest.raises(ValueError, match=r"^C10 is not among the letters and lengths of the"):
            table("csv", lengths=[5])
        with pytest.raises(ValueError, match=r"^length 5 is not among"):
            table("csv", [Row("", 5, 9, 4, 4, "RAIES", 0.0)])

    def test_refuses_a_cell_that_is_given_twice(self):
        with pytest.raises(ValueError, match=r"^A5 is given twice$"):
            table("csv", [AGREES, AGREES])


class TestCsv:
    def test_has_a_line_for_each_cell_by_length_then_letter(self):
        assert table("csv") == (
            "letter,length,secrets,lower,upper,emi,first_guess,seconds\n"
            "A,5,300,4,4,4,AORTE,0.500\n"
            "C,5,408,5,5,5,CARIE,1.250\n"
            "C,10,2000,4,5,,CONTRAIRES,60.000\n"
        )

    def test_says_what_is_published_and_whether_it_differs(self):
        unpublished = Row("B", 5, 250, 4, 4, "BARIL", 0.0)
        outside = Row("B", 10, 900, 2, 3, "BATAILLONS", 0.0)
        paper = PublishedEmi(EMI_PAPER.values | {("B", 10): 4}, "paper.csv")
        assert table("csv", [*CELLS, unpublished, outside], against=paper) == (
            "letter,length,secrets,lower,upper,emi,first_guess,seconds,published,differs\n"
            "A,5,300,4,4,4,AORTE,0.500,4,no\n"
            "B,5,250,4,4,4,BARIL,0.000,,\n"
            "C,5,408,5,5,5,CARIE,1.250,7,yes\n"
            "B,10,900,2,3,,BATAILLONS,0.000,4,yes\n"
            "C,10,2000,4,5,,CONTRAIRES,60.000,5,\n"
        )


class TestJson:
    def test_is_an_object_that_names_its_format(self):
        assert table("json", [UNPROVEN], title="Évil Motus") == (
            '{\n "format": "emi-table",\n "version": 2,\n "title": "Évil Motus",\n "cells": [\n'
            '  {"letter": "C", "length": 10, "secrets": 2000, "lower": 4, "upper": 5, "emi": null,'
            ' "proven": false, "first_guess": "CONTRAIRES", "seconds": 60.0}\n ]\n}\n'
        )

    def test_says_what_is_published_and_whether_it_differs(self):
        unpublished = Row("B", 5, 250, 4, 4, "BARIL", 0.0)
        cells = json.loads(table("json", [*CELLS, unpublished], against=EMI_PAPER))["cells"]
        assert [
            (cell["letter"], cell["length"], cell["emi"], cell["published"], cell["differs"])
            for cell in cells
        ] == [
            ("A", 5, 4, 4, False),
            ("B", 5, 4, None, None),
            ("C", 5, 5, 7, True),
            ("C", 10, None, 5, None),
        ]


class TestMarkdown:
    def test_has_a_line_for_each_length_and_a_column_for_each_letter(self):
        assert table("markdown", title="EMI") == (
            "**EMI**\n"
            "\n"
            "| length | A | B | C |\n"
            "| ---: | :---: | :---: | :---: |\n"
            "| 5 | 4 |  | 5 |\n"
            "| 10 |  |  | 4..5 |\n"
            "\n"
            "1 cell is not proven.\n"
        )

    def test_shows_computed_and_published_where_they_differ(self):
        assert table("markdown", against=EMI_PAPER) == (
            "| length | A | B | C |\n"
            "| ---: | :---: | :---: | :---: |\n"
            "| 5 | 4 |  | **5 (7)** |\n"
            "| 10 |  |  | 4..5 |\n"
            "\n"
            "1 cell is not proven.\n"
            "\n"
            "2 cells compared with `paper.csv`: 1 differs.\n"
            "\n"
            "- C5: 5 here, 7 published\n"
        )

    @pytest.mark.parametrize(
        ("rows", "note"),
        [
            ([AGREES], "1 cell compared with `paper.csv`: all agree."),
            ([], "No cell could be compared with `paper.csv`."),
        ],
    )
    def test_says_how_much_was_compared_when_all_agree(self, rows, note):
        assert table("markdown", rows, against=EMI_PAPER).splitlines()[-1] == note


class TestTerminal:
    def test_is_aligned_and_summed_up(self):
        assert table("table", title="EMI") == (
            "EMI\n"
            "\n"
            "   A  B     C\n"
            " 5 4        5\n"
            "10       4..5\n"
            "\n"
            "3 cells, 2 proven, 1 not, 61.8 s\n"
        )

    def test_marks_and_lists_what_differs(self):
        assert table("table", against=EMI_PAPER) == (
            "   A  B     C\n"
            " 5 4        5*\n"
            "10       4..5\n"
            "\n"
            "3 cells, 2 proven, 1 not, 61.8 s\n"
            "2 cells compared with paper.csv: 1 differs\n"
            "* C5: 5 here, 7 published\n"
        )

    def test_calls_the_column_of_all_initials_all(self):
        rows = [AGREES, Row("", 5, 7000, 6, 6, "RAIES", 9.0)]
        assert table("table", rows, letters=["A", ""], lengths=[5], seconds=5.5) == (
            "  A  all\n5 4    6\n\n2 cells, 2 proven, 0 not, 5.5 s\n"
        )

    @pytest.mark.parametrize(
        ("rows", "seconds", "said"),
        [
            # Two jobs: the times of the cells add up to more than the clock says.
            (CELLS, 40.0, "3 cells, 2 proven, 1 not, 40.0 s"),
            (CELLS, None, "3 cells, 2 proven, 1 not"),
            ([AGREES], None, "1 cell, 1 proven, 0 not, 0.5 s"),
        ],
    )
    def test_the_time_is_that_of_the_clock(self, rows, seconds, said):
        assert table("table", rows, seconds=seconds).splitlines()[-1] == said

    def test_of_26_letters_fits_in_80_columns_even_when_all_differ(self):
        rows = [
            Row(letter, length, 9, 4, 4, "", 0.0)
            for letter in string.ascii_uppercase
            for length in range(5, 11)
        ]
        paper = PublishedEmi({(row.letter, row.length): 5 for row in rows}, "paper.csv")
        text = table(
            "table", rows, letters=string.ascii_uppercase, lengths=range(5, 11), against=paper
        )
        assert text.count("*") == 2 * 26 * 6
        assert max(map(len, text.splitlines())) == 80

    def test_continues_below_when_it_is_too_wide(self):
        folded = "   A  B\n 5 4\n10\n\n      C\n 5    5\n10 4..5\n\n"
        summary = "3 cells, 2 proven, 1 not, 61.8 s\n"
        assert table("table", width=8) == folded + summary
        assert table("table", width=14) == table("table")

    def test_shows_at_least_one_column_at_a_time(self):
        assert table("table", width=1).startswith("   A\n 5 4\n10\n\n   B\n 5\n10\n\n      C\n")

    def test_has_colours_when_asked(self):
        assert table("table", against=EMI_PAPER, colour=True) == (
            "   A  B     C\n"
            " 5 \x1b[32m4\x1b[0m        \x1b[1;7;33m5\x1b[0m*\n"
            "10       \x1b[2;33m4..5\x1b[0m\n"
            "\n"
            "3 cells, 2 proven, 1 not, 61.8 s\n"
            "2 cells compared with paper.csv: 1 differs\n"
            "* C5: 5 here, 7 published\n"
        )

    def test_has_a_colour_for_every_value(self):
        rows = [Row("A", n, 9, n - 1, n - 1, "", 0.0) for n in range(1, 12)]
        text = table("table", rows, lengths=range(1, 12), colour=True)
        assert re.findall(r"\x1b\[(\d+)m", text.replace("\x1b[0m", "")) == (
            ["94", "94", "34", "36", "32", "33", "35", "31", "31", "31", "31"]
        )


def test_a_cell_that_was_not_begun_shows_a_question_mark():
    row = Row("C", 5, 588, 1, 588, "CABAN", 0.0)
    assert row.value == "?"
    assert table("table", [row], letters="C", lengths=[5]).startswith("  C\n5 ?\n")
    assert ",1,588,,CABAN," in table("csv", [row], letters="C", lengths=[5])
