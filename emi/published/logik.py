"""The tables of Logik: partitions of the first guesses, their scores, and whole games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.games.mastermind import Logik
from emi.published.asked import mean
from emi.reports.published.literature import SOURCES, read
from emi.reports.table import Section
from emi.reports.views import published
from emi.reports.views.partitions import scores
from emi.results.published import Figure, PublishedTable
from emi.strategies.heuristics import settings
from emi.strategies.partitions import partitions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from emi.published.asked import Asked
    from emi.results.performance import Performance
    from emi.results.playing import Partition, Partitions

#: The first guess of all strategies in Table 4.
FIRST = "bbcgr"
#: The largest number of guesses with a column in Table 4.
MOST = 9
NOTES_2 = (
    "The printed headings are garbled; the columns are those of Table 3, in the same order",
    "The text says that the return code 13 leaves 35 codes, but means 14: 4b0w",
)
NOTE_3 = (
    "The expected size is that of the source: the sum of the squares divided by 32767, rounded "
    "down, where emi divides by 32768; the entropy is in bits; the standard deviation is over all "
    "20 classes, including empty ones, with the square of the sum where the source prints a sum of "
    "squares"
)
NOTES_4 = (
    (
        "The heuristics propose possible codes only, or all codes; ties are broken by a possible "
        "code first, then by the first code"
    ),
    "The printed averages follow from the printed distributions",
)


def section(asked: Asked) -> Section:
    """Return the computed figures next to the printed ones."""
    game = Logik()
    names = [line["heuristic"] for line in read("logik_table4")]
    among = [f"Possible{name}" for name in names if name != "Random"]
    (tried,) = asked.play([game], settings([*names, *among]), FIRST)
    tables = (*first_guesses(game), games(tried.performances))
    source = f"Source: {SOURCES['logik']}"
    return published.section("Logik, 5 pegs of 8 colours", "logik", (source,), tables)


def first_guesses(game: Logik) -> tuple[PublishedTable, PublishedTable]:
    """Return Tables 2 and 3."""
    sizes, printed = read("logik_table2"), read("logik_table3")
    found = partitions(game, list(printed[0])[1:])
    columns = [one.guess for one in found.columns]
    told = [
        f"{line['code']}: {feedback}" for line, feedback in zip(sizes, found.feedbacks, strict=True)
    ]
    return (
        PublishedTable.of(
            "Table 2: codes left after the first guess",
            ("feedback", *columns),
            _lines(told, sizes, [map(str, one.sizes) for one in found.columns]),
            NOTES_2,
        ),
        PublishedTable.of(
            "Table 3: scores of the first guess",
            ("strategy", *columns),
            _lines(
                [line["score"] for line in printed],
                printed,
                [_scores(one) for one in found.columns],
            ),
            (NOTE_3, *_misprints(found)),
        ),
    )


def _scores(one: Partition) -> tuple[str, ...]:
    """Return the scores as the source defines them: its expected size is another."""
    worst, _, *others = scores(one)
    return worst, str(sum(size**2 for size in one.sizes) // (sum(one.sizes) - 1)), *others


def games(performances: list[Performance]) -> PublishedTable:
    """Return Table 4: the printed figures, and the results of two interpretations."""
    by_name = {one.name: one for one in performances}
    lines: list[tuple[str | Figure, ...]] = []
    second = []
    for line in read("logik_table4"):
        counts = [line[str(tries)] for tries in range(1, MOST + 1)]
        lines.append((line["strategy"], "printed", *counts, line["average"]))
        only = by_name.get(f"Possible{line['heuristic']}")
        every = by_name[line["heuristic"]]
        readings = [("by lot", every)] if only is None else [("possible", only), ("all", every)]
        for name, one in readings:
            found = [*map(str, one.counts), *["0"] * MOST][:MOST]
            average = Figure(mean(one, 3), line["average"])
            lines.append((line["strategy"], name, *found, average))
        if only is not None and line["2"] not in {"", str(only.counts[1])}:
            second.append(f"{line['strategy']} {only.counts[1]}, not {line['2']}")
    notes = list(NOTES_4)
    if second:
        notes.append(
            "If only possible codes are proposed, the second guess finds a different number of "
            f"codes than printed: {', '.join(second)}"
        )
    headings = ("strategy", "proposed", *map(str, range(1, MOST + 1)), "average")
    title = f"Table 4: codes by the guesses they take, from {FIRST}"
    return PublishedTable.of(title, headings, lines, notes)


def _lines(
    names: Iterable[str], printed: Iterable[dict[str, str]], columns: Iterable[Iterable[str]]
) -> Iterable[tuple[str | Figure, ...]]:
    """Yield lines of computed and printed figures, each after its name."""
    for name, line, values in zip(names, printed, zip(*columns, strict=True), strict=True):
        yield name, *map(Figure, values, [*line.values()][-len(values) :])


def _misprints(found: Partitions) -> Iterable[str]:
    """Yield a sentence on each printed worst case that contradicts the printed Table 2."""
    sizes = read("logik_table2")
    worst = read("logik_table3")[0]
    for one in found.columns:
        most = max(int(line[one.guess]) for line in sizes)
        if str(most) != worst[one.guess]:
            yield (
                f"The printed worst case of {one.guess}, {worst[one.guess]}, is a misprint: the "
                f"largest size in its column of Table 2 is {most}"
            )
