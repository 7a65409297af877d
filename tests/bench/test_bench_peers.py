"""The same questions for other programs: ``make bench ARGS="--peers DIR"``.

DIR holds programs that the user has built: ``wordle`` of github.com/alex1770/wordle, and
``mmstrat`` of github.com/fancidev/mastermind. Each program runs alone, and its CPU time includes
start-up. The values must agree.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median

import pytest

from emi.compiling import kernels_ready
from emi.lexicon.load import load
from tests.bench.conftest import LEXICA

pytestmark = pytest.mark.bench

#: A program runs three times, but not again after this many seconds.
LONG, ROUNDS = 8, 3
INITIALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.fixture
def beside(request, benchmark):
    """Return a function that runs both programs, each with its own command line.

    Ours is given a line, theirs one or several; what the answers add up to is equal.
    """
    folder = request.config.getoption("--peers")
    kernels_ready(costs=True)

    def beside(work, line, theirs, says=r"([\d,]+) guesses in all"):
        program = folder and shutil.which(theirs[0][0], path=Path(folder).resolve())
        if not program:
            pytest.skip(f"{theirs[0][0]} is not at hand, expected it in --peers DIR")
        ours = [sys.executable, "-m", "emi", *line]
        mine, answer = benchmark.pedantic(taken, [[ours], says], rounds=1)
        peer, other = taken([[program, *line[1:]] for line in theirs], theirs_says(theirs[0][0]))
        assert answer == other
        benchmark.extra_info.update(
            work=work, peer=theirs[0][0], answer=answer, ours=round(mine, 2), theirs=round(peer, 2)
        )

    return beside


def theirs_says(program):
    """Return the pattern of a program's output for the total number of guesses."""
    return r"(?m)^(\d+):" if program == "mmstrat" else r"first guess score = (\d+)"


def taken(lines, says):
    """Return the median CPU seconds, and the sum of the results."""
    seconds, answers = [], set()
    while len(seconds) < ROUNDS and sum(seconds) < LONG:
        before, text = os.times(), ""
        for line in lines:
            text += subprocess.run(line, check=True, capture_output=True, text=True).stdout
        after = os.times()
        seconds.append(sum(after[2:4]) - sum(before[2:4]))
        answers.add(sum(int(one.replace(",", "")) for one in re.findall(says, text)))
    assert len(answers) == 1
    return median(seconds), answers.pop()


@pytest.mark.parametrize(
    ("name", "rules"), [("mastermind:4x6", "mm"), ("mastermind:4x7", "p4c7r"), ("moo", "bc")]
)
def test_average_of_a_game_with_pegs_beside_another_program(beside, name, rules):
    line = f"solve {name} --objective average --no-cache".split()
    beside(
        f"{name}, least average", line, [["mmstrat", *f"-r {rules} -s optimal -S -q -mt 1".split()]]
    )


def test_averages_of_five_letters_beside_another_program(beside, tmp_path):
    words = [word for word in load("fr").words if len(word) == 5]
    theirs = []
    for initial in INITIALS:
        path = tmp_path / initial
        path.write_text("".join(f"{w.lower()}\n" for w in words if w[0] == initial))
        # Its limit of 6 guesses is that of Wordle.
        theirs.append(["wordle", "-g", "12", "-a", str(path), "-h", str(path)])
    line = "table --lengths 5 --objective average --no-cache --jobs 1 --format csv"
    beside("26 cells of five letters, least average", line.split(), theirs, r",average,,(\d+),")


def test_wordle_from_salet_beside_another_program(beside):
    secrets, guesses = LEXICA / "wordle_secrets.txt", LEXICA / "wordle_guesses.txt"
    if not guesses.exists():
        pytest.skip(f"{guesses.name} is not at hand")
    line = ["solve", "wordle", "--objective", "average", "--first", "SALET", "--no-cache"]
    beside(
        "Wordle from SALET, least average",
        [*line, "--secrets", str(secrets), "--guesses", str(guesses)],
        [["wordle", "-w", "salet", "-a", str(guesses), "-h", str(secrets)]],
    )
