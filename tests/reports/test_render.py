"""Properties of every table in every format."""

import re
import subprocess
import sys
from functools import cache

import pytest

from emi.reports import FORMATS, render
from emi.reports.table import Table
from emi.reports.views.games import games
from emi.reports.views.guesses import guesses
from emi.reports.views.heuristics import heuristics
from emi.reports.views.pareto import pareto
from emi.reports.views.partitions import partitions
from emi.results.advice import Explanation, GuessProfile, Partition, Partitions
from emi.results.performance import LengthResult, together
from emi.results.playing import Turn
from emi.results.published import Figure, PublishedEmi, PublishedHeuristics, PublishedTable
from emi.search.heuristics.heuristic import HEURISTICS
from tests.reports.html import parse
from tests.reports.samples import (
    CELLS,
    CODES,
    EMI_PAPER,
    ONE,
    PAPER,
    RESULTS,
    ROWS,
    WEIGHTED,
    facts,
    front,
    solved,
)

EVIL = "<script>alert('&\"')</script>"
GAME = solved("moo:2x4", 3, 4, "01", 12)
POSITION = Explanation(
    facts("L2", 3), (Turn("AB", "BB", ("CD", "CE")),), ("CD", "CE"), False, HEURISTICS["Sum"],
    (GuessProfile("CD", True, ((1, 2),), (1, 1), {"Sum": 2}),), 1, 1, 1,
)  # fmt: skip
TABLES = {
    "cells": games(CELLS, title="T"),
    "cells compared": games(CELLS, against=EMI_PAPER),
    "heuristics": heuristics(RESULTS, title="T"),
    "heuristics compared": heuristics(RESULTS, against=PAPER),
    "no heuristics": heuristics([], against=PublishedHeuristics({}, "paper.csv")),
    "codes": heuristics(CODES),
    "pareto": pareto(front(ROWS), title="T"),
    "weighted": pareto(front(WEIGHTED)),
    "no rows": pareto(front([])),
    "position": guesses(POSITION, show=["Sum"]),
    "partitions": partitions(
        Partitions(facts("moo:2x4", 12), ("0",), (Partition("01", (12,), 12, 13, 0.0, 1, 0),))
    ),
    "games": games([GAME]),
    "published": PublishedTable.of("T", ("n", "x"), [("1", Figure("2", "3"))]).table(),
}
EACH = pytest.mark.parametrize("name", TABLES)


@cache
def written(name, format):
    """Return a table in a format; cached, because drawing pages takes time."""
    return render(TABLES[name], format)


@EACH
@pytest.mark.parametrize("format", FORMATS)
def test_it_ends_with_one_newline(name, format):
    assert re.search(r"[^\n]\n\Z", written(name, format))


@EACH
def test_colours_do_not_change_the_text(name, monkeypatch):
    # The caller decides; the environment is ignored.
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    coloured = render(TABLES[name], "table", colour=True)
    assert re.sub(r"\x1b\[[\d;]+m", "", coloured) == written(name, "table")


@EACH
def test_a_page_is_self_contained(name):
    text = written(name, "html")
    assert not re.search(r"https?:|//[a-z]|\bsrc\s*=|url\((?!#)|@import|fetch\(", text)
    assert all(link.startswith("#") for link in re.findall(r'\bhref="([^"]*)"', text))
    ids = re.findall(r'\bid="([^"]*)"', text)
    assert len(ids) == len(set(ids))


@EACH
def test_a_page_has_a_title_and_sort_keys(name):
    page = parse(written(name, "html"))
    assert page.all("html")[0].attributes == {"lang": "en"}
    title = TABLES[name].title or TABLES[name].caption
    assert [part.text for part in (*page.all("title"), *page.all("h1"))] == [title] * 2
    for listed in page.all("table", "list"):
        for line in listed.all("tbody")[0].all("tr"):
            cells = [*line.all("th"), *line.all("td")]
            assert all("data-key" in cell.attributes for cell in cells)


def test_a_format_must_be_known(refused):
    with refused(ValueError):
        render(TABLES["games"], "xls")


def test_json_takes_only_its_own_values(refused):
    with refused(TypeError):
        render(Table((), (), facts={"x": object()}), "json")


@pytest.mark.parametrize(
    "table",
    [
        games([solved("A5", 4, 4, EVIL)], against=PublishedEmi({("A", 5): 5}, EVIL), title=EVIL),
        heuristics(
            together([LengthResult(EVIL, "", "", 5, 5, (1, 2))]),
            against=PublishedHeuristics(PAPER.figures | {EVIL: PAPER.figures["Sum"]}, EVIL),
            title=EVIL,
        ),
        pareto(front([ONE.__class__(1, 2, 1, 1, 4, 4, 2, 3, EVIL, (EVIL,), 0.5)]), title=EVIL),
        games([solved(EVIL, 3, 4, EVIL)], title=EVIL),
    ],
)
def test_a_page_escapes_its_values(table):
    page = parse(render(table, "html"))
    assert len(page.all("script")) == 1
    assert page.all("h1")[0].text == EVIL
    assert page.text.count(EVIL) > 2


def test_a_page_begins_with_its_result(golden):
    page = parse(render(TABLES["position"], "html"))
    (header,) = page.all("header")
    golden(header.all("p", "closing")[0].text)
    golden(header.all("div", "summary")[0].text)
    assert [cell.text for cell in page.all("th", "possible")] == ["CD"]


def test_a_page_keeps_dollar_signs():
    table = games([GAME], title="$script $$")
    assert parse(render(table, "html")).all("h1")[0].text == "$script $$"


@pytest.mark.parametrize(
    ("format", "colour", "loaded"),
    [
        *((each, False, []) for each in ("table", "csv", "json", "markdown")),
        ("table", True, []),
        ("html", False, ["matplotlib", "emi.reports.page", "emi.reports.plot"]),
    ],
)
def test_heavy_modules_are_imported_only_when_needed(format, colour, loaded):
    program = f"""
import sys
from emi.results.performance import LengthResult, together
from emi.reports import render
from emi.reports.views.heuristics import heuristics
rows = together(LengthResult(name, "", "", 5, 5, (1,)) for name in ("Sum", "Max"))
render(heuristics(rows), {format!r}, colour={colour})
names = ("matplotlib", "matplotlib.pyplot", "emi.reports.page", "emi.reports.plot", "rich")
print(*(name for name in names if name in sys.modules))
"""
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == loaded
