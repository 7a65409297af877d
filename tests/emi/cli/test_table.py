"""``emi table``: what it prints, in each format and for each objective."""

import json
import re

import pytest

from emi import Average, Guaranteed, Motus, WorstCase, solve
from emi.games.game import RESTRICTIONS
from emi.lexicon.load import load
from tests.emi.cases import rows

AVERAGE = "--objective average"
WITHIN = "--objective guaranteed --tries 2"


def without_times(text):
    drop = dict.fromkeys(("nodes", "seconds", "stored"))
    return [row | drop for row in rows(text)]


@pytest.fixture
def table(ran, lexicon):
    """Return a function that runs ``emi table`` over the small list and wants it to succeed."""
    return lambda line="", *more: ran(f"table --lexicon {lexicon} {line}", *more)


@pytest.fixture
def paper(tmp_path):
    """Return a published table that differs in two cells."""
    path = tmp_path / "paper.csv"
    path.write_text("length,A,B,C\n5,9,1,\n6,,,9\n")
    return path


class TestCsv:
    def test_has_a_line_for_each_cell_that_has_words(self, table, lexicon):
        found = rows(table("--format csv"))
        assert [(row["game"], row["length"], row["secrets"]) for row in found] == [
            ("A5", "5", "10"), ("C5", "5", "12"), ("C6", "6", "8"),
        ]  # fmt: skip
        for row in found:
            answer = solve(Motus.of_cell(row["game"], load(str(lexicon))))
            assert [row["lower"], row["upper"], row["proven"]] == [*[str(answer.bounds)] * 2, "yes"]
            assert row["first_guess"] == answer.first_guess
            assert float(row["seconds"]) >= 0

    def test_has_bounds_where_it_is_not_proven(self, ran):
        (row,) = rows(ran("table --letters C --lengths 5 --node-limit 1 --format csv"))
        assert row["proven"] == "no"
        assert int(row["lower"]) < int(row["upper"])

    def test_compared_with_a_published_table_has_two_columns_more(self, table, paper):
        text = table("--format csv --against", paper)
        assert text.splitlines()[0].endswith(",published,differs")
        found = [(r["game"], r["published"], r["differs"]) for r in rows(text)]
        assert found == [("A5", "9", "yes"), ("C5", "", ""), ("C6", "9", "yes")]

    def test_is_the_same_with_one_job_and_two_and_from_the_cache(self, table):
        one, *others = (
            without_times(table(f"--format csv {options}"))
            for options in ("--jobs 1 --no-cache", "--jobs 2 --no-cache", "", "")
        )
        assert others == [one] * 3


class TestTheGrid:
    def test_has_a_column_for_each_letter_and_a_line_for_each_length(self, table, golden):
        title, _, head, five, six, *_ = table("--letters A-C --lengths 5-7").splitlines()
        golden(title)
        a, c = (head.index(letter) for letter in "AC")
        assert (five[0], five[a].isdigit(), five[c].isdigit()) == ("5", True, True)
        assert (six[0], six[a], six[c].isdigit()) == ("6", " ", True)

    def test_has_all_letters_and_lengths_with_words_by_default_and_sums_up(self, table, golden):
        lines = table().splitlines()
        assert "".join(lines[2].split()) == "AC"
        assert [line.split()[0] for line in lines[3:5]] == ["5", "6"]
        golden(lines[-1])
        # It is not coloured when it is not for a terminal.
        assert not any("\x1b" in line for line in lines)

    def test_without_initials_has_a_column_for_all_words_of_a_length(self, table, golden):
        head, five, six, *_, total = table("--no-initial --lengths 5,6").splitlines()[2:]
        assert head.split() == ["all"]
        assert (five.split()[0], six.split()[0]) == ("5", "6")
        golden(total)

    def test_marks_and_lists_the_cells_that_differ_from_a_published_table(
        self, table, paper, golden
    ):
        lines = table("--against", paper).splitlines()
        assert [line.count("*") for line in lines[3:5]] == [1, 1]
        golden(lines)
        listed = [line for line in lines if line.startswith("* ")]
        assert [line.split(":")[0] for line in listed] == ["* A5", "* C6"]
        assert all(line.endswith("here, 9 published") for line in listed)


def test_json_lists_the_cells_and_says_which_differ(table, paper):
    cells = json.loads(table("--format json --against", paper))["games"]
    assert [(c["game"], c["secrets"], c["differs"]) for c in cells] == [
        ("A5", 10, True), ("C5", 12, None), ("C6", 8, True),
    ]  # fmt: skip
    assert all(cell["proven"] for cell in cells)


