"""The comparison of methods: what each format says of the same few, letter for letter."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.methods.outcome import Outcome, rounded, summaries
from reports.methods.published import Figures, PublishedMethods
from reports.methods.table import FORMATS, render
from reports.methods.wording import allowances, findings, shortfalls, spans, told
from tests.reports.fared import OUTCOMES, PAPER

SUM, BOBO = OUTCOMES[0], OUTCOMES[4]
ELSEWHERE = (
    "Sum: 2.0833 / 1 / 4 here, 2.3333 / 2 / 4 published;"
    " with ties alphabetical exactly as published"
)


class TestEveryFormat:
    @pytest.mark.parametrize("format", FORMATS)
    @pytest.mark.parametrize("outcomes", [OUTCOMES, []])
    @pytest.mark.parametrize("against", [None, PAPER])
    def test_ends_with_one_newline(
        self, format: str, outcomes: list[Outcome], against: PublishedMethods | None
    ) -> None:
        assert re.search(r"[^\n]\n\Z", render(outcomes, format, against=against))

    @pytest.mark.parametrize("format", FORMATS)
    def test_refuses_an_outcome_that_is_given_twice(self, format: str) -> None:
        with pytest.raises(ValueError, match=r"^Sum, possible, lowest is given 2 times for leng"):
            render([SUM, SUM], format)

    def test_must_be_a_known_one(self) -> None:
        with pytest.raises(
            ValueError,
            match=r"^unknown format 'xls'; the formats are table, csv, json, markdown, html$",
        ):
            render(OUTCOMES, "xls")

    @pytest.mark.parametrize("format", ["table", "markdown", "html"])
    def test_has_a_method_of_which_nothing_is_published(self, format: str) -> None:
        best = Outcome("LeastAverage", "", "", 5, 3, (1, 7))
        shown = render([SUM, best], format, against=PAPER)
        (line,) = [line for line in shown.splitlines() if "LeastAverage" in line][:1]
        assert "1.8750" in line
        assert "*" not in line
        assert "published" not in line
        assert "LeastAverage: " not in shown
        assert "1 method compared with " in shown


class TestCsv:
    def test_has_a_line_for_each_method_and_the_whole_distribution(self) -> None:
        assert render(OUTCOMES, "csv") == (
            "method,ties,direction,average,fails,worst,total,words,tries_1,tries_2,tries_3,tries_4,"
            "tries_5,tries_6,tries_7,tries_8,tries_9,tries_10,tries_11\n"
            "Sum,possible,lowest,2.0833,1,4,25,12,3,6,2,1,0,0,0,0,0,0,0\n"
            "Gini,possible,lowest,4.9167,6,11,59,12,1,2,2,2,1,0,1,1,1,0,1\n"
            "Bobo,alphabetical,,2.2500,0,3,27,12,2,5,5,0,0,0,0,0,0,0,0\n"
            "Sum,alphabetical,lowest,2.3333,2,4,28,12,3,4,3,2,0,0,0,0,0,0,0\n"
        )

    def test_says_what_is_published_and_whether_it_differs(self) -> None:
        new = Outcome("New", "", "", 5, 3, (0, 8))
        lines = render([SUM, BOBO, new], "csv", against=PAPER).splitlines()
        assert [line.split(",")[8 + 4 :] for line in lines] == [
            ["published_average", "published_fails", "published_worst", "differs"],
            ["2.3333", "2", "4", "yes"],
            ["2.25", "0", "", "yes"],
            ["", "", "", ""],
        ]

    @given(
        st.lists(
            st.tuples(
                st.text("abcXYZ ,\"'", min_size=1, max_size=8).filter(str.strip),
                st.sampled_from(["possible", "alphabetical", "random", ""]),
                st.sampled_from(["lowest", "highest", ""]),
                st.lists(st.integers(0, 10**6), max_size=30).map(lambda counts: (*counts, 1)),
            ),
            unique_by=lambda row: row[:3],
        )
    )
    def test_can_be_read_back(self, rows: list[tuple[str, str, str, tuple[int, ...]]]) -> None:
        outcomes = [Outcome(*setting, 5, 5, counts) for *setting, counts in rows]
        text = render(outcomes, "csv")
        back = []
        for cells in csv.DictReader(io.StringIO(text, newline="")):
            counts = [int(count) for name, count in cells.items() if name.startswith("tries_")]
            counts = counts[: int(cells["worst"])]
            outcome = Outcome(
                cells["method"], cells["ties"], cells["direction"], 5, 5, tuple(counts)
            )
            figures = [cells[name] for name in ("average", "fails", "total", "words")]
            assert figures == [
                rounded(outcome.mean),
                *map(str, (outcome.fails, outcome.total, outcome.words)),
            ]
            back.append(outcome)
        assert back == outcomes


class TestJson:
    def test_is_an_object_with_a_line_for_each_method_and_length(self) -> None:
        assert render([SUM, OUTCOMES[1]], "json", title="Évil") == (
            "{\n"
            ' "format": "emi-strategies", "version": 1, "title": "Évil",\n'
            ' "methods": [\n'
            '  {"method": "Sum", "ties": "possible", "direction": "lowest", "average": 2.0833,'
            ' "fails": 1, "worst": 4, "total": 25, "words": 12, "tries": [3, 6, 2, 1],\n'
            '   "by_length": [\n'
            '    {"length": 5, "allowed": 3, "average": 2.375, "fails": 1, "worst": 4, "total": 19,'
            ' "words": 8, "tries": [1, 4, 2, 1]},\n'
            '    {"length": 6, "allowed": 4, "average": 1.5, "fails": 0, "worst": 2, "total": 6,'
            ' "words": 4, "tries": [2, 2]}\n'
            "   ]}\n"
            " ]\n"
            "}\n"
        )

    def test_says_what_is_published_and_whether_it_differs(self) -> None:
        new = Outcome("New", "", "", 5, 3, (0, 8))
        methods = json.loads(render([*OUTCOMES, new], "json", against=PAPER))["methods"]
        assert [(each["method"], each["published"], each["differs"]) for each in methods] == [
            ("Sum", {"average": 2.3333, "fails": 2, "worst": 4}, True),
            ("Gini", {"average": 3.5, "fails": 1, "worst": 7}, True),
            ("Bobo", {"average": 2.25, "fails": 0, "worst": None}, False),
            ("Sum", {"average": 2.3333, "fails": 2, "worst": 4}, False),
            ("New", None, None),
        ]

    def test_says_which_row_comes_nearest_to_what_is_published(self) -> None:
        published = json.loads(render(OUTCOMES, "json", against=PAPER))["published"]
        assert published["source"] == "paper.csv"
        assert published["methods"][0] == {
            "method": "Sum",
            "average": 2.3333,
            "fails": 2,
            "worst": 4,
            "nearest": {"ties": "alphabetical", "direction": "lowest"},
            "exact": True,
        }
        assert [(each["method"], each["exact"]) for each in published["methods"]] == [
            ("Sum", True),
            ("Gini", False),
            ("Bobo", True),
            ("Minimax", None),
        ]
        assert published["methods"][3]["nearest"] is None

    def test_may_be_empty(self) -> None:
        empty = PublishedMethods({}, "paper.csv")
        data = json.loads(render([], "json", against=empty))
        assert (data["methods"], data["published"]["methods"]) == ([], [])


class TestMarkdown:
    def test_has_a_line_for_each_method(self) -> None:
        assert render([SUM, BOBO], "markdown", title="Methods") == (
            "**Methods**\n"
            "\n"
            "| method | ties | direction | average | fails | worst | total | words"
            " | 1 | 2 | 3 | 4 |\n"
            "| :--- | :--- | :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
            "\n"
            "| Sum | possible | lowest | 2.3750 | 1 | 4 | 19 | 8 | 1 | 4 | 2 | 1 |\n"
            "| Bobo | alphabetical |  | 2.3750 | 0 | 3 | 19 | 8 | 1 | 3 | 4 | 0 |\n"
            "\n"
            "2 methods, 8 words of 5 letters. Fails are words that need more than 3 tries.\n"
        )

    def test_marks_and_lists_what_differs(self) -> None:
        lines = render(OUTCOMES, "markdown", against=PAPER).splitlines()
        assert lines[2].startswith(
            "| Sum | possible | lowest | **2.0833** | **1** | 4 | 2.3333 / 2 / 4 | 25 | 12 | 3 |"
        )
        assert lines[4].startswith("| Bobo | alphabetical |  | 2.2500 | 0 | 3 | 2.25 / 0 / ? |")
        assert lines[-5:] == [
            "3 methods compared with `paper.csv`: 2 differ, 1 of them only in the usual setting.",
            "",
            f"- {ELSEWHERE}",
            "- Gini: 4.9167 / 6 / 11 here, 3.5 / 1 / 7 published; no other setting is shown",
            "- Minimax: 2.1 / ? / 3 published, not computed here",
        ]

    def test_lists_nothing_when_all_agree(self) -> None:
        paper = PublishedMethods({"Sum": Figures(None, 1, 4)}, "paper.csv")
        lines = render([SUM], "markdown", against=paper).splitlines()
        assert lines[-1] == "1 method compared with `paper.csv`: all agree."


class TestTerminal:
    def test_is_aligned_and_summed_up(self) -> None:
        assert render(OUTCOMES, "table", title="Methods") == (
            "Methods\n"
            "\n"
            "method  ties          direction  average  fails  worst  total  words"
            "  in 1  in 2  in 3  in 4  in 5  in 6  in 7  in 8  in 9+\n"
            "Sum     possible      lowest      2.0833      1      4     25     12"
            "     3     6     2     1     0     0     0     0      0\n"
            "Gini    possible      lowest      4.9167      6     11     59     12"
            "     1     2     2     2     1     0     1     1      2\n"
            "Bobo    alphabetical              2.2500      0      3     27     12"
            "     2     5     5     0     0     0     0     0      0\n"
            "Sum     alphabetical  lowest      2.3333      2      4     28     12"
            "     3     4     3     2     0     0     0     0      0\n"
            "\n"
            "3 methods, 4 rows, 12 words of 5-6 letters\n"
            "Fails are words that need more than 3 tries (5 letters) or 4 tries (6 letters)\n"
        )

    def test_shows_what_is_published_marks_and_explains_what_differs(self) -> None:
        lines = render(OUTCOMES, "table", against=PAPER).splitlines()
        assert [line[:70] for line in lines[:5]] == [
            "method  ties          direction  average  fails  worst       published",
            "Sum     possible      lowest      2.0833*     1*     4  2.3333 / 2 / 4",
            "Gini    possible      lowest      4.9167*     6*    11*    3.5 / 1 / 7",
            "Bobo    alphabetical              2.2500      0      3    2.25 / 0 / ?",
            "Sum     alphabetical  lowest      2.3333      2      4  2.3333 / 2 / 4",
        ]
        assert lines[-4:] == [
            "3 methods compared with paper.csv: 2 differ, 1 of them only in the usual setting",
            f"* {ELSEWHERE}",
            "* Gini: 4.9167 / 6 / 11 here, 3.5 / 1 / 7 published; no other setting is shown",
            "Minimax: 2.1 / ? / 3 published, not computed here",
        ]

    def test_continues_below_when_it_is_too_wide(self) -> None:
        lines = render(OUTCOMES, "table", width=60).splitlines()
        assert max(map(len, lines[:23])) <= 60
        headings = [line.split()[3:] for line in lines if line.startswith("method ")]
        assert headings[0] == ["average", "fails", "worst"]
        assert " ".join(heading for part in headings for heading in part) == (
            "average fails worst total words in 1 in 2 in 3 in 4 in 5 in 6 in 7 in 8 in 9+"
        )
        assert all(line.startswith("Sum     possible") for line in lines[1:20:6])

    def test_shows_at_least_one_column_at_a_time(self) -> None:
        lines = render([SUM], "table", width=1).splitlines()
        assert lines[0].split() == ["method", "ties", "direction", "average"]

    def test_draws_no_tail_together_that_fits(self) -> None:
        nine = Outcome("Sum", "", "", 5, 5, (0,) * 8 + (3,))
        assert render([nine], "table").splitlines()[0].endswith("in 8  in 9")

    def test_has_colours_only_when_asked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        # The caller has decided: the environment has no say any more.
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.setenv("TERM", "dumb")
        text = render(OUTCOMES, "table", against=PAPER, colour=True)
        plain = render(OUTCOMES, "table", against=PAPER)
        assert re.sub(r"\x1b\[[0-9;]*m", "", text) == plain
        assert re.findall(r"\x1b\[([0-9;]+)m([0-9.]+)", text) == [
            ("1;7;32", "2.0833"),
            ("1;7", "1"),
            ("1;7", "4.9167"),
            ("1;7", "6"),
            ("1;7", "11"),
            ("1;32", "0"),
            ("1;32", "3"),
        ]

    @pytest.mark.parametrize("outcomes", [[SUM], [SUM, *OUTCOMES[4:6]]])
    def test_finds_none_the_best_that_has_no_equal_rival(self, outcomes: list[Outcome]) -> None:
        # One alone, and two on different words.
        assert "\x1b" not in render(outcomes, "table", colour=True)


class TestFindings:
    @staticmethod
    def told(*rows: tuple[str, str, tuple[int, ...]], paper: Figures) -> list[str]:
        outcomes = [
            Outcome("Sum", ties, direction, 5, 3, counts) for ties, direction, counts in rows
        ]
        return told(findings(summaries(outcomes), PublishedMethods({"Sum": paper}, "paper.csv")))

    def test_say_nothing_where_the_usual_setting_agrees(self) -> None:
        rows = [("possible", "lowest", (1, 1)), ("alphabetical", "lowest", (1, 1, 1))]
        assert self.told(*rows, paper=Figures(Decimal("1.5"), 0, 2)) == []

    def test_have_nothing_to_explain_where_all_agree(self) -> None:
        (bobo,) = (each for each in findings(summaries(OUTCOMES), PAPER) if each.agrees)
        assert str(bobo) == "Bobo: 2.2500 / 0 / 3 here, 2.25 / 0 / ? published"

    def test_say_when_nothing_shown_is_nearer(self) -> None:
        rows = [("possible", "lowest", (1, 1)), ("alphabetical", "lowest", (1, 1, 1))]
        (finding,) = self.told(*rows, paper=Figures(Decimal("1.4"), 0, 2))
        assert finding == (
            "Sum: 1.5000 / 0 / 2 here, 1.4 / 0 / 2 published;"
            " of the settings shown this comes nearest"
        )

    def test_say_what_is_nearest_and_that_it_is_not_exact(self) -> None:
        rows = [
            ("possible", "lowest", (1, 1)),
            ("alphabetical", "lowest", (1, 1, 1)),
            ("alphabetical", "highest", (0, 1, 1)),
        ]
        (finding,) = self.told(*rows, paper=Figures(Decimal("2.50"), 1, 3))
        assert finding == (
            "Sum: 1.5000 / 0 / 2 here, 2.50 / 1 / 3 published; nearest with ties alphabetical,"
            " direction highest: 2.5000 / 0 / 3, and none is exact"
        )

    def test_go_by_the_fails_where_averages_are_equal(self) -> None:
        rows = [
            ("possible", "lowest", (0, 0, 0, 2, 0, 0, 0, 1)),
            ("possible", "", (0, 0, 1, 0, 0, 0, 1, 1)),
            ("", "lowest", (0, 0, 0, 0, 2, 1)),
        ]
        (finding,) = self.told(*rows[:2], paper=Figures(None, 2, 9))
        assert "nearest with direction none:" in finding
        (finding,) = self.told(rows[0], rows[2], paper=Figures(None, 3, 6))
        assert finding.endswith("with ties none exactly as published")


class TestWording:
    def test_tells_of_methods_that_were_tried_on_fewer_words(self) -> None:
        assert shortfalls(summaries(OUTCOMES[:5])) == [
            "Bobo, alphabetical was tried on 5 letters only: its sums do not compare"
        ]
        text = render(OUTCOMES[:5], "table")
        assert text.splitlines()[-1].startswith("Bobo, alphabetical was tried")

    def test_says_when_a_word_is_failed(self) -> None:
        outcomes = [
            Outcome("Sum", "", "", length, allowed, (1,))
            for length, allowed in [(5, 1), (6, 6), (7, 6), (9, 6), (10, 7)]
        ]
        assert allowances(summaries(outcomes)) == (
            "Fails are words that need more than"
            " 1 try (5 letters), 6 tries (6-7, 9 letters) or 7 tries (10 letters)"
        )
        assert allowances([]) == ""

    def test_draws_runs_together(self) -> None:
        assert [spans(lengths) for lengths in ([], [5], [7, 5, 6, 9])] == ["", "5", "5-7, 9"]


@pytest.mark.parametrize(
    ("format", "colour", "loaded"),
    [
        ("table", False, []),
        ("csv", False, []),
        ("json", False, []),
        ("markdown", False, []),
        ("table", True, ["rich"]),
        ("html", False, ["matplotlib"]),
    ],
)
def test_what_is_heavy_is_imported_where_it_is_needed(
    format: str, colour: bool, loaded: list[str]
) -> None:
    program = f"""
