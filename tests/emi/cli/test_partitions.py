"""``emi partitions``."""

import json
from math import log2

from emi.games.moo import Moo
from tests.emi.cases import rows


def test_class_sizes_and_scores(ran):
    (row, _) = rows(ran("explain moo:2x4 --partitions 01,02 --format csv"))
    game = Moo(2, 4)
    told = [game.feedback("01", secret) for secret in game.secrets]
    sizes = [told.count(answer) for answer in game.feedbacks]
    assert row == {
        "guess": "01",
        **{f"sizes_{at}": str(size) for at, size in enumerate(sizes, 1)},
        "worst_case": str(max(sizes)),
        "expected_size": str(sum(size**2 for size in sizes) / 12),
        "entropy": f"{-sum(t / 12 * log2(t / 12) for t in sizes if t):.3f}",
        "partitions": "5",
        "standard_deviation": "2",
    }


def test_json_has_numbers(ran):
    found = json.loads(ran("explain mastermind:2x3 --partitions 11,12 --format json"))
    assert found["feedbacks"] == ["0b0w", "0b1w", "1b0w", "0b2w", "2b0w"]
    assert found["secrets"] == 9
    assert found["columns"][1] == {
        "guess": "12", "sizes": [1, 2, 4, 1, 1], "worst_case": 4, "expected_size": 23 / 9,
        "entropy": 2.059, "partitions": 5, "standard_deviation": 1,
    }  # fmt: skip


def test_words_list_the_clues_that_occur(ran, named):
    assert "GGGGG  " in ran("explain --partitions acier", *named("a5"))
    found = json.loads(ran("explain --partitions lasso --format json", *named("wordle")))
    assert found["feedbacks"][:3] == ["BBBBB", "BBYBB", "GBBBB"]
    assert found["columns"][0]["sizes"][:3] == [1, 2, 2]
