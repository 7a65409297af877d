"""The comparison of heuristics in each format, against golden files."""

import json
import re

import pytest

from emi.reports import render
from emi.reports.views.heuristics import heuristics
from emi.reports.wording import labels
from emi.results.performance import LengthResult, together
from emi.results.published import Figures, PublishedHeuristics
from tests.reports.samples import CODES, LENGTHS, PAPER, written

SUM, BOBO = LENGTHS[0], LENGTHS[4]


def show(lengths, format, *, against=None, title="", **options):
    return render(heuristics(together(lengths), against=against, title=title), format, **options)


GOLDEN = {
    "alone": heuristics(together(LENGTHS), title="Heuristics"),
    "compared": heuristics(together(LENGTHS), against=PAPER),
    "codes": heuristics(CODES),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden(name, golden):
    golden(written(GOLDEN[name]))


def test_a_heuristic_without_published_figures_is_included(golden):
    best = LengthResult("LeastAverage", "", "", 5, 3, (1, 7))
    golden(show([SUM, best], "table", against=PAPER))


class TestJson:
    def test_names_the_row_nearest_to_the_published_figures(self):
        published = json.loads(show(LENGTHS, "json", against=PAPER))["published"]
        assert published["source"] == "paper.csv"
        assert published["heuristics"][0] == {
            "heuristic": "Sum",
            "average": 2.3333,
            "fails": 2,
            "worst": 4,
            "nearest": {"ties": "alphabetical", "direction": "lowest"},
            "exact": True,
        }
        assert [(each["heuristic"], each["exact"]) for each in published["heuristics"]] == [
            ("Sum", True),
            ("Gini", False),
            ("Bobo", True),
            ("Minimax", None),
        ]
        assert published["heuristics"][3]["nearest"] is None

    def test_may_be_empty(self):
        empty = PublishedHeuristics({}, "paper.csv")
        data = json.loads(show([], "json", against=empty))
        assert (data["heuristics"], data["published"]["heuristics"]) == ([], [])


class TestTerminal:
    def test_continues_below_when_it_is_too_wide(self, golden):
        lines = show(LENGTHS, "table", width=60).splitlines()
        assert max(map(len, lines[:23])) <= 60
        headings = [line.split()[3:] for line in lines if line.startswith("heuristic ")]
        assert headings[0] == ["average", "fails", "worst"]
        golden(" ".join(heading for part in headings for heading in part))
        assert all(line.startswith("Sum        possible") for line in lines[1:20:6])

    def test_does_not_merge_a_tail_that_fits(self):
        nine = LengthResult("Sum", "", "", 5, 5, (0,) * 8 + (3,))
        assert show([nine], "table").splitlines()[0].endswith("in 8  in 9")

    def test_has_colours_when_asked(self):
        text = show(LENGTHS, "table", against=PAPER, colour=True)
        assert re.findall(r"\x1b\[([0-9;]+)m([0-9.]+)", text) == [
            ("1;7;32", "2.0833"),
            ("1;7", "1"),
            ("1;7", "4.9167"),
            ("1;7", "6"),
            ("1;7", "11"),
            ("1;32", "0"),
            ("1;32", "3"),
        ]

    @pytest.mark.parametrize("lengths", [[SUM], [SUM, *LENGTHS[4:6]]])
    def test_marks_no_best_row_without_a_comparable_rival(self, lengths):
        # A single heuristic, and two heuristics on different words.
        assert "\x1b" not in show(lengths, "table", colour=True)


class TestWording:
    def test_mentions_heuristics_tried_on_fewer_words(self, golden):
        golden(show(LENGTHS[:5], "table").splitlines()[-1])

    def test_mentions_failed_words(self, golden):
        lengths = [
            LengthResult("Sum", "", "", length, allowed, (1,))
            for length, allowed in [(5, 1), (6, 6), (7, 6), (9, 6), (10, 7)]
        ]
        golden(show(lengths, "table").splitlines()[-1])
        assert show([], "table").splitlines()[-1] == "0 heuristics"


@pytest.mark.parametrize(
    "settings",
    [
        [("possible", "lowest")],
        [("possible", "lowest"), ("possible", "highest")],
        [("possible", "lowest"), ("alphabetical", "highest")],
    ],
)
def test_labels_show_how_rows_differ(settings, golden):
    golden(labels(together(LengthResult("Sum", *each, 5, 5, (1,)) for each in settings)))


class TestCodesWithoutLimit:
    """A game of codes without a limit, so that none is failed."""

    @pytest.mark.parametrize("format", ["table", "html"])
    def test_there_are_no_fails(self, format):
        text = render(heuristics(CODES), format)
        assert "fail" not in text.lower()
        assert "word" not in text.partition("<main>")[2].lower()

    def test_published_fails_are_not_compared(self, golden):
        paper = PublishedHeuristics({"Max": Figures(None, 5, 3)}, "paper.csv")
        text = render(heuristics(CODES, against=paper), "table")
        golden(text)