class TestOtherObjectives:
    def test_none_is_missed_within_the_tries_of_the_show(self, table):
        lines = table("--objective guaranteed --lengths 5-6").splitlines()
        assert [line.split()[1:4:2] for line in lines[3:6]] == [["5", "0"], ["5", "0"], ["6", "0"]]
        assert lines[-1].endswith(" secrets, 0 missed")

    def test_other_formats_are_in_the_order_of_the_cells(self, table):
        values = json.loads(table(f"{AVERAGE} --lengths 5 --format json"))["games"]
        assert [(each["game"], each["upper"]) for each in values] == [("A5", 20), ("C5", 26)]
        found = rows(table(f"{WITHIN} --lengths 5 --format csv --jobs 2"))
        assert [(row["game"], row["upper"]) for row in found] == [("A5", "1"), ("C5", "3")]
        text = table(f"{AVERAGE} --lengths 5 --format markdown")
        assert [line[:6] for line in text.splitlines()[4:6]] == ["| A5 |", "| C5 |"]

    def test_a_limit_leaves_bounds_and_no_sum(self, ran, golden):
        text = ran(f"table --letters A-B --lengths 5 --no-cache {AVERAGE} --time-limit 1e-9")
        lines = text.splitlines()
        assert re.match(r"A5 +475\.\.\? +1\.0000\.\.\? ", lines[3])
        golden(lines[-1])


@pytest.mark.parametrize("objective", ["worst", "average", "guaranteed"])
def test_a_page_says_that_a_value_was_stored(table, objective):
    line = f"--format html --letters C --lengths 5 --objective {objective}"
    assert ">stored</" not in table(line)
    assert ">stored</" in table(line)


def test_within_the_worst_case_of_each_cell(table, lexicon):
    cells = rows(table(f"--format csv {AVERAGE} --max-tries worst"))
    assert len(cells) == 3
    for row in cells:
        game = Motus.of_cell(row["game"], str(lexicon))
        worst = solve(game).bounds.upper
        assert (row["tries"], row["worst"]) == (str(worst), str(worst))
        assert row["upper"] == str(solve(game, Average(worst)).bounds)


class TestHardPlay:
    @pytest.mark.parametrize("restriction", RESTRICTIONS)
    @pytest.mark.parametrize("line", ["", AVERAGE, f"{AVERAGE} --max-tries 4", WITHIN])
    def test_has_for_each_cell_what_solving_it_says(self, table, lexicon, restriction, line):
        words = load(str(lexicon))
        objective = {
            "": WorstCase(), AVERAGE: Average(), WITHIN: Guaranteed(2),
        }.get(line, Average(4))  # fmt: skip
        found = rows(table(f"--format csv --hard {restriction} --jobs 2 {line}"))
        assert len(found) == 3
        for row in found:
            game = Motus.of_cell(row["game"].partition(" ")[0], words).hardened(restriction)
            answer = solve(game, objective)
            assert (row["lower"], row["upper"]) == (str(answer.bounds), str(answer.bounds))
            assert row["first_guess"] == answer.first_guess
            assert row["hard"] == restriction

    @pytest.mark.parametrize("restriction", ["possible", "consistent", "hints"])
    def test_says_which_in_every_format(self, table, restriction, golden):
        for line in ("", AVERAGE):
            hard = f"--letters C --hard {restriction} {line}"
            text = table(hard)
            # A list has the time of each game.
            golden([one for one in text.splitlines() if not one.startswith("C")])
            assert "(hard: " not in text
            found = json.loads(table(f"{hard} --format json"))
            assert f"hard play ({restriction})" in found["title"]
            assert found["games"][0]["hard"] == restriction

    def test_is_the_same_from_the_cache(self, table):
        found = [
            [(row["lower"], row["first_guess"]) for row in rows(table("--hard hints --format csv"))]
            for _ in range(2)
        ]
        assert found[0] == found[1]

    def test_has_a_page_with_a_grid(self, table):
        assert 'class="grid' in table(f"--hard possible {AVERAGE} --format html")

    def test_of_words_of_any_initial(self, table):
        assert "all" in table("--no-initial --lengths 5 --hard consistent").splitlines()[2]

    def test_of_one_cell_says_it_too(self, ran, lexicon, golden):
        text = ran(f"solve C5 --hard hints --format markdown --lexicon {lexicon}")
        assert "C5 (hard: hints)" in text
        golden(text)

    def test_of_another_kind_is_refused(self, wrong):
        wrong("table", "--hard", "very")


def test_weights_of_a_whole_list_serve_all_cells(run, lexicon, tmp_path, golden):
    words = load(str(lexicon)).words
    rest = "".join(f"{word.lower()};{n}\n" for n, word in enumerate(words, 1))
    (tmp_path / "w.csv").write_text(f"mot;freq\nzut;4\n{rest}")
    line = f"{AVERAGE} --lexicon {lexicon} --weights {tmp_path / 'w.csv'}:freq --format csv"
    done = run(*f"table {line}".split())
    golden(done.err)
    listed = rows(done.out)
    assert [row["game"] for row in listed] == ["A5", "C5", "C6"]
    for row in listed:
        (alone,) = rows(run(*f"solve {row['game']} {line}".split()).out)
        assert (alone["lower"], alone["weight"]) == (row["lower"], row["weight"])
        cell = load(str(lexicon)).cell(row["game"][0], int(row["length"]))
        assert int(row["weight"]) == sum(words.index(word) + 1 for word in cell)
