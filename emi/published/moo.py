"""The value functions of MOO, under three ways to break ties, and optimal play."""

from __future__ import annotations

from decimal import Decimal
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
    from collections.abc import Mapping, Sequence

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
    nearest = [_nearest(line, found[line["heuristic"]]) for line in printed]
    others = [
        _other(line, name, found[name])
        for line in printed
        for name in readings[line["row"]]
        if name != line["heuristic"]
    ]
    alike = [_alike(printed, found, ties) for ties in ("possible", "alphabetical", "last")]
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
            "Average and most guesses: each row by its printed formula, with the nearest tie-break",
            ("row", "heuristic", "obtained", "tie-break", "remark"),
            nearest,
            (f"The tie-break is the best for each row. With one for all: {', '.join(alike)}",),
        ),
        PublishedTable.of(
            "Rows with a formula that is not the printed one",
            ("row", "heuristic", "formula", "obtained", "printed", "tie-break"),
            others,
            ("These are guesses at what was meant, and count as none of the figures above",),
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
    """Return the line of a printed row with the nearest result of its printed formula."""
    best, ties = _best(line, found)
    figure = Figure(_figures(best, 3), _printed(line))
    remark = "" if figure.obtained == figure.printed else "no tie-break gives the printed figures"
    return line["row"], best.name, figure, ties, remark


def _other(line: dict[str, str], name: str, found: list[Performance]) -> tuple[str, ...]:
    """Return the line of another formula than the printed one, with its nearest result."""
    best, ties = _best(line, found)
    obtained = _figures(best, 3)
    if obtained != _printed(line) and f"{mean(best, 5)[:5]} / {best.worst}" == _printed(line):
        obtained = f"{mean(best, 5)} / {best.worst}, truncated instead of rounded"
    return line["row"], name, MEANT[name], obtained, _printed(line), ties


def _best(line: dict[str, str], found: list[Performance]) -> tuple[Performance, str]:
    """Return the result that is nearest to a printed row, and the tie-breaks that give it."""

    def distance(played: Performance) -> tuple[Decimal, int]:
        off = abs(Decimal(mean(played, 3)) - Decimal(line["average"]))
        return off, abs(played.worst - int(line["worst"]))

    best = min(found, key=distance)
    ties = [TIES[played.ties] for played in found if distance(played) == distance(best)]
    return best, "any" if len(ties) == len(TIES) - 1 else "; or ".join(ties)


def _alike(
    printed: Sequence[dict[str, str]], found: Mapping[str, list[Performance]], ties: str
) -> str:
    """Say how many rows one tie-break gives by the printed formulas."""
    same = sum(
        _figures(played, 3) == _printed(line)
        for line in printed
        for played in found[line["heuristic"]]
        if played.ties == ties
    )
    return f"{same} rows ({TIES[ties]})"


def _printed(line: dict[str, str]) -> str:
    return f"{line['average']} / {line['worst']}"


def _figures(played: Performance, places: int) -> str:
    return f"{mean(played, places)} / {played.worst}"
