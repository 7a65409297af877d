"""Solve what is published of optimal play: ``python docs/make_optima.py [--again] [PART ...]``.

``reports/published/data/optima.csv`` holds the questions, each as what is asked of ``emi solve`` or
of ``emi report``.
What is found, and what it took, goes into ``optima_kept.csv`` beside it; what is kept there is not
asked again, and of a question that was not settled within the time limit the bounds are kept. A
part is a table, or a word that the questions hold. The lists of Wordle are not free to be shipped:
they are read where SECRETS and GUESSES (of the environment) say. Each is asked without a cache,
or with that in the folder CACHE, where `emi compare --import` keeps what a strategy comes to.
"""

import csv
import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
DATA = ROOT / "reports" / "published" / "data"
KEPT = DATA / "optima_kept.csv"
HEAD = ["ask", "lower", "upper", "worst", "at_worst", "seconds", "version", "date"]
#: Seconds for one question, unless LIMIT says otherwise.
LIMIT = "600"


def rows(path: Path) -> list[dict[str, str]]:
    """Return the lines of a table."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def solve(ask: str) -> dict[str, object]:
    """Ask a question anew, without a cache; return what is kept of the answer."""
    lists = {name: os.environ.get(name.upper(), "") for name in ("secrets", "guesses")}
    asked = ask.format(**lists).split()
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


def main(*wanted: str) -> None:
    """Ask what is not kept; write down each answer as soon as it is there."""
    again = "--again" in wanted
    parts = [part for part in wanted if part != "--again"]
    kept = {line["ask"]: line for line in rows(KEPT)} if KEPT.exists() else {}
    asks = list(dict.fromkeys(line["ask"] for line in rows(DATA / "optima.csv")))
    tables = {(line["ask"], line["table"]) for line in rows(DATA / "optima.csv")}
    for ask in asks:
        named = any(part in ask or (ask, part) in tables for part in parts)
        if (parts and not named) or (ask in kept and not again):
            continue
        if "{" in ask and not os.environ.get("SECRETS"):
            print(f"{ask}: left out, expected SECRETS and GUESSES to name the lists of Wordle")
            continue
        kept[ask] = solve(ask)
        with KEPT.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, HEAD, lineterminator="\n")
            writer.writeheader()
            writer.writerows(kept[one] for one in asks if one in kept)
        print(ask, kept[ask]["lower"], kept[ask]["upper"], kept[ask]["seconds"], "s", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
