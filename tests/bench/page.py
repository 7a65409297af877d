"""Write the page ``docs/benchmarks.md`` and its picture from results of pytest-benchmark."""

import csv
import json
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from emi.reports.plot.figure import Chart, picture
from emi.reports.plot.palette import HEURISTICS, INK
from tests.emi.cases import ROOT
from tests.endure.page import machine, versions

PAGE = """# What was measured

`make bench` wrote this page on {date}: {machine}, {versions}. Seconds are medians by the clock,
with compiled kernels, unless noted.

## Beside other programs

Seconds of the processor of two programs that give the same value, in turn on one machine: each a
process with one thread, start-up included.

{peers}

## What the time is spent on

*Matrix*: feedback by rows and by columns. *Ordering*: the classes of all first guesses. *Greedy*: a
first strategy. *Search*: the kernels. The rest is Python around them.

{shares}

## The cost by size

Words of ten letters of `fr`, no letter given: the profiles of all first guesses (advice needs no
matrix); the feedback matrix by rows and by columns; a search for the worst case, ended after half a
minute and twice the time of the matrix. From 1,000 words on, the matrix costs as the words to the
power of {exponent:.2f}.

{scale}

![Seconds and mebibytes by the number of words](pictures/scale.svg)

## What each step bought

Steps that made something {much} times as fast or more, each beside the version before it, in turn
on one machine: only the two figures of a row compare. Seconds are those of the processor. All
steps are in `tests/bench/steps.csv`; [where the time goes
now](architecture.md#where-the-time-goes).

{steps}

## All

{every}
"""
STEPS = Path(__file__).with_name("steps.csv")
#: How many times as fast a step of the page made something, at least.
MUCH = 1.5
NOT_MEASURED = "Not measured in this run."
#: The cost of smaller games is mostly start-up.
LARGE = 1_000
#: The facts of a benchmark that tables show elsewhere.
OWN = {"work", "shares", "words"}


def main(*paths: str) -> None:
    """Write the page and the picture from the JSON files of pytest-benchmark."""
    parts = [json.loads(text) for path in paths if (text := Path(path).read_text(encoding="utf-8"))]
    benchmarks = [one for part in parts for one in part["benchmarks"]]
    notes = [one["extra_info"] for one in benchmarks]
    sizes = sorted((one for one in notes if "words" in one), key=lambda one: one["words"])
    large = [one for one in sizes if one["words"] >= LARGE]
    text = PAGE.format(
        date=max(part["datetime"] for part in parts)[:10],
        machine=machine(),
        versions=versions(),
        peers=peers(notes),
        shares=shares(notes),
        scale=scale(sizes),
        steps=steps(),
        much=MUCH,
        exponent=exponent(large) if len(large) > 1 else math.nan,
        every=every(benchmarks),
    )
    (ROOT / "docs" / "benchmarks.md").write_text(text, encoding="utf-8")
    if sizes:
        title = "Seconds and mebibytes by the number of words"
        chart = Chart("scale", title, (7.0, 4.0), Curves(sizes))
        drawn = picture([[chart]], ".svg")
        (ROOT / "docs" / "pictures" / "scale.svg").write_bytes(drawn)