import sys
from reports.methods.table import Outcome, render
rows = [Outcome(name, "", "", 5, 5, (1,)) for name in ("Sum", "Max")]
render(rows, {format!r}, colour={colour})
print(*(name for name in ("matplotlib", "matplotlib.pyplot", "rich") if name in sys.modules))
"""
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == loaded


class TestCodesWithoutALimit:
    """Codes of a game, of which none is failed."""

    CODES = (
        Outcome("Max", "possible", "lowest", 4, None, (1, 3, 2), "code"),
        Outcome("Bobo", "last", "", 4, None, (1, 2, 3), "code"),
    )

    @pytest.mark.parametrize("format", ["table", "markdown", "html"])
    def test_there_are_no_fails(self, format: str) -> None:
        text = render(self.CODES, format)
        assert "fail" not in text.lower()
        assert "word" not in text.partition("<main>")[2].lower()
        assert "6 codes of 4 pegs" in text

    def test_the_cell_is_empty_in_csv_and_null_in_json(self) -> None:
        assert render(self.CODES, "csv").splitlines()[2] == "Bobo,last,,2.3333,,3,14,6,1,2,3"
        assert json.loads(render(self.CODES, "json"))["methods"][0]["fails"] is None

    def test_published_fails_are_not_compared(self) -> None:
        paper = PublishedMethods({"Max": Figures(None, 5, 3)}, "paper.csv")
        text = render(self.CODES, "table", against=paper)
        assert "1 method compared with paper.csv: all agree" in text
