"""A game in progress: a position that is played on, with hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from emi.errors import OptionError
from emi.games.notation import parse_code
from emi.reports.texts import refusal, said

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.playing.position import Position
    from emi.results.advice import Explanation
    from emi.results.playing import Review
    from emi.search.model.bounds import Bounds
    from emi.search.model.limits import Limits


#: The number of best guesses that a guess is compared with.
COMPARED = 20


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

    Examples
    --------
    >>> import emi
    >>> host = emi.Mastermind(2, 3).start().play("21")
    >>> hint = host.hint()
    >>> hint.level, str(hint.surely)
    (1, '3')
    """

    level: int
    possible: tuple[str, ...]
    surely: Bounds
    best: Explanation | None


class Course:
    """A game in progress.

    Parameters
    ----------
    position : Position
        The position at which the game begins, with its settings; it is not changed.
    limits : Limits
        The limits of an answer, if the settings have none.

    Attributes
    ----------
    position : Position
        The current position.
    """

    def __init__(self, position: Position, limits: Limits) -> None:
        self.position = position.copy()
        self.position.settings = position.settings.having(limits=position.settings.limits or limits)
        self._begun = len(position.turns)
        self.asked = self.hints = self.undone = 0

    @property
    def game(self) -> Game:
        """The game."""
        return self.position.game

    def pop(self) -> None:
        """Take back the last guess.

        Raises
        ------
        OptionError
            If none was made.
        """
        if len(self.position.turns) == self._begun:
            raise refusal(OptionError, "errorNoUndo")
        self.position.pop()
        self.asked = 0
        self.undone += 1

    def review(self) -> Review:
        """Compare the guesses made with the best play, within the default limits of a review."""
        return self.position.review(limits=None)

    def best(self) -> Explanation:
        """Return the best next guess with its explanation."""
        return self.position.explain(top=1, show=[])

    def rated(self, guess: str) -> Explanation:
        """Return the best next guesses and, in its place among them, a given guess.

        Raises
        ------
        WordError, GameError
            If the guess may not be made.
        MemoryNeedError
            If the game is too large.
        """
        return self.position.explain(top=COMPARED, show=["Max", "ExpectedSize"], also=[guess])

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
        solution = self.position.value()
        self.asked = min(self.asked + 1, 3)
        self.hints += 1
        best = self.best() if self.asked == 3 else None  # noqa: PLR2004 - number, secrets, guess
        return Hint(self.asked, self.position.possible, solution.bounds, best)


class HelpedCourse(Course):
    """A game in progress elsewhere, which may not know some words; parameters as in `Course`."""

    def __init__(self, position: Position, limits: Limits) -> None:
        super().__init__(position, limits)
        #: The positions before words were removed.
        self._struck: list[Position] = []
        #: The guesses ranked at the current position, if any.
        self._ranked: Explanation | None = None

    def strike(self, words: str) -> None:
        """Remove words that the other game does not know, as guesses and as secrets.

        Raises
        ------
        WordError, GameError
            If a word is not in the game, was removed or made before, or if no secret is left.
        ClueError
            If no other secret agrees with the clues.
        OptionError
            If there are no words.
        """
        what = said("theWord")
        gone = [parse_code(what, word, self.game) for word in words.replace(",", " ").split()]
        if not gone:
            raise refusal(OptionError, "errorStrike")
        here = self.position
        for word in gone:
            self.check_known(word)
            if word in {turn.guess for turn in here.turns}:
                raise refusal(self.game.error, "errorGuessed", word=word)
        left = here.game.without(gone, proposed=False)
        position = left.start()
        for turn in here.turns:
            position.push(turn.guess, turn.feedback)
        weights = here.settings.weights_of(here.game.secrets, left.secrets)
        position.settings = here.settings.having(weights=weights)
        self.position = position
        self._struck.append(here)
        self.asked, self._ranked = 0, None

    def pop(self) -> None:
        """Take back the last guess, or words that were removed after it."""
        if self._struck and len(self._struck[-1].turns) == len(self.position.turns):
            self.position = self._struck.pop()
            self.asked = 0
            self.undone += 1
        else:
            super().pop()
        self._ranked = None

    def check_known(self, word: str) -> None:
        """Raise WordError or GameError for a word that was removed."""
        word = self.game.code(word)
        whole = self._struck[0].game if self._struck else self.game
        if word in whole.guesses and word not in self.game.guesses:
            raise refusal(self.game.error, "errorStruck", word=word)
