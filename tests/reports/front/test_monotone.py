"""What must hold between the rows of a front."""

from __future__ import annotations

from dataclasses import replace

from reports.front.monotone import monotone
from tests.reports.fronts import ANY, FOUR, ONE, ROWS, THREE, TWO, WEIGHTED


def test_all_is_well() -> None:
    assert monotone(ROWS) == []
    assert monotone(ROWS[::-1]) == []
    assert monotone(WEIGHTED) == []
    assert monotone([]) == []


def test_misses_may_stay_the_same() -> None:
    assert monotone([THREE, replace(FOUR, misses_lower=1, misses_upper=1)]) == []


def test_misses_that_rise_with_the_tries() -> None:
    more = replace(FOUR, misses_lower=2, misses_upper=2)
    wrong = ["within 4 tries at least 2 are missed, but within 3 tries only 1"]
    assert monotone([THREE, more]) == wrong
    assert monotone([more, THREE]) == wrong


def test_misses_are_held_against_the_fewest_before_not_the_last() -> None:
    loose = replace(THREE, misses_lower=1, misses_upper=8)
    more = replace(FOUR, misses_lower=6, misses_upper=6)
    assert monotone([TWO, loose, more]) == [
        "within 4 tries at least 6 are missed, but within 2 tries only 5"
    ]


def test_bounds_that_are_apart_contradict_only_what_lies_outside_them() -> None:
    apart = replace(FOUR, misses_lower=1, misses_upper=9)
    assert monotone([THREE, apart]) == []
    assert monotone([replace(ONE, misses_lower=0), TWO]) == []


def test_an_average_below_the_least_of_all() -> None:
    below = replace(FOUR, total_lower=22, total_upper=22)
    wrong = ["within 4 tries a total of 22 is reached, but with any number of tries none below 23"]
    assert monotone([THREE, below, ANY]) == wrong
    assert monotone([ANY, below]) == wrong
    # As long as the least of all is not known.
    assert monotone([below, replace(ANY, total_lower=22)]) == []
    assert monotone([replace(FOUR, total_lower=0), ANY]) == []
