"""What the parts of the report share: the games, and the texts for heuristics."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.strategies.heuristics import Play
from reports.wording import rounded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from emi.games.game import Game
    from emi.games.motus import Motus
    from emi.lexicon.load import Lexicon
    from emi.results.performance import Performance, Trials
    from emi.work.run import Work
    from search.heuristics.heuristic import Heuristic


@dataclass(frozen=True)
class Asked:
    """What a part of the report is made from: the words, and the cells that are played.

    ``jobs`` heuristics or games are played at once. ``follow`` solves games, as `emi.work.run.Run`
    does, and shows the progress; it raises Stopped if a game is missing.
    """

    lexicon: Lexicon
    cells: Sequence[Motus]
    jobs: int
    follow: Callable[[Sequence[Game], Work[Trials]], list[Trials]]

    def play(
        self, games: Sequence[Game], wanted: Sequence[Heuristic], first: str | None = None
    ) -> list[Trials]:
        """Play heuristics in all games, perhaps from a first guess."""
        abreast = self.jobs if len(games) == 1 else 1
        return self.follow(games, Play(wanted=wanted, first=first, jobs=abreast))


def mean(performance: Performance, places: int) -> str:
    """Return the average number of guesses with ``places`` decimals, rounded exactly."""
    return rounded(Fraction(performance.total, len(performance.tries)), places)
