"""``emi explain``: the paper's tables, clues as the user got them, and what is said of bad ones."""

import csv
import io
import json
import re
import time

import pytest

from emi.lexicon.load import load
from search.heuristics.aggregates import AGGREGATES

WORDS = [
    "LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES", "LOGIONS", "LOGIQUE",
]  # fmt: skip


@pytest.fixture
def paper(tmp_path):
    """Return the path of the paper's dictionary."""
    path = tmp_path / "paper.txt"
    path.write_text("\n".join(WORDS) + "\n")
    return path


@pytest.fixture
def explained(run, paper):
    """Return a function that runs ``emi explain`` over it and wants it to succeed."""

    def explained(*options):
        ran = run("explain", "--lexicon", paper, *options)
        assert (ran.code, ran.err) == (0, "")
        return ran.out

    return explained


@pytest.fixture
def refused(run, paper):
    """Return a function that runs ``emi explain`` over it, wants it to fail, and says how."""

    def refused(*options):
        ran = run("explain", "--lexicon", paper, *options)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("emi: ")
        assert ran.err.count("\n") == 1
        return ran.err.removeprefix("emi: ").rstrip("\n")

    return refused


class TestThePaper:
    def test_example_3_with_the_word_that_was_chosen_first(self, explained):
        assert explained("--clues", "LEGALES,LIVIDES", "--secret", "LOGIQUE").splitlines() == [
            "L7: 8 words of lexicon paper.txt",
            "1 LEGALES GYGBBBB  3 words left: LIGNINE LIGNITE LOGIQUE",
            "2 LIVIDES GBBGBYB  1 word left: LOGIQUE",
            "",
            "LOGIQUE is the only word left: propose it",
        ]

    def test_example_4_and_its_table_2(self, explained):
        clues = "LEGALES:GYGBBBB,LIVIDES:GGBYBYB"
        assert explained("--clues", clues, "--sort", "Sum").splitlines() == [
            "L7: 8 words of lexicon paper.txt",
            "1 LEGALES GYGBBBB  3 words left: LIGNINE LIGNITE LOGIQUE",
            "2 LIVIDES GGBYBYB  2 words left: LIGNINE LIGNITE",
            "",
            "           LIGNINE  LIGNITE  Sum  Max  Gini  Entropy",
            "LIGNINE *        1        1    2    1  0.00     1.00",
            "LIGNITE *        1        1    2    1  0.00     1.00",
            "LOGIONS          1        1    2    1  0.00     1.00",
            "LIGNIEZ          2        2    4    2  0.00     1.00",
            "LIGUIEZ          2        2    4    2  0.00     1.00",
            "LOGIQUE          2        2    4    2  0.00     1.00",
            "",
            "6 words by Sum",
            "* may itself be right; below a word: how many stay possible if it is right",
            "",
            (
                "LIGNINE: Sum 2, the lowest (2 others have it too); it may itself be right; "
                "if not, 1 word is left"
            ),
        ]

    def test_table_3_by_the_rules(self, explained):
        lines = explained("--clues", "LEGALES", "--secret", "LOGIQUE").splitlines()
        assert lines[3:11] == [
            "           LIGNINE  LIGNITE  LOGIQUE  Sum  Max  Gini  Entropy",
            "LIGNINE *        1        1        1    3    1  0.00     1.58",
            "LIGNITE *        1        1        1    3    1  0.00     1.58",
            "LOGIONS          1        1        1    3    1  0.00     1.58",
            "LOGIQUE *        2        2        1    5    2  0.13     1.52",
            "LIGNIEZ          2        2        1    5    2  0.13     1.52",
            "LIGUIEZ          2        2        1    5    2  0.13     1.52",
            "LIVIDES          2        2        1    5    2  0.13     1.52",
        ]
        assert lines[-1].startswith("LIGNINE: Sum 3, then Gini 0.00, the lowest (2 others ")


class TestKnown:
    def test_clues_say_what_the_secret_says(self, explained):
        secret = explained("--clues", "LEGALES", "--secret", "LOGIQUE")
        assert explained("--clues", "LEGALES:GYGBBBB") == secret
        assert explained("--clues", "légales:gygbbbb") == secret
        assert explained("--clues", " légales", "--secret", "logique") == secret

    def test_a_secret_alone_gives_the_first_guess(self, explained):
        lines = explained("--secret", "LOGIQUE", "--top", "1").splitlines()
        assert " ".join(lines[:2]).split() == [
            "L7:",
            "8",
            "words",
            "of",
            "lexicon",
            "paper.txt:",
            *WORDS,
        ]
        assert lines[-1] == (
            "LIGNINE: Sum 8, then Gini 0.00, the lowest (1 other has it too); "
            "it may itself be right; if not, 1 word is left"
        )

    def test_a_secret_that_is_found(self, explained):
        out = explained("--clues", "LEGALES,LOGIQUE", "--secret", "LOGIQUE")
        assert out.endswith("\n\nLOGIQUE is right: found with guess 2\n")
        assert explained("--clues", "LOGIQUE:GGGGGGG").endswith("found with guess 1\n")

    def test_the_french_list_is_the_default(self, run):
        ran = run("explain", "--clues", "LEGALES", "--secret", "LOGIQUE")
        assert ran.code == 0
        assert ran.out.startswith("L7: 1,078 words of lexicon fr\n1 LEGALES GYGBBBB  10 words left")


