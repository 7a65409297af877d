"""Codes without repetition, with a mark for each place in order: guesses until they are known."""

from __future__ import annotations

from itertools import permutations
from math import perm
from typing import TYPE_CHECKING

from emi.games.motus import Motus
from emi.questions.solve import solve
from emi.results.published import Figure, PublishedTable
from reports.published.literature import SOURCES, read
from reports.table import Section
from reports.views import published

if TYPE_CHECKING:
    from emi.published.asked import Asked

#: The most codes of a game that is solved in a moment.
FEW = 360
#: The colours.
LETTERS = "ABCDEF"


def section(_asked: Asked) -> Section:
    """Return in how many guesses the code is known, beside what is printed."""
    text = (
        f"Source: {SOURCES['ordered']}",
        (
            "The rule is that of Motus: the words are all arrangements of letters, the "
            "colours, over the slots"
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
            "The guess that names a code that is known already is not counted: each figure is the "
            "worst case of `emi solve` less one"
        ),
        (
            "Of five colours in three slots 5 is printed: the source refers to a page on "
            "Mastermind, of which that is the worst case (`emi solve mastermind:3x5`). By the rule "
            "of the table two guesses are enough"
        ),
        "Of two slots and six colours the figure is that of the printed formula, half the colours",
        "One slot is left out, and so are games of more codes, which take longer than a moment",
    )
    return PublishedTable.of(
        "Guesses until the code is known, by slots (lines) and colours (columns)",
        ("slots", *columns), lines, notes,
    )  # fmt: skip


def _figure(colours: int, slots: int, printed: str) -> str | Figure:
    """Return what is obtained of a size beside what is printed; nothing where there is no game."""
    if colours < slots or perm(colours, slots) > FEW:
        return ""
    codes = ["".join(one) for one in permutations(LETTERS[:colours], slots)]
    return Figure(str(solve(Motus(codes)).known), printed or None)
