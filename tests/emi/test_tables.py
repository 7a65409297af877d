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
    "result",
    [
        SOLVED[0],
        SOLVED,
        emi.pareto(GAME),
        emi.play(GAME, "Max"),
        emi.Position(WORDS, [("LEGALES", "GYGBBBB")]).explain("Sum"),
    ],
    ids=["a solution", "solutions", "a front", "a performance", "an explanation"],
)
def test_every_result_is_a_table(result):
    table = emi.table(result)
    assert len(str(table).splitlines()) >= len(table.rows)
    assert table.title.replace(",", "") in table.render("markdown").replace(",", "")
    page = parse(table._repr_html_())
    assert len(page.all("tbody")[0].all("tr")) == len(table.rows) == len(table.to_dataframe())
    assert len(repr(table)) < 100
    assert "class=" not in table._repr_html_()


@pytest.mark.usefixtures("pandas")
def test_a_data_frame_has_plain_values():
    (row,) = emi.table(emi.play(GAME, "Max")).to_dataframe()
    assert row["mean"] == pytest.approx(24 / 9, abs=1e-6)
    assert (row["heuristic"], row["fails"], row["counts_3"]) == ("Max", None, 5)


def test_a_data_frame_needs_pandas(monkeypatch, refused):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with refused(emi.EmiError):
        emi.table(SOLVED).to_dataframe()


@pytest.mark.parametrize(
    "result",
    [
        [],
        5,
        [SOLVED[0], emi.play(GAME, "Max")],
        [SOLVED[0], emi.solve(GAME)],
        [emi.pareto(GAME)] * 2,
    ],
)
def test_what_belongs_into_no_table_is_refused(result, refused):
    with refused(OptionError):
        emi.table(result)
