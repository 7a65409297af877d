"""Attack the program: ``python -m tests.endure.attack --help``."""

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from tests.emi.cases import ROOT
from tests.endure import page
from tests.endure.attack.attacking import MEMORY, MUTANTS, VALUES, attack, figures, part_of

ABOUT = "Attack values, certificates and checkers with random small games."


def main():
    """Attack until enough was done, and say what failed; return the exit code."""
    parser = argparse.ArgumentParser("python -m tests.endure.attack", description=ABOUT)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument(
        "--certificates", type=int, default=400, metavar="N",
        help=f"stop after N certificates, {MUTANTS} times as many mutants and {VALUES} times as "
        "many values",
    )  # fmt: skip
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes on one cache")
    parser.add_argument("--scene", type=int, help="play one scene of the seed alone")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "attack", metavar="DIR")
    parser.add_argument("--page", action="store_true", help="write docs/endurance.md")
    asked = parser.parse_args()
    out, began = asked.out.resolve() / str(asked.seed), time.monotonic()
    shutil.rmtree(out, ignore_errors=True)
    print(f"seed {asked.seed}", flush=True)
    if asked.scene is not None:
        with attack(asked.seed, out) as run:
            run.play(asked.scene)
            return 1 if run.failed else 0
    with (
        tempfile.TemporaryDirectory(prefix="attack-", dir=MEMORY) as cache,
        ProcessPoolExecutor(asked.jobs, mp_context=get_context("spawn")) as pool,
    ):
        every = partial(part_of, asked.seed, asked.certificates, out, cache, parts=asked.jobs)
        done, kinds, refused, failed = (
            sum(counts, Counter())
            for counts in zip(*pool.map(every, range(asked.jobs)), strict=True)
        )
    for what in (kinds, done, refused, failed):
        print(", ".join(f"{name} {many:,}" for name, many in sorted(what.items())))
    if asked.page:
        data = page.read()
        seconds = time.monotonic() - began
        page.keep_longest(
            data, figures(asked.seed, asked.certificates, asked.jobs, seconds, done, failed)
        )
        page.write(data)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
