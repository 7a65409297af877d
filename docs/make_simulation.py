"""Simulate one search on many workers from measured task times, for ``docs/parallel.md``.

docs/tasks.json holds the measured runs with their tasks. ``make_simulation.py LOG`` prints the
tasks of a ``--log-file``.

For a game with many first guesses, the tasks are recorded in the order in which they ended: the CPU
seconds until a first guess was settled, and the number of other first guesses that its refutation
settled too. In the simulation, a worker takes the next open first guess. Its time is drawn from the
tasks of the run with a similar number of settled guesses before, because proven bounds make later
tasks shorter. A settled guess also settles others, with a drawn number; if a worker is working on
one of these, its work is lost, and it stops at the end of its slice. The process that distributes
the tasks handles one reply at a time. At the beginning, the search runs alone, and each worker
makes its matrix. All draws use a fixed seed, so that ``--check`` can check the page.

In a game whose symmetry leaves few first guesses, a task is a class, recorded by its number of
secrets and its seconds. The times of classes too large to measure are extrapolated by a linear
regression on a log-log scale. The simulation runs the classes of all first guesses, largest first.
"""

import heapq
import json
import math
import random
import sys
from pathlib import Path
from statistics import linear_regression, mean
from textwrap import fill

ROOT = Path(__file__).parents[1]
RECORD, PAGE = ROOT / "docs" / "tasks.json", ROOT / "docs" / "parallel.md"
WORKERS = (1, 2, 4, 8, 16, 32, 64, 125, 250, 500, 1000)
#: Tasks are drawn from this many around the number of first guesses settled before.
WINDOW = 16
SEED = 17
#: The number of consecutive tasks of a log that are averaged into one.
EVERY = 8
#: As in `emi.search.solve.parallel.root`: with more workers than this, replies are brief; the least
#: seconds of a slice per worker.
MANY, EACH = 16, 0.01
#: Times of at least this many seconds are written in minutes, and in hours.
MINUTES, HOURS = 600, 36_000


