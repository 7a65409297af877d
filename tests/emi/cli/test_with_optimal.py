"""``emi strategies --with-optimal``: two rows that are proven, after those of the methods."""

import csv
import io
import time
from itertools import product

import pytest
from emi.optimum import Question, average, guaranteed

from emi import optimal_play
from emi import parallel as running
from emi.games.cell import Cell
from emi.games.motus import Motus
from emi.lexicon.load import load
from emi.playing.named import FEWEST_FAILS, LEAST_AVERAGE, method_names
from search.model.limits import Stopped

OPTIMAL = [LEAST_AVERAGE, FEWEST_FAILS]
# Within 2 tries the least average, 18, fails four words, and another strategy of 19 three.
WORDS = ("CAGOT", "CAOUA", "CLAIE", "CLAME", "CLAPE", "CLAVE", "COQUA")


def lines(ran):
    assert ran.code == 0, ran.err
    return list(csv.DictReader(io.StringIO(ran.out)))


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS) + "\n")
    return path


def test_adds_two_rows_over_all_cells(run, lexicon):
    found = lines(run("strategies", "--lexicon", lexicon, "--with-optimal", "--format", "csv"))
    assert [line["heuristic"] for line in found] == [*method_names()[0], *OPTIMAL]
    *others, least, fewest = found
    words = load(str(lexicon))
    games = [
        Motus.of_cell(Cell(letter, length), words)
        for letter, length in product("AC", (5, 6))
        if words.cell(letter, length)
    ]
    assert int(least["total"]) == sum(average(Question(game)).upper for game in games)
    assert (least["fails"], fewest["fails"]) == ("0", "0")
    assert {line["secrets"] for line in found} == {least["secrets"]}
    for line in others:
        assert int(line["total"]) >= int(least["total"])
        assert int(line["fails"]) >= int(fewest["fails"])


def test_plays_on_after_a_fail(run, words):
    found = lines(
        run("strategies", "--lexicon", words, "--with-optimal", "--heuristic", "Sum",
            "--tries", "5:2", "--format", "csv")
    )  # fmt: skip
    assert [
        (line["heuristic"], line["ties"], line["direction"], line["fails"], line["total"])
        for line in found[1:]
    ] == [("LeastAverage", "", "", "4", "18"), ("FewestFails", "", "", "3", "19")]
    for line in found:
        counts = [int(line[f"tries_{tries}"]) for tries in range(1, int(line["worst"]) + 1)]
        assert sum(counts) == 7
        assert sum(tries * count for tries, count in enumerate(counts, 1)) == int(line["total"])


def test_of_a_game_with_a_first_guess(run, words):
    found = lines(
        run("strategies", "C5", "--lexicon", words, "--with-optimal", "--heuristic", "Sum",
            "--tries", "2", "--first", "cagot", "--format", "csv")
    )  # fmt: skip
    assert [line["tries_1"] for line in found] == ["1", "1", "1"]
    game = Motus(WORDS)
    least = average(Question(game, first="CAGOT"))
    fewest = guaranteed(Question(game, first="CAGOT"), 2)
    assert (found[1]["total"], found[2]["fails"]) == (str(least.upper), str(fewest.upper))


def test_without_a_limit_on_tries_has_one_row(run):
    found = lines(
        run("strategies", "mastermind:2x3", "--with-optimal", "--heuristic", "Max", "--format",
            "csv")
    )  # fmt: skip
    assert [(line["heuristic"], line["fails"]) for line in found] == [
        ("Max", ""), ("LeastAverage", ""),
    ]  # fmt: skip
    found = lines(
        run("strategies", "mastermind:2x3", "--with-optimal", "--heuristic", "Max", "--tries",
            "2", "--format", "csv")
    )  # fmt: skip
    assert [line["heuristic"] for line in found] == ["Max", *OPTIMAL]


@pytest.mark.parametrize("format", ["table", "json", "markdown", "html"])
def test_formats(run, words, format):
    ran = run("strategies", "--lexicon", words, "--with-optimal", "--heuristic", "Sum",
              "--format", format)  # fmt: skip
    assert (ran.code, ran.err) == (0, "")
    assert all(name in ran.out for name in OPTIMAL)


def test_plots(run, words, tmp_path):
    path = tmp_path / "figures.svg"
    ran = run("strategies", "--lexicon", words, "--with-optimal", "--heuristic", "Sum",
              "--plot", path)  # fmt: skip
    assert ran.code == 0
    assert all(name in path.read_text() for name in OPTIMAL)


def test_nothing_is_published_of_them(run, words, tmp_path):
    paper = tmp_path / "paper.csv"
    paper.write_text("method,average,fails,worst\nSum,9.9999,1,2\n")
    ran = run("strategies", "--lexicon", words, "--with-optimal", "--heuristic", "Sum",
              "--against", paper, "--format", "csv")  # fmt: skip
    assert [(line["published_average"], line["differs"]) for line in lines(ran)] == [
        ("9.9999", "yes"), ("", ""), ("", ""),
    ]  # fmt: skip


@pytest.mark.parametrize("game", [[], ["C5"], ["mastermind:2x3"]])
def test_is_refused_where_only_what_is_possible_may_be_proposed(run, words, game):
    ran = run("strategies", *game, "--lexicon", words, "--with-optimal", "--hard", "possible")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "emi: --with-optimal: expected without --hard possible, as its search is of games in"
        " which anything may be proposed\n"
    )


def test_that_is_interrupted_prints_nothing(run, words, monkeypatch):
    real = running.wait

    def wait(*_, **__):
        monkeypatch.setattr(running, "wait", real)
        raise KeyboardInterrupt

    def searched(question):
        while question.go_on():
            time.sleep(0.01)
        raise Stopped

    monkeypatch.setattr(running, "wait", wait)
    monkeypatch.setattr(optimal_play, "average", searched)
    ran = run("strategies", "--lexicon", words, "--with-optimal", "--heuristic", "Sum")
    assert (ran.code, ran.out, ran.err) == (130, "", "")
