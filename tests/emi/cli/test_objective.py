"""``emi solve``, ``emi table`` and ``emi tree`` with another objective than the worst case."""

import csv
import io
import json
import re

import pytest
from emi.fewest import fewest
from emi.optimum import Question, average

from emi.games.motus import Motus
from emi.lexicon.load import load


def refused(ran, *named):
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("emi: ")
    assert ran.err.count("\n") == 1
    for name in named:
        assert name in ran.err


@pytest.fixture
def told(run, lexicon):
    """Return a function that runs a command over the small list and wants it to succeed."""

    def told(command, *arguments):
        ran = run(*command.split(), "--lexicon", lexicon, *arguments)
        assert (ran.code, ran.err) == (0, "")
        return ran.out

    return told


AVERAGE = ("--objective", "average")
WITHIN = ("--objective", "guaranteed", "--tries", "2")


class TestSolve:
    def test_the_average_says_total_mean_worst_and_first_guess(self, told):
        value, worst, first, effort = told("solve c5", *AVERAGE).splitlines()
        assert value == (
            "C5: 26 tries in all, 2.1667 on average (proven), 12 words of lexicon small.txt"
        )
        assert worst == "at most 3 tries (proven), so many for 3 of them (proven)"
        assert first == "begin with CALER"
        assert re.fullmatch(r"[\d,]+ nodes, \d+\.\d\d s", effort)

    def test_the_average_within_so_many_tries(self, told):
        assert told("solve C5", *AVERAGE, "--max-tries", "3").startswith(
            "C5: 26 tries in all within 3 tries, 2.1667 on average (proven), 12 words"
        )

    def test_the_guaranteed_says_which_are_missed(self, told):
        value, missed, first, _ = told("solve C5", *WITHIN).splitlines()
        assert value == (
            "C5: 9 guaranteed within 2 tries, 3 missed (proven), 12 words of lexicon small.txt"
        )
        assert re.fullmatch(r"missed: [A-Z]{5}, [A-Z]{5}, [A-Z]{5}", missed)
        assert first == "begin with CALER"

    @pytest.mark.parametrize(("cell", "tries"), [("C5", 5), ("C6", 6)])
    def test_the_tries_of_the_guaranteed_are_those_of_the_show(self, told, cell, tries):
        lines = told(f"solve {cell}", "--objective", "guaranteed").splitlines()
        assert f" guaranteed within {tries} tries, 0 missed (proven), " in lines[0]
        assert lines[1].startswith("begin with ")

    def test_json_of_the_average(self, told, lexicon):
        values = json.loads(told("solve C5", *AVERAGE, "--format", "json"))
        assert values.pop("seconds") >= 0
        assert values.pop("nodes") >= 0
        assert values == {
            "game": "C5", "objective": "average", "tries": None, "lower": 26, "upper": 26,
            "proven": True, "first_guess": "CALER", "total": 26, "mean": 2.166667, "worst": 3,
            "worst_proven": True, "at_worst": 3, "at_worst_proven": True, "secrets": 12,
            "guesses": 12, "weight": 12,
            "lexicon": {"name": "small.txt", "digest": load(str(lexicon)).digest},
        }  # fmt: skip

    def test_json_of_the_guaranteed(self, told):
        values = json.loads(told("solve C5", *WITHIN, "--format", "json"))
        assert (values["objective"], values["tries"]) == ("guaranteed", 2)
        assert (values["guaranteed"], values["missed"]) == (9, 3)
        assert len(values["missed_secrets"]) == 3
        assert "total" not in values

    def test_csv(self, told):
        (row,) = csv.DictReader(io.StringIO(told("solve C5", *AVERAGE, "--format", "csv")))
        assert (row["game"], row["objective"], row["tries"]) == ("C5", "average", "")
        assert (row["total"], row["worst"], row["proven"]) == ("26", "3", "yes")
        (row,) = csv.DictReader(io.StringIO(told("solve C5", *WITHIN, "--format", "csv")))
        assert (row["missed"], len(row["missed_secrets"].split())) == ("3", 3)

    def test_markdown(self, told):
        title, _, heading, _, line, *_ = told(
            "solve C5", *AVERAGE, "--format", "markdown"
        ).splitlines()
        assert title.startswith("**Least average, C5, lexicon small.txt (")
        assert heading.startswith("| game | total | mean | worst | first guess |")
        assert line.startswith("| C5 | 26 | 2.1667 | 3 | ")

    def test_a_first_guess_in_any_case(self, told):
        text = told("solve C5", *AVERAGE, "--first", "caban")
        assert text.startswith("C5: 31 tries in all, ")
        assert "begin with CABAN\n" in text

    def test_other_games(self, run):
        text = run("solve", "mastermind:2x3", *AVERAGE).out
        assert text.startswith("mastermind:2x3: 21 tries in all, 2.3333 on average (proven), 9 cod")

    def test_weights(self, told, tmp_path, lexicon):
        path = tmp_path / "weights.tsv"
        words = load(str(lexicon)).cell("C", 5)
        path.write_text("".join(f"{word}\t{at}\n" for at, word in enumerate(words, 1)))
        text = told("solve C5", *AVERAGE, "--weights", path)
        assert ", 12 words of lexicon small.txt, of weight 78\n" in text
        values = json.loads(told("solve C5", *AVERAGE, "--weights", path, "--format", "json"))
        assert (values["weight"], values["proven"]) == (78, True)
        assert values["mean"] == round(values["total"] / 78, 6)
        values = json.loads(told("solve C5", *WITHIN, "--weights", path, "--format", "json"))
        assert values["guaranteed"] + values["missed"] == 78
        assert values["missed"] == sum(words.index(word) + 1 for word in values["missed_secrets"])

    def test_the_second_answer_is_from_the_cache(self, told):
        first, second = [json.loads(told("solve 5", *WITHIN, "--format", "json")) for _ in range(2)]
        assert second["nodes"] == 0 < first["nodes"]
        assert second["missed"] == first["missed"]

    @pytest.mark.parametrize(
        ("objective", "said"),
        [
            (AVERAGE, r"C5: 588\.\.\? tries in all, 1\.0000\.\.\? on average \(not proven\), .*"),
            (WITHIN, r"C5: \? guaranteed within 2 tries, 0\.\.\? missed \(not proven\), .*"),
        ],
        ids=["average", "guaranteed"],
    )
    def test_a_time_limit_reached_at_once_leaves_little(self, run, objective, said):
        ran = run("solve", "C5", "--no-cache", *objective, "--time-limit", "1e-9")
        assert (ran.code, ran.err) == (0, "")
        value, effort = ran.out.splitlines()
        assert re.fullmatch(said, value)
        assert effort.startswith("0 nodes, ")

    def test_a_limit_leaves_bounds(self, run):
        ran = run("solve", "C5", "--no-cache", *AVERAGE, "--node-limit", "1")
        value, first, _ = ran.out.splitlines()
        found = re.match(r"C5: ([\d,]+)\.\.([\d,]+) tries in all, ([\d.]+?)\.\.([\d.]+) on", value)
        lower, upper = (int(number.replace(",", "")) for number in found.groups()[:2])
        assert 588 < lower < upper
        assert found.groups()[2:] == (f"{lower / 588:.4f}", f"{upper / 588:.4f}")
        assert "(not proven)" in value
        assert first.startswith("begin with C")


