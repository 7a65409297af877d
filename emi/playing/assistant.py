"""An assistant for a game played elsewhere: it receives guesses and their feedback."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from emi.errors import (
    ClueError,
    EmiError,
    IncompleteClueError,
    MissingGuessError,
    OptionError,
)
from emi.games.clues import parse_guesses
from emi.games.notation import parse_code, reads_as_feedback, with_tiles
from emi.games.weights import CANDIDATES_LISTED
from emi.playing.course import Course
from emi.playing.position import Position
from emi.reports.texts import refusal, said
from emi.search.model.limits import Limits

if TYPE_CHECKING:
    from emi.games.clues import Clue
    from emi.results.advice import Explanation
    from emi.results.playing import Turn

#: The default limits of advice.
PATIENCE = Limits(seconds=2.0)
#: The aggregates of a ranked guess: the largest class, its expected size, and bits.
SHOWN = ("Max", "ExpectedSize", "Information")
LINE = "\n"


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
        #: Lines without all of their guesses, feedback or letters.
        self._waiting = ""

    def push(self, line: str) -> Turn:
        """Read guesses with their feedback, or only feedback on the guess ranked first.

        Lines may be pasted in any order that `emi.games.clues.parse_guesses` reads.

        Returns
        -------
        Turn
            The last turn.

        Raises
        ------
        ClueError
            If the line is malformed, or leaves no candidate; or if feedback, a guess or the
            revealed letter is missing, which may follow as the next line.
        WordError, GameError
            If the guess is not in the game, was removed or made before, or is not allowed in hard
            play.
        """
        line, waiting = with_tiles(line.strip()), self._waiting
        ranked = self._ranked.guesses if self._ranked else ()
        if ranked and not waiting and self._is_feedback(line):
            line = f"{ranked[0].guess}:{line.removeprefix(':')}"
        try:
            clues = self._read(line, waiting)
        except ClueError:
            if not (waiting and self._waiting):
                raise
            is_letter = self.game.reveals and len(line) == 1
            clues = self._read(f"{waiting}{' ' if is_letter else LINE}{line}", waiting)
        turns = len(self.position.turns)
        try:
            for guess, feedback in clues:
                self._check_known(guess)
                turn = self.position.push(guess, feedback)
        except EmiError:
            while len(self.position.turns) > turns:
                self.position.pop()
            raise
        self.asked, self._ranked = 0, None
        return turn

    def _read(self, text: str, waiting: str) -> list[Clue]:
        """Return the clues in a text; one that a later line may complete is kept."""
        self._waiting = ""
        place = len(self.position.turns) + 1
        try:
            return parse_guesses(
                text, clued=True, game=self.game, palette=self.palette, first=place
            )
        except IncompleteClueError as error:
            # Feedback alone waits for guesses only below the title of a shared result.
            if waiting or not isinstance(error, MissingGuessError):
                self._waiting = text
            raise

    def _is_feedback(self, line: str) -> bool:
        """Return whether a line is feedback without a guess."""
        game = self.game
        if game.code(line) in game.guesses:
            return False
        if line.startswith(":") or reads_as_feedback(line, game):
            return True
        return not game.known_form and re.fullmatch(r"[^\s:]+", line) is not None

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
        self._waiting = ""
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
            possible = self.position.possible
            few = possible if len(possible) <= CANDIDATES_LISTED and not self.position.found else ()
            self._ranked = self.position.explain(top=self.top, show=SHOWN, also=few)
        return self._ranked

    def _check_known(self, word: str) -> None:
        """Raise an error for a word that was removed."""
        word = self.game.code(word)
        whole = self._struck[0].game if self._struck else self.game
        if word in whole.guesses and word not in self.game.guesses:
            raise refusal(self.game.error, "errorStruck", word=word)
