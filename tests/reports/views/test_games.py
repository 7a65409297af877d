"""Solutions of games: a line for each, a grid of cells, or a few lines for a single game."""

import json
import re
import string

import pytest

from emi.errors import OptionError
from emi.reports import render
from emi.reports.views.games import game, games
from emi.results.published import PublishedEmi
from tests.reports.html import parse
from tests.reports.samples import AGREES, CELLS, EMI_PAPER, LEXICON, solved

WORDS = tuple(f"ABA{letter}A" for letter in "BCDEFGHIJ")


def average(name, lower, upper, **more):
    return solved(name, lower, upper, objective="average", lexicon=LEXICON, **more)


def missed(name, lower, upper, **more):
    given = {"tries": 2, "first": "CANNE", "objective": "guaranteed", "lexicon": LEXICON} | more
    return solved(name, lower, upper, **given)


KNOWN = average("C5", 24, 24, first="CANNE", worst=4, at_worst=2, worst_proven=True, nodes=1234)
OPEN = average("C6", 20, None, worst_proven=False)
HEAVY = average("C5", 2345, 2345, weight=1000, worst=4, at_worst=1, worst_proven=False, stored=True)
SOLVED = {
    "cells": CELLS,
    "averages": [KNOWN, OPEN],
    "weighted averages": [HEAVY],
    "misses": [
        missed("C5", 1, 3, missed=("CABAN", "CABLE", "CADRE")),
        missed("D5", 9, 9, missed=WORDS),
    ],
    "weighted misses": [missed("C5", 5, 25, weight=1000, missed=("CABAN",))],
    "codes": [solved("moo:2x4", 3, 4, "01", 12), solved("moo:2x5", 1, 20, "01", 20)],
}


def test_golden(golden):
    shown = [games(some, seconds=61.75) for some in SOLVED.values()]
    compared = games(CELLS, against=EMI_PAPER, title="EMI")
    golden("\n".join(render(one, "table") for one in (*shown, compared)))
    golden(render(compared, "json"))


def test_golden_of_one(golden):
    shown = [one for some in SOLVED.values() for one in some]
    texts = [render(game(one), "table") for one in (*shown, missed("C5", 5, None, weight=1000))]
    golden("\n".join(texts))
    golden(render(game(KNOWN), "json"))


def test_a_cell_shows_its_facts_on_a_page(golden):
    """Of each kind of objective one cell, with what a published table says of it."""
    for some, paper in ((CELLS, EMI_PAPER), ([KNOWN], None), ([HEAVY], None)):
        grid = games([*some, solved("D5", 4, 4, objective=some[0].objective.name)], against=paper)
        golden([repr(one) for _, cells in grid.grid.lines for one in cells if one])


def test_the_order_of_cells_makes_no_difference():
    assert games(CELLS).grid == games(CELLS[::-1]).grid
    assert games(CELLS).facts == games(CELLS[::-1]).facts


def test_a_cell_given_twice_is_refused(refused):
    with refused(OptionError):
        games([AGREES, AGREES])


@pytest.mark.parametrize(
    ("solutions", "seconds"),
    [
        # With two jobs, the times of the cells add up to more than the elapsed time.
        (CELLS, 40.0),
        (CELLS, None),
        ([AGREES], None),
    ],
)
def test_the_time_is_wall_clock_time(solutions, seconds, golden):
    golden(render(games(solutions, seconds=seconds), "table").splitlines()[-1])


def test_differences_from_published_values_are_in_machine_formats():
    document = json.loads(render(games(CELLS, against=EMI_PAPER), "json"))
    assert [(one["game"], one["published"], one["differs"]) for one in document["games"]] == [
        ("A5", 4, False), ("C5", 7, True), ("C10", 5, None),
    ]  # fmt: skip


def test_a_grid_of_26_letters_fits_in_80_columns_even_when_all_differ():
    rows = [
        solved(f"{letter}{length}", 4, 4)
        for letter in string.ascii_uppercase
        for length in range(5, 11)
    ]
    paper = PublishedEmi({one.game.cell: 5 for one in rows}, "paper.csv")
    text = render(games(rows, against=paper, title="T"), "table")
    assert text.count("*") == 2 * 26 * 6
    assert max(map(len, text.splitlines())) == 80


def test_a_grid_continues_below_when_it_is_too_wide():
    table = games(CELLS, title="T", seconds=1.0)
    folded = "   A\n 5 4\n10\n\n      C\n 5    5\n10 4..5\n\n"
    assert render(table, "table", width=6).removeprefix("T\n\n").startswith(folded)


def test_a_grid_has_a_colour_for_every_value():
    rows = [solved(f"A{n}", n, n) for n in range(1, 12)]
    text = render(games(rows), "table", colour=True)
    assert re.findall(r"\x1b\[(\d+)m", text.replace("\x1b[0m", "")) == (
        ["94", "34", "36", "32", "33", "35", "31", "31", "31", "31", "31"]
    )


def test_a_cell_not_begun_shows_a_question_mark():
    text = render(games([solved("C5", 1, 588, "CABAN", 588)]), "table")
    assert "  C\n5 ?\n" in text


def averages(*totals):
    return [average(f"A{length}", total, total, words=12) for length, total in enumerate(totals, 5)]


@pytest.mark.parametrize(
    "solutions",
    [
        averages(12, 18, 24, 35, 54, 60, 99),
        [missed(f"A{5 + n}", n, n) for n in (0, 1, 2, 3, 15, 16)],
    ],
)  # fmt: skip
def test_the_legend_says_which_values_share_a_colour(solutions, golden):
    page = parse(render(games(solutions), "html"))
    golden([item.text for item in page.all("ul", "legend")[0].all("li")])


@pytest.mark.parametrize(
    "solutions",
    [[KNOWN], [KNOWN, average("moo", 3, 3)], [solved("moo", 3, 3)] * 2],
    ids=["one", "other games", "codes"],
)
def test_games_without_a_grid_are_listed(solutions):
    assert not parse(render(games(solutions), "html")).all("table", "grid")
