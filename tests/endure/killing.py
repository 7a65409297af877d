"""A command that is killed at random moments and restarted until it finishes.

Work and the moments of kills are in CPU seconds, which other programs do not affect.
"""

import contextlib
import ctypes
import math
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
#: What Linux calls to take over the processes whose parent is killed: their work counts too.
PR_SET_CHILD_SUBREAPER = 36
#: Seconds between two looks at a command, and that its own processes may take to end after it.
LOOK, GRACE = 0.05, 30


@dataclass
class Endured:
    """The result of a command that was killed.

    ``undisturbed`` are the seconds of the processor that it takes when it is left alone, and
    ``clock`` those on the clock. ``repeated`` are those of the processor for each kill that an
    undisturbed run does not take, the start of the program among them.
    """

    name: str
    kills: int
    runs: int
    undisturbed: float
    clock: float
    repeated: float


def words(path: Path, size: int, letters: str = "ABCDEFGHIJKLMNOPQR") -> Path:
    """Write a list that takes long to search: words of three letters from a large alphabet."""
    every = sorted(map("".join, product(letters, repeat=3)))
    path.write_text("\n".join(random.Random(2).sample(every, size)) + "\n", encoding="utf-8")
    return path


def used() -> float:
    """Return the CPU seconds of all child processes that have ended."""
    taken = resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken.ru_utime + taken.ru_stime


def family(pid: int) -> list[int]:
    """Return a process and its descendants (Linux)."""
    found = [pid]
    for one in found:
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (task / "children").read_text(encoding="ascii").split())
    return found


def taken_by(*pids: int) -> float:
    """Return the CPU seconds of processes and their descendants (Linux)."""
    ticks = 0
    for pid in pids:
        for one in family(pid):
            with contextlib.suppress(OSError):
                stat = Path(f"/proc/{one}/stat").read_text(encoding="ascii")
                # Of itself, and of those that it has seen end.
                ticks += sum(map(int, stat.rpartition(")")[2].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


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
    """Return whether the program gave no warning; naming a file that it wrote is none."""
    return process.returncode == 0 and "warning" not in err and "Traceback" not in err


def undisturbed(command: list[str], cache: Path) -> tuple[str, float]:
    """Return the output of the command, and the wall-clock seconds that it took."""
    began = time.monotonic()
    process = started(command, cache)
    out, err = process.communicate()
    assert ended_well(process, err)
    return out, time.monotonic() - began


def kill_after(process: subprocess.Popen[str], seconds: float) -> tuple[str, str]:
    """Kill a process after some CPU seconds, unless it ends before.

    Wait for what it started too. Returns what was printed.
    """
    while True:
        try:
            return process.communicate(timeout=LOOK)
        except subprocess.TimeoutExpired:
            if taken_by(process.pid) >= seconds:
                break
    below = family(process.pid)[1:]
    process.send_signal(signal.SIGKILL)
    said = process.communicate()
    late = time.monotonic() + GRACE
    for one in below:
        with contextlib.suppress(ChildProcessError, ProcessLookupError):
            while os.waitpid(one, os.WNOHANG)[0] == 0:
                if time.monotonic() > late:
                    os.kill(one, signal.SIGKILL)
                time.sleep(LOOK)
    return said


def killed(name, command, folder, told, say, kills=KILLS) -> Endured:
    """Kill a command ``kills`` times; ``told`` extracts the output that must not change.

    A run that ends before it is killed so often is checked, and begins anew with an empty cache.
    """
    # What a killed process leaves behind is to be counted too.
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    before = used()
    truth, clock = undisturbed(command, folder / "alone")
    alone = used() - before
    say(f"{name}: {alone:.1f} s undisturbed")
    source, done, runs, behind, again, wanted = random.Random(name), 0, 0, 0, 0.0, told(truth)
    while done < kills or behind:
        before, process = used(), started(command, folder / f"cache{runs}")
        moment = source.uniform(0.2, max(alone / 2, 2.0)) if done < kills else math.inf
        out, err = kill_after(process, moment)
        again += used() - before
        if process.returncode >= 0:
            assert ended_well(process, err)
            assert told(out) == wanted
            runs, behind = runs + 1, 0
        else:
            done, behind = done + 1, behind + 1
            if done % 7 == 0:
                say(f"{name}: killed {done} times")
    return Endured(name, done, runs, alone, clock, max(again - runs * alone, 0.0) / max(done, 1))
