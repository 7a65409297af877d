"""The comparison of heuristics: what each format says of the same few, letter for letter."""

import json
import re

import pytest

from emi.playing.results import LengthResult, together
from reports import render
from reports.published.comparison import Figures, PublishedHeuristics
from reports.rows import labels
from reports.views.heuristics import heuristics
from tests.reports.samples import CODES, LENGTHS, PAPER

SUM, BOBO = LENGTHS[0], LENGTHS[4]
COMPARED = "3 heuristics compared with paper.csv: 2 differ, 1 of them only in the usual setting"
ELSEWHERE = (
    "Sum: 2.0833 / 1 / 4 here, 2.3333 / 2 / 4 published;"
    " with ties alphabetical exactly as published"
)


def show(lengths, format, *, against=None, title="", **options):
    return render(heuristics(together(lengths), against=against, title=title), format, **options)


class TestEveryFormat:
    @pytest.mark.parametrize("format", ["table", "markdown", "html"])
    def test_has_a_heuristic_of_which_nothing_is_published(self, format):
        best = LengthResult("LeastAverage", "", "", 5, 3, (1, 7))
        shown = show([SUM, best], format, against=PAPER)
        (line,) = [line for line in shown.splitlines() if "LeastAverage" in line][:1]
        assert "1.8750" in line
        assert "*" not in line
        assert "published" not in line
        assert "LeastAverage: " not in shown
        assert "1 heuristic compared with " in shown


class TestCsv:
    def test_has_a_line_for_each_heuristic_and_the_whole_distribution(self):
        assert show(LENGTHS, "csv") == (
            "heuristic,ties,direction,average,fails,worst,total,secrets,tries_1,tries_2,tries_3,tries_4,"
            "tries_5,tries_6,tries_7,tries_8,tries_9,tries_10,tries_11\n"
            "Sum,possible,lowest,2.0833,1,4,25,12,3,6,2,1,0,0,0,0,0,0,0\n"
            "Gini,possible,lowest,4.9167,6,11,59,12,1,2,2,2,1,0,1,1,1,0,1\n"
            "Bobo,alphabetical,,2.2500,0,3,27,12,2,5,5,0,0,0,0,0,0,0,0\n"
            "Sum,alphabetical,lowest,2.3333,2,4,28,12,3,4,3,2,0,0,0,0,0,0,0\n"
        )

    def test_says_what_is_published_and_whether_it_differs(self):
        new = LengthResult("New", "", "", 5, 3, (0, 8))
        lines = show([SUM, BOBO, new], "csv", against=PAPER).splitlines()
        assert [line.split(",")[8 + 4 :] for line in lines] == [
            ["published_average", "published_fails", "published_worst", "differs"],
            ["2.3333", "2", "4", "yes"],
            ["2.25", "0", "", "yes"],
            ["", "", "", ""],
        ]


class TestJson:
    def test_is_an_object_with_a_line_for_each_heuristic(self):
        assert show([SUM, LENGTHS[1]], "json", title="Évil") == (
            "{\n"
            ' "format": "emi-strategies",\n "version": 2,\n "title": "Évil",\n'
            ' "heuristics": [\n'
            '  {"heuristic": "Sum", "ties": "possible", "direction": "lowest", "average": 2.0833,'
            ' "fails": 1, "worst": 4, "total": 25, "secrets": 12, "tries": [3, 6, 2, 1],'
            ' "by_length": ['
            '{"length": 5, "allowed": 3, "average": 2.375, "fails": 1, "worst": 4, "total": 19,'
            ' "secrets": 8, "tries": [1, 4, 2, 1]}, '
            '{"length": 6, "allowed": 4, "average": 1.5, "fails": 0, "worst": 2, "total": 6,'
            ' "secrets": 4, "tries": [2, 2]}]}\n'
            " ]\n"
            "}\n"
        )

    def test_says_what_is_published_and_whether_it_differs(self):
        new = LengthResult("New", "", "", 5, 3, (0, 8))
        found = json.loads(show([*LENGTHS, new], "json", against=PAPER))["heuristics"]
        assert [(each["heuristic"], each["published"], each["differs"]) for each in found] == [
            ("Sum", {"average": 2.3333, "fails": 2, "worst": 4}, True),
            ("Gini", {"average": 3.5, "fails": 1, "worst": 7}, True),
            ("Bobo", {"average": 2.25, "fails": 0, "worst": None}, False),
            ("Sum", {"average": 2.3333, "fails": 2, "worst": 4}, False),
            ("New", None, None),
        ]

    def test_says_which_row_comes_nearest_to_what_is_published(self):
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


class TestMarkdown:
    def test_has_a_line_for_each_heuristic(self):
        assert show([SUM, BOBO], "markdown", title="Heuristics") == (
            "**Heuristics**\n"
            "\n"
            "| heuristic | ties | direction | average | fails | worst | total | words"
            " | in 1 | in 2 | in 3 | in 4 |\n"
            "| :--- | :--- | :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
            "\n"
            "| Sum | possible | lowest | 2.3750 | 1 | 4 | 19 | 8 | 1 | 4 | 2 | 1 |\n"
            "| Bobo | alphabetical |  | 2.3750 | 0 | 3 | 19 | 8 | 1 | 3 | 4 | 0 |\n"
            "\n"
            "2 heuristics, 8 words of 5 letters. Fails are words that need more than 3 tries.\n"
        )

    def test_marks_and_lists_what_differs(self):
        lines = show(LENGTHS, "markdown", against=PAPER).splitlines()
        assert lines[2].startswith(
            "| Sum | possible | lowest | **2.0833** | **1** | 4 | 2.3333 / 2 / 4 | 25 | 12 | 3 |"
        )
        assert lines[4].startswith("| Bobo | alphabetical |  | 2.2500 | 0 | 3 | 2.25 / 0 / ? |")
        assert lines[-5:] == [
            f"{COMPARED.replace('paper.csv', '`paper.csv`')}.",
            "",
            f"- {ELSEWHERE}",
            "- Gini: 4.9167 / 6 / 11 here, 3.5 / 1 / 7 published; no other setting is shown",
            "- Minimax: 2.1 / ? / 3 published, not computed here",
        ]


