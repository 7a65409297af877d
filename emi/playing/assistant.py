"""An assistant for a game played elsewhere: it receives guesses and their feedback."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from emi.errors import (
    ClueError,
    EmiError,
    IncompleteClueError,
    MissingGuessError,
)
from emi.games.clues import parse_guesses
from emi.games.notation import reads_as_feedback, with_tiles
from emi.games.weights import CANDIDATES_LISTED
from emi.playing.course import HelpedCourse
from emi.search.model.limits import Limits

if TYPE_CHECKING:
    from emi.games.clues import Clue
    from emi.playing.position import Position
    from emi.results.advice import Explanation
    from emi.results.playing import Turn

#: The default limits of advice.
PATIENCE = Limits(seconds=2.0)
#: The aggregates of a ranked guess: the largest class, its expected size, and bits.
SHOWN = ("Max", "ExpectedSize", "Information")
LINE = "\n"


class Assistant(HelpedCourse):
    """Ranks the next guesses of a game played elsewhere; `Position.assist` returns one.

    Parameters
    ----------
    position : Position
        The current position, with its settings; by default a ranking takes at most two seconds.
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
        #: The lines that wait for a missing guess, feedback or letter.
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
                self.check_known(guess)
                turn = self.position.push(guess, feedback)
        except EmiError:
            while len(self.position.turns) > turns:
                self.position.pop()
            raise
        self.asked, self._ranked = 0, None
        return turn

    def _read(self, text: str, waiting: str) -> list[Clue]:
        """Return the clues in a text; keep the text if a later line may complete it."""
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

    def pop(self) -> None:
        """Take back the last line: guesses, or words that were removed.

        Raises
        ------
        OptionError
            If there was none.
        """
        self._waiting = ""
        super().pop()

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
