"""Tables as pages: what stands in them."""

import sys

import pytest

from emi.results.performance import together
from reports import render
from reports.views.heuristics import heuristics
from reports.views.pareto import pareto
from tests.reports.html import parse
from tests.reports.samples import ANY, FOUR, LENGTHS, PAPER, ROWS, WORDS

NONE = "There are none: plots need matplotlib: pip install '.[plot]' in a checkout of emi."


def compared(lengths=LENGTHS, against=PAPER):
    return parse(render(heuristics(together(lengths), against=against), "html"))


def front(rows=ROWS):
    return parse(render(pareto(rows), "html"))


def cells_of(table):
    return [[*line.all("th"), *line.all("td")] for line in table.all("tbody")[0].all("tr")]


def lines(table):
    return [[cell.text for cell in line] for line in cells_of(table)]


@pytest.fixture
def undrawn(monkeypatch):
    """Let the pages have no pictures, which take a while."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)


@pytest.mark.usefixtures("undrawn")
class TestHeuristicsTheTable:
    def test_has_a_line_for_each_heuristic(self):
        table = compared(against=None).all("table", "list")[0]
        assert [header.text for header in table.all("thead")[0].all("th")] == [
            *("Heuristic", "Ties", "Direction", "Average", "Fails", "Worst", "Total", "Words"),
            *(f"In {tries}" for tries in ("1", "2", "3", "4", "5", "6", "7", "8", "9+")),
        ]
        assert [line[:9] for line in lines(table)] == [
            ["Sum", "possible", "lowest", "2.0833", "1", "4", "25", "12", "3"],
            ["Gini", "possible", "lowest", "4.9167", "6", "11", "59", "12", "1"],
            ["Bobo", "alphabetical", "", "2.2500", "0", "3", "27", "12", "2"],
            ["Sum", "alphabetical", "lowest", "2.3333", "2", "4", "28", "12", "3"],
        ]
        assert lines(table)[1][9:] == ["2", "2", "2", "1", "0", "1", "1", "2"]

    def test_shows_what_is_published_below_what_is_computed(self):
        table = compared().all("table", "list")[0]
        assert [line[3:6] for line in lines(table)] == [
            ["2.0833≠ 2.3333 published", "1≠ 2 published", "4= 4 published"],
            ["4.9167≠ 3.5 published", "6≠ 1 published", "11≠ 7 published"],
            ["2.2500= 2.25 published", "0= 0 published", "3"],
            ["2.3333= 2.3333 published", "2= 2 published", "4= 4 published"],
        ]
        marked = [cell.text.partition("≠")[0] for cell in table.all("td", "differs")]
        assert marked == ["2.0833", "1", "4.9167", "6", "11"]

    def test_marks_the_best(self):
        whole = compared(against=None)
        assert [cell.text for cell in whole.all("td", "best")] == ["2.0833", "0", "3"]
        assert [item.text for item in whole.all("ul", "marks")[0].all("li")] == [
            "2.5 the best of the column"
        ]
        assert not compared(LENGTHS[:1], None).all("ul", "marks")

    def test_explains_its_signs(self):
        assert [item.text for item in compared(LENGTHS[:1]).all("ul", "marks")[0].all("li")] == [
            "= or ≠ what paper.csv gives, rounded alike"
        ]

    def test_names_what_each_column_sorts_by(self):
        first = compared().all("table", "list")[0].all("tbody")[0].all("tr")[0]
        assert [cell.attributes["data-key"] for cell in first.all("td")[2:5]] == [
            "2.083333333",
            "1",
            "4",
        ]

    def test_shows_shares(self):
        shares = compared().all("td", "share")
        assert shares[0].attributes["style"] == "--share: 25.0%"


@pytest.mark.usefixtures("undrawn")
class TestHeuristicsByLength:
    def test_has_a_line_for_each_heuristic_and_a_column_for_each_length(self):
        table = compared(LENGTHS[:5], None).all("table", "list")[1]
        headers = [header.text for header in table.all("thead")[0].all("th")]
        assert headers == ["Heuristic", "5 letters", "6 letters"]
        assert lines(table) == [
            ["Sum", "2.37501 fail, worst 4", "1.50000 fails, worst 2"],
            ["Gini", "6.12506 fails, worst 11", "2.50000 fails, worst 4"],
            ["Bobo", "2.37500 fails, worst 3", ""],
        ]


@pytest.mark.usefixtures("undrawn")
class TestParetoTheTable:
    def test_has_a_line_for_each_row(self):
        whole = front()
        assert [header.text for header in whole.all("thead")[0].all("th")] == [
            *("Tries", "Misses", "Guaranteed", "Mean", "Total", "Worst", "First guess", "Seconds")
        ]
        assert lines(whole.all("table", "list")[0]) == [
            ["1", "9", "1", "2.7000", "27", "4", "CADRE", "0.12"],
            ["2", "3..5", "5..7", "2.4000..2.5000", "24..25", "4", "CALER", "2.00"],
            ["3", "1", "9", "2.4000", "24", "4", "CANAL", "0.50"],
            ["4", "0", "10", "2.3000", "23", "4", "CANNE", "0.25"],
            ["any", "-", "-", "2.3000", "23", "≤5", "CANNE", "0.25"],
        ]

    def test_names_what_each_column_sorts_by(self):
        cells = cells_of(front().all("table", "list")[0])[1::3]
        assert [[cell.attributes["data-key"] for cell in line] for line in cells] == [
            ["2", "8", "5", "2.500000000", "25", "4", "CALER", "2.000"],
            ["Infinity", "0", "10", "2.300000000", "23", "5", "CANNE", "0.250"],
        ]

    def test_marks_what_is_free_and_what_is_not_proven(self):
        whole = front()
        assert [cell.text for cell in whole.all("td", "free")] == ["2.3000"]
        assert [cell.text for cell in whole.all("td", "open")] == [
            *("3..5", "5..7", "2.4000..2.5000", "24..25", "≤5")
        ]
        assert [item.text for item in whole.all("ul", "marks")[0].all("li")] == [
            "2.5 costs nothing: no strategy at all has a lower average"
        ]
        assert not front(ROWS[:-1]).all("ul", "marks")


@pytest.mark.usefixtures("undrawn")
class TestWhatIsMissed:
    def test_is_listed_for_each_number_of_tries(self):
        parts = front().all("details", "folded")
        assert [part.all("summary")[0].text for part in parts] == [
            "Within 1 try: 9",
            "Within 2 tries: 5",
            "Within 3 tries: 1",
        ]
        assert parts[0].all("p")[0].text == " ".join(WORDS[:9])

    def test_may_be_nothing(self):
        assert not front([FOUR, ANY]).all("details")


class TestThePictures:
    @pytest.mark.parametrize(
        ("page", "titles"),
        [
            (
                compared,
                [
                    "Average tries, by word length",
                    "Words failed, by word length",
                    "Worst case, by word length",
                    "Words by the tries they take",
                ],
            ),
            (front, ["Fewest misses, by tries", "Least average with so few misses, by tries"]),
        ],
    )
    def test_are_inside(self, page, titles):
        figures = page().all("div", "plots")[0].all("figure")
        assert [figure.all("figcaption")[0].text for figure in figures] == titles
        assert all(len(figure.all("svg")) == 2 for figure in figures)

    @pytest.mark.parametrize("page", [compared, front])
    @pytest.mark.usefixtures("undrawn")
    def test_need_matplotlib(self, page):
        whole = page()
        assert NONE in [part.text for part in whole.all("p", "summary")]
        assert not whole.all("figure")

    def test_need_a_number_of_tries(self):
        assert not front([ANY]).all("section")
