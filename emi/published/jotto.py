"""Jotto by entropy, as its source proposes; the source prints no figures to compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.games.jotto import Jotto
from emi.games.motus import Motus
from emi.published.asked import mean
from emi.reports.published.literature import SOURCES
from emi.reports.table import Section
from emi.reports.views import published
from emi.results.published import PublishedTable
from emi.strategies.heuristics import settings

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.published.asked import Asked

#: The strategy of the source, the same restricted to candidates, and others.
HEURISTICS = ("Information", "PossibleInformation", "Max", "ExpectedSize", "Partitions")
#: The number of letters of a word.
LENGTH = 5
HEADINGS = (
    "heuristic", "first guess", "Jotto: average", "Jotto: worst", "with marks: average",
    "with marks: worst",
)  # fmt: skip
NOTES = (
    (
        "The document says that guesses which cannot be the secret may be better: compare "
        "Information with PossibleInformation, which proposes possible words only"
    ),
    (
        "The document expects better results with more feedback: the same words with the marks of "
        "Motus, for letters in their place and in another place"
    ),
)


def section(asked: Asked) -> Section:
    """Return the results of the heuristics in Jotto, and with the feedback of Motus."""
    jotto: Game = Jotto.of_lexicon(asked.lexicon, LENGTH)
    games = [jotto, Motus.of_cell(str(LENGTH), asked.lexicon)]
    tried = {one.game.rule: one.performances for one in asked.play(games, settings(HEURISTICS))}
    lines = []
    for alone, marked in zip(tried["jotto"], tried["motus"], strict=True):
        first = jotto.guesses[int(alone.tries.argmin())]
        figures = (mean(alone, 4), str(alone.worst), mean(marked, 4), str(marked.worst))
        lines.append((alone.name, first, *figures))
    text = (
        f"Source: {SOURCES['jotto']}",
        (
            f"All {len(jotto.secrets):,} words of the lexicon {asked.lexicon.name} may be the "
            "secret and may be proposed"
        ),
        "The document maximises the entropy of the feedback, which is the heuristic Information",
    )
    table = PublishedTable.of("One-step strategies", HEADINGS, lines, NOTES)
    return published.section("Jotto, words of five letters", "jotto", text, (table,))
