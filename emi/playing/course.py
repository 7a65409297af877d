"""A game as it goes on: its positions, which can be taken back, and hints on the last one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from search.model.limits import Limits

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.playing.position import Position
    from emi.results.explanation import Explanation
    from search.model.bounds import Bounds
    from search.model.record import Store


class Hint(NamedTuple):
    """A hint, a little more each time it is asked for.

    Attributes
    ----------
    level : int
        1 for the number of guesses, 2 for the secrets, 3 for the best guess.
    possible : tuple of str
        The secrets that are still possible.
    surely : Bounds
        The guesses that are surely enough from here on, if all of them are good.
    best : Explanation or None
        The best next guess, at level 3.
    """

    level: int
    possible: tuple[str, ...]
    surely: Bounds
    best: Explanation | None


class Course:
    """A game as it goes on.

    Parameters
    ----------
    start : Position
    tries : int, optional
        How many guesses the player has; by default those of the rules of the game.
    seconds : float
        How long a hint may take.
    store : Store, optional
        Where proven bounds are read and kept.
    """

    def __init__(
        self,
        start: Position,
        *,
        tries: int | None = None,
        seconds: float,
        store: Store | None = None,
    ) -> None:
        self.positions = [start]
        self.tries = tries
        self.seconds = seconds
        self.store = store
        self.asked = self.hints = self.undone = 0

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.positions[-1]

    @property
    def game(self) -> Game:
        """The game."""
        return self.position.game

    def undo(self) -> bool:
        """Take back what was done last; tell whether there was anything."""
        if len(self.positions) == 1:
            return False
        self.positions.pop()
        self.asked = 0
        self.undone += 1
        return True

    def advise(self) -> Explanation:
        """Return the best next guess, and why."""
        limits = Limits(seconds=self.seconds)
        best = self.position.explain(top=1, show=[], limits=limits, store=self.store)
        if self.tries is None:
            return best
        return replace(best, game=replace(best.game, allowed=self.tries))

    def hint(self) -> Hint:
        """Return a hint; each time before the next guess it says more.

        Raises
        ------
        MemoryNeedError
            If the game is too large for exact play.
        OptionError
            If the game is over.
        """
        self.position.prepare()
        limits = Limits(seconds=self.seconds)
        solution = self.position.solve(limits=limits, store=self.store)
        self.asked = min(self.asked + 1, 3)
        self.hints += 1
        best = self.advise() if self.asked == 3 else None  # noqa: PLR2004 - number, secrets, guess
        return Hint(self.asked, self.position.possible, solution.bounds, best)

    def _go_to(self, position: Position) -> None:
        self.positions.append(position)
        self.asked = 0
