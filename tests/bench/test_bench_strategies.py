"""How long the methods of the paper take over a whole list (it gives more than 52 hours)."""

import csv
import io
import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.bench


def as_process(benchmark, lexicon, *options):
    """Run the command as a user does; its peak memory too."""
    command = [sys.executable, "-m", "emi", "strategies", "--format", "csv", *options]
    command += ["--lexicon", lexicon.source if lexicon.licence == "unknown" else lexicon.name]

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
        figures = "/".join(line[column] for column in ("average", "fails", "worst"))
        benchmark.extra_info[line["method"]] = figures


def test_the_nine_methods_of_the_paper(benchmark, lexicon):
    as_process(benchmark, lexicon)


@pytest.mark.parametrize("method", ["Sum", "SumGini", "Gini", "Minimax"])
def test_one_method(benchmark, lexicon, method):
    as_process(benchmark, lexicon, "--heuristic", method)
