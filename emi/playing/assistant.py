"""An assistant for a game played elsewhere: it receives guesses and their feedback."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from emi.errors import ClueError, OptionError, shown
from emi.games.notation import (
    example,
    parse_code,
    parse_turn,
    read_feedback,
    refuse_shared,
    shared_result,
)
from emi.playing.course import Course
from emi.playing.position import Position
from emi.reports.texts import refusal, said
from emi.search.model.limits import Limits

if TYPE_CHECKING:
    from emi.results.playing import Explanation, Turn

#: The default limits of advice.
PATIENCE = Limits(seconds=2.0)
#: The aggregates of a ranked guess: the largest class, its expected size, and bits.
SHOWN = ("Max", "ExpectedSize", "Information")


class Assistant(Course):
    """Ranks the next guesses of a game played elsewhere.

    `Position.assist` makes one.

    Parameters
    ----------
    position : Position
        Where the game stands, with its settings; by default a ranking takes at most two seconds.
    palette : str, optional
        The palette of pasted tiles, as in `Position`.
    top : int, optional
        The number of guesses to rank; by default all.

    Attributes
    ----------
    position : Position
        The current position.

    Examples
    --------
    >>> from emi import Mastermind
    >>> helped = Mastermind(2, 3).start().assist()
    >>> helped.push("11 1A0B").possible
    ('12', '13', '21', '31')
    >>> helped.best().guesses[0].guess
    '12'
    """

    def __init__(
        self, position: Position, *, palette: str | None = None, top: int | None = None
    ) -> None:
        super().__init__(position, PATIENCE)
        self.palette, self.top = palette, top
        #: The positions before words were struck.
        self._struck: list[Position] = []
        self._ranked: Explanation | None = None
        #: Whether lines of a shared result follow, whose guesses are unknown.
        self._shared = False

    def push(self, line: str) -> Turn:
        """Read a guess with its feedback, or only feedback on the guess ranked first.

        Raises
        ------
        ClueError
            If the line is malformed, or leaves no candidate.
        WordError, GameError
            If the guess is not in the game, was removed or made before, or is not allowed in hard
            play.
        """
        place, line = len(self.position.turns) + 1, line.strip()
        first = self._ranked.guesses[0].guess if self._ranked and self._ranked.guesses else None
        self._check_known(re.split(r"[\s:]", line)[0])
        self._shared = self._shared or bool(shared_result(line, self.game))
        refuse_shared(line, self.game)
        alone = first if line.startswith(":") or not re.search(r"[\s:]", line) else None
        if alone and self._shared and self.game.code(line) not in self.game.guesses:
            raise refusal(
                ClueError, "errorSharedLine", line=shown(line), example=example(self.game)
            )
        if alone is None or self.game.code(line) in self.game.guesses:
            guess, feedback = parse_turn(line, self.game, place, self.palette)
        else:
            guess, feedback = alone, read_feedback(self.game, place, alone, line, self.palette)
        turn = self.position.push(guess, feedback)
        self.asked, self._ranked, self._shared = 0, None, False
        return turn

    def strike(self, words: str) -> None:
        """Remove words that the other game does not know, as guesses and as secrets.

        Raises
        ------
        WordError, GameError
            If a word is not in the game, was removed or made before, or if no secret is left.
        ClueError
            If no other secret agrees with the clues.
        """
        what = said("theWord")
        gone = [parse_code(what, word, self.game) for word in words.replace(",", " ").split()]
        if not gone:
            raise refusal(OptionError, "errorStrike")
        here = self.position
        clues = [(turn.guess, turn.feedback) for turn in here.turns]
        for word in gone:
            self._check_known(word)
            if word in dict(clues):
                raise refusal(self.game.error, "errorGuessed", word=word)
        left = here.game.without(gone, proposed=False)
        self.position = Position(left, clues)
        weights = here.settings.weights_of(here.game.secrets, left.secrets)
        self.position.settings = here.settings.having(weights=weights)
        self._struck.append(here)
        self.asked, self._ranked = 0, None

    def pop(self) -> None:
        """Take back the last line.

        Raises
        ------
        OptionError
            If there was none.
        """
        if self._struck and len(self._struck[-1].turns) == len(self.position.turns):
            self.position = self._struck.pop()
            self.asked = 0
            self.undone += 1
        else:
            super().pop()
        self._ranked = None

    def best(self) -> Explanation:
        """Return the next guesses, best first.

        Raises
        ------
        MemoryNeedError
            If the game is too large.
        """
        if self._ranked is None:
            self._ranked = self.position.explain(top=self.top, show=SHOWN)
        return self._ranked

    def _check_known(self, word: str) -> None:
        """Raise an error for a word that was removed."""
        word = self.game.code(word)
        whole = self._struck[0].game if self._struck else self.game
        if word in whole.guesses and word not in self.game.guesses:
            raise refusal(self.game.error, "errorStruck", word=word)
