import csv
import io
import json
from math import log2

import pytest

from emi.games.moo import Moo


def test_class_sizes_and_scores(run):
    ran = run("partitions", "moo:2x4", "--first", "01,02", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    game = Moo(2, 4)
    told = [game.feedback("01", secret) for secret in game.secrets]
    sizes = [told.count(answer) for answer in game.answers]
    assert [row["feedback"] for row in rows][: len(sizes)] == list(game.answers)
    assert [int(row["01"]) for row in rows[: len(sizes)]] == sizes
    assert [(row["feedback"], row["01"]) for row in rows[len(sizes) :]] == [
        ("worst case", str(max(sizes))),
        ("expected size", str(sum(size**2 for size in sizes) // 11)),
        ("entropy", f"{-sum(t / 12 * log2(t / 12) for t in sizes if t):.3f}"),
        ("partitions", "5"),
        ("standard deviation", "2"),
    ]


def test_json_has_numbers(run):
    found = json.loads(
        run("partitions", "mastermind:2x3", "--first", "11,12", "--format", "json").out
    )
    assert found["feedbacks"] == ["0b0w", "0b1w", "1b0w", "0b2w", "2b0w"]
    assert found["secrets"] == 9
    assert found["guesses"][1] == {
        "guess": "12", "sizes": [1, 2, 4, 1, 1], "worst_case": 4, "expected_size": 2,
        "entropy": 2.059, "partitions": 5, "standard_deviation": 1,
    }  # fmt: skip


@pytest.mark.parametrize("format", ["table", "markdown"])
def test_formats_for_people(run, format):
    ran = run("partitions", "moo:2x4", "--first", "01", "--format", format)
    assert ran.code == 0
    assert "Partitions of moo:2x4, 12 secrets" in ran.out


def test_words_list_the_clues_that_occur(run, lexicon):
    ran = run("partitions", "a5", "--lexicon", lexicon, "--first", "acier", "--format", "csv")
    assert ran.code == 0
    assert "GGGGG,1\n" in ran.out


def test_wordle(run, tmp_path):
    (tmp_path / "secrets").write_text("LIGNE\nSIGNE\n")
    (tmp_path / "guesses").write_text("LASSO\nLIGNE\nSIGNE\n")
    ran = run("partitions", "wordle", "--secrets", tmp_path / "secrets", "--guesses",
              tmp_path / "guesses", "--first", "lasso", "--format", "csv")  # fmt: skip
    assert ran.out.splitlines()[1:3] == ["BBYBB,1", "GBBBB,1"]
