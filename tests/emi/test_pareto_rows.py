"""A row of the Pareto front: what it says, what it cannot be, and what must hold between rows."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from emi.pareto_rows import ParetoRow, contradictions
from tests.reports.samples import ANY, FOUR, ONE, ROWS, THREE, TWO, WEIGHTED


class TestARow:
    def test_is_proven_when_both_bounds_meet(self) -> None:
        assert [row.proven for row in ROWS] == [True, False, True, True, True]
        assert not replace(TWO, misses_lower=5).proven
        assert not replace(TWO, total_lower=25).proven
        assert replace(TWO, misses_lower=5, total_lower=25).proven

    def test_says_what_is_sure_to_be_found(self) -> None:
        assert [row.guaranteed for row in ROWS] == [1, 5, 9, 10, 10]
        assert [row.guaranteed for row in WEIGHTED] == [950, 1100]

    def test_has_an_exact_average(self) -> None:
        assert (TWO.least_mean, TWO.mean) == (Fraction(12, 5), Fraction(5, 2))
        assert WEIGHTED[0].mean == Fraction(43, 22)

    def test_of_one_word_is_possible(self) -> None:
        assert ParetoRow(1, 1, 0, 0, 1, 1, 1, 1, "CABAN", (), 0.0).proven


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"words": 0}, "words must be at least 1, not 0"),
        ({"worst": 0}, "worst must be at least 1, not 0"),
        ({"tries": 0}, "tries must be at least 1, or None, not 0"),
        ({"weight": 9}, "weight must be at least words 10, not 9"),
        (
            {"misses_lower": -1},
            "misses must be 0 <= misses_lower <= misses_upper <= weight, not -1, 5, 10",
        ),
        (
            {"misses_lower": 6},
            "misses must be 0 <= misses_lower <= misses_upper <= weight, not 6, 5, 10",
        ),
        (
            {"misses_upper": 11},
            "misses must be 0 <= misses_lower <= misses_upper <= weight, not 3, 11, 10",
        ),
        ({"misses_upper": 4}, "missed must be at most 4 words, not 5"),
        ({"words": 4}, "missed must be at most 4 words, not 5"),
        ({"missed": ("CACHE",) * 2}, "missed must be words of which none is there twice"),
        ({"tries": None}, "misses must be 0 with any tries, not 5"),
        ({"tries": 4}, "worst must be above tries 4, not 4"),
        (
            {"total_lower": -1},
            "totals must be 0 <= total_lower <= total_upper, not -1, 25",
        ),
        (
            {"total_lower": 26},
            "totals must be 0 <= total_lower <= total_upper, not 26, 25",
        ),
        (
            {"total_lower": 0, "total_upper": 9},
            "total_upper must be from weight 10 to worst times that, 40, not 9",
        ),
        (
            {"total_upper": 41},
            "total_upper must be from weight 10 to worst times that, 40, not 41",
        ),
        ({"seconds": -0.5}, "seconds must be finite and at least 0, not -0.5"),
        ({"seconds": float("inf")}, "seconds must be finite and at least 0, not inf"),
        ({"seconds": float("nan")}, "seconds must be finite and at least 0, not nan"),
    ],
)
def test_an_impossible_value_is_refused(changed: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 - all of the message is compared
        replace(TWO, **changed)
    assert str(error.value) == message


def test_all_is_well() -> None:
    assert contradictions(ROWS) == []
    assert contradictions(ROWS[::-1]) == []
    assert contradictions(WEIGHTED) == []
    assert contradictions([]) == []


def test_misses_may_stay_the_same() -> None:
    assert contradictions([THREE, replace(FOUR, misses_lower=1, misses_upper=1)]) == []


def test_misses_that_rise_with_the_tries() -> None:
    more = replace(FOUR, misses_lower=2, misses_upper=2)
    wrong = ["within 4 tries at least 2 are missed, but within 3 tries only 1"]
    assert contradictions([THREE, more]) == wrong
    assert contradictions([more, THREE]) == wrong


def test_misses_are_held_against_the_fewest_before_not_the_last() -> None:
    loose = replace(THREE, misses_lower=1, misses_upper=8)
    more = replace(FOUR, misses_lower=6, misses_upper=6)
    assert contradictions([TWO, loose, more]) == [
        "within 4 tries at least 6 are missed, but within 2 tries only 5"
    ]


def test_bounds_that_are_apart_contradict_only_what_lies_outside_them() -> None:
    apart = replace(FOUR, misses_lower=1, misses_upper=9)
    assert contradictions([THREE, apart]) == []
    assert contradictions([replace(ONE, misses_lower=0), TWO]) == []


def test_an_average_below_the_least_of_all() -> None:
    below = replace(FOUR, total_lower=22, total_upper=22)
    wrong = ["within 4 tries a total of 22 is reached, but with any number of tries none below 23"]
    assert contradictions([THREE, below, ANY]) == wrong
    assert contradictions([ANY, below]) == wrong
    # As long as the least of all is not known.
    assert contradictions([below, replace(ANY, total_lower=22)]) == []
    assert contradictions([replace(FOUR, total_lower=0), ANY]) == []
