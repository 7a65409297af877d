"""An assistant for a game played elsewhere: it receives guesses and their feedback."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from emi.errors import ClueError, OptionError, shown
from emi.games.game import Game
from emi.games.notation import (
    example,
    parse_code,
    parse_turn,
    read_feedback,
    refuse_shared,
    shared_result,
)
from emi.games.parse import game_of
from emi.playing.course import Course
from emi.playing.position import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.results.explanation import Explanation, Turn
    from emi.search.model.record import Store

#: The default time limit of advice in seconds.
PATIENCE = 2.0
#: The aggregates of a ranked guess: the largest class, its expected size, and bits.
SHOWN = ("Max", "ExpectedSize", "Information")


class Assistant(Course):
    """Ranks the next guesses of a game played elsewhere.

    Parameters
    ----------
    game : Game, str or Position
        A game as in `emi.solve`, or the position of a game in progress.
    palette : str, optional
        The palette of pasted tiles, as in `Position`.
    top : int, optional
        The number of guesses to rank; by default all.
    tries, weights : optional
        As in `Position.explain`.
    seconds : float
        The time limit of a ranking.
    store : Store, optional
        The store of proven bounds.

    Examples
    --------
    >>> from emi import Mastermind
    >>> helped = Assistant(Mastermind(2, 3))
    >>> helped.hear("11 1A0B").possible
    ('12', '13', '21', '31')
    >>> helped.ranked().guesses[0].guess
    '12'
    """

    def __init__(
        self,
        game: Game | str | Position,
        *,
        palette: str | None = None,
        top: int | None = None,
        tries: int | None = None,
        weights: Sequence[int] | None = None,
        seconds: float = PATIENCE,
        store: Store | None = None,
    ) -> None:
        start = game if isinstance(game, Position) else Position(game_of(game))
        super().__init__(start, tries=tries, weights=weights, seconds=seconds, store=store)
        self.palette = palette
        self.top = top
        self._ranked: Explanation | None = None
        #: Whether lines of a shared result follow, whose guesses are unknown.
        self._shared = False

    @property
    def best(self) -> str | None:
        """The guess ranked first, if a ranking was requested."""
        return self._ranked.guesses[0].guess if self._ranked and self._ranked.guesses else None

    def hear(self, line: str) -> Turn:
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
        self._check_known(re.split(r"[\s:]", line)[0])
        self._shared = self._shared or bool(shared_result(line, self.game))
        refuse_shared(line, self.game)
        alone = self.best if line.startswith(":") or not re.search(r"[\s:]", line) else None
        if alone and self._shared and self.game.code(line) not in self.game.guesses:
            raise ClueError(
                f"{shown(line)}: a line of a shared result, which does not tell the guess; "
                f"expected a guess with its feedback, such as {example(self.game)}"
            )
        if alone is None or self.game.code(line) in self.game.guesses:
            guess, feedback = parse_turn(line, self.game, place, self.palette)
        else:
            guess, feedback = alone, read_feedback(self.game, place, alone, line, self.palette)
        self._go_to(self.position.after(guess, feedback))
        self._shared = False
        return self.position.turns[-1]

    def strike(self, words: str) -> None:
        """Remove words that the other game does not know, as guesses and as secrets.

        Raises
        ------
        WordError, GameError
            If a word is not in the game, was removed or made before, or if no secret is left.
        ClueError
            If no other secret agrees with the clues.
        """
        gone = [parse_code("word", word, self.game) for word in words.replace(",", " ").split()]
        if not gone:
            raise OptionError("!: expected the word that the other game does not know, !WORD")
        clues = [(turn.guess, turn.feedback) for turn in self.position.turns]
        for word in gone:
            self._check_known(word)
            if word in dict(clues):
                raise self.game.error(
                    f"{word}: already guessed, expected another word (undo takes it back)"
                )
        self._go_to(Position(self.position.game.without(gone, proposed=False), clues))

    def undo(self) -> bool:
        """Undo the last input; return whether there was one."""
        self._ranked = None
        return super().undo()

    def advise(self) -> Explanation:
        """Return the ranked next guesses."""
        return self.ranked()

    def ranked(self) -> Explanation:
        """Return the next guesses, best first.

        Raises
        ------
        MemoryNeedError
            If the game is too large.
        """
        if self._ranked is None:
            self._ranked = self._explained(top=self.top, show=SHOWN)
        return self._ranked

    def _check_known(self, word: str) -> None:
        """Raise an error for a word that was removed."""
        word = self.game.code(word)
        if word in self.positions[0].game.guesses and word not in self.game.guesses:
            raise self.game.error(f"{word}: already left out (undo takes it back)")

    def _go_to(self, position: Position) -> None:
        super()._go_to(position)
        self._ranked = None