class TestTable:
    def test_a_line_for_each_cell_and_their_sum(self, told):
        text = told("table", *AVERAGE, "--lengths", "5-6")
        assert [line.split() for line in text.splitlines()[:2]] == [
            ["A5", "10", "words", "20", "2.0000", "at", "most", "3", "ACIER"],
            ["C5", "12", "words", "26", "2.1667", "at", "most", "3", "CALER"],
        ]
        assert re.search(
            r"\n\n3 games, 3 proven, 30 words, \d\d tries in all, \d\.\d{4} on average\n$", text
        )

    def test_the_guaranteed(self, told):
        a5, c5, _, total = told("table", *WITHIN, "--lengths", "5").splitlines()
        assert re.fullmatch(r"  A5 +10 words  2 tries +1 missed  [A-Z]{5}", a5)
        assert re.fullmatch(r"  C5 +12 words  2 tries +3 missed  [A-Z]{5}, [A-Z]{5}, [A-Z]{5}", c5)
        assert total == "2 games, 2 proven, 22 words, 4 missed"

    def test_names_eight_of_those_missed_at_most(self, told):
        a5, c5, *_ = told(
            "table", "--objective", "guaranteed", "--tries", "1", "--lengths", "5"
        ).splitlines()
        assert a5.endswith(", ...")
        assert a5.count(", ") == c5.count(", ") == 8

    def test_none_missed_within_the_tries_of_the_show(self, told):
        lines = told("table", "--objective", "guaranteed", "--lengths", "5-6").splitlines()
        assert [line.split()[3] for line in lines[:3]] == ["5", "5", "6"]
        assert all(line.endswith(" 0 missed") for line in [*lines[:3], lines[-1][:-7] + " missed"])

    def test_json_is_a_list_in_the_order_of_the_cells(self, told):
        values = json.loads(told("table", *AVERAGE, "--lengths", "5", "--format", "json"))
        assert [(each["game"], each["total"]) for each in values] == [("A5", 20), ("C5", 26)]

    def test_csv_is_a_line_for_each(self, told):
        text = told("table", *WITHIN, "--lengths", "5", "--format", "csv", "--jobs", "2")
        rows = list(csv.DictReader(io.StringIO(text)))
        assert [(row["game"], row["missed"]) for row in rows] == [("A5", "1"), ("C5", "3")]

    def test_markdown(self, told):
        text = told("table", *AVERAGE, "--lengths", "5", "--format", "markdown")
        assert text.startswith("**Least average, lexicon small.txt (")
        assert [line[:6] for line in text.splitlines()[4:6]] == ["| A5 |", "| C5 |"]

    def test_a_limit_leaves_bounds_and_no_sum(self, run):
        ran = run(
            *("table", "--letters", "A-B", "--lengths", "5", "--no-cache", *AVERAGE),
            *("--time-limit", "1e-9"),
        )
        assert (ran.code, ran.err) == (0, "")
        lines = ran.out.splitlines()
        assert re.fullmatch(r"  A5 +475 words +475\.\.\? +1\.0000\.\.\?", lines[0])
        assert lines[-1] == "2 games, 0 proven, 978 words"