class Simulation:
    """One search by a number of workers."""

    def __init__(self, run: dict, workers: int) -> None:
        self.run, self.workers = run, workers
        self.source = random.Random(SEED)  # noqa: S311 - no secret
        self.open, self.settled = run["first_guesses"], 0
        self.free = self.lost = self.work = 0.0
        self.hearing = run["hearing"] * (run["brief"] if workers > MANY else 1)
        self.slice = max(run["slice"], EACH * workers)
        # The end times of workers, perhaps outdated; the start and the current end of each worker;
        # and the workers whose first guess was settled elsewhere.
        self.events: list[tuple[float, int]] = []
        self.began: dict[int, float] = {}
        self.done: dict[int, float] = {}
        self.killed: set[int] = set()

    def drawn(self) -> list[float]:
        """Draw a task from the part of the run with a similar number of settled first guesses."""
        tasks = self.run["tasks"]
        at = min(self.settled * len(tasks) // self.run["tried"], len(tasks) - WINDOW)
        return self.source.choice(tasks[max(at - WINDOW, 0) : at + WINDOW])

    def begin(self, worker: int, now: float) -> None:
        """Give a worker the next open first guess, if there is one."""
        if len(self.began) < self.open:
            self.began[worker] = now
            self.expect(worker, now + self.drawn()[0])

    def expect(self, worker: int, when: float) -> None:
        """Schedule the end of a worker's task."""
        self.done[worker] = when
        heapq.heappush(self.events, (when, worker))

    def end(self, worker: int, now: float) -> float:
        """Settle the first guess of a worker; return the time when its reply was handled."""
        began = self.began.pop(worker)
        self.free = max(self.free, now) + self.hearing * (now - began)
        self.work += now - began
        if worker in self.killed:
            self.killed.discard(worker)
            self.lost += now - began
            return self.free
        others = int(self.drawn()[1] + self.source.random())
        for one, begun in self.began.items():
            if one not in self.killed and self.source.random() < others / max(self.open, 1):
                self.killed.add(one)
                end = self.free + self.slice - (self.free - begun) % self.slice
                self.expect(one, min(self.done[one], end))
        self.open = max(self.open - 1 - others, 0)
        self.settled += 1
        return self.free

    def seconds(self) -> float:
        """Return the time in seconds until no first guess is open."""
        now = self.run["alone"] + self.run["start"]
        for worker in range(self.workers):
            self.begin(worker, now)
        while self.events and self.open > 0:
            when, worker = heapq.heappop(self.events)
            if worker in self.began and when == self.done[worker]:
                now = when
                self.begin(worker, self.end(worker, now))
        return max(now, self.free)


def of_first_guesses(run: dict, workers: int) -> tuple[float, float]:
    """Return the simulated time of a search in seconds, and the share of lost work."""
    simulated = Simulation(run, workers)
    return simulated.seconds(), simulated.lost / simulated.work


def of_classes(run: dict, workers: int) -> tuple[float, float]:
    """Return the same for a search whose tasks are classes; no work is lost."""
    sizes = [math.log(size) for size, _ in run["tasks"]]
    times = [math.log(seconds) for _, seconds in run["tasks"]]
    slope, intercept = linear_regression(sizes, times)
    every = sorted((size for sizes in run["classes"].values() for size in sizes), reverse=True)
    at_work = [run["alone"] + run["start"]] * workers
    for size in every:
        seconds = math.exp(intercept + slope * math.log(size))
        heapq.heappush(at_work, heapq.heappop(at_work) + seconds)
    return max(at_work), 0.0


def table(run: dict) -> list[str]:
    """Return the lines of a table: workers, time, speed-up, and lost work."""
    lines = ["| workers | time | times as fast | of it lost |", "| ---: | ---: | ---: | ---: |"]
    alone = 0.0
    for workers in WORKERS:
        seconds, lost = (of_classes if "classes" in run else of_first_guesses)(run, workers)
        alone = alone or seconds
        if seconds < MINUTES:
            took = f"{seconds:,.0f} s"
        else:
            took = f"{seconds / 60:,.0f} min" if seconds < HOURS else f"{seconds / 3600:,.0f} h"
        lines.append(f"| {workers:,} | {took} | {alone / seconds:.1f} | {lost:.0%} |")
    return lines


def section() -> str:
    """Return the section of the page about the runs."""
    parts = []
    for run in json.loads(RECORD.read_text(encoding="utf-8")):
        tasks = run["tasks"]
        times = [one[1] if "classes" in run else one[0] for one in tasks]
        took = f"{mean(times):.2f} s on average, {max(times):.1f} s at most"
        said = f"**`{run['command']}`**: {run['measured']} The {len(tasks)} tasks took {took}."
        parts += [fill(said, 100), "", *table(run), ""]
    return "\n".join(parts)


def tasks_of(log: str) -> list[list[float]]:
    """Return the tasks of a log: the seconds until a guess was settled, and the others settled."""
    spent: dict[str, float] = {}
    tasks: list[list[float]] = []
    left, owed = None, 0
    for line in Path(log).read_text(encoding="utf-8").splitlines():
        facts = json.loads(line)
        if facts["event"] != "task":
            continue
        worker, settled = facts["worker"], facts["refuted"]
        spent[worker] = spent.get(worker, 0.0) + facts["taken"]
        if settled or facts["done"]:
            each = spent.pop(worker) / max(settled, 1)
            before, left = left, facts["left"]
            # "left" is counted when a task is given, possibly before replies of others arrive.
            owed += 0 if before is None else before - left - settled
            others = max(owed, 0)
            owed -= others
            tasks += [[round(each, 3), round(others / max(settled, 1), 2)]] * max(settled, 1)
    return tasks


def main(*arguments: str) -> None:
    """Write the section between its marks; with --check, exit if it differs from the page."""
    if arguments and arguments[0] != "--check":
        tasks = tasks_of(arguments[0])
        some = [tasks[at : at + EVERY] for at in range(0, len(tasks), EVERY)]
        means = [[round(mean(one), 3) for one in zip(*each, strict=True)] for each in some]
        print(json.dumps({"tried": len(tasks), "tasks": means}))
        return
    text = PAGE.read_text(encoding="utf-8")
    first, rest = text.split("<!-- simulation -->\n", 1)
    last = rest.split("<!-- end -->\n", 1)[1]
    new = f"{first}<!-- simulation -->\n{section()}<!-- end -->\n{last}"
    if arguments and new != text:
        sys.exit(f"{PAGE} is outdated: run docs/make_simulation.py")
    if not arguments:
        PAGE.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
