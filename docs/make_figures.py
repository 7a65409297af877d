"""Measure the times quoted in the pages, and update the pages: ``make figures LIST=FILE``.

docs/figures.json holds the runs: a command, its time and output, and the lines that quote it. Runs
over a list that cannot be shipped ({list}) are skipped unless the list is given.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "docs" / "figures.json"
TEN = 10


def quotations(run: dict) -> list[tuple[Path, str]]:
    """Return the pages that quote a run, each with the quoting text."""
    seconds = run["seconds"]
    digits = 2 if seconds < 1 else 1 if seconds < TEN else 0
    time = f"{seconds:.{digits}f} s" if seconds < TEN * TEN else f"{seconds / 60:.1f} min"
    lines = [(ROOT / page, line) for page, lines in run["quoted"].items() for line in lines]
    return [(page, line.format(**{**run, "time": time})) for page, line in lines]


def measure(run: dict, folder: str, words: str) -> None:
    """Run a command, and record its time and memory; JSON output has the time of the search."""
    command = run["command"].replace("{list}", words).replace("{folder}", folder)
    program, rest = command.split(" ", 1)
    what = ["-c", rest] if program == "python" else ["-m", program, *rest.split()]
    began = time.monotonic()
    with subprocess.Popen([sys.executable, *what], stdout=subprocess.PIPE, text=True) as process:
        out = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{run['command']}: code {process.returncode}")
    said = json.loads(out)["seconds"] if "--format json" in rest else time.monotonic() - began
    run |= {"seconds": round(said, 3), "MiB": round(used.ru_maxrss / 1024)}
    if "out" in run:
        run["out"] = out


def main(words: str) -> None:
    """Measure each run, record it, and replace the old figures in the pages."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["EMI_CACHE_DIR"] = f"{folder}/cache"
        for run in record["runs"]:
            if "{list}" in run["command"] and not words:
                continue
            old = quotations(run)
            measure(run, folder, words)
            for (page, before), (_, after) in zip(old, quotations(run), strict=True):
                text = page.read_text(encoding="utf-8")
                page.write_text(text.replace(before, after), encoding="utf-8")
            text = json.dumps(record, indent=1, ensure_ascii=False)
            RECORD.write_text(f"{text}\n", encoding="utf-8")
            print(run["command"], run["seconds"], "s", flush=True)


if __name__ == "__main__":
    main(*(sys.argv[1:] or [""]))
