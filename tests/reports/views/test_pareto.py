"""A Pareto front: what each format says of the same few rows, letter for letter."""

import json
import re
from dataclasses import replace

import pytest

from emi.pareto_front import ParetoRow
from reports import FORMATS, render
from reports.views.pareto import missed, pareto
from tests.reports.samples import ANY, FOUR, ONE, ROWS, THREE, TWO, WEIGHTED

WEIGHED = "Secrets are weighted: misses are those of the least weight together, means are weighted"
MISSES = "Misses are secrets that are not sure to be found within the tries; they are found later"


def show(rows, format, *, title="", seconds=3.14, **options):
    return render(pareto(rows, title=title, seconds=seconds), format, **options)


class TestEveryFormat:
    @pytest.mark.parametrize("format", FORMATS)
    def test_has_the_rows_in_order(self, format):
        assert show(ROWS[::-1], format, title="T") == show(ROWS, format, title="T")

    def test_refuses_a_row_that_is_given_twice(self):
        with pytest.raises(ValueError, match=r"^the row 'within 3 tries' is given twice$"):
            pareto([THREE, FOUR, THREE])
        with pytest.raises(ValueError, match=r"^the row 'with any number of tries' is given"):
            pareto([ANY, ANY])

    def test_refuses_rows_of_two_games(self):
        message = (
            r"^rows must be of one game, not of 3 words \(weight 1100\) and of 10 \(weight 10\)$"
        )
        with pytest.raises(ValueError, match=message):
            pareto([ANY, *WEIGHTED])
        with pytest.raises(ValueError, match=r"of 10 words \(weight 10\) and of 10 \(weight 12\)$"):
            pareto([FOUR, replace(ANY, weight=12)])


class TestWhatIsFree:
    @pytest.mark.parametrize(
        ("rows", "free"),
        [
            (ROWS, ["4"]),
            ([FOUR, ANY, replace(THREE, total_lower=23, total_upper=23)], ["3", "4"]),
            # Not known without the least average of all, nor until that is proven.
            (ROWS[:-1], []),
            ([FOUR, replace(ANY, total_lower=22)], []),
            # It may have bounds itself.
            ([replace(FOUR, total_lower=20), ANY, ONE], ["4"]),
        ],
    )
    def test_is_what_has_the_least_average_of_all(self, rows, free):
        lines = show(rows, "table").split("\n\n")[0].splitlines()
        assert [line.split()[0] for line in lines if "*" in line] == free


class TestCsv:
    def test_has_a_line_for_each_row(self):
        assert show(ROWS, "csv") == (
            "tries,misses_lower,misses_upper,total_lower,total_upper,mean_lower,mean_upper,worst,"
            "worst_proven,first_guess,secrets,weight,secrets_missed,missed_share_lower,"
            "missed_share_upper,seconds\n"
            "1,9,9,27,27,2.7000,2.7000,4,yes,CADRE,10,10,9,0.900000,0.900000,0.125\n"
            "2,3,5,24,25,2.4000,2.5000,4,yes,CALER,10,10,5,0.300000,0.500000,2.000\n"
            "3,1,1,24,24,2.4000,2.4000,4,yes,CANAL,10,10,1,0.100000,0.100000,0.500\n"
            "4,0,0,23,23,2.3000,2.3000,4,yes,CANNE,10,10,0,0.000000,0.000000,0.250\n"
            "any,0,0,23,23,2.3000,2.3000,5,no,CANNE,10,10,0,0.000000,0.000000,0.250\n"
        )


class TestJson:
    def test_says_the_same_and_what_is_missed(self):
        document = json.loads(show(ROWS, "json", title="É"))
        rows = document.pop("rows")
        assert document == {"format": "emi-pareto", "version": 2, "title": "É"}
        assert rows[2] == {
            "tries": 3,
            "misses_lower": 1,
            "misses_upper": 1,
            "total_lower": 24,
            "total_upper": 24,
            "mean_lower": 2.4,
            "mean_upper": 2.4,
            "worst": 4,
            "worst_proven": True,
            "first_guess": "CANAL",
            "secrets": 10,
            "weight": 10,
            "secrets_missed": 1,
            "missed_share_lower": 0.1,
            "missed_share_upper": 0.1,
            "proven": True,
            "seconds": 0.5,
            "missed": ["CADET"],
        }
        assert [row["tries"] for row in rows] == [1, 2, 3, 4, None]
        assert [len(row["missed"]) for row in rows] == [9, 5, 1, 0, 0]

    def test_has_a_line_for_each_row(self):
        text = show(ROWS, "json", title="É")
        assert len(text.splitlines()) == 7 + len(ROWS)
        assert '"title": "É"' in text


