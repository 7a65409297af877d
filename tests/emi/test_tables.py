"""Results as tables: in a notebook, as a data frame, in every format."""

import json
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

import emi
from emi.errors import OptionError
from emi.reports.graph import text
from emi.reports.views.files import strategy as said
from emi.results.performance import HeuristicResult, LengthResult, Performance
from emi.results.strategy import Judged, Strategy
from emi.search.model.bounds import Bounds
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


@pytest.mark.parametrize("game", [GAME, WORDS])
def test_a_strategy_has_one_json(run, game, tmp_path):
    found = emi.strategy(game)
    (tmp_path / "words.txt").write_text("\n".join(WORDS.secrets), "utf-8")
    told = game.name if game is GAME else f"7 --lexicon {tmp_path / 'words.txt'}"
    assert run("strategy", *told.split(), "--out", tmp_path / "s.json").code == 0
    written = (tmp_path / "s.json").read_text("utf-8")
    kept = json.loads(emi.table(found).render("json"))
    assert [*json.loads(written)] == [*kept]
    assert written == text(found.graph, ".json") or game is WORDS
    assert text(found.graph, ".json") == emi.table(found).render("json")
    assert kept["title"] == repr(found)[1:-1]


@pytest.mark.parametrize(("total", "mean"), [(477, "2.9812"), (481, "3.0062"), (479, "2.9938")])
def test_a_mean_has_one_rounding(total, mean, monkeypatch):
    # 477/160 is 2.98125, between two figures.
    monkeypatch.setattr(Performance, "total", total)
    played = Performance(GAME.facts, "Max", "", "", np.full(160, 3, np.int32))
    assert mean in repr(played)
    leaf = SimpleNamespace(guess=0, depth=5, total=total, members=range(160), branches=())
    game = SimpleNamespace(
        name="C5", what="word", guesses=["CASER"], secrets=[*map(str, range(160))]
    )
    found = Strategy(game, leaf)
    assert mean in repr(found)
    assert mean in said("x.json", found)
    off = total - 480
    counts = (0, max(-off, 0), 160 - abs(off), max(off, 0))
    compared = HeuristicResult((LengthResult("Max", "", "", 5, 6, counts),))
    assert mean in str(emi.table(compared))
    solution = replace(SOLVED[0], bounds=Bounds(total, total), weight=160)
    assert mean in str(emi.table(solution))
    judged = Judged(GAME.facts, found, "12", (3 + total - 480, *[3] * 159), (), None, {}, 0)
    assert mean in str(emi.table(judged))


@pytest.mark.parametrize("guess", ["11", "12"])
def test_the_expected_size_is_one_figure(guess):
    sizes = Counter(GAME.feedback(guess, secret) for secret in GAME.secrets).values()
    size = Fraction(sum(one**2 for one in sizes), 9)
    assert emi.partitions(GAME, [guess]).columns[0].expected_size == size
    ranked = emi.Position(GAME).explain("ExpectedSize")
    assert {one.guess: one.values["ExpectedSize"] for one in ranked.guesses}[guess] == size
    reviewed = emi.Position(GAME, [(guess, "0b0w")]).review()
    assert reviewed.moves[0].expected_size == size
    for result in (emi.partitions(GAME, [guess]), reviewed):
        assert "expected size" in str(emi.table(result))


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
