"""Cells with a list of secrets and a longer one of guesses, as SUTOM and Lingo have them."""

import io
import json
import random
import subprocess
import sys

import pytest

from emi.games.motus import Motus
from emi.lexicon.load import Lexicon, load
from emi.proof import verify as checker
from tests import oracle
from tests.emi.cases import rows
from tests.emi.conftest import WORDS

OBJECTIVES = {"worst": "", "average": "--objective average", "guaranteed": "--objective guaranteed"}


@pytest.fixture
def drawn(tmp_path):
    """Return the options of a list that is drawn from the words of the tests."""
    words = WORDS.split()
    path, every = tmp_path / "drawn.txt", tmp_path / "every.txt"
    path.write_text("\n".join(random.Random(1).sample(words, 18)))
    every.write_text("\n".join(words))
    return ["--secrets", str(path), "--guesses", str(every)]


def test_a_table_has_the_cells_of_the_secrets(run, drawn):
    ran = run("table", *drawn, "--lengths", "5-6", "--format", "csv")
    assert (ran.code, ran.err) == (0, "")
    for row in rows(ran.out):
        game = Motus.of_cell(row["game"], load(drawn[1]), load(drawn[3]))
        assert int(row["secrets"]) == len(game.secrets) < len(game.guesses)
        # By brute force, in plain Python.
        classes = [[game.feedback(g, s) for s in game.secrets] for g in game.guesses]
        own = [game.guesses.index(secret) for secret in game.secrets]
        value = oracle.worst_case(classes, range(len(own)), own)
        assert (row["lower"], row["upper"]) == (str(value), str(value))


def test_a_value_is_said_with_both_lists(run, drawn):
    game = Motus.of_cell("C5", load(drawn[1]), load(drawn[3]))
    said = (
        f"{len(game.secrets)} words of lexicon drawn.txt, "
        f"{len(game.guesses)} guesses of lexicon every.txt"
    )
    assert run("solve", "C5", *drawn).out.splitlines()[0].endswith(said)


def test_every_word_of_sutom_can_be_found_within_its_tries(run, tmp_path):
    # The site draws from a short list and accepts a long one: so do these lists of our own.
    words = [word for word in load("fr").words if 6 <= len(word) <= 9]
    drawn, accepted = tmp_path / "drawn.txt", tmp_path / "accepted.txt"
    secrets = words[::30]
    drawn.write_text("\n".join(secrets))
    accepted.write_text("\n".join(words))
    lists = ["--secrets", str(drawn), "--guesses", str(accepted), "--lengths", "6-9"]
    ran = run("table", *lists, "--format", "csv")
    assert (ran.code, ran.err) == (0, "")
    cells = rows(ran.out)
    assert {row["game"] for row in cells} == {f"{word[0]}{len(word)}" for word in secrets}
    assert sum(int(row["secrets"]) for row in cells) == len(secrets)
    assert all(row["lower"] == row["upper"] for row in cells)
    # Of the whole list 5 is enough as well: see docs/results.md.
    assert max(int(row["upper"]) for row in cells) <= 5


