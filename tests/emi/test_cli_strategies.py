import csv
import io
import json
from itertools import product

import pytest

from emi.cell import Cell
from emi.games.motus import Motus
from emi.lexicon import load
from emi.named import method_names
from emi.playing import play


def lines(ran):
    assert ran.code == 0, ran.err
    return list(csv.DictReader(io.StringIO(ran.out)))


def test_the_nine_methods_of_the_paper(run, lexicon):
    found = lines(run("strategies", "--lexicon", lexicon, "--format", "csv"))
    assert [line["method"] for line in found] == method_names()[0]
    header = run("strategies", "--lexicon", lexicon, "--format", "csv").out.splitlines()[0]
    assert header.startswith("method,ties,direction,average,fails,worst,total,words,")


def test_the_figures_are_those_of_the_cells_together(run, lexicon):
    (line,) = lines(
        run("strategies", "--lexicon", lexicon, "--method", "max", "--tries", "5:2,6:3",
            "--format", "csv")
    )  # fmt: skip
    words = load(str(lexicon))
    played = [
        play(Motus.of_cell(Cell(letter, length), words), "Max")
        for letter, length in product("AC", (5, 6))
        if words.cell(letter, length)
    ]
    assert int(line["words"]) == sum(len(one.tries) for one in played)
    assert int(line["total"]) == sum(one.total for one in played)
    assert int(line["worst"]) == max(one.worst for one in played)
    assert line["average"] == f"{int(line['total']) / int(line['words']):.4f}"
    assert int(line["fails"]) == sum(
        (one.tries > (2 if one.game.length == 5 else 3)).sum() for one in played
    )


def test_settings_side_by_side(run, lexicon):
    ran = run(
        "strategies", "--lexicon", lexicon, "--method", "Gini", "--method", "Bobo",
        "--ties", "possible", "--ties", "alphabetical", "--direction", "lowest",
        "--direction", "highest", "--format", "csv",
    )  # fmt: skip
    assert [(line["method"], line["ties"], line["direction"]) for line in lines(ran)] == [
        ("Gini", "possible", "lowest"),
        ("Gini", "possible", "highest"),
        ("Gini", "alphabetical", "lowest"),
        ("Gini", "alphabetical", "highest"),
        ("Bobo", "alphabetical", ""),
    ]


def test_every_method(run, lexicon):
    ran = run("strategies", "--lexicon", lexicon, "--letters", "A", "--method", "all",
              "--format", "json")  # fmt: skip
    paper, others = method_names()
    assert [one["method"] for one in json.loads(ran.out)["methods"]] == [*paper, *others]


def test_random_play_is_repeatable(run, lexicon):
    def played(seed):
        return run("strategies", "--lexicon", lexicon, "--method", "Random", "--seed", seed,
                   "--format", "csv").out  # fmt: skip

    assert played(1) == played(1)
    assert len({played(seed) for seed in range(5)}) > 1


def test_beside_published_figures(run, lexicon, tmp_path):
    paper = tmp_path / "paper.csv"
    paper.write_text("method,average,fails,worst\nBobo,9.9999,1,2\n")
    ran = run("strategies", "--lexicon", lexicon, "--method", "Bobo", "--against", paper)
    assert ran.code == 0
    assert "9.9999 / 1 / 2" in ran.out
    assert "paper.csv" in ran.out


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_plots(run, lexicon, tmp_path, suffix):
    path = tmp_path / f"figures{suffix}"
    ran = run("strategies", "--lexicon", lexicon, "--method", "Sum", "--method", "Bobo",
              "--plot", path)  # fmt: skip
    assert ran.code == 0
    assert path.read_bytes().startswith(b"\x89PNG" if suffix == ".png" else b"<?xml")


@pytest.mark.parametrize("format", ["table", "markdown", "html"])
def test_formats(run, lexicon, format):
    ran = run("strategies", "--lexicon", lexicon, "--method", "Sum", "--format", format)
    assert ran.code == 0
    assert "One-step strategies, lexicon small.txt" in ran.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--method", "Som"], "unknown method 'Som': expected one of SumGini, PossibleGmax, Sum"),
        (["--tries", "5"], "--tries '5': expected lengths"),
        (["--ties", "last"], "--ties"),
        (["--direction", "up"], "--direction"),
        (["--seed", "-1"], "--seed"),
        (["--letters", "Z"], "no such word"),
        (["--against", "absent.csv"], "absent.csv: no such file"),
        (["--plot", "figures.pdf"], "--plot figures.pdf: '.pdf': expected one of the suffixes"),
        (["--plot", "absent/figures.svg"], "--plot absent/figures.svg: cannot be written"),
    ],
)
def test_bad_input_is_one_line(run, lexicon, options, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run("strategies", "--lexicon", lexicon, *options)
    assert ran.code == 2
    assert ran.out == ""
    assert message in ran.err
    assert len(ran.err.splitlines()) == 1
