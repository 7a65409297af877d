"""Wordle and Absurdle: optimal play from recorded runs, as the lists are not free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.published.optima import optima
from emi.reports.table import Section
from emi.reports.views import published

if TYPE_CHECKING:
    from emi.published.asked import Asked


def section(_asked: Asked) -> Section:
    """Return the computed values next to the printed ones."""
    lists = (
        "The lists are those of 2021, with 2,315 secrets among 12,972 guesses; if guesses.txt is "
        "named twice, all guesses may be the secret. The lists are not free and are not included; "
        "with your own copies, the commands reproduce the values"
    )
    tables = (
        optima("wordle", "Any guess may be proposed"),
        optima("wordle hard", "Hard play"),
        optima("absurdle", "Absurdle: a greedy opponent keeps the most words possible"),
    )
    return published.section("Wordle", "wordle", (lists,), tables)
