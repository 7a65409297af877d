"""The tables of Logik: partitions of the first guesses, their scores, and whole games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.games.mastermind import Logik
from emi.playing.heuristics import settings
from emi.playing.partitions import partitions
from emi.published.part import mean
from reports.seeds.published import SOURCES, read
from reports.seeds.section import Figure, Section, Table, table_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from emi.playing.partitions import Partitions
    from emi.playing.played import Played
    from emi.published.part import Asked

#: The first guess of all strategies in Table 4.
FIRST = "bbcgr"
#: The most guesses that it has a column for.
MOST = 9


def section(asked: Asked) -> Section:
    """Return the figures obtained beside the printed ones."""
    game = Logik()
    printed = read("logik_table4")
    methods = [line["method"] for line in printed]
    among = [f"Possible{name}" for name in methods if name != "Random"]
    (fared,) = asked.play([game], [(settings([*methods, *among]), FIRST)])
    return Section(
        "logik",
        "Logik, 5 pegs of 8 colours",
        SOURCES["logik"],
        (),
        (*first_guesses(game), games(fared.played)),
    )


def first_guesses(game: Logik) -> tuple[Table, Table]:
    """Return Tables 2 and 3."""
    sizes, scores = read("logik_table2"), read("logik_table3")
    guesses = list(scores[0])[1:]
    found = partitions(game, guesses)
    columns = [one.guess for one in found.columns]
    names = [f"{line['code']}: {told}" for line, told in zip(sizes, found.feedbacks, strict=True)]
    heading = ("feedback", *columns)
    return (
        Table(
            "Table 2: codes that are left after the first guess",
            heading,
            tuple(_lines(names, sizes, _transposed(found, scored=False))),
            (
                (
                    "The headings printed over it are garbled; its columns are those of Table 3, "
                    "in the same order"
                ),
                "Where the text says that the return code 13 leaves 35 codes it means 14: 4b0w",
            ),
        ),
        Table(
            "Table 3: scores of the first guess",
            ("strategy", *columns),
            tuple(
                _lines([line["score"] for line in scores], scores, _transposed(found, scored=True))
            ),
            (
                (
                    "The expected size is the sum of the squares by 32767, without the fraction; "
                    "the entropy is in bits; the standard deviation is over all 20 classes, also "
                    "the empty ones, with the square of the sum where a sum of squares is printed"
                ),
                *_misprints(found),
            ),
        ),
    )


def games(played: list[Played]) -> Table:
    """Return Table 4: what is printed, and what two readings of it give."""
    by_method = {one.name: one for one in played}
    lines, second = [], []
    for line in read("logik_table4"):
        counts = [line[str(tries)] for tries in range(1, MOST + 1)]
        lines.append(table_line(line["strategy"], "printed", *counts, line["average"]))
        only = by_method.get(f"Possible{line['method']}")
        every = by_method[line["method"]]
        readings = [("by lot", every)] if only is None else [("possible", only), ("all", every)]
        for name, one in readings:
            found = [*map(str, one.counts), *["0"] * MOST][:MOST]
            lines.append(
                table_line(line["strategy"], name, *found, Figure(mean(one, 3), line["average"]))
            )
        if only is not None and line["2"] not in {"", str(only.counts[1])}:
            second.append(f"{line['strategy']} {only.counts[1]}, not {line['2']}")
    notes = [
        (
            "Proposed are the codes that are possible, or all codes; of equal ones a possible one, "
            "then the first"
        ),
        "The averages that are printed follow from the distributions that are printed",
    ]
    if second:
        notes.append(
            "Only possible codes being proposed, the second guess finds another number of codes "
            f"than is printed: {', '.join(second)}"
        )
    columns = ("strategy", "proposed", *map(str, range(1, MOST + 1)), "average")
    return Table(
        f"Table 4: codes by the guesses they take, from {FIRST}",
        columns,
        tuple(lines),
        tuple(notes),
    )


def _transposed(found: Partitions, *, scored: bool) -> list[tuple[str, ...]]:
    """Return the sizes or the scores of the guesses, a line for each feedback or score."""
    columns = [one.scores if scored else tuple(map(str, one.sizes)) for one in found.columns]
    return list(zip(*columns, strict=True))


def _lines(
    names: Iterable[str], printed: Iterable[dict[str, str]], found: Iterable[tuple[str, ...]]
) -> Iterable[tuple[Figure, ...]]:
    """Yield lines of figures beside the printed ones, of which the first cell is a name."""
    for name, line, values in zip(names, printed, found, strict=True):
        cells = [*line.values()][-len(values) :]
        yield table_line(name, *map(Figure, values, cells))


def _misprints(found: Partitions) -> Iterable[str]:
    """Yield a word on each worst case that contradicts the printed Table 2."""
    sizes = read("logik_table2")
    worst = read("logik_table3")[0]
    for one in found.columns:
        most = max(int(line[one.guess]) for line in sizes)
        if str(most) != worst[one.guess]:
            yield (
                f"The worst case of {one.guess} is a misprint: {worst[one.guess]} is printed, and "
                f"{most} is the largest size in its column of Table 2"
            )