class TestTree:
    def test_the_average(self, told):
        assert told("tree c5", *AVERAGE).startswith("CALER  12 possible, 3 guesses at most\n")

    def test_the_guaranteed_is_complete_and_misses_the_fewest(self, run, lexicon, tmp_path):
        out = tmp_path / "tree.json"
        ran = run("tree", "C5", *WITHIN, "--lexicon", lexicon, "--out", str(out))
        assert (ran.code, ran.out) == (0, "")
        game = Motus.of_cell("C5", load(lexicon))
        question = Question(game)
        best = fewest(question, 2, average(question))
        assert best.misses == 3
        mean = best.total / len(game.secrets)
        assert f"at most {best.strategy.depth} guesses, {mean:.4f} on average" in ran.err
        assert set(game.secrets) <= set(re.findall(r"[A-Z]{5}", out.read_text(encoding="utf-8")))

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            ([*AVERAGE, "--heuristic", "Sum"], "no method beside --objective average"),
            ([*WITHIN, "--heuristic", "Sum"], "no method beside --objective guaranteed"),
            ([*AVERAGE, "--tries", "2"], "--tries 2: expected with --objective guaranteed"),
        ],
    )
    def test_what_does_not_go_together(self, run, lexicon, options, said):
        refused(run("tree", "C5", *options, "--lexicon", lexicon), said)


class TestBadInput:
    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (["--tries", "3"], "--tries 3: expected with --objective guaranteed, not worst"),
            ([*AVERAGE, "--tries", "3"], "--tries 3: expected with --objective guaranteed, not av"),
            (["--max-tries", "3"], "--max-tries 3: expected with --objective average, not worst"),
            ([*WITHIN, "--max-tries", "3"], "--max-tries 3: expected with --objective average, no"),
            (["--objective", "guaranteed", "--tries", "0"], "--tries 0: expected a whole number"),
            (["--objective", "guaranteed", "--tries", "x"], "--tries x: expected a whole number"),
            ([*AVERAGE, "--max-tries", "-1"], "--max-tries -1: expected a whole number above 0"),
            (["--objective", "best"], "--objective"),
        ],
    )
    @pytest.mark.parametrize("command", [["solve", "C5"], ["table"]], ids=" ".join)
    def test_of_both_commands(self, run, lexicon, command, options, said):
        refused(run(*command, "--lexicon", lexicon, *options), said)

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (["--weights", "x.tsv"], "--weights x.tsv: expected with --objective average or guara"),
            (["--first", "CABAN"], "--first CABAN: expected with --objective average or guarantee"),
            ([*AVERAGE, "--weights", "x.tsv"], "'x.tsv'"),
            ([*AVERAGE, "--first", "abaca"], "--first ABACA: it is not among the guesses of C5"),
            ([*WITHIN, "--first", ""], "--first"),
            (
                [*AVERAGE, "--max-tries", "2"],
                "--max-tries 2: no strategy finds every secret of C5 within 2 tries: the EMI is 3",
            ),
            ([*AVERAGE, "--hard", "possible"], "C5 (hard): expected the objective worst where o"),
        ],
    )
    def test_of_solve(self, run, lexicon, options, said):
        refused(run("solve", "C5", "--lexicon", lexicon, *options), said)

    def test_tries_that_do_not_suffice_for_another_game(self, run):
        refused(
            run("solve", "mastermind:2x3", *AVERAGE, "--max-tries", "2"),
            "--max-tries 2: no strategy finds every secret of mastermind:2x3 within 2 tries: it ta",
        )

    def test_a_table_to_compare_with(self, run, lexicon, tmp_path):
        refused(
            run("table", "--lexicon", lexicon, *AVERAGE, "--against", tmp_path / "absent.csv"),
            "absent.csv: expected no other objective beside it than worst",
        )

    def test_tries_that_do_not_suffice_for_one_cell_of_a_table(self, run, lexicon):
        refused(
            run("table", "--lexicon", lexicon, "--lengths", "5", *AVERAGE, "--max-tries", "2"),
            "--max-tries 2: no strategy finds every secret of ",
        )
