"""Black-peg games: proven values, without published ones to compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.published.optima import optima
from emi.reports.table import Section
from emi.reports.views import published

if TYPE_CHECKING:
    from emi.published.asked import Asked


def section(_asked: Asked) -> Section:
    """Return worst cases and least totals of small games."""
    formulas = (
        "G. Jäger and M. Peczarski, The number of pessimistic guesses in Generalized Black-peg "
        "Mastermind, Information Processing Letters 111, 2011, have exact formulas of the worst "
        "case for two to four pegs; they are not available here, so no values are compared"
    )
    rules = "Colours may repeat in blackpeg, not in ab, and only in guesses in permutation"
    text = formulas, rules
    table = optima("blackpeg", "Worst cases and least totals, proven here")
    return published.section("Black pegs only", "blackpeg", text, (table,))