class TestMarkdown:
    def test_is_a_table_with_notes(self):
        assert show(ROWS, "markdown", title="Front") == (
            "**Front**\n"
            "\n"
            "| tries | misses | guaranteed | mean | total | worst | first guess | seconds |\n"
            "| ---: | ---: | ---: | ---: | ---: | ---: | :--- | ---: |\n"
            "| 1 | 9 | 1 | 2.7000 | 27 | 4 | CADRE | 0.12 |\n"
            "| 2 | 3..5 | 5..7 | 2.4000..2.5000 | 24..25 | 4 | CALER | 2.00 |\n"
            "| 3 | 1 | 9 | 2.4000 | 24 | 4 | CANAL | 0.50 |\n"
            "| 4 | 0 | 10 | **2.3000** | 23 | 4 | CANNE | 0.25 |\n"
            "| any | - | - | 2.3000 | 23 | ≤5 | CANNE | 0.25 |\n"
            "\n"
            f"5 rows, 4 proven, 1 not, 3.1 s. {MISSES}. A bold mean costs nothing: no strategy at"
            " all has a lower average.\n"
        )

    def test_says_that_it_is_weighted(self):
        lines = show(WEIGHTED, "markdown").splitlines()
        assert lines[0].startswith("| tries | misses | missed share | guaranteed | mean | worst |")
        assert lines[2].startswith("| 1 | 2 | 13.64 % | 1 | 1.9545 | ≤3 |")
        assert lines[3].startswith("| 2 | 0 | 0 % | 3 | 1.1364 | 2 |")
        assert lines[-1] == f"2 rows, 2 proven, 0 not, 3.1 s. {MISSES}. {WEIGHED}."
        one = ParetoRow(1, 1, 0, 0, 5, 5, 5, 1, "CADRE", (), 0.5)
        assert WEIGHED in show([one], "markdown")
        assert WEIGHED not in show(ROWS, "markdown")

    def test_gives_bounds_as_shares_where_they_are_not_proven(self):
        row = replace(WEIGHTED[0], misses_lower=50)
        assert "| 1 | 2 | 4.55 %..13.64 % | 1 |" in show([row], "markdown")
        assert missed(row) == "2 missed, 4.55 %..13.64 % of the weight"
        assert [missed(one) for one in (WEIGHTED[1], TWO)] == ["0 missed", "3..5 missed"]


class TestTerminal:
    def test_is_aligned_and_summed_up(self):
        assert show(ROWS, "table", title="Front") == (
            "Front\n"
            "\n"
            "tries  misses  guaranteed            mean   total  worst  first guess  seconds\n"
            "    1       9           1          2.7000      27      4  CADRE           0.12\n"
            "    2    3..5        5..7  2.4000..2.5000  24..25      4  CALER           2.00\n"
            "    3       1           9          2.4000      24      4  CANAL           0.50\n"
            "    4       0          10          2.3000*     23      4  CANNE           0.25\n"
            "  any       -           -          2.3000      23     ≤5  CANNE           0.25\n"
            "\n"
            "5 rows, 4 proven, 1 not, 3.1 s\n"
            f"{MISSES}\n"
            "* costs nothing: no strategy at all has a lower average\n"
        )

    def test_says_that_it_is_weighted(self):
        # Weights add up to no number of tries.
        assert "total" not in show(WEIGHTED, "table")
        assert show(WEIGHTED, "table").splitlines()[-3:] == [
            "2 rows, 2 proven, 0 not, 3.1 s",
            MISSES,
            WEIGHED,
        ]

    def test_makes_room_for_a_long_first_guess(self):
        row = replace(ONE, first_guess="CONTRAIRES-ET-PLUS")
        assert show([row], "table").splitlines()[:2] == [
            "tries  misses  guaranteed    mean  total  worst  first guess         seconds",
            "    1       9           1  2.7000     27     ≤4  CONTRAIRES-ET-PLUS     0.12",
        ]

    def test_continues_below_when_it_is_too_wide(self):
        assert show(ROWS[3:], "table", width=42).startswith(
            "tries  misses  guaranteed    mean  total\n"
            "    4       0          10  2.3000*    23\n"
            "  any       -           -  2.3000     23\n"
            "\n"
            "tries  worst  first guess  seconds\n"
            "    4     ≤4  CANNE           0.25\n"
            "  any     ≤5  CANNE           0.25\n"
            "\n"
            "2 rows, 2 proven"
        )
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

    def test_a_worst_case_is_proven_by_what_is_missed_within_fewer_tries(self):
        # Within 3 tries one is missed at least: no strategy finds all within 3.
        some = [THREE, replace(FOUR, worst=5), ANY]
        lines = show(some, "csv").splitlines()[1:]
        assert [line.split(",")[7:9] for line in lines] == [["4", "yes"], ["5", "no"], ["5", "no"]]
        assert " ≤5  CANNE" in show(some, "table")

    def test_shows_free_bounds_as_both(self):
        text = show([replace(FOUR, total_lower=20), ANY], "table", colour=True)
        assert "\x1b[1;2;32m2.0000..2.3000\x1b[0m*" in text