@pytest.mark.parametrize(
    "rule", ["--identify", "--reveal", "--reveal --hard consistent", "--reveal --hard possible"]
)
def test_a_rule_of_one_game_is_certified_and_checked(run, drawn, tmp_path, rule, golden):
    out = tmp_path / "c5.emip"
    lists = drawn if rule != "--identify" else ["--secrets", drawn[3], "--guesses", drawn[1]]
    ran = run("certify", "C5", *lists, *rule.split(), "--objective", "average", "--out", out)
    assert (ran.code, ran.err) == (0, "")
    checked = run("verify", out, *lists)
    assert (checked.code, checked.err) == (0, "")
    solved = json.loads(run("solve", "C5", *lists, *rule.split(), *OBJECTIVES["average"].split(),
                            "--format", "json").out)  # fmt: skip
    assert f": {solved['upper']} guesses" in checked.out
    alone = run("verify", out)
    assert (alone.code, alone.err.count("\n")) == (2, 1)
    golden(alone.err)
    refused = run("table", *rule.split())
    assert refused.code == 2
    golden(refused.err)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_value_is_certified_and_checked_by_the_file_alone(run, drawn, tmp_path, objective):
    out, options = tmp_path / "c5.emip", OBJECTIVES[objective].split()
    ran = run("certify", "C5", *drawn, *options, "--out", out)
    assert (ran.code, ran.err) == (0, "")
    solved = json.loads(run("solve", "C5", *drawn, *options, "--format", "json").out)
    checked = run("verify", out, *drawn)
    assert (checked.code, checked.err) == (0, "")
    assert checked.out.startswith(f"OK C5: {solved['upper']}")
    assert f"({solved['secrets']} of {solved['guesses']} words)" in checked.out
    alone = subprocess.run(
        [sys.executable, "-I", checker.__file__, out, drawn[1], drawn[3]],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (alone.returncode, alone.stdout) == (0, checked.out)
    # Other lists are refused.
    refused = run("verify", out, "--secrets", drawn[3], "--guesses", drawn[3])
    assert (refused.code, refused.out) == (2, "")


def test_all_cells_are_certified(run, drawn, tmp_path):
    ran = run("certify", "--all", "--lengths", "5", *drawn, "--out", tmp_path / "all")
    assert (ran.code, ran.err) == (0, "")
    files = sorted((tmp_path / "all").iterdir())
    assert [file.name for file in files] == ["A5.emip.xz", "C5.emip.xz"]
    checked = run("verify", *files, *drawn)
    assert (checked.code, len(checked.out.splitlines())) == (0, 2)


def test_fairness_by_cells_keeps_the_guesses(run, drawn):
    line = ["fairness", drawn[1], "--guesses", drawn[3], "--tries", "2", "--format", "csv"]
    cells = rows(run(*line, "--lengths", "5").out)
    assert [row["game"] for row in cells] == ["A5", "C5"]
    assert all(int(row["guesses"]) > int(row["secrets"]) for row in cells)


def test_a_page_holds_them(run, drawn, tmp_path):
    page = tmp_path / "page.html"
    ran = run("page", *drawn, "--out", page)
    assert ran.code == 0
    assert '"A5"' in page.read_text(encoding="utf-8")


def test_the_usual_game_of_wordle_is_checked_without_lists(run, monkeypatch, tmp_path):
    from emi.games import wordle

    words = tuple(word for word in WORDS.split() if len(word) == 5)
    few = Lexicon("wordle", words[::2], "", ""), Lexicon("wordle-guesses", words, "", "")
    by_name = {one.name: one for one in few}
    monkeypatch.setattr(wordle, "load", by_name.__getitem__)
    out = tmp_path / "w.emip"
    assert run("certify", "wordle", "--out", out).code == 0
    checked = run("verify", out)
    assert (checked.code, checked.err) == (0, "")
    assert checked.out.startswith("OK wordle: ")


class TestSecretsThatTheListOfGuessesLacks:
    """They may be guessed too, by every command, and one remark counts them."""

    REMARK = "emi: 2 secrets missing from the list of guesses may be guessed too\n"

    @pytest.fixture
    def lists(self, tmp_path):
        secrets, guesses = tmp_path / "s.txt", tmp_path / "g.txt"
        secrets.write_text("QRANE\nRAISE\nZZYZX\n")
        guesses.write_text("CRANE\nRAISE\nSLATE\n")
        return ["--secrets", str(secrets), "--guesses", str(guesses)]

    @pytest.mark.parametrize(
        ("command", "text"),
        [
            ("solve wordle", "3 words"),
            ("solve 5", "5 guesses"),
            ("solve jotto", "5 guesses"),
            ("explain wordle --clues CRANE:BBBBB", "ZZYZX is the only word left"),
            ("review wordle --secret ZZYZX --clues CRANE,ZZYZX", "ZZYZX"),
            ("play wordle --fair --seed 1", "5 guesses"),
            ("table --lengths 5", "Q  R  Z"),
            ("strategy wordle", "ZZYZX"),
            ("compare wordle --heuristic Max", "3 words"),
        ],
    )
    def test_of_a_command(self, run, lists, command, text, monkeypatch):
        monkeypatch.setattr("sys.stdin", io.StringIO())
        ran = run(*command.split(), *lists)
        assert ran.code == 0
        assert text in ran.out
        assert ran.err.count(self.REMARK) == 1

    def test_of_fairness(self, run, lists):
        ran = run("fairness", lists[1], *lists[2:])
        assert (ran.code, ran.err) == (0, self.REMARK)

    def test_a_certificate_is_checked_with_the_files_as_they_are(self, run, lists, tmp_path):
        path = str(tmp_path / "w.emip")
        assert run("certify", "wordle", *lists, "--out", path).code == 0
        assert run("verify", path, *lists).code == 0
        assert checker.main([path, lists[1], lists[3]]) == 0
