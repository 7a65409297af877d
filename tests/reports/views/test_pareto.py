"""A Pareto front in each format, against golden files."""

import json
import re
from dataclasses import replace

import pytest

from emi.reports import render
from emi.reports.views.pareto import missed, pareto
from tests.reports.samples import ANY, FOUR, ONE, ROWS, THREE, TWO, WEIGHTED, front, written


def show(rows, format, *, title="", seconds=3.14, **options):
    return render(pareto(front(rows), title=title, seconds=seconds), format, **options)


@pytest.mark.parametrize("rows", [ROWS, WEIGHTED], ids=["alike", "weighted"])
def test_golden(rows, golden):
    golden(written(pareto(front(rows), title="Front", seconds=3.14)))


def test_rows_are_in_order():
    assert show(ROWS[::-1], "table", title="T") == show(ROWS, "table", title="T")
    assert show(ROWS[::-1], "json", title="T") == show(ROWS, "json", title="T")


class TestFreeTries:
    @pytest.mark.parametrize(
        ("rows", "free"),
        [
            (ROWS, ["4"]),
            ([FOUR, ANY, replace(THREE, total_lower=23, total_upper=23)], ["3", "4"]),
            # Unknown until the least average of all is proven.
            (ROWS[:-1], []),
            ([FOUR, replace(ANY, total_lower=22)], []),
            # It may have bounds that do not meet.
            ([replace(FOUR, total_lower=20), ANY, ONE], ["4"]),
        ],
    )
    def test_have_the_least_average_of_all(self, rows, free):
        lines = show(rows, "table").split("\n\n")[1].splitlines()
        assert [line.split()[0] for line in lines if "*" in line] == free


class TestMarkdown:
    def test_gives_unproven_bounds_as_shares(self, golden):
        row = replace(WEIGHTED[0], misses_lower=50)
        assert "| 1 | 2 | 4.55 %..13.64 % | 1 |" in show([row], "markdown")
        golden(missed(row))
        assert [missed(one) for one in (WEIGHTED[1], TWO)] == ["0 missed", "3..5 missed"]


class TestTerminal:
    def test_continues_below_when_it_is_too_wide(self, golden):
        golden(show(ROWS[3:], "table", width=42))
        assert show(ROWS, "table", width=200) == show(ROWS, "table")

    def test_has_colours_when_asked(self):
        text = show(ROWS, "table", colour=True)
        assert re.findall(r"\x1b\[([\d;]+)m([^\x1b]+)\x1b\[0m", text) == [
            ("2", "3..5"),
            ("2", "5..7"),
            ("2", "2.4000..2.5000"),
            ("2", "24..25"),
            ("1;32", "2.3000"),
            ("2", "≤5"),
        ]

    def test_a_worst_case_is_proven_by_misses_within_fewer_tries(self):
        # At least one secret is missed within 3 tries, so no strategy finds all within 3.
        some = [THREE, replace(FOUR, worst=5), ANY]
        rows = json.loads(show(some, "json"))["rows"]
        assert [(row["worst"], row["worst_proven"]) for row in rows] == [
            (4, True), (5, False), (5, False),
        ]  # fmt: skip
        assert " ≤5  CANNE" in show(some, "table")

    def test_shows_free_bounds_as_both(self):
        text = show([replace(FOUR, total_lower=20), ANY], "table", colour=True)
        assert "\x1b[1;2;32m2.0000..2.3000\x1b[0m*" in text