class TestTerminal:
    def test_is_aligned_and_summed_up(self):
        assert show(LENGTHS, "table", title="Heuristics") == (
            "Heuristics\n"
            "\n"
            "heuristic  ties          direction  average  fails  worst  total  words"
            "  in 1  in 2  in 3  in 4  in 5  in 6  in 7  in 8  in 9+\n"
            "Sum        possible      lowest      2.0833      1      4     25     12"
            "     3     6     2     1     0     0     0     0      0\n"
            "Gini       possible      lowest      4.9167      6     11     59     12"
            "     1     2     2     2     1     0     1     1      2\n"
            "Bobo       alphabetical              2.2500      0      3     27     12"
            "     2     5     5     0     0     0     0     0      0\n"
            "Sum        alphabetical  lowest      2.3333      2      4     28     12"
            "     3     4     3     2     0     0     0     0      0\n"
            "\n"
            "3 heuristics, 4 rows, 12 words of 5-6 letters\n"
            "Fails are words that need more than 3 tries (5 letters) or 4 tries (6 letters)\n"
        )

    def test_shows_what_is_published_marks_and_explains_what_differs(self):
        lines = show(LENGTHS, "table", against=PAPER).splitlines()
        assert [line[:73] for line in lines[:5]] == [
            "heuristic  ties          direction  average  fails  worst       published",
            "Sum        possible      lowest      2.0833*     1*     4  2.3333 / 2 / 4",
            "Gini       possible      lowest      4.9167*     6*    11*    3.5 / 1 / 7",
            "Bobo       alphabetical              2.2500      0      3    2.25 / 0 / ?",
            "Sum        alphabetical  lowest      2.3333      2      4  2.3333 / 2 / 4",
        ]
        assert lines[-4:] == [
            COMPARED,
            f"* {ELSEWHERE}",
            "* Gini: 4.9167 / 6 / 11 here, 3.5 / 1 / 7 published; no other setting is shown",
            "Minimax: 2.1 / ? / 3 published, not computed here",
        ]

    def test_continues_below_when_it_is_too_wide(self):
        lines = show(LENGTHS, "table", width=60).splitlines()
        assert max(map(len, lines[:23])) <= 60
        headings = [line.split()[3:] for line in lines if line.startswith("heuristic ")]
        assert headings[0] == ["average", "fails", "worst"]
        assert " ".join(heading for part in headings for heading in part) == (
            "average fails worst total words in 1 in 2 in 3 in 4 in 5 in 6 in 7 in 8 in 9+"
        )
        assert all(line.startswith("Sum        possible") for line in lines[1:20:6])

    def test_draws_no_tail_together_that_fits(self):
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
    def test_finds_none_the_best_that_has_no_equal_rival(self, lengths):
        # One alone, and two on different words.
        assert "\x1b" not in show(lengths, "table", colour=True)


class TestWording:
    def test_tells_of_heuristics_that_were_tried_on_fewer_words(self):
        assert show(LENGTHS[:5], "table").splitlines()[-1] == (
            "Bobo, alphabetical was tried on 5 letters only: its sums do not compare"
        )

    def test_says_when_a_word_is_failed(self):
        lengths = [
            LengthResult("Sum", "", "", length, allowed, (1,))
            for length, allowed in [(5, 1), (6, 6), (7, 6), (9, 6), (10, 7)]
        ]
        assert show(lengths, "table").splitlines()[-1] == (
            "Fails are words that need more than"
            " 1 try (5 letters), 6 tries (6-7, 9 letters) or 7 tries (10 letters)"
        )
        assert show([], "table").splitlines()[-1] == "0 heuristics"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ([("possible", "lowest")], ["Sum"]),
        ([("possible", "lowest"), ("possible", "highest")], ["Sum, lowest", "Sum, highest"]),
        (
            [("possible", "lowest"), ("alphabetical", "highest")],
            ["Sum, possible, lowest", "Sum, alphabetical, highest"],
        ),
    ],
)
def test_labels_say_what_tells_the_rows_apart(settings, expected):
    assert labels(together(LengthResult("Sum", *each, 5, 5, (1,)) for each in settings)) == expected


class TestCodesWithoutALimit:
    """Codes of a game, of which none is failed."""

    CODES = (
        LengthResult("Max", "possible", "lowest", 4, None, (1, 3, 2), "code"),
        LengthResult("Bobo", "last", "", 4, None, (1, 2, 3), "code"),
    )

    @pytest.mark.parametrize("format", ["table", "markdown", "html"])
    def test_there_are_no_fails(self, format):
        text = render(heuristics(CODES), format)
        assert "fail" not in text.lower()
        assert "word" not in text.partition("<main>")[2].lower()
        assert "6 codes of 4 pegs" in text

    def test_the_cell_is_empty_in_csv_and_null_in_json(self):
        assert render(heuristics(CODES), "csv").splitlines()[2] == "Bobo,last,,2.3333,,3,14,6,1,2,3"
        assert json.loads(render(heuristics(CODES), "json"))["heuristics"][0]["fails"] is None

    def test_published_fails_are_not_compared(self):
        paper = PublishedHeuristics({"Max": Figures(None, 5, 3)}, "paper.csv")
        text = render(heuristics(CODES, against=paper), "table")
        assert "1 heuristic compared with paper.csv: all agree" in text
