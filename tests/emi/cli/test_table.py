"""``emi table``: what it prints, in each format."""

import csv
import io
import json

import pytest

from emi.games.motus import Motus
from emi.lexicon.load import load
from emi.solving import solve

COLUMNS = "letter,length,secrets,lower,upper,emi,first_guess,seconds"


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def without_times(text):
    return [{k: v for k, v in row.items() if k != "seconds"} for row in rows(text)]


@pytest.fixture
def table(run, lexicon):
    """Return a function that runs ``emi table`` over the small list and wants it to succeed."""

    def table(*options):
        ran = run("table", "--lexicon", lexicon, *options)
        assert ran.code == 0
        assert ran.err == ""
        return ran.out

    return table


class TestCsv:
    def test_has_these_columns(self, table):
        assert table("--format", "csv").splitlines()[0] == COLUMNS

    def test_has_a_line_for_each_cell_that_has_words(self, table):
        found = [(r["letter"], r["length"], r["secrets"]) for r in rows(table("--format", "csv"))]
        assert found == [("A", "5", "10"), ("C", "5", "12"), ("C", "6", "8")]

    def test_gives_the_value_and_the_first_guess_of_each_cell(self, table, lexicon):
        for row in rows(table("--format", "csv")):
            answer = solve(Motus.of_cell(row["letter"] + row["length"], load(str(lexicon))))
            value = str(answer.bounds)
            assert [row["lower"], row["upper"], row["emi"]] == [value] * 3
            assert row["first_guess"] == answer.first_guess
            assert float(row["seconds"]) >= 0

    def test_leaves_emi_empty_where_it_is_not_proven(self, run):
        ran = run(
            "table", "--letters", "C", "--lengths", "5", "--node-limit", "1", "--format", "csv"
        )
        (row,) = rows(ran.out)
        assert ran.code == 0
        assert row["emi"] == ""
        assert int(row["lower"]) < int(row["upper"])

    def test_compared_with_a_published_table_has_two_columns_more(self, table, tmp_path):
        paper = tmp_path / "paper.csv"
        paper.write_text("length,A,B,C\n5,9,1,\n6,,,9\n")
        text = table("--format", "csv", "--against", paper)
        assert text.splitlines()[0] == COLUMNS + ",published,differs"
        found = [(r["letter"], r["length"], r["published"], r["differs"]) for r in rows(text)]
        assert found == [("A", "5", "9", "yes"), ("C", "5", "", ""), ("C", "6", "9", "yes")]

    def test_is_the_same_with_one_job_and_two(self, table):
        one = without_times(table("--format", "csv", "--jobs", 1, "--no-cache"))
        assert without_times(table("--format", "csv", "--jobs", 2, "--no-cache")) == one

    def test_is_the_same_from_the_cache(self, table):
        first = without_times(table("--format", "csv"))
        assert without_times(table("--format", "csv")) == first


class TestTheGrid:
    def test_has_a_column_for_each_letter_and_a_line_for_each_length(self, table):
        lines = table("--letters", "A-D", "--lengths", "5-7").splitlines()
        assert lines[0].startswith("Evil Motus Index, lexicon small.txt (")
        assert lines[2].split() == ["A", "B", "C", "D"]
        assert [line[0] for line in lines[3:6]] == ["5", "6", "7"]

    def test_leaves_the_cell_of_a_letter_without_word_empty(self, table):
        head, five, six, seven = table("--letters", "A-C", "--lengths", "5-7").splitlines()[2:6]
        a, b, c = (head.index(letter) for letter in "ABC")
        assert five[a].isdigit()
        assert five[c].isdigit()
        assert five[b] == " "
        assert six[a : b + 1].isspace()
        assert six[c].isdigit()
        assert seven == "7"

    def test_has_all_26_letters_e_included_and_lengths_5_to_10_by_default(self, table):
        lines = table().splitlines()
        assert "".join(lines[2].split()) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        assert [line.split()[0] for line in lines[3:9]] == ["5", "6", "7", "8", "9", "10"]

    def test_sums_up(self, table):
        assert "3 cells, 3 proven, 0 not" in table()

    def test_takes_letters_and_lengths_in_any_spelling(self, table):
        assert table("--letters", "c", "--lengths", "6,5").splitlines()[2:4] != []
        head = table("--letters", "c,A", "--lengths", "6,5").splitlines()[2]
        assert head.split() == ["A", "C"]

    def test_shows_bounds_where_a_value_is_not_proven(self, run):
        ran = run("table", "--letters", "C", "--lengths", "5", "--node-limit", "1")
        assert ".." in ran.out.splitlines()[3]
        assert "0 proven, 1 not" in ran.out

    def test_marks_and_lists_the_cells_that_differ_from_a_published_table(self, table, tmp_path):
        paper = tmp_path / "paper.csv"
        paper.write_text("length,A,B,C\n5,9,1,\n6,,,9\n")
        text = table("--against", paper)
        assert text.splitlines()[3].count("*") == 1
        assert text.splitlines()[4].count("*") == 1
        assert "2 cells compared with paper.csv: 2 differ" in text
        listed = [line for line in text.splitlines() if line.startswith("* ")]
        assert [line.split(":")[0] for line in listed] == ["* A5", "* C6"]
        assert all(line.endswith("here, 9 published") for line in listed)

    def test_says_so_when_nothing_differs(self, table, tmp_path):
        value = rows(table("--format", "csv", "--letters", "A"))[0]["emi"]
        paper = tmp_path / "paper.csv"
        paper.write_text(f"length,A\n5,{value}\n")
        text = table("--against", paper)
        assert "1 cell compared with paper.csv: all agree" in text
        assert "*" not in text

    def test_is_not_coloured_when_it_is_not_for_a_terminal(self, table):
        assert "\x1b" not in table()


class TestJson:
    def test_lists_the_cells(self, table):
        document = json.loads(table("--format", "json"))
        assert [(c["letter"], c["length"], c["secrets"]) for c in document["cells"]] == [
            ("A", 5, 10),
            ("C", 5, 12),
            ("C", 6, 8),
        ]
        assert all(cell["proven"] and cell["emi"] == cell["upper"] for cell in document["cells"])

    def test_says_which_cells_differ(self, table, tmp_path):
        paper = tmp_path / "paper.csv"
        paper.write_text("length,A\n5,9\n")
        cells = json.loads(table("--format", "json", "--against", paper))["cells"]
        assert [cell["differs"] for cell in cells] == [True, None, None]


class TestMarkdown:
    def test_is_a_table(self, table):
        text = table("--format", "markdown", "--letters", "A-C", "--lengths", "5-6")
        lines = [line for line in text.splitlines() if line.startswith("|")]
        assert lines[0] == "| length | A | B | C |"
        assert lines[2].startswith("| 5 | ")
        assert lines[3].startswith("| 6 |  |  | ")
        assert len(lines) == 4


def test_a_run_of_no_cell_at_all_is_refused(run, lexicon):
    ran = run("table", "--lexicon", lexicon, "--letters", "Z")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "--letters Z" in ran.err
    assert "small.txt" in ran.err
    assert "expected" in ran.err


def test_the_published_table_must_be_one(run, tmp_path):
    path = tmp_path / "paper.csv"
    path.write_text("to be or not to be\n")
    for bad in (path, tmp_path / "missing.csv", tmp_path):
        ran = run("table", "--against", bad)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"emi: {bad}")
        assert ran.err.count("\n") == 1
