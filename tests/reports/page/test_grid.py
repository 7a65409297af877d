"""The EMI table as a page: it says everything, and can be read by everyone."""

import re

import pytest

from reports import render
from reports.published.comparison import PublishedEmi
from reports.views.games import games
from tests.reports.html import parse
from tests.reports.samples import CELLS, EMI_PAPER, solved


def page(rows=CELLS, against=EMI_PAPER):
    return parse(render(games(rows, against=against), "html"))


def facts(cell):
    names = [name.text for name in cell.all("dt")]
    return dict(zip(names, [fact.text for fact in cell.all("dd")], strict=True))


class TestThePage:
    def test_refers_to_no_id_that_is_not_there(self):
        rows = [*CELLS, solved("5", 5, 5, "RAIES", 708)]
        text = render(games(rows), "html")
        ids = re.findall(r'\bid="([^"]*)"', text)
        assert len(ids) == len(set(ids)) == 4
        assert re.findall(r'\baria-describedby="([^"]*)"', text) == ids

    def test_explains_its_colours_and_marks(self):
        assert [item.text for item in page().all("ul", "legend")[0].all("li")] == [
            "4 1 cell",
            "5 1 cell",
            ".. not proven, 1 cell",
            "≠ published otherwise, 1 cell",
        ]


class TestTheTable:
    def test_has_a_header_for_each_line_and_column(self):
        headers = page().all("table", "grid")[0].all("th")
        assert [(header.attributes["scope"], header.text) for header in headers] == [
            ("col", "A"),
            ("col", "C"),
            ("row", "5"),
            ("row", "10"),
        ]

    def test_calls_all_letters_together_all(self):
        row = solved("5", 5, 5, "RAIES", 708)
        whole = page([row], None)
        assert [part.text for part in whole.all("table", "grid")[0].all("th")] == ["all", "5"]
        assert whole.all("div", "details")[0].all("b")[0].text == "5"

    def test_has_a_cell_for_each_row(self):
        lines = page(against=None).all("table", "grid")[0].all("tbody")[0].all("tr")
        values = [
            [button.text for cell in line.all("td") for button in cell.all("button")]
            for line in lines
        ]
        assert values == [["4", "5"], ["4..5"]]
        assert [len(line.all("td")) for line in lines] == [2, 2]
        assert len(page().all("td", "none")) == 1

    def test_colours_by_value(self):
        agrees, differs, unproven = (
            part for part in page(against=None).all("td") if part.all("button")
        )
        assert (agrees.kinds, differs.kinds) == (["v4"], ["v5"])
        assert unproven.kinds == ["v5", "open", "from4"]
        high = page([solved("A5", 12, 12)], None)
        assert high.all("td", "v8")[0].all("button")[0].text == "12"

    def test_says_what_was_kept(self):
        whole = page([solved("B5", 3, 3, words=9, stored=True)])
        assert facts(whole.all("td", "v3")[0])["Time"] == "kept"
        assert "0.000" not in whole.text

    def test_says_nothing_of_what_is_not_published(self):
        assert all("Published" not in facts(cell) for cell in page(against=None).all("td"))
        assert facts(page([solved("B5", 3, 3, words=9, seconds=0.0)]).all("td", "v3")[0]) == {
            "Worst case": "3, proven",
            "First guess": "none known",
            "Words": "9",
            "Time": "0.000 s",
        }

    def test_marks_what_differs_in_words_too(self):
        (marked,) = page().all("table", "grid")[0].all("td", "differs")
        assert marked.all("button")[0].text == "5≠7 published"

    @pytest.mark.parametrize(("letters", "shape"), [("ABC", "few"), ("ABCDEFGHIJKLM", "many")])
    def test_lies_on_its_side_only_when_it_is_wide(self, letters, shape):
        table = page([solved(f"{one}5", 4, 4) for one in letters], None).all("table", "grid")[0]
        assert table.kinds == ["grid", shape]


class TestTheDifferences:
    def test_are_listed(self):
        (section,) = page().all("section", "differences")
        assert section.all("h2")[0].text == "Differences from paper.csv"
        assert [item.text for item in section.all("li")] == ["C5: 5 here, 7 published"]

    @pytest.mark.parametrize("against", [None, PublishedEmi({("A", 5): 4}, "paper.csv")])
    def test_are_left_out_when_there_are_none(self, against):
        assert not page(against=against).all("section", "differences")
