"""Solve published questions of optimal play: ``python docs/make_optima.py [--again] [PART ...]``.

``reports/published/data/optima.csv`` holds the questions as arguments of ``emi solve`` or ``emi
report``. The results and times go to ``optima_kept.csv`` in the same folder, where
``docs/make_certificates.py`` adds certificates; recorded questions are skipped unless ``--again``
is given. If the time limit is reached, the bounds are recorded. PART selects a table, or the
questions that contain a word.

The lists of Wordle cannot be shipped: the environment variables SECRETS and GUESSES name the files
of 2021, SECRETS_2023 and GUESSES_2023 those of 2023. Questions are solved without a cache, or with
the cache in the folder CACHE, to which `emi compare --import` writes upper bounds of strategies.
"""

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from emi.published.parts import LISTS

ROOT = Path(__file__).parents[1]
DATA = ROOT / "reports" / "published" / "data"
KEPT = DATA / "optima_kept.csv"
HEAD = [
    "ask", "lower", "upper", "worst", "at_worst", "seconds", "version", "date", "certificate",
    "bytes", "accepted",
]  # fmt: skip
#: Seconds for one question, unless LIMIT says otherwise.
LIMIT = "600"


def rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def files() -> dict[str, str]:
    """Return the files of the lists that the environment names."""
    return {name: os.environ[name.upper()] for name in LISTS if os.environ.get(name.upper())}


def solve(ask: str) -> dict[str, object]:
    """Solve a question; return the row to record."""
    asked = ask.format(**files()).split()
    limit = ["--time-limit", os.environ.get("LIMIT", LIMIT)]
    command = ["-m", "emi", *asked, *limit, "--format", "json"]
    if asked[0] != "report":
        known = os.environ.get("CACHE")
        command[2:2] = ["solve", *(["--cache-dir", known] if known else ["--no-cache"])]
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    found = json.loads(done.stdout)
    version = subprocess.run(
        [sys.executable, "-m", "emi", "--version"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True,
    ).stdout.split()[-1]  # fmt: skip
    found["seconds"] = f"{found['seconds']:.3f}"
    told = {"ask": ask, "version": version, "date": datetime.now(UTC).date().isoformat()}
    return {**{name: found.get(name) for name in HEAD}, **told}


def keep(
    lines: Iterable[Mapping[str, object]], path: Path | None = None, head: Sequence[str] = HEAD
) -> None:
    """Record the lines, in `KEPT` unless another file is given."""
    with (path or KEPT).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, head, lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


def main(*wanted: str) -> None:
    """Solve all questions that are not recorded, and record each result at once."""
    again = "--again" in wanted
    parts = [part for part in wanted if part != "--again"]
    kept = {line["ask"]: line for line in rows(KEPT)} if KEPT.exists() else {}
    asks = list(dict.fromkeys(line["ask"] for line in rows(DATA / "optima.csv")))
    tables = {(line["ask"], line["table"]) for line in rows(DATA / "optima.csv")}
    named = [ask for ask in asks if any(one in ask or (ask, one) in tables for one in parts)]
    if parts and not named:
        sys.exit(f"make_optima.py: no question or table contains {' or '.join(parts)}")
    for ask in named if parts else asks:
        if ask in kept and not again:
            continue
        if missing := [
            name.upper() for name in LISTS if f"{{{name}}}" in ask and name not in files()
        ]:
            print(f"{ask}: skipped, set {' and '.join(missing)} to the lists of Wordle")
            continue
        old, kept[ask] = kept.get(ask), solve(ask)
        if old and all(str(kept[ask][end]) == old[end] for end in ("lower", "upper")):
            # The certificate remains valid.
            kept[ask] |= {part: old[part] for part in ("certificate", "bytes", "accepted")}
        keep(kept[one] for one in asks if one in kept)
        print(ask, kept[ask]["lower"], kept[ask]["upper"], kept[ask]["seconds"], "s", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
