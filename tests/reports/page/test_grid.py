"""The EMI table as a page: complete and readable by everyone."""

import re

import pytest

from emi.reports import render
from emi.reports.views.games import games
from emi.results.published import PublishedEmi
from tests.reports.html import parse
from tests.reports.samples import CELLS, EMI_PAPER, solved


def page(rows=CELLS, against=EMI_PAPER):
    return parse(render(games(rows, against=against), "html"))


def facts(cell):
    names = [name.text for name in cell.all("dt")]
    return dict(zip(names, [fact.text for fact in cell.all("dd")], strict=True))


class TestThePage:
    def test_refers_only_to_existing_ids(self):
        rows = [*CELLS, solved("5", 5, 5, "RAIES", 708)]
        text = render(games(rows), "html")
        ids = re.findall(r'\bid="([^"]*)"', text)
        assert len(ids) == len(set(ids)) == 4
        assert re.findall(r'\baria-describedby="([^"]*)"', text) == ids


class TestTheTable:
    def test_labels_the_row_of_all_letters(self):
        row = solved("5", 5, 5, "RAIES", 708)
        whole = page([row], None)
        assert [part.text for part in whole.all("table", "grid")[0].all("th")] == ["all", "5"]
        assert whole.all("div", "details")[0].all("b")[0].text == "5"

    def test_colours_by_value(self):
        agrees, differs, unproven = (
            part for part in page(against=None).all("td") if part.all("button")
        )
        assert (agrees.kinds, differs.kinds) == (["v4"], ["v5"])
        assert unproven.kinds == ["v5", "open", "from4"]
        high = page([solved("A5", 12, 12)], None)
        assert high.all("td", "v8")[0].all("button")[0].text == "12"

    def test_reports_cached_results(self):
        whole = page([solved("B5", 3, 3, words=9, stored=True)])
        assert facts(whole.all("td", "v3")[0])["Time"] == "stored"
        assert "0.000" not in whole.text

    def test_omits_cells_without_published_values(self):
        assert all("Published" not in facts(cell) for cell in page(against=None).all("td"))
        assert facts(page([solved("B5", 3, 3, words=9, seconds=0.0)]).all("td", "v3")[0]) == {
            "Worst case": "3, proven",
            "First guess": "none known",
            "Words": "9",
            "Time": "0.000 s",
        }

    @pytest.mark.parametrize(("letters", "shape"), [("ABC", "few"), ("ABCDEFGHIJKLM", "many")])
    def test_is_turned_on_its_side_only_if_wide(self, letters, shape):
        table = page([solved(f"{one}5", 4, 4) for one in letters], None).all("table", "grid")[0]
        assert table.kinds == ["grid", shape]


class TestTheDifferences:
    @pytest.mark.parametrize("against", [None, PublishedEmi({("A", 5): 4}, "paper.csv")])
    def test_are_left_out_when_there_are_none(self, against):
        assert not page(against=against).all("section", "differences")
