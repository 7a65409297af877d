"""Jotto by entropy, as its document proposes it; it prints no figures to hold beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.games.jotto import Jotto
from emi.games.motus import Motus
from emi.playing.heuristics import settings
from emi.published.part import mean
from reports.seeds.published import SOURCES
from reports.seeds.section import Section, Table, table_line

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.published.part import Asked

#: The strategy of the document, the same among possible words only, and others.
HEURISTICS = ("Information", "PossibleInformation", "Max", "ExpectedSize", "Partitions")
#: Letters of a word.
LENGTH = 5


def section(asked: Asked) -> Section:
    """Return how the strategies fare in Jotto, and with the feedback of Motus."""
    jotto: Game = Jotto.of_lexicon(asked.lexicon, LENGTH)
    games = [jotto, Motus.of_cell(str(LENGTH), asked.lexicon)]
    fared = {one.game.rule: one.played for one in asked.play(games, [(settings(HEURISTICS), None)])}
    lines = []
    for name, with_marks in zip(fared["jotto"], fared["motus"], strict=True):
        first = jotto.guesses[int(name.tries.argmin())]
        figures = (mean(name, 4), str(name.worst), mean(with_marks, 4), str(with_marks.worst))
        lines.append(table_line(name.name, first, *figures))
    columns = ("method", "first guess", "Jotto: average", "worst", "with marks: average", "worst")
    return Section(
        "jotto",
        "Jotto, words of five letters",
        SOURCES["jotto"],
        (
            (
                f"All {len(jotto.secrets):,} words of the lexicon {asked.lexicon.name} may be the "
                "secret and may be proposed"
            ),
            "The document maximises the entropy of the feedback, which is the method Information",
        ),
        (
            Table(
                "One-step strategies",
                columns,
                tuple(lines),
                (
                    (
                        "It says that guesses which cannot be right may get there sooner: compare "
                        "Information with PossibleInformation, which proposes possible words only"
                    ),
                    (
                        "It expects the technique to do better where more is told: the same words "
                        "with the marks of Motus, for letters in their place and in another"
                    ),
                ),
            ),
        ),
    )
