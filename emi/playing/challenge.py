"""A challenge: users bring words, and the program finds them against the clock.

The program knows only the initial and the length of each word, and the feedback on its guesses.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from emi.compiling import kernels_ready
from emi.errors import OptionError, WordError
from emi.games.cell import Cell
from emi.games.notation import parse_code
from emi.games.parse import game_of_cell
from emi.objectives.guaranteed import Guaranteed
from emi.playing.position import Position
from emi.reports.texts import refusal, said
from emi.results.playing import Attempt, ChallengeResult
from emi.search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from emi.games.game import Game
    from emi.lexicon.load import Lexicon
    from emi.results.playing import Turn
    from emi.search.model.limits import Watch
    from emi.search.model.record import Store

#: The most seconds of thought for one guess.
THOUGHT = 2.0
#: The estimated number of guesses for a word, which share the remaining time.
GUESSES = 4


class Challenge:
    """Words for the program to find, with limited tries for each and one clock for all.

    Parameters
    ----------
    words : sequence of str
        The words to find.
    lexicon : Lexicon
        The words that the program knows.
    initial : bool
        Whether the initial of each word is given.
    tries : int or callable, optional
        The number of tries for a word, or a function that returns it for a length; by default those
        of the show.
    clock : float
        The time limit for all words together, in seconds.
    hard : str, optional
        The restriction of hard play, as in `Game.hardened`.
    store : Store, optional
        The store of proven bounds.
    watch : callable, optional
        Called about twenty times a second; returns whether to go on with the current thought.

    Raises
    ------
    OptionError
        If there are no words.
    WordError, CellError
        If a word is not in the lexicon.

    Examples
    --------
    >>> import emi
    >>> challenge = Challenge(["zebre"], emi.load("fr"))
    >>> ended = challenge.run()
    >>> ended.won, ended.attempts[0].turns[-1].guess
    (True, 'ZEBRE')
    """

    def __init__(
        self,
        words: Sequence[str],
        lexicon: Lexicon,
        *,
        initial: bool = True,
        tries: int | Callable[[int], int] | None = None,
        clock: float = 180.0,
        hard: str | None = None,
        store: Store | None = None,
        watch: Watch | None = None,
    ) -> None:
        if not words:
            raise OptionError("expected one word or more")
        self.clock = clock
        self.tries = tries
        self.words = [parse_code(said("theWord"), word) for word in words]
        self.starts: dict[Cell, Position] = {}
        self.cells: list[Cell] = []
        for word in self.words:
            cell = Cell(word[0] if initial else None, len(word))
            self.cells.append(cell)
            if cell not in self.starts:
                game = game_of_cell(cell, lexicon)
                game = game.hardened(hard) if hard else game
                self.starts[cell] = Position(game, store=store, watch=watch)
            if word not in self.starts[cell].possible:
                raise refusal(WordError, "errorNotWord", word=word, name=lexicon.name)

    def run(
        self,
        began: Callable[[str, Game], object] = lambda *_: None,
        told: Callable[[Turn, float], object] = lambda *_: None,
    ) -> ChallengeResult:
        """Find the words one after the other, within tries and clock.

        Parameters
        ----------
        began : callable, optional
            Receives each word and its game before the first guess.
        told : callable, optional
            Receives each guess with its feedback, and the seconds on the clock.
        """
        # Compiling, once per machine, does not count as playing time.
        kernels_ready(hard=any(one.game.hard for one in self.starts.values()), costs=True)
        start, attempts = time.monotonic(), []
        for at, (word, cell) in enumerate(zip(self.words, self.cells, strict=True)):
            began_at, position = time.monotonic(), self.starts[cell].copy()
            game = position.game
            began(word, game)
            given = self.tries(len(word)) if callable(self.tries) else self.tries
            tries = given or game.tries or len(game.secrets)
            while not position.found and len(position.turns) < tries:
                left = self.clock - (time.monotonic() - start)
                if left <= 0:
                    break
                share = min(THOUGHT, left / (GUESSES * (len(self.words) - at)))
                guess = self._choose(position, tries - len(position.turns), share)
                feedback = game.feedback(guess, word)
                turn = position.push(guess, feedback, right=guess == word)
                told(turn, time.monotonic() - start)
            taken = time.monotonic() - began_at
            attempts.append(Attempt(word, game.name, position.turns, tries, position.found, taken))
        return ChallengeResult(tuple(attempts), self.clock)

    def _choose(self, position: Position, tries: int, seconds: float) -> str:
        """Return the next guess for a number of remaining tries.

        If the tries suffice for every candidate, the guess has the least average; else it misses
        the fewest candidates. A thought that is stopped ends with the best guess so far.
        """
        possible = position.possible
        if tries == 1 or len(possible) <= 2:  # noqa: PLR2004 - one after the other
            return possible[0]
        guess, limits = possible[0], Limits(seconds=seconds / 2)
        with suppress(Stopped):
            position.prepare()
            explained = position.explain(top=1, show=[], limits=limits)
            guess = explained.guesses[0].guess
            surely = explained.advice.worst.upper if explained.advice else None
            if surely is None or surely > tries:
                fewest = position.value(Guaranteed(tries), limits=limits)
                guess = fewest.first_guess or guess
        return guess
