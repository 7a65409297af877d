"""The four one-step strategies of Mastermind with 4 pegs of 6 colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.games.mastermind import Mastermind
from emi.playing.heuristics import settings
from emi.published.part import mean
from reports.seeds.published import SOURCES, read
from reports.seeds.section import Figure, Section, Table, table_line

if TYPE_CHECKING:
    from emi.published.part import Asked


def section(asked: Asked) -> Section:
    """Return the figures obtained beside the printed ones."""
    printed = read("mastermind")
    game = Mastermind(4, 6)
    (fared,) = asked.play([game], [(settings([line["method"] for line in printed]), None)])
    lines = []
    for line, played in zip(printed, fared.played, strict=True):
        found = {
            "average": mean(played, 3),
            "total": str(played.total),
            "worst": str(played.worst),
            "first": game.secrets[int(played.tries.argmin())],
        }
        figures = [Figure(value, line[name] or None) for name, value in found.items()]
        lines.append(table_line(f"{line['strategy']} ({line['method']})", *figures))
    columns = ("strategy", "average", "total", "worst", "first guess")
    return Section(
        "mastermind",
        "Mastermind, 4 pegs of 6 colours",
        SOURCES["mastermind"],
        ("Of guesses of the same value a code that is possible comes first, then numerical order",),
        (Table("One-step strategies", columns, tuple(lines)),),
    )
