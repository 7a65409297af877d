"""The one-step strategies of Mastermind with 4 pegs of 6 colours, and optimal play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.games.mastermind import Mastermind
from emi.published.asked import mean
from emi.published.optima import optima
from emi.reports.published.literature import SOURCES, read
from emi.reports.table import Section
from emi.reports.views import published
from emi.results.published import Figure, PublishedTable
from emi.strategies.heuristics import settings

if TYPE_CHECKING:
    from emi.published.asked import Asked


def section(asked: Asked) -> Section:
    """Return the computed figures next to the printed ones."""
    printed = read("mastermind")
    game = Mastermind(4, 6)
    (tried,) = asked.play([game], settings([line["heuristic"] for line in printed]))
    lines: list[list[str | Figure]] = []
    for line, played in zip(printed, tried.performances, strict=True):
        found = {
            "average": mean(played, 3),
            "total": str(played.total),
            "worst": str(played.worst),
            "first": game.secrets[int(played.tries.argmin())],
        }
        figures = [Figure(value, line[name] or None) for name, value in found.items()]
        lines.append([f"{line['strategy']} ({line['heuristic']})", *figures])
    headings = ("strategy", "average", "total", "worst", "first guess")
    ties = "Ties are broken by a possible code first, then in numerical order"
    return published.section(
        "Mastermind",
        "mastermind",
        (f"Source: {SOURCES['mastermind']}", ties),
        (
            PublishedTable.of("One-step strategies, 4 pegs of 6 colours", headings, lines),
            optima("mastermind", "Least totals"),
            optima("mastermind possible", "Least totals if only candidates are proposed"),
            optima("mastermind worst", "Worst cases"),
        ),
    )
