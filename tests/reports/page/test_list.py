"""The pictures in pages of tables; golden files check the rest."""

import sys

import pytest

from emi.reports import render
from emi.reports.views.heuristics import heuristics
from emi.reports.views.pareto import pareto
from emi.reports.writers.html import without_comments
from emi.results.performance import together
from tests.reports.html import parse
from tests.reports.samples import ANY, FOUR, LENGTHS, PAPER, ROWS, front

NONE = "There are none: plots need matplotlib: pip install '.[plot]' in a checkout of emi."


def compared(lengths=LENGTHS, against=PAPER):
    return parse(render(heuristics(together(lengths), against=against), "html"))


def fronted(rows=ROWS):
    return parse(render(pareto(front(rows)), "html"))


@pytest.fixture
def undrawn(monkeypatch):
    """Draw no pictures, since that takes time."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)


@pytest.mark.usefixtures("undrawn")
def test_absent_columns_are_not_explained():
    assert not compared(LENGTHS[:1], None).all("ul", "marks")
    assert not fronted(ROWS[:-1]).all("ul", "marks")
    assert not fronted([FOUR, ANY]).all("details")


class TestThePictures:
    @pytest.mark.parametrize(
        "page",
        [
            compared,
            fronted,
        ],
    )
    def test_are_embedded(self, page, golden):
        figures = page().all("div", "plots")[0].all("figure")
        golden([figure.all("figcaption")[0].text for figure in figures])
        assert all(len(figure.all("svg")) == 2 for figure in figures)

    @pytest.mark.parametrize("page", [compared, fronted])
    @pytest.mark.usefixtures("undrawn")
    def test_need_matplotlib(self, page):
        whole = page()
        assert NONE in [part.text for part in whole.all("p", "summary")]
        assert not whole.all("figure")

    def test_need_a_number_of_tries(self):
        assert not fronted([ANY]).all("section")


def test_a_page_has_no_comments_on_lines_of_their_own():
    script = '// One.\nconst x = "//"; // Two.\n  /** Three. */\n/**\n * Four * five.\n */\nx;\n'
    assert without_comments(script) == 'const x = "//"; // Two.\nx;\n'
