import csv
import io

import pytest

from reports.seeds.grid import FORMATS, markdown, render
from reports.seeds.section import Figure, Section, Table, table_line

TABLE = Table(
    "Primes",
    ("n", "prime", "kind"),
    (table_line("1", Figure("2", "1"), "even"), table_line("2", Figure("3", "3"), "odd | more")),
    ("One is no prime",),
)


def test_in_the_terminal_what_differs_has_the_printed_figure_behind_it():
    assert render(TABLE, "table").splitlines() == [
        "Primes",
        "",
        "n      prime        kind",
        "1  2 (not 1)        even",
        "2          3  odd | more",
        "",
        "One is no prime",
    ]


def test_a_terminal_that_is_too_narrow_folds_the_columns():
    lines = render(TABLE, "table", width=14).splitlines()
    assert max(map(len, lines[:-1])) <= 14
    assert sum(line.startswith("n ") for line in lines) == 2


def test_csv_holds_what_was_obtained():
    rows = list(csv.reader(io.StringIO(render(TABLE, "csv"))))
    assert rows == [["n", "prime", "kind"], ["1", "2", "even"], ["2", "3", "odd | more"]]


def test_markdown():
    assert render(TABLE, "markdown").splitlines() == [
        "**Primes**",
        "",
        "| n | prime | kind |",
        "| :--- | ---: | :--- |",
        "| 1 | **2** (not 1) | even |",
        "| 2 | 3 | odd \\| more |",
    ]


def test_a_report_says_where_figures_are_from_and_how_many_agree():
    text = markdown([Section("p", "On primes", "A list", ("Few",), (TABLE,))], title="Tables")
    assert text.startswith("# Tables\n\n## On primes\n\nSource: A list.\n\nFew.\n\n### Primes\n")
    assert text.endswith("\n1 of 2 figures as printed.\n\n- One is no prime.\n")


def test_a_figure_that_was_not_obtained_differs():
    table = Table("T", ("n", "x"), (table_line("1", Figure("", "5")),))
    assert "**none** (not 5)" in render(table, "markdown")
    assert table.verdict == "0 of 1 figure as printed"


def test_nothing_printed_needs_no_verdict():
    assert Table("T", ("n", "x"), (table_line("1", "5"),)).verdict == ""


def test_unknown_formats():
    with pytest.raises(ValueError, match=f"the formats are {', '.join(FORMATS)}"):
        render(TABLE, "json")
