"""One row of a front: what it says, and what it cannot be."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from reports.front.row import FrontRow, free
from tests.reports.fronts import ANY, FOUR, ONE, ROWS, THREE, TWO, WEIGHTED


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
        assert FrontRow(1, 1, 0, 0, 1, 1, 1, 1, "CABAN", (), 0.0).proven


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


class TestWhatIsFree:
    def test_is_what_has_the_least_average_of_all(self) -> None:
        assert free(ROWS) == [False, False, False, True, False]
        assert free([FOUR, ANY, replace(THREE, total_lower=23, total_upper=23)]) == [
            *(True, False, True)
        ]

    def test_is_not_known_without_that_average(self) -> None:
        assert free(ROWS[:-1]) == [False] * 4
        assert free([]) == []

    def test_is_not_known_until_that_average_is_proven(self) -> None:
        assert free([FOUR, replace(ANY, total_lower=22)]) == [False, False]

    def test_may_have_bounds_itself(self) -> None:
        assert free([replace(FOUR, total_lower=20), ANY, ONE]) == [True, False, False]
