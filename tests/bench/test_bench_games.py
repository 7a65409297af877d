"""How long the strategies of games with pegs take, of Jotto, and what memory they need."""

import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.bench

#: A long list of words of five letters, where it is at hand.
WORDS = Path(__file__).parents[3] / "shared" / "lexica" / "wordle_guesses.txt"


def as_process(benchmark, *arguments):
    """Run the command as a user does; its peak memory too."""
    command = [sys.executable, "-m", "emi", *map(str, arguments), "--format", "csv"]

    def run() -> tuple[str, int]:
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            text = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        return text, usage.ru_maxrss

    text, peak = benchmark.pedantic(run, rounds=1)
    benchmark.extra_info["peak_memory_mib"] = peak // 1024
    for line in csv.DictReader(io.StringIO(text)):
        benchmark.extra_info[line["method"]] = f"{line['average']}/{line['worst']}"


@pytest.mark.parametrize("game", ["mastermind:4x6", "moo", "logik"])
def test_all_methods(benchmark, game):
    as_process(benchmark, "strategies", game, "--heuristic", "all")


@pytest.mark.parametrize("method", ["Information", "PossibleInformation"])
def test_one_method_of_logik(benchmark, method):
    as_process(benchmark, "strategies", "logik", "--heuristic", method)


def test_jotto_over_a_long_list(benchmark):
    if not WORDS.exists():
        pytest.skip(f"{WORDS.name} is not at hand")
    as_process(benchmark, "strategies", f"jotto:{WORDS}", "--heuristic", "Information")
