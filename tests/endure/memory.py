"""The memory of a search that would overflow, watched from outside for an hour."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from tests.emi.cases import ROOT

MIB = 1 << 20


def resident(pid: int) -> int:
    """Return the bytes that a process holds in memory (Linux); 0 if it has ended."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def most_resident(pid: int) -> int:
    """Return the most bytes that a process has held so far (Linux); 0 if it has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    found = [line.split()[1] for line in lines if line.startswith("VmHWM:")]
    return int(found[0]) * 1024 if found else 0


def watched(command: list[str], limit: str, seconds: float, folder: Path, pause: float = 5.0):
    """Run a search under ``--memory-limit`` for so long; return what was seen of it.

    Of the memory in MiB: the curve (about sixty points), the peak, looks or no looks, and the end;
    and of the search what its last line in the log tells.
    """
    log, cache = folder / "log.jsonl", folder / "cache"
    line = [*command, "--memory-limit", limit, "--time-limit", f"{seconds:.0f}"]
    process = subprocess.Popen(
        [sys.executable, "-m", "emi", *line, "--log-file", str(log), "--cache-dir", str(cache)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    began, seen, peak = time.monotonic(), [], 0
    while process.poll() is None:
        if (held := resident(process.pid)) > 0:
            seen.append((time.monotonic() - began, held / MIB))
            peak = max(peak, most_resident(process.pid))
        time.sleep(pause)
    _, err = process.communicate()
    lines = [json.loads(one) for one in log.read_text(encoding="utf-8").splitlines()]
    told = [one for one in lines if one["event"] == "progress"]
    every = max(len(seen) // 60, 1)
    return {
        "command": " ".join(["emi", *line]),
        "exit": process.returncode,
        "warnings": err.count("warning"),
        "seconds": round(seen[-1][0]),
        "curve": [(round(at), round(mib)) for at, mib in seen[::every]],
        "peak": round(peak / MIB),
        # The last look may have been at a program that was ending.
        "end": round(seen[-2 if len(seen) > 1 else -1][1]),
        "cache": round((cache / "cache.db").stat().st_size / MIB),
        **{key: told[-1].get(key) for key in ("lower", "upper", "nodes", "forgotten")},
    }


if __name__ == "__main__":
    seconds, limit, folder, *command = sys.argv[1:]
    print(json.dumps(watched(command, limit, float(seconds), Path(folder))))
