"""Results show themselves: a line in Python, a table in a notebook, a data frame."""

import sys
from types import SimpleNamespace

import networkx as nx
import pytest

import emi
from emi.errors import EmiError, OptionError
from emi.reports import graph
from emi.reports.graph import paths_text, tree_text

GAME = emi.Motus.of_cell("C5")
CODES = emi.Mastermind(2, 3)
LONG = emi.Position(GAME, [("CARIE", "GGBBB")])
SHOWN = {
    "position": LONG,
    "explanation": LONG.explain("Sum"),
    "strategy": emi.strategy(GAME, heuristic="Max"),
    "performance": emi.play(CODES, "Max"),
    "partitions": emi.partitions(CODES, ["11", "12"]),
    "solution": emi.solve(CODES),
}


@pytest.mark.parametrize("result", SHOWN.values(), ids=SHOWN)
def test_in_python_it_is_one_short_line(result):
    assert "\n" not in repr(result)
    assert len(repr(result)) < 120


@pytest.mark.parametrize("part", [*LONG.explain("Sum").guesses[:1], *LONG.turns], ids=type)
def test_and_so_is_a_part_of_it(part):
    assert len(repr(part)) < 120


@pytest.mark.parametrize("name", ["position", "explanation", "performance", "partitions"])
def test_what_the_line_says(name, golden):
    golden(repr(SHOWN[name]))


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("position", ['<i class="emi-G">C</i>', "GGBBB", "54", "54 words possible: CABAN "]),
        ("explanation", ["C5: 588 words", "Gini"]),
        ("strategy", ["Strategy of C5: begin with ", " GBBBB", "<details open>", "588 words, at"]),
        ("performance", ["One-step strategies", "In 3"]),
        ("partitions", ["Partitions of mastermind:2x3", "0b0w"]),
        ("solution", ["mastermind:2x3", "worst case"]),
    ],
)
def test_in_a_notebook_it_is_a_table_or_a_tree(name, cells):
    html = SHOWN[name]._repr_html_()
    assert ("<table" in html) == (name != "strategy")
    assert html == emi.table(SHOWN[name])._repr_html_() or name in {"performance", "strategy"}
    for cell in cells:
        assert cell.lower() in html.lower()


@pytest.mark.parametrize("result", SHOWN.values(), ids=SHOWN)
def test_as_a_data_frame_it_has_the_columns_of_csv(result, monkeypatch):
    frames = SimpleNamespace(DataFrame=lambda rows, columns: (columns, rows))
    monkeypatch.setitem(sys.modules, "pandas", frames)
    columns, rows = result.to_dataframe()
    assert columns == result.table().render("csv").splitlines()[0].split(",")
    assert all(len(row) == len(columns) for row in rows)
    assert len(rows) > 0


def test_what_is_no_result_is_a_table_too():
    lexicon = emi.Lexicon("mine", ("ABBE", "AIDE"), "unknown", "mine.txt")
    assert lexicon._repr_html_() == emi.table(lexicon.summary)._repr_html_()
    html = emi.solve(CODES).certificate()._repr_html_()
    assert "<table" in html
    assert "Certificate of mastermind:2x3: 3 (proven)" in html


class TestFiles:
    def test_a_strategy_is_written_in_the_format_of_the_name(self, tmp_path):
        found = emi.strategy(CODES)
        for suffix, text in {
            **{one: graph.text(found.graph, one) for one in graph.FORMATS},
            ".tree": tree_text(found),
            ".csv": paths_text(found),
            ".md": found.table().render("markdown"),
        }.items():
            found.write(tmp_path / f"s{suffix.upper()}")
            assert (tmp_path / f"s{suffix.upper()}").read_text("utf-8") == text
        read = nx.read_graphml(tmp_path / "s.GRAPHML", node_type=int)
        assert [node["within"] for node in read.nodes.values()].count(found.depth) == 1

    def test_so_is_a_table(self, tmp_path, refused):
        table = SHOWN["partitions"].table()
        for suffix, name in {".txt": "table", ".csv": "csv", ".json": "json"}.items():
            table.write(str(tmp_path / f"t{suffix}"))
            assert (tmp_path / f"t{suffix}").read_text("utf-8") == table.render(name)
        with refused(OptionError):
            table.write("t.xls")
        with pytest.raises(OptionError, match="cannot be written"):
            table.write(tmp_path / "none" / "t.csv")

    def test_fronts_and_comparisons_are_drawn(self, tmp_path, refused):
        pytest.importorskip("matplotlib")
        for result in (emi.pareto(CODES), emi.play(CODES, "Max")):
            result.table().plot(tmp_path / "p.svg")
            assert "<svg" in (tmp_path / "p.svg").read_text("utf-8")
        with refused(OptionError):
            SHOWN["partitions"].table().plot(tmp_path / "p.svg")


def test_without_pandas_it_says_so(monkeypatch, refused):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with refused(EmiError):
        SHOWN["performance"].to_dataframe()


class TestATree:
    def test_has_a_line_for_each_node(self):
        found = SHOWN["strategy"]
        html = found._repr_html_()
        assert html.count("<details") + html.count("<div>") - 1 == len(found.graph)
        assert html.count("<details") == sum(found.graph.out_degree(one) > 0 for one in found.graph)
        assert "left out" not in html

    def test_is_cut_off_below_if_it_is_large(self, monkeypatch, golden):
        from emi.reports.writers import tiles

        monkeypatch.setattr(tiles, "MOST", 100)
        html = SHOWN["strategy"]._repr_html_()
        assert html.count("<details") + html.count("<div>") - 1 <= 100
        golden(html)
        assert " ...</div>" in html

    def test_of_pegs_says_the_answer(self, golden):
        html = emi.strategy(CODES)._repr_html_()
        assert "<b>12</b> 1b0w then" in html
        golden(html)


def test_the_colours_of_tiles_are_those_of_the_page():
    from importlib.resources import files

    from emi.reports.plot.palette import TILES

    css = files("emi.reports.page").joinpath("explore/board.css").read_text(encoding="utf-8")
    light = css.partition("}")[0]
    names = {"G": "placed", "Y": "misplaced", "B": "missing"}
    for mark, (paper, ink) in TILES.items():
        assert f"--{names[mark]}: {paper};" in light
        assert f"--on-{names[mark]}: {ink};" in light