class TestListed:
    def table(self, text):
        return [
            line.split()[0] for line in text.splitlines() if line[:7] in WORDS and ":" not in line
        ]

    def test_are_so_many(self, explained):
        out = explained("--clues", "LEGALES:GYGBBBB", "--top", "2")
        assert self.table(out) == ["LIGNINE", "LIGNITE"]
        assert "\nthe first 2 of 7 words by SumGini\n" in out

    def test_are_twenty_at_first_and_all_on_demand(self, run):
        number = len(load("fr").cell("K", 5))
        few = run("explain", "--secret", "KAKIS").out
        every = run("explain", "--secret", "KAKIS", "--top", "all").out
        assert f"\nthe first 20 of {number} words by SumGini\n" in few
        assert f"\n{number} words by SumGini\n" in every
        # The advice names one of them once more.
        assert len(re.findall("^K[A-Z]{4}", few, re.MULTILINE)) == 20 + 1
        assert len(re.findall("^K[A-Z]{4}", every, re.MULTILINE)) == number + 1

    def test_are_sorted_as_asked_whatever_the_capitals(self, explained):
        possible = ["LIGNINE", "LIGNITE", "LOGIQUE"]
        for name in ("possiblegmax", "BOBO"):
            out = explained("--clues", "LEGALES:GYGBBBB", "--sort", name, "--top", "3")
            assert self.table(out) == possible

    def test_show_what_decides_and_the_papers_aggregates(self, explained):
        out = explained("--clues", "LEGALES:GYGBBBB", "--sort", "partitions")
        assert "LOGIQUE  Sum  Max  Gini  Entropy  Partitions\n" in out
        assert out.splitlines()[-1].startswith("LIGNINE: Partitions 3, the highest (2 others ")

    def test_show_only_what_is_asked_for(self, explained):
        out = explained("--clues", "LEGALES:GYGBBBB", "--show", "gmax, Cubes,gmax")
        assert "LOGIQUE   Gmax  Cubes\n" in out

    def test_show_everything_on_demand(self, explained):
        out = explained("--clues", "LEGALES:GYGBBBB", "--show", "all")
        assert all(f" {name}" in out for name in AGGREGATES)


class TestFormats:
    OPTIONS = ("--clues", "LEGALES:GYGBBBB")

    def test_csv_has_every_guess_and_aggregate(self, explained):
        rows = list(csv.DictReader(io.StringIO(explained(*self.OPTIONS, "--format", "csv"))))
        columns = ["guess", "possible", "classes", *AGGREGATES, "LIGNINE", "LIGNITE", "LOGIQUE"]
        assert list(rows[0]) == columns
        assert sorted(row["guess"] for row in rows) == sorted(set(WORDS) - {"LEGALES"})
        assert float(rows[-1]["Gini"]) == 2 / 15

    def test_csv_has_what_is_asked_for(self, explained):
        text = explained(*self.OPTIONS, "--format", "csv", "--show", "Sum", "--top", "1")
        assert (
            text == "guess,possible,classes,Sum,LIGNINE,LIGNITE,LOGIQUE\nLIGNINE,yes,1x3,3,1,1,1\n"
        )

    def test_json_has_every_guess_and_aggregate(self, explained):
        document = json.loads(explained(*self.OPTIONS, "--format", "json"))
        assert len(document["guesses"]) == document["ranked"] == 7
        assert list(document["guesses"][0]["values"]) == list(AGGREGATES)
        assert document["possible"] == ["LIGNINE", "LIGNITE", "LOGIQUE"]

    def test_json_of_a_secret_that_is_found(self, explained):
        document = json.loads(explained("--clues", "LOGIQUE:GGGGGGG", "--format", "json"))
        assert (document["found"], document["guesses"]) == (True, [])

    def test_markdown(self, explained):
        lines = explained(*self.OPTIONS, "--format", "markdown").splitlines()
        assert "| **LIGNINE** | 1 | 1 | 1 | 3 | 1 | 0.00 | 1.58 |" in lines

    def test_a_narrow_terminal_has_class_sizes_instead_of_vectors(self, explained, monkeypatch):
        monkeypatch.setenv("COLUMNS", "60")
        lines = explained(*self.OPTIONS).splitlines()
        assert lines[3] == "           Sum  Max  Gini  Entropy  classes"
        assert lines[7] == "LOGIQUE *    5    2  0.13     1.52  2 1"
        assert all(len(line) <= 60 for line in lines[:-1])


def test_help_mentions_every_option(run):
    ran = run("explain", "--help")
    assert (ran.code, ran.err) == (0, "")
    for name in ("--clues", "--secret", "--lexicon", "--sort", "--top", "--show", "--format"):
        assert name in ran.out


def test_the_first_table_of_the_largest_cell_takes_a_few_seconds(run):
    run("explain", "--secret", "XANTHIE")
    began = time.monotonic()
    assert run("explain", "--secret", "DECELERENT").code == 0
    assert time.monotonic() - began < 20
