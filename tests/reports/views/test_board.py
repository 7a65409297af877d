"""The page of averages and misses: a grid of cells, as that of the worst case."""

import pytest

from reports import render
from reports.views.games import games
from tests.reports.html import parse

AVERAGE = {
    "game": "A5", "objective": "average", "tries": None, "lower": 30, "upper": 30, "proven": True,
    "first_guess": "ABORD", "worst": 4, "worst_proven": True, "secrets": 12, "weight": 12,
    "nodes": 7, "seconds": 0.5, "lexicon": {"name": "small.txt", "digest": "0123456789abcdef"},
}  # fmt: skip
MISSED = AVERAGE | {
    "objective": "guaranteed", "tries": 2, "lower": 0, "upper": 0, "guaranteed": 12, "missed": [],
}  # fmt: skip
OPEN = {"proven": False, "worst": None, "seconds": 1.0}


def page(rows):
    return parse(render(games(rows), "html"))


def averages(*totals):
    return [
        AVERAGE | {"game": f"A{length}", "lower": total, "upper": total}
        for length, total in enumerate(totals, 5)
    ]


def test_averages_are_a_grid_and_a_list():
    rows = [AVERAGE, AVERAGE | {"game": "B6", "lower": 25, "upper": 31} | OPEN]
    whole = page(rows)
    grid = whole.all("table", "grid")[0]
    assert [head.text for head in grid.all("th")] == ["A", "B", "5", "6"]
    assert [button.text for button in grid.all("button")] == ["2.50", "≤2.58"]
    assert [cell.kinds for cell in grid.all("td") if cell.all("button")] == [
        ["v3"], ["v3", "open", "from2"],
    ]  # fmt: skip
    assert [fact.text for fact in grid.all("dd")][:5] == [
        "2.5000, proven", "4", "ABORD", "12", "0.500 s",
    ]  # fmt: skip
    assert [fact.text for fact in grid.all("dd")][5] == "2.0833..2.5833, not proven"
    assert len(whole.all("details", "all")[0].all("tbody")[0].all("tr")) == 2
    legend = [item.text for item in whole.all("ul", "legend")[0].all("li")]
    assert legend == ["2.5 to 3.0 1 cell", ".. not proven, 1 cell"]


def test_a_cell_of_which_nothing_is_known_is_a_question_mark():
    rows = [AVERAGE, AVERAGE | {"game": "B5", "upper": None} | OPEN]
    assert [button.text for button in page(rows).all("button")] == ["2.50", "?"]


def test_a_worst_case_that_is_not_proven_is_marked():
    rows = [AVERAGE, AVERAGE | {"game": "B6", "worst_proven": False}]
    facts = [fact.text for fact in page(rows).all("dd")]
    assert (facts[1], facts[6]) == ("4", "≤4")


def test_misses_tell_which():
    words = [f"ABA{letter}A" for letter in "BCDEFGHIJ"]
    rows = [MISSED, MISSED | {"game": "B5", "lower": 9, "upper": 9, "missed": words}]
    whole = page(rows)
    assert [button.text for button in whole.all("button")] == ["0", "9"]
    facts = [fact.text for fact in whole.all("dd")]
    assert facts[:3] == ["0, proven", "2 tries", "-"]
    assert facts[8].startswith("ABABA, ABACA, ")
    assert facts[8].endswith(", ABAIA, ...")


@pytest.mark.parametrize(
    ("rows", "legend"),
    [
        (
            averages(12, 18, 24, 35, 54, 60, 99),
            ["below 2.0 2 cells", "2.0 to 2.5 1 cell", "2.5 to 3.0 1 cell", "4.5 to 5.0 1 cell",
             "5.0 and more 2 cells"],
        ),
        (
            [MISSED | {"game": f"A{5 + n}", "lower": n, "upper": n} for n in (0, 1, 2, 3, 15, 16)],
            ["0 1 cell", "1 1 cell", "2..3 2 cells", "8..15 1 cell", "16 and more 1 cell"],
        ),
    ],
)  # fmt: skip
def test_the_legend_says_which_values_share_a_colour(rows, legend):
    assert [item.text for item in page(rows).all("ul", "legend")[0].all("li")] == legend


@pytest.mark.parametrize(
    "rows",
    [[AVERAGE], [AVERAGE, AVERAGE | {"game": "moo"}], [AVERAGE | {"objective": "worst"}] * 2],
    ids=["one", "other games", "worst case"],
)
def test_what_is_no_table_of_cells_is_a_list_alone(rows):
    assert not page(rows).all("table", "grid")


def test_texts_have_the_list():
    text = render(games(averages(24, 30)), "table")
    assert "A5       24  2.0000" in text
    assert "A5 | 24 | 2.0000" in render(games(averages(24, 30)), "markdown")
