"""``emi explain``: the paper's tables, clues as the user got them, and what is listed."""

import csv
import io
import json
import re

import pytest

from emi.lexicon.load import load
from search.heuristics.aggregates import AGGREGATES
from tests.emi.cases import PAPER

FIRST = "--clues LEGALES:GYGBBBB"


@pytest.fixture
def explained(ran, tmp_path):
    """Return a function that runs ``emi explain`` over the paper's dictionary."""
    (tmp_path / "paper.txt").write_text("\n".join(PAPER) + "\n")
    return lambda line, *more: ran(f"explain --lexicon {tmp_path / 'paper.txt'} {line}", *more)


class TestThePaper:
    def test_example_3_with_the_word_that_was_chosen_first(self, explained):
        assert explained("--clues LEGALES,LIVIDES --secret LOGIQUE").splitlines() == [
            "L7: 8 words of lexicon paper.txt",
            "1 LEGALES GYGBBBB  3 words left: LIGNINE LIGNITE LOGIQUE",
            "2 LIVIDES GBBGBYB  1 word left: LOGIQUE",
            "",
            "LOGIQUE is the only word left: propose it",
        ]

    def test_example_4_and_its_table_2(self, explained):
        assert explained(f"{FIRST},LIVIDES:GGBYBYB --sort Sum").splitlines() == [
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
        lines = explained("--clues LEGALES --secret LOGIQUE").splitlines()
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
    def test_clues_say_what_the_secret_says_however_they_are_given(self, explained):
        secret = explained("--clues LEGALES --secret LOGIQUE")
        for line in (FIRST, "--clues légales:gygbbbb", "--clues légales --secret logique"):
            assert explained(line) == secret
        both = explained(f"{FIRST},LIVIDES:GGBYBYB")
        assert explained(f"{FIRST} --clues LIVIDES:GGBYBYB") == both

    def test_a_secret_alone_gives_the_first_guess(self, explained):
        lines = explained("--secret LOGIQUE --top 1").splitlines()
        said = f"L7: 8 words of lexicon paper.txt: {' '.join(PAPER)}"
        assert " ".join(lines[:2]).split() == said.split()
        assert lines[-1] == (
            "LIGNINE: Sum 8, then Gini 0.00, the lowest (1 other has it too); "
            "it may itself be right; if not, 1 word is left"
        )

    def test_a_secret_that_is_found(self, explained):
        out = explained("--clues LEGALES,LOGIQUE --secret LOGIQUE")
        assert out.endswith("\n\nLOGIQUE is right: found with guess 2\n")
        assert explained("--clues LOGIQUE:GGGGGGG").endswith("found with guess 1\n")
        document = json.loads(explained("--clues LOGIQUE:GGGGGGG --format json"))
        assert (document["found"], document["guesses"]) == (True, [])

    def test_the_french_list_is_the_default(self, ran):
        text = ran("explain --clues LEGALES --secret LOGIQUE")
        assert text.startswith("L7: 1,078 words of lexicon fr\n1 LEGALES GYGBBBB  10 words left")


class TestListed:
    def table(self, text):
        return [
            line.split()[0] for line in text.splitlines() if line[:7] in PAPER and ":" not in line
        ]

    def test_are_so_many(self, explained):
        out = explained(f"{FIRST} --top 2")
        assert self.table(out) == ["LIGNINE", "LIGNITE"]
        assert "\nthe first 2 of 7 words by SumGini\n" in out

    def test_are_twenty_at_first_and_all_on_demand(self, ran):
        number = len(load("fr").cell("K", 5))
        few, every = (ran(f"explain --secret KAKIS {top}") for top in ("", "--top all"))
        assert f"\nthe first 20 of {number} words by SumGini\n" in few
        assert f"\n{number} words by SumGini\n" in every
        # The advice names one of them once more.
        assert len(re.findall("^K[A-Z]{4}", few, re.MULTILINE)) == 20 + 1
        assert len(re.findall("^K[A-Z]{4}", every, re.MULTILINE)) == number + 1

    def test_are_sorted_as_asked_whatever_the_capitals(self, explained):
        for name in ("possiblegmax", "BOBO"):
            out = explained(f"{FIRST} --sort {name} --top 3")
            assert self.table(out) == ["LIGNINE", "LIGNITE", "LOGIQUE"]

    def test_show_what_is_asked_for_or_what_decides(self, explained):
        out = explained(f"{FIRST} --sort partitions")
        assert "LOGIQUE  Sum  Max  Gini  Entropy  Partitions\n" in out
        assert out.splitlines()[-1].startswith("LIGNINE: Partitions 3, the highest (2 others ")
        assert "LOGIQUE   Gmax  Cubes\n" in explained(FIRST, "--show", "gmax, Cubes,gmax")
        assert all(f" {name}" in explained(f"{FIRST} --show all") for name in AGGREGATES)


class TestFormats:
    def test_csv(self, explained):
        rows = list(csv.DictReader(io.StringIO(explained(f"{FIRST} --format csv"))))
        columns = ["guess", "possible", "classes", *AGGREGATES, "LIGNINE", "LIGNITE", "LOGIQUE"]
        assert list(rows[0]) == columns
        assert sorted(row["guess"] for row in rows) == sorted(set(PAPER) - {"LEGALES"})
        assert float(rows[-1]["Gini"]) == 2 / 15
        assert explained(f"{FIRST} --format csv --show Sum --top 1").splitlines() == [
            "guess,possible,classes,Sum,LIGNINE,LIGNITE,LOGIQUE",
            "LIGNINE,yes,1x3,3,1,1,1",
        ]

    def test_json(self, explained):
        document = json.loads(explained(f"{FIRST} --format json"))
        assert len(document["guesses"]) == document["ranked"] == 7
        assert list(document["guesses"][0]["values"]) == list(AGGREGATES)
        assert document["possible"] == ["LIGNINE", "LIGNITE", "LOGIQUE"]

    def test_a_narrow_terminal_has_class_sizes_instead_of_vectors(self, explained, monkeypatch):
        monkeypatch.setenv("COLUMNS", "60")
        lines = explained(FIRST).splitlines()
        assert lines[3] == "           Sum  Max  Gini  Entropy  classes"
        assert lines[7] == "LOGIQUE *    5    2  0.13     1.52  2 1"
        assert all(len(line) <= 60 for line in lines[:-1])
