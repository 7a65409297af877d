import csv
import io
import json
from itertools import chain, product

import pytest

from emi.games.cell import Cell
from emi.games.mastermind import Mastermind
from emi.games.motus import Motus
from emi.lexicon.load import load
from emi.playing.heuristics import play
from emi.playing.named import MINIMAX, heuristic_names
from search.heuristics.heuristic import PAPER


def lines(ran):
    assert ran.code == 0, ran.err
    return list(csv.DictReader(io.StringIO(ran.out)))


def test_the_nine_methods_of_the_paper(run, lexicon):
    found = lines(run("strategies", "--lexicon", lexicon, "--format", "csv"))
    assert [line["method"] for line in found] == heuristic_names()[0]
    header = run("strategies", "--lexicon", lexicon, "--format", "csv").out.splitlines()[0]
    assert header.startswith("method,ties,direction,average,fails,worst,total,words,")


def test_the_figures_are_those_of_the_cells_together(run, lexicon):
    (line,) = lines(
        run("strategies", "--lexicon", lexicon, "--heuristic", "max", "--tries", "5:2,6:3",
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
        "strategies", "--lexicon", lexicon, "--heuristic", "Gini", "--heuristic", "Bobo",
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
    ran = run("strategies", "--lexicon", lexicon, "--letters", "A", "--heuristic", "all",
              "--format", "json")  # fmt: skip
    paper, others = heuristic_names()
    assert [one["method"] for one in json.loads(ran.out)["methods"]] == [*paper, *others]


def test_random_play_is_repeatable(run, lexicon):
    def played(seed):
        return run("strategies", "--lexicon", lexicon, "--heuristic", "Random", "--seed", seed,
                   "--format", "csv").out  # fmt: skip

    assert played(1) == played(1)
    assert len({played(seed) for seed in range(5)}) > 1


def test_beside_published_figures(run, lexicon, tmp_path):
    paper = tmp_path / "paper.csv"
    paper.write_text("method,average,fails,worst\nBobo,9.9999,1,2\n")
    ran = run("strategies", "--lexicon", lexicon, "--heuristic", "Bobo", "--against", paper)
    assert ran.code == 0
    assert "9.9999 / 1 / 2" in ran.out
    assert "paper.csv" in ran.out


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_plots(run, lexicon, tmp_path, suffix):
    path = tmp_path / f"figures{suffix}"
    ran = run("strategies", "--lexicon", lexicon, "--heuristic", "Sum", "--heuristic", "Bobo",
              "--plot", path)  # fmt: skip
    assert ran.code == 0
    assert path.read_bytes().startswith(b"\x89PNG" if suffix == ".png" else b"<?xml")


@pytest.mark.parametrize("format", ["table", "markdown", "html"])
def test_formats(run, lexicon, format):
    ran = run("strategies", "--lexicon", lexicon, "--heuristic", "Sum", "--format", format)
    assert ran.code == 0
    assert "One-step strategies, lexicon small.txt" in ran.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--heuristic", "Som"],
            "unknown heuristic 'Som': expected one of SumGini, PossibleGmax, Sum",
        ),
        (["--tries", "5"], "--tries '5': expected lengths"),
        (["--ties", "lots"], "--ties"),
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


class TestOfAGame:
    def test_a_row_for_each_method(self, run):
        found = lines(run("strategies", "mastermind:2x3", "--format", "csv"))
        usual = ["Max", "ExpectedSize", "Information", "Partitions", "Random", "Bobo"]
        assert [line["method"] for line in found] == usual
        for line in found:
            played = play(Mastermind(2, 3), line["method"])
            assert (line["total"], line["worst"]) == (str(played.total), str(played.worst))
            assert (line["fails"], line["words"]) == ("", "9")

    def test_a_cell_of_motus_has_the_methods_of_the_paper(self, run, lexicon):
        found = lines(run("strategies", "A5", "--lexicon", lexicon, "--format", "csv"))
        assert [line["method"] for line in found] == heuristic_names()[0]
        assert {line["words"] for line in found} == {"10"}
        assert {line["fails"] for line in found} == {"0"}

    def test_with_a_first_guess_the_exact_strategy_is_none_of_them(self, run, lexicon):
        found = lines(
            run("strategies", "a5", "--lexicon", lexicon, "--first", "achat", "--format", "csv")
        )
        assert [line["method"] for line in found] == [*PAPER]

    def test_all_methods_are_those_that_look_one_step_ahead(self, run):
        found = lines(run("strategies", "mastermind:2x3", "--heuristic", "all", "--format", "csv"))
        assert [line["method"] for line in found] == [
            name for name in chain(*heuristic_names()) if name != MINIMAX
        ]

    def test_jotto_and_wordle(self, run, lexicon, tmp_path):
        found = lines(
            run("strategies", f"jotto:{lexicon}", "--heuristic", "Max", "--format", "csv")
        )
        assert [(line["words"], line["fails"]) for line in found] == [("22", "")]
        five = tmp_path / "five.txt"
        five.write_text("ABACA\nABIME\nCABAN\n")
        found = lines(
            run("strategies", "wordle", "--secrets", five, "--guesses", five, "--heuristic", "Max",
                "--format", "csv")
        )  # fmt: skip
        # The six tries of Wordle are enough.
        assert [(line["words"], line["fails"]) for line in found] == [("3", "0")]

    @pytest.mark.parametrize(("tries", "fails"), [("2", 1), ("1", 2)])
    def test_tries_of_any_game(self, run, tries, fails):
        (line,) = lines(
            run("strategies", "mastermind:1x3", "--heuristic", "Max", "--tries", tries, "--format",
                "csv")
        )  # fmt: skip
        assert line["fails"] == str(fails)

    def test_tries_of_a_length(self, run, lexicon):
        (line,) = lines(
            run("strategies", "A5", "--lexicon", lexicon, "--heuristic", "Max", "--tries", "5:1",
                "--format", "csv")
        )  # fmt: skip
        assert line["fails"] == "9"

    def test_settings(self, run):
        found = lines(
            run("strategies", "moo:2x5", "--heuristic", "PossibleMax", "--heuristic", "max", "--ties",
                "last", "--first", "01", "--format", "csv")
        )  # fmt: skip
        assert [(line["method"], line["ties"]) for line in found] == [
            ("PossibleMax", "last"), ("Max", "last"),
        ]  # fmt: skip
        assert {line["tries_1"] for line in found} == {"1"}

    @pytest.mark.parametrize("format", ["table", "markdown", "html"])
    def test_formats(self, run, format):
        ran = run("strategies", "moo:2x4", "--heuristic", "Max", "--format", format)
        assert ran.code == 0
        assert "One-step strategies, moo:2x4" in ran.out
        assert "12 codes of 2 pegs" in ran.out
        assert "fails" not in ran.out.lower()

    def test_no_initial(self, run, lexicon):
        ran = run("strategies", "A5", "--lexicon", lexicon, "--no-initial", "--heuristic", "Max",
                  "--format", "csv")  # fmt: skip
        assert [line["words"] for line in lines(ran)] == ["22"]

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (["mu"], "unknown game 'mu'"),
            (["moo", "--first", "0012"], "first guess '0012': unknown, expected one of the 5,040"),
            (["moo:2x4", "--first", "01", "--heuristic", "Minimax"], "Minimax chooses its own"),
            (["moo", "--letters", "C"], "moo: expected no --letters, --lengths or --plot beside"),
            (["moo", "--plot", "figures.svg"], "moo: expected no --letters, --lengths or --plot"),
            (["moo", "--tries", "5:5"], "--tries '5:5': expected the tries allowed in moo"),
            (["moo", "--tries", "0"], "--tries '0': expected the tries allowed in moo"),
            (["moo", "--secrets", "x"], "only wordle takes them"),
            (["moo", "--heuristic", "PossibleBobo"], "unknown heuristic 'PossibleBobo'"),
            (["--first", "CABAN"], "--first, --secrets and --guesses: expected a GAME"),
            (["moo", "--no-initial"], "--no-initial"),
        ],
    )
    def test_bad_input_is_one_line(self, run, options, message, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        ran = run("strategies", *options)
        assert ran.code == 2
        assert ran.out == ""
        assert message in ran.err
        assert len(ran.err.splitlines()) == 1