def table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table in Markdown; all columns but the first are of numbers."""
    if not rows:
        return NOT_MEASURED
    under = [":---", *["---:"] * (len(headings) - 1)]
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in [headings, under, *rows])


def peers(notes: list[dict[str, Any]]) -> str:
    """Return the table of other programs."""
    headings = ["work", "value", "emi, s", "the other, s", "times faster", "the other"]
    return table(
        headings,
        [
            [one["work"], f"{one['answer']:,}", f"{one['ours']:.2f}", f"{one['theirs']:.2f}",
             f"{one['theirs'] / one['ours']:.2f}", f"`{one['peer']}`"]
            for one in notes if "peer" in one
        ],
    )  # fmt: skip


def shares(notes: list[dict[str, Any]]) -> str:
    """Return the table of where searches spend their time."""
    rows = []
    for one in notes:
        if "shares" in one:
            part = one["shares"]
            search = part["refutation"] + part["costs"]
            known = [part["matrix"], part["ordering"], part["greedy"], search]
            rows.append([one["cell"], f"{one['seconds']:.2f}",
                         *(f"{share:.0%}" for share in [*known, 1 - sum(known)])])  # fmt: skip
    return table(["cell", "seconds", "matrix", "ordering", "greedy", "search", "rest"], rows)


def steps() -> str:
    """Return the table of changes of ``steps.csv`` that made something much quicker."""
    with STEPS.open(encoding="utf-8", newline="") as file:
        rows, step = list(csv.DictReader(file)), ""
    for row in rows:
        step = row["step"] = row["step"] or step
    rows = [row for row in rows if float(row["before"]) >= MUCH * float(row["after"])]
    return table(
        ["step", "measured", "before", "after", "unit", "times"],
        [
            [row["step"], row["measured"], row["before"], row["after"], row["unit"],
             f"{float(row['before']) / float(row['after']):.2f}"]
            for row in rows
        ],
    )  # fmt: skip


def scale(sizes: list[dict[str, Any]]) -> str:
    """Return the table of costs by size."""
    return table(
        ["words", "profiles, s", "matrix, s", "MiB", "it lies in", "search, s", "worst case"],
        [
            [f"{one['words']:,}", f"{one['profiles']:.4f}", f"{one['matrix']:.4f}",
             f"{one['mebibytes']:,.1f}", one["where"], f"{one['seconds']:.2f}", one["bounds"]]
            for one in sizes
        ],
    )  # fmt: skip


def exponent(sizes: list[dict[str, Any]]) -> float:
    """Return the exponent with which the cost of the matrix grows in the number of words."""
    first, last = sizes[0], sizes[-1]
    more = math.log(last["words"] / first["words"])
    return math.log(last["matrix"] / first["matrix"]) / more


def every(benchmarks: list[dict[str, Any]]) -> str:
    """Return all benchmarks, a line each."""
    return table(
        ["benchmark", "seconds", "rounds", "noted"],
        [
            [said(one["name"]), f"{one['stats']['median']:.4g}", one["stats"]["rounds"],
             ", ".join(noted(one["extra_info"]))]
            for one in benchmarks if not OWN & one["extra_info"].keys()
        ],
    )  # fmt: skip


def said(name: str) -> str:
    """Return the name of a test in words."""
    test, _, case = name.partition("[")
    words = test.removeprefix("test_").replace("_", " ")
    return f"{words}: {case.removesuffix(']').removesuffix('-None')}" if case else words


def noted(facts: dict[str, Any]) -> Iterator[str]:
    """Yield further facts of a benchmark; the figures of heuristics are on other pages."""
    for name, value in facts.items():
        text = " ".join(map(figure, value if isinstance(value, list) else [value]))
        if name[:1].islower():
            yield f"{name.replace('_', ' ')} {text}"


def figure(value: object) -> str:
    """Return a number in a readable form, and any other value as a string."""
    if isinstance(value, float):
        return f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


class Curves:
    """Draws seconds, and the memory of the matrix, over the number of words."""

    def __init__(self, sizes: list[dict[str, Any]]) -> None:
        self.sizes = sizes

    def __call__(self, axes: Any) -> None:
        """Draw on axes with two logarithmic scales."""
        words = [one["words"] for one in self.sizes]
        labels = {
            "profiles": "profiles of all first guesses, s",
            "matrix": "matrix, s",
            "seconds": "search, as far as it came, s",
            "mebibytes": "matrix, MiB",
        }
        for (name, label), hue in zip(labels.items(), HEURISTICS, strict=False):
            axes.plot(words, [one[name] for one in self.sizes], marker="o", color=hue, label=label)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.xaxis.set_major_formatter("{x:,g}")
        axes.yaxis.set_major_formatter("{x:g}")
        axes.set_xlabel("words")
        axes.set_ylabel("seconds, or MiB")
        axes.legend(frameon=False, labelcolor=INK)


if __name__ == "__main__":
    main(*sys.argv[1:])
