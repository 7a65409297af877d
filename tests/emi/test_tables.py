"""Results as tables: in a notebook, as a data frame, in every format."""

import sys
from types import SimpleNamespace

import pytest

import emi
from emi.errors import OptionError
from tests.reports.html import parse

GAME = emi.Mastermind(2, 3)
WORDS = emi.Motus(["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LOGIQUE"])
SOLVED = [emi.solve(game, emi.Average()) for game in (GAME, WORDS)]


def frames(data, columns):
    return [dict(zip(columns, row, strict=True)) for row in data]


@pytest.fixture
def pandas(monkeypatch):
    """Stand in for pandas, which need not be there."""
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=frames))


@pytest.mark.usefixtures("pandas")
@pytest.mark.parametrize(
    ("result", "said"),
    [
        (SOLVED[0], "mastermind:2x3"),
        (SOLVED, "2 games, 2 proven, 0 not"),
        (emi.pareto(GAME), "proven, 0 not"),
        (emi.play(GAME, "Max"), "1 heuristic, 9 codes of 2 pegs"),
        (emi.Position(WORDS, [("LEGALES", "GYGBBBB")]).explain("Sum"), "words by Sum"),
    ],
    ids=["a solution", "solutions", "a front", "a performance", "an explanation"],
)
def test_every_result_is_a_table(result, said):
    table = emi.table(result)
    assert said in str(table)
    assert said in table.render("markdown")
    page = parse(table._repr_html_())
    assert len(page.all("tbody")[0].all("tr")) == len(table.rows) == len(table.to_dataframe())
    assert len(repr(table)) < 100
    assert "class=" not in table._repr_html_()


@pytest.mark.usefixtures("pandas")
def test_a_data_frame_has_plain_values():
    (row,) = emi.table(emi.play(GAME, "Max")).to_dataframe()
    assert row["mean"] == pytest.approx(24 / 9, abs=1e-6)
    assert (row["heuristic"], row["fails"], row["counts_3"]) == ("Max", None, 5)


def test_a_data_frame_needs_pandas(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(emi.EmiError, match=r"^a data frame needs pandas: pip install pandas$"):
        emi.table(SOLVED).to_dataframe()


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ([], "not none"),
        (5, "not int"),
        ([SOLVED[0], emi.play(GAME, "Max")], "not Performance, Solution"),
        ([SOLVED[0], emi.solve(GAME)], "expected solutions of one objective"),
        ([emi.pareto(GAME)] * 2, "not ParetoFront"),
    ],
)
def test_what_belongs_into_no_table_is_refused(result, said):
    with pytest.raises(OptionError, match=said):
        emi.table(result)
