"""Wordle and Absurdle: optimal play, of runs that were kept, for the lists are not free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.published.optima import optima
from reports.table import Section
from reports.views import published

if TYPE_CHECKING:
    from emi.published.asked import Asked


def section(_asked: Asked) -> Section:
    """Return the values obtained beside the printed ones."""
    lists = (
        "The lists are those of 2021, 2,315 secrets among 12,972 guesses; where guesses.txt is "
        "named twice all of these may be the secret. They are not free to be shipped: with files "
        "of yours in their place, the commands obtain the values again"
    )
    tables = (
        optima("wordle", "Any guess may be proposed"),
        optima("wordle hard", "Hard play: what the answers leave"),
        optima("absurdle", "Absurdle: a greedy opponent keeps the most words possible"),
    )
    return published.section("Wordle", "wordle", (lists,), tables)
