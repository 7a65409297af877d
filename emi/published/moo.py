"""The value functions of MOO, under three ways to break ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.games.moo import Moo
from emi.playing.heuristics import settings
from emi.published.part import mean
from reports.seeds.published import SOURCES, read
from reports.seeds.section import Figure, Section, Table, table_line

if TYPE_CHECKING:
    from emi.playing.played import Played
    from emi.published.part import Asked

#: Other readings of a row: without the tau that is printed, or with one that is not; a code by lot.
OTHERS = {
    "1": ["Random"],
    "4": ["Reciprocals"],
    "6": ["PlainMeanSquare"],
    "8": ["Landy"],
}
#: What the other readings are.
MEANT = {
    "Random": "a possible code by lot",
    "Reciprocals": "with tau(1) added to the sum, which is not printed",
    "PlainMeanSquare": "without the tau(1) that is printed",
    "Landy": "with tau(1) subtracted, which is not printed",
}
#: From where the last of equal codes is taken: without a first guess it would mirror the first.
FIRST = "0123"
TIES = {
    "possible": "a possible code first, then the first",
    "alphabetical": "the first",
    "last": f"the last, from {FIRST}",
    "random": "by lot",
}


def section(asked: Asked) -> Section:
    """Return the figures obtained beside the printed ones."""
    printed = read("moo")
    methods = {line["row"]: [line["method"], *OTHERS.get(line["row"], [])] for line in printed}
    names = [name for row in methods.values() for name in row]
    plain = [name for name in names if name != "Random"]
    groups = [
        (settings(names, ["possible"]) + settings(plain, ["alphabetical"]), None),
        (settings(plain, ["last"]), FIRST),
    ]
    (fared,) = asked.play([Moo()], groups)
    found: dict[str, list[Played]] = {name: [] for name in names}
    for played in fared.played:
        found[played.name].append(played)
    nearest = [
        _nearest(line, [p for m in methods[line["row"]] for p in found[m]]) for line in printed
    ]
    every = [
        table_line(
            name,
            *(_figures(played, 5) for played in found[name]),
            *[""] * (len(TIES) - 1 - len(found[name])),
        )
        for name in names
    ]
    return Section(
        "moo",
        "MOO, or Bulls and Cows",
        SOURCES["moo"],
        (
            "Any code may be proposed; values that differ by less than 1e-12 of them are equal",
            "The document does not say which of equal codes is proposed, and it matters",
        ),
        (
            Table(
                "Average and most guesses: what comes nearest to each row",
                ("row", "method", "obtained", "of equal codes", "remark"),
                tuple(nearest),
            ),
            Table(
                "The same with every tie-break",
                ("method", *(TIES[ties] for ties in ("possible", "alphabetical", "last"))),
                tuple(every),
                ("Random has one column: a code is drawn by lot, from the seed 0",),
            ),
        ),
    )


def _nearest(line: dict[str, str], found: list[Played]) -> tuple[Figure, ...]:
    """Return the line of a printed row: of all that was played, what comes nearest to it."""

    def distance(played: Played) -> tuple[int, int]:
        printed = round(1000 * float(line["average"]))
        off = abs(round(1000 * float(mean(played, 3))) - printed)
        return off, abs(played.worst - int(line["worst"]))

    best = min(found, key=distance)
    remarks = [MEANT[best.name]] if best.name != line["method"] else []
    equal = [played for played in found if distance(played) == distance(best)]
    ties = [TIES[played.ties] for played in equal if played.name == best.name]
    if distance(best) != (0, 0):
        cut = mean(best, 5)[:5]
        remarks.append(
            f"{mean(best, 5)}, of which the last digits are cut off, not rounded"
            if (cut, best.worst) == (line["average"], int(line["worst"]))
            else "no tie-break tried gives what is printed"
        )
    printed = f"{line['average']} / {line['worst']}"
    obtained = Figure(_figures(best, 3), printed)
    return table_line(
        line["row"],
        best.name,
        obtained,
        "any" if len(ties) == len(TIES) - 1 else "; or ".join(ties),
        "; ".join(remarks),
    )


def _figures(played: Played, places: int) -> str:
    return f"{mean(played, places)} / {played.worst}"
