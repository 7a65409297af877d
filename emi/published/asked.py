"""The inputs shared by the parts of the report."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from emi.results.base import rounded
from emi.strategies.heuristics import trials

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from emi.games.game import Game
    from emi.lexicon.load import Lexicon
    from emi.results.performance import Performance, Trials
    from emi.search.heuristics.heuristic import Heuristic
    from emi.work.task import Work


@dataclass(frozen=True)
class Asked:
    """The inputs of a part of the report.

    Attributes
    ----------
    lexicon : Lexicon
        The words.
    cells : sequence of Motus
        The cells to play.
    jobs : int
        The number of heuristics or games to play concurrently.
    follow : callable
        Plays games like `emi.work.run.Run` and shows the progress; raises Stopped if a game has no
        result.
    """

    lexicon: Lexicon
    cells: Sequence[Game]
    jobs: int
    follow: Callable[[Sequence[Game], Work[Trials]], list[Trials]]

    def play(
        self, games: Sequence[Game], wanted: Sequence[Heuristic], first: str | None = None
    ) -> list[Trials]:
        """Play heuristics in all games, with an optional first guess."""
        abreast = self.jobs if len(games) == 1 else 1
        return self.follow(games, partial(trials, wanted=wanted, first=first, jobs=abreast))


def mean(performance: Performance, places: int) -> str:
    """Return the average number of guesses with ``places`` decimals, rounded exactly."""
    return rounded(Fraction(performance.total, len(performance.tries)), places)
