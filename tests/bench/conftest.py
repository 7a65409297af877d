"""Fixtures of the benchmarks, run by ``make bench``; timings are reported, never asserted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from emi.compiling import kernels_ready
from emi.lexicon.load import Lexicon, load

LEXICA = Path(__file__).parents[3] / "shared" / "lexica"


def pytest_addoption(parser):
    parser.addoption("--peers", metavar="DIR", help="a folder with the programs of others")


@pytest.fixture(params=["fr", "ods4"], scope="session")
def lexicon(request) -> Lexicon:
    """The built-in French list, and the list of the literature if it is available."""
    if request.param == "fr":
        return load("fr")
    path = LEXICA / "ods4.txt.xz"
    if not path.exists():
        pytest.skip(f"{path.name} is not at hand")
    return load(path)


@pytest.fixture(autouse=True, scope="session")
def compiled():
    kernels_ready()


@pytest.fixture
def as_process(benchmark):
    """Return a function that runs the command as a user does, and records its peak memory."""

    def as_process(line, lexicon=None):
        command = [sys.executable, "-m", "emi", *line.split()]
        if lexicon is not None:
            own = lexicon.licence == "unknown"
            command += ["--lexicon", lexicon.source if own else lexicon.name]

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
        return text

    return as_process
