"""A game of one's own on the command line: ``emi solve file.py:Square``."""

import os
import pickle
import subprocess
import sys

import pytest

from emi.cli.own_game import own_game

FILE = '''
import emi

class Number(emi.Game):
    """Higher or lower."""

    rule = "number"

    def feedback(self, guess, secret):
        if guess == secret:
            return "yes"
        return "higher" if int(secret) > int(guess) else "lower"

class Square(Number):
    def __init__(self, secrets=None, guesses=None):
        super().__init__(secrets or [str(n * n) for n in range(1, 8)], guesses)

ready = Square()

def made():
    return Square(["1", "2", "3"])

class Broken(Number):
    def feedback(self, guess, secret):
        return 1 / 0

class Late(Square):
    def feedback(self, guess, secret):
        return 1 // (int(guess) - 9)

other = 3
text = len
'''


BESIDE = """
import sys
from pathlib import Path
import emi
here = Path(__file__).parent
sys.path.insert(0, str(here))
from helper import signs

class Twelve(emi.Game):
    rule = "twelve"
    def __init__(self):
        super().__init__([f"{i:02d}" for i in range(12)])
    def feedback(self, guess, secret):
        same, less, more = signs((here / "table.txt").read_text())
        return same if guess == secret else less if guess < secret else more
"""


@pytest.fixture
def file(tmp_path):
    """Return a Python file with games."""
    path = tmp_path / "own.py"
    path.write_text(FILE)
    return path


@pytest.mark.parametrize(("name", "worst"), [("Square", 3), ("ready", 3), ("made", 2)])
def test_a_class_a_game_or_a_function_is_solved(run, file, name, worst):
    done = run("solve", f"{file}:{name}")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"number: {worst} (proven), ")


def test_it_takes_lists_and_has_every_command(run, file, tmp_path, golden):
    (tmp_path / "s.txt").write_text("1\n2\n")
    (tmp_path / "g.txt").write_text("1\n2\n3\n4\n5\n")
    lists = ["--secrets", tmp_path / "s.txt", "--guesses", tmp_path / "g.txt"]
    game = f"{file}:Number"
    golden(run("solve", game, *lists).out)
    golden(run("explain", game, *lists).out)
    assert run("compare", game, *lists, "--heuristic", "Sum").code == 0
    assert run("solve", f"{file}:Square", "--objective", "average").out.startswith(
        "number: 17 guesses"
    )
    text = run("solve", f"{file}:Square", "C5", "--objective", "average", "--jobs", "2").out
    assert "number" in text


def test_another_text_of_the_file_is_another_rule(run, file, tmp_path):
    """What is kept of one rule is never taken for another."""
    line = ["solve", f"{file}:Square", "--cache-dir", tmp_path / "kept"]
    assert run(*line).out.startswith("number: 3 (proven)")
    file.write_text(FILE.replace('"higher" if int(secret) > int(guess) else "lower"', '"no"'))
    assert run(*line).out.startswith("number: 7 (proven)")


@pytest.mark.parametrize("beside", ["helper.py", "table.txt"])
def test_what_the_rule_reads_beside_its_file_is_part_of_the_rule(tmp_path, beside):
    """Another module or a table is changed, the file of the rule is not."""
    (tmp_path / "own.py").write_text(BESIDE)
    (tmp_path / "table.txt").write_text("=<>")
    (tmp_path / "helper.py").write_text("def signs(text): return text")
    line = [sys.executable, "-m", "emi", "solve", f"{tmp_path}/own.py:Twelve"]
    line += ["--cache-dir", tmp_path / "kept"]
    quiet = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}

    def first_line():
        done = subprocess.run(line, capture_output=True, text=True, check=True, env=quiet)
        return done.stdout.partition(",")[0], "\n0 nodes" in done.stdout

    assert first_line() == ("twelve: 4 (proven)", False)
    assert first_line() == ("twelve: 4 (proven)", True)
    text = {"helper.py": "def signs(text): return '=..'", "table.txt": "=.."}[beside]
    (tmp_path / beside).write_text(text)
    assert first_line() == ("twelve: 12 (proven)", False)


def test_a_class_that_replaces_nothing_of_a_built_in_game_has_its_rule(tmp_path, run):
    (tmp_path / "own.py").write_text(
        "import emi\nclass J(emi.Jotto):\n"
        "    def __init__(self): super().__init__(['AB', 'BA', 'CA'])\n"
        "class K(J):\n    def feedback(self, guess, secret): return str(guess == secret)\n"
    )
    game = own_game(f"{tmp_path}/own.py:J")
    assert (game.rule_name, game.own_rule) == ("jotto", False)
    game = own_game(f"{tmp_path}/own.py:K")
    assert (game.rule_name, game.own_rule) == ("jotto of K", True)
    assert run("solve", f"{tmp_path}/own.py:K").out.startswith("jotto of K: 3 (proven)")


def test_it_goes_to_another_process(file):
    game = own_game(f"{file}:Square")
    again = pickle.loads(pickle.dumps(game.hardened("consistent")))
    assert (again.rule, again.secrets, again.restriction) == (game.rule, game.secrets, "consistent")
    assert again.feedback("1", "4") == "higher"


@pytest.mark.parametrize("name", ["Circle", "other", "text", "Number", "Broken"])
def test_what_is_no_game_is_refused_in_a_line(file, name, wrong):
    wrong("solve", f"{file}:{name}")


def test_a_file_without_a_name_is_refused_in_a_line(file, wrong):
    wrong("solve", file)


def test_a_file_that_fails_is_refused_in_a_line(run, file, tmp_path, golden):
    for text, said in [
        ("1 / 0", "{} failed with ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)", "{} failed with SystemExit: 3"),
        ("def (", "{} failed with SyntaxError: "),
    ]:
        file.write_text(text)
        done = run("solve", f"{file}:Square")
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"emi: {file}:Square: {said.format(file)}")
        assert done.err.count("\n") == 1
    done = run("solve", f"{tmp_path / 'none.py'}:Square")
    golden(done.err)
    (tmp_path / "s.txt").write_text("1\n2\n")
    file.write_text(FILE)
    done = run("solve", f"{file}:Broken", "--secrets", tmp_path / "s.txt")
    golden(done.err)
    done = run("solve", f"{file}:ready", "--secrets", tmp_path / "s.txt")
    golden(done.err)
    done = run("solve", f"{file}:Square", "--no-initial")
    golden(done.err)


@pytest.mark.parametrize(
    "command",
    [
        "solve {0}",
        "solve {0} --hard possible",
        "solve {0} moo:2x3 --jobs 2",
        "explain {0}",
        "compare {0} --heuristic Sum",
        "certify {0} --out own.emip",
    ],
)
def test_a_rule_that_fails_later_is_refused_in_a_line(file, command, wrong):
    wrong(*command.format(f"{file}:Late").split())


def test_a_certificate_never_runs_a_file(run, file, tmp_path):
    """It names a rule, and the file only of who checks it."""
    out = tmp_path / "own.emip"
    assert run("certify", f"{file}:Square", "--out", out).code == 0
    assert ".py" not in out.read_text().partition("steps")[0]
    (tmp_path / "s.txt").write_text("".join(f"{n * n}\n" for n in range(1, 8)))
    rule = tmp_path / "rule.py"
    rule.write_text(FILE + "\nfeedback = ready.feedback\n")
    lists = ["--secrets", tmp_path / "s.txt", "--guesses", tmp_path / "s.txt"]
    done = run("verify", out, *lists, "--rule", rule)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("OK number")
