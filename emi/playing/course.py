"""A game in progress: its positions, which can be undone, and hints on the last one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from emi.search.model.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from emi.playing.position import Position
    from emi.results.explanation import Explanation
    from emi.search.model.bounds import Bounds
    from emi.search.model.record import Store


class Hint(NamedTuple):
    """A hint; repeated requests give more detailed hints.

    Attributes
    ----------
    level : int
        1 shows the number of guesses, 2 the candidates, 3 the best guess.
    possible : tuple of str
        The candidates.
    surely : Bounds
        Bounds on the number of guesses needed from here on with the best play.
    best : Explanation or None
        The best next guess at level 3.
    """

    level: int
    possible: tuple[str, ...]
    surely: Bounds
    best: Explanation | None


class Course:
    """A game in progress.

    Parameters
    ----------
    start : Position
    tries : int, optional
        The number of tries of the player; by default that of the game.
    weights : sequence of int, optional
        The weight of each secret of the game for the average; by default 1.
    seconds : float
        The time limit of a hint.
    store : Store, optional
        The store of proven bounds.
    """

    def __init__(
        self,
        start: Position,
        *,
        tries: int | None = None,
        weights: Sequence[int] | None = None,
        seconds: float,
        store: Store | None = None,
    ) -> None:
        self.positions = [start]
        self.tries = tries
        self._weights = (
            None if weights is None else dict(zip(start.game.secrets, weights, strict=True))
        )
        self.seconds = seconds
        self.store = store
        self.asked = self.hints = self.undone = 0

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    @property
    def game(self) -> Game:
        """The game."""
        return self.position.game

    def undo(self) -> bool:
        """Undo the last action; return whether there was one."""
        if len(self.positions) == 1:
            return False
        self.positions.pop()
        self.asked = 0
        self.undone += 1
        return True

    def advise(self) -> Explanation:
        """Return the best next guess with its explanation."""
        return self._explained(top=1, show=[])

    def hint(self) -> Hint:
        """Return a hint; repeated requests before the next guess give more detail.

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

    @property
    def weights(self) -> list[int] | None:
        """The weight of each secret of the current game; None without weights."""
        known = self._weights
        return None if known is None else [known[code] for code in self.game.secrets]

    def _explained(self, *, top: int | None, show: Sequence[str]) -> Explanation:
        """Return the next guesses, with the tries and weights of the game."""
        return self.position.explain(
            top=top, show=show, tries=self.tries, weights=self.weights,
            limits=Limits(seconds=self.seconds), store=self.store,
        )  # fmt: skip

    def _go_to(self, position: Position) -> None:
        self.positions.append(position)
        self.asked = 0
