"""Codes without repetition, with a mark for each place: the guesses until the code is known."""

from __future__ import annotations

from itertools import permutations
from math import perm
from typing import TYPE_CHECKING

from emi.games.motus import Motus
from emi.questions.solving import solve
from emi.reports.published.literature import SOURCES, read
from emi.reports.table import Section
from emi.reports.views import published
from emi.results.published import Figure, PublishedTable

if TYPE_CHECKING:
    from emi.published.asked import Asked

#: The most codes of a game that is solved within moments.
MOST_CODES = 360
#: The colours.
LETTERS = "ABCDEF"


def section(_asked: Asked) -> Section:
    """Return the computed guesses until the code is known, next to the printed ones."""
    text = (
        f"Source: {SOURCES['ordered']}",
        (
            "The rule is that of Motus, with all arrangements of different letters (the colours) "
            "in the slots as words"
        ),
    )
    return published.section("Marks in order", "ordered", text, (table(),))


def table() -> PublishedTable:
    """Return the table: a line for each number of slots, a column for each number of colours."""
    printed = read("ordered")
    columns = [name for name in printed[0] if name != "slots"]
    lines = [
        (line["slots"], *(_figure(int(n), int(line["slots"]), line[n]) for n in columns))
        for line in printed
    ]
    notes = (
        (
            "The guess that names the known code is not counted: each figure is the worst case of "
            "`emi solve` minus one"
        ),
        (
            "For five colours in three slots the source prints 5. It refers to a page on "
            "Mastermind, whose worst case is 5 (`emi solve mastermind:3x5`). By the rule of the "
            "table two guesses suffice"
        ),
        "For two slots and six colours the figure is that of the printed formula, half the colours",
        "Games with a single slot are left out, and so are larger games, which take longer",
    )
    return PublishedTable.of(
        "Guesses until the code is known, by slots (lines) and colours (columns)",
        ("slots", *columns), lines, notes,
    )  # fmt: skip


def _figure(colours: int, slots: int, printed: str) -> str | Figure:
    """Return the computed figure next to the printed one; empty if there is no such game."""
    if colours < slots or perm(colours, slots) > MOST_CODES:
        return ""
    codes = ["".join(one) for one in permutations(LETTERS[:colours], slots)]
    # One guess less than to name the code: with that guess left, one code alone is possible.
    return Figure(str(solve(Motus(codes)).bounds.lower - 1), printed or None)
