"""The value functions of MOO, under three ways to break ties, and optimal play."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from emi.games.moo import Moo
from emi.published.asked import mean
from emi.published.optima import optima
from emi.reports.published.literature import SOURCES, read
from emi.reports.table import Section
from emi.reports.views import published
from emi.results.published import Figure, PublishedTable
from emi.strategies.heuristics import settings

if TYPE_CHECKING:
    from emi.published.asked import Asked
    from emi.results.performance import Performance

#: Other interpretations of a row: without the printed tau, with an additional one, or random.
OTHERS = {"1": ["Random"], "4": ["Reciprocals"], "6": ["PlainMeanSquare"], "8": ["Landy"]}
#: Descriptions of the other interpretations.
MEANT = {
    "Random": "a random possible code",
    "Reciprocals": "with tau(1) added to the sum, not printed",
    "PlainMeanSquare": "without the printed tau(1)",
    "Landy": "with tau(1) subtracted, not printed",
}
#: The first guess for the tie-break "last", which would otherwise mirror the tie-break "first".
FIRST = "0123"
TIES = {
    "possible": "a possible code first, then the first",
    "alphabetical": "the first",
    "last": f"the last, after the first guess {FIRST}",
    "random": "random",
}


def section(asked: Asked) -> Section:
    """Return the computed figures next to the printed ones."""
    printed = read("moo")
    readings = {line["row"]: [line["heuristic"], *OTHERS.get(line["row"], [])] for line in printed}
    names = [name for row in readings.values() for name in row]
    plain = [name for name in names if name != "Random"]
    usual = settings(names, ["possible"]) + settings(plain, ["alphabetical"])
    tried = asked.play([Moo()], usual) + asked.play([Moo()], settings(plain, ["last"]), FIRST)
    found: dict[str, list[Performance]] = {name: [] for name in names}
    for played in chain.from_iterable(one.performances for one in tried):
        found[played.name].append(played)
    nearest = [
        _nearest(line, [played for name in readings[line["row"]] for played in found[name]])
        for line in printed
    ]
    every = [
        (name, *(_figures(each, 5) for each in found[name]), *[""] * (3 - len(found[name])))
        for name in names
    ]
    text = (
        f"Source: {SOURCES['moo']}",
        "Any code may be proposed; values with a relative difference below 1e-12 are equal",
        "The document does not say how ties are broken, which affects the results",
    )
    tables = (
        PublishedTable.of(
            "Average and most guesses: the nearest result for each row",
            ("row", "heuristic", "obtained", "tie-break", "remark"),
            nearest,
        ),
        PublishedTable.of(
            "The same with every tie-break",
            ("heuristic", *(TIES[ties] for ties in ("possible", "alphabetical", "last"))),
            every,
            ("Random has one column: codes are drawn with the seed 0",),
        ),
        optima("moo", "Least totals"),
        optima("moo worst", "Worst cases"),
    )
    return published.section("MOO, or Bulls and Cows", "moo", text, tables)


def _nearest(line: dict[str, str], found: list[Performance]) -> tuple[str | Figure, ...]:
    """Return the line of a printed row with the nearest of the played results."""

    def distance(played: Performance) -> tuple[int, int]:
        printed = round(1000 * float(line["average"]))
        off = abs(round(1000 * float(mean(played, 3))) - printed)
        return off, abs(played.worst - int(line["worst"]))

    best = min(found, key=distance)
    remarks = [MEANT[best.name]] if best.name != line["heuristic"] else []
    equal = [played for played in found if distance(played) == distance(best)]
    ties = [TIES[played.ties] for played in equal if played.name == best.name]
    if distance(best) != (0, 0):
        cut = mean(best, 5)[:5]
        remarks.append(
            f"{mean(best, 5)}, truncated instead of rounded"
            if (cut, best.worst) == (line["average"], int(line["worst"]))
            else "no tie-break gives the printed figures"
        )
    return (
        line["row"],
        best.name,
        Figure(_figures(best, 3), f"{line['average']} / {line['worst']}"),
        "any" if len(ties) == len(TIES) - 1 else "; or ".join(ties),
        "; ".join(remarks),
    )


def _figures(played: Performance, places: int) -> str:
    return f"{mean(played, places)} / {played.worst}"
