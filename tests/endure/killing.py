"""A command that is killed at random moments, started again, and comes to its end."""

import os
import random
import resource
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from tests.emi.cases import ROOT

#: How often each command is killed; ten commands come to 210.
KILLS = int(os.environ.get("EMI_KILLS", "21"))


@dataclass
class Endured:
    """What became of a command that was killed.

    ``repeated`` are the seconds of work for each kill that an undisturbed run does not take, the
    start of the program among them; ``processor`` are those of the processor, which other work on
    the machine does not add to.
    """

    name: str
    kills: int
    runs: int
    undisturbed: float
    repeated: float
    processor: float | None = None


def words(path: Path, size: int, letters: str = "ABCDEFGHIJKLMNOPQR") -> Path:
    """Write a list that is long to search: three letters of many tell little about each other."""
    every = sorted(map("".join, product(letters, repeat=3)))
    path.write_text("\n".join(random.Random(2).sample(every, size)) + "\n", encoding="utf-8")
    return path


def used() -> float:
    """Return the seconds of the processor that all programs took that have ended."""
    taken = resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken.ru_utime + taken.ru_stime


def started(command: list[str], cache: Path) -> subprocess.Popen[str]:
    """Start the program with a cache of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "emi", *command],
        cwd=ROOT,
        env={**os.environ, "EMI_CACHE_DIR": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended_well(process: subprocess.Popen[str], err: str) -> bool:
    """Tell whether the program did all without a warning; a file that it wrote is mentioned."""
    return process.returncode == 0 and "warning" not in err and "Traceback" not in err


def undisturbed(command: list[str], cache: Path) -> tuple[str, float]:
    """Return what the command prints, and the seconds that it takes."""
    began = time.monotonic()
    process = started(command, cache)
    out, err = process.communicate()
    assert ended_well(process, err)
    return out, time.monotonic() - began


def killed(name, command, folder, told, kills=None) -> Endured:
    """Kill a command so many times; ``told`` makes of what it prints what must be the same.

    A run that ends before it is killed so often is checked, and begins anew with an empty cache.
    """
    kills = KILLS if kills is None else kills
    before = used()
    truth, alone = undisturbed(command, folder / "alone")
    worked = used() - before
    source, done, runs, behind = random.Random(name), 0, 0, 0
    spent = work = 0.0
    while done < kills or behind:
        began, before = time.monotonic(), used()
        process = started(command, folder / f"cache{runs}")
        moment = source.uniform(0.2, max(alone / 2, 3.0)) if done < kills else None
        try:
            out, err = process.communicate(timeout=moment)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            done, behind = done + 1, behind + 1
        spent, work = spent + time.monotonic() - began, work + used() - before
        if process.returncode >= 0:
            assert ended_well(process, err)
            assert told(out) == told(truth)
            runs, behind = runs + 1, 0
    repeated, again = spent - runs * alone, work - runs * worked
    kills = max(done, 1)
    return Endured(name, done, runs, alone, max(repeated, 0.0) / kills, max(again, 0.0) / kills)
