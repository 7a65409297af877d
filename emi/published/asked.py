"""What the parts of the report share: games that are played, and how heuristics are said."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from emi.playing.heuristics import play_all
from emi.playing.results import Fared
from reports.wording import rounded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from emi.games.game import Game
    from emi.games.motus import Motus
    from emi.lexicon.load import Lexicon
    from emi.parallel import Watch
    from emi.playing.heuristics import Setting
    from emi.playing.performance import Performance

#: Settings, with the first guess that all of them make, or None.
Group: TypeAlias = "tuple[Sequence[Setting], str | None]"


@dataclass(frozen=True)
class Asked:
    """What a part of the report is made from.

    Parameters
    ----------
    lexicon : Lexicon
        The words of the games of words.
    cells : sequence of Motus
        Those of its cells that are played.
    jobs : int
        How many heuristics or games are played at once.
    follow : callable
        Works on games, as `emi.parallel.Run` does, and shows the progress.
    """

    lexicon: Lexicon
    cells: Sequence[Motus]
    jobs: int
    follow: Callable[[Sequence[Game], Callable[[Game, Watch], Fared]], list[Fared]]

    def play(self, games: Sequence[Game], groups: Sequence[Group]) -> list[Fared]:
        """Play all settings in all games."""
        abreast = self.jobs if len(games) == 1 else 1

        def work(game: Game, watch: Watch) -> Fared:
            played: list[Performance] = []
            for wanted, first in groups:
                played += play_all(game, wanted, first=first, jobs=abreast, watch=watch)
            return Fared(game, played)

        return self.follow(games, work)


def mean(played: Performance, places: int) -> str:
    """Return the average number of guesses with so many decimals, rounded exactly."""
    return rounded(Fraction(played.total, len(played.tries)), places)
