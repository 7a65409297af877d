"""A front as a page: it stands alone, and says everything."""

from __future__ import annotations

import re
import sys
from dataclasses import replace

import pytest

from reports.front.row import FrontRow
from reports.page.front import render
from tests.reports.fronts import ANY, FOUR, ONE, ROWS, WEIGHTED, WORDS
from tests.reports.html import Element, parse


def page(rows: list[FrontRow] = ROWS, title: str = "") -> Element:
    return parse(render(rows, title=title))


def lines(whole: Element) -> list[list[Element]]:
    body = whole.all("table", "front")[0].all("tbody")[0]
    return [[*line.all("th"), *line.all("td")] for line in body.all("tr")]


class TestThePage:
    def test_says_what_it_is(self) -> None:
        whole = page(title="Front of C5")
        assert whole.all("html")[0].attributes == {"lang": "en"}
        assert [part.text for part in whole.all("title")] == ["Front of C5"]
        assert [part.text for part in whole.all("h1")] == ["Front of C5"]
        assert [part.text for part in page().all("h1")] == ["Fewest misses, least average"]

    @pytest.mark.parametrize("rows", [ROWS, []])
    def test_stands_alone(self, rows: list[FrontRow]) -> None:
        text = render(rows)
        assert not re.search(r"https?:|//[a-z]|\bsrc\s*=|url\((?!#)|@import|fetch\(", text)
        assert all(link.startswith("#") for link in re.findall(r'\bhref="([^"]*)"', text))
        assert "default-src 'none'" in text

    def test_escapes_what_it_is_given(self) -> None:
        evil = "<script>alert('&\"')</script>"
        whole = page([replace(ONE, first_guess=evil, missed=(evil,))], evil)
        assert len(whole.all("script")) == 1
        assert whole.all("h1")[0].text == evil
        assert lines(whole)[0][6].text == lines(whole)[0][6].attributes["data-key"] == evil
        assert whole.all("section", "missed")[0].all("details")[0].all("p")[0].text == evil

    def test_keeps_a_dollar_a_dollar(self) -> None:
        assert page(title="$script $$").all("h1")[0].text == "$script $$"

    def test_gives_every_id_once(self) -> None:
        ids = re.findall(r'\bid="([^"]*)"', render(ROWS))
        assert len(ids) == len(set(ids)) > 0

    def test_sums_up(self) -> None:
        misses = (
            "Misses are secrets that are not sure to be found within the tries; they are found"
            " later."
        )
        assert [line.text for line in page().all("div", "summary")[0].all("p")] == [
            "5 rows, 4 proven, 1 not, 3.1 s.",
            misses,
        ]
        assert [line.text for line in page(WEIGHTED).all("div", "summary")[0].all("p")][2:] == [
            "Misses, means and totals are weighted: 3 secrets weigh 1,100 together."
        ]

    def test_may_be_empty(self) -> None:
        whole = page([])
        assert lines(whole) == []
        assert not whole.all("section")
        assert not whole.all("ul")


class TestTheTable:
    def test_has_a_line_for_each_row(self) -> None:
        whole = page()
        assert [header.text for header in whole.all("thead")[0].all("th")] == [
            *("Tries", "Misses", "Guaranteed", "Mean", "Total", "Worst", "First guess", "Seconds")
        ]
        assert [[cell.text for cell in line] for line in lines(whole)] == [
            ["1", "9", "1", "2.7000", "27", "4", "CADRE", "0.12"],
            ["2", "3..5", "5", "2.4000..2.5000", "24..25", "4", "CALER", "2.00"],
            ["3", "1", "9", "2.4000", "24", "4", "CANAL", "0.50"],
            ["4", "0", "10", "2.3000", "23", "4", "CANNE", "0.25"],
            ["any", "-", "-", "2.3000", "23", "5", "CANNE", "0.25"],
        ]

    def test_names_what_each_column_sorts_by(self) -> None:
        assert [[cell.attributes["data-key"] for cell in line] for line in lines(page())][1::3] == [
            ["2", "8", "5", "2.500000000", "25", "4", "CALER", "2.000"],
            ["Infinity", "0", "10", "2.300000000", "23", "5", "CANNE", "0.250"],
        ]

    def test_marks_what_is_free_and_what_is_not_proven(self) -> None:
        whole = page()
        assert [cell.text for cell in whole.all("td", "best")] == ["2.3000"]
        assert [cell.text for cell in whole.all("td", "open")] == [
            *("3..5", "5", "2.4000..2.5000", "24..25")
        ]
        assert [item.text for item in whole.all("ul", "marks")[0].all("li")] == [
            "2.5 costs nothing: no strategy at all has a lower average"
        ]
        assert not page(ROWS[:-1]).all("ul", "marks")

    def test_sets_words_to_the_left(self) -> None:
        whole = page()
        assert [header.text for header in whole.all("th", "text")] == ["First guess"]
        assert [cell.text for cell in whole.all("td", "text")] == [row.first_guess for row in ROWS]


class TestThePictures:
    def test_are_inside(self) -> None:
        figures = page().all("section", "plots")[0].all("figure")
        assert [figure.all("figcaption")[0].text for figure in figures] == [
            "Fewest misses, by tries",
            "Least average with so few misses, by tries",
        ]
        assert all(len(figure.all("svg")) == 1 for figure in figures)

    def test_need_a_number_of_tries(self) -> None:
        assert not page([ANY]).all("section")

    def test_need_matplotlib(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        section = page().all("section", "plots")[0]
        assert section.all("p")[0].text == (
            "There are none: plots need matplotlib: pip install 'evil-motus[plot]'."
        )
        assert not section.all("figure")


class TestWhatIsMissed:
    def test_is_listed_for_each_number_of_tries(self) -> None:
        parts = page().all("section", "missed")[0].all("details")
        assert [part.all("summary")[0].text for part in parts] == [
            "Within 1 try: 9",
            "Within 2 tries: 5",
            "Within 3 tries: 1",
        ]
        assert parts[0].all("p")[0].text == " ".join(WORDS[:9])

    def test_may_be_nothing(self) -> None:
        assert not page([FOUR, ANY]).all("section", "missed")
