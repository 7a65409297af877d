"""Revealed letters: a wrong guess reveals a letter of the secret in its place, as in Lingo.

The revealed letter is that of the first wrong place. It depends on guess and secret only, like the
marks, so all objectives apply as usual. A player who puts known letters in their places learns the
next unknown letter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi import arguments
from emi.errors import GameError
from emi.games.feedback import WELL_PLACED
from emi.games.game import COMPILED, Game
from emi.games.words import letters
from emi.games.wrapped import Wrapped
from emi.reports.texts import said
from emi.search.model.limits import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from emi.games.rows import WriteRows
    from emi.reports.texts import Said
    from emi.search.model.limits import Watch
    from emi.search.model.matrix import Indices, Rows


class Revealed(Wrapped):
    """A game of marks in which each wrong guess reveals a letter.

    The feedback is the marks and, after a space, the letter of the secret in the first wrong place.

    Parameters
    ----------
    game : Game
        A game such as `Motus` or `Wordle`, with a mark for each letter of a word.

    Raises
    ------
    GameError
        If the game has other feedback, or is hard; instead, apply `hardened` to the result.

    Examples
    --------
    >>> import emi
    >>> game = Revealed(emi.Motus(["LEGALES", "LIVIDES", "LOGIQUE"]))
    >>> game.feedback("LIVIDES", "LOGIQUE")
    'GBBGBYB O'
    """

    rule = "revealed"
    suffix, title = "revealed", "reveal"
    bits = 16

    @arguments.checked
    def __init__(self, game: Game) -> None:
        if not game.marked or game.kind != "words":
            raise GameError(
                f"{game.name}: cannot reveal letters, expected a cell, wordle, lingo, motus, sutom "
                "or tusmo"
            )
        if game.hard:
            raise GameError(f"{game.name}: reveal letters before the game is made hard")
        super().__init__(game)

    def feedback(self, guess: str, secret: str) -> str:
        """Return the marks and the revealed letter."""
        guess, secret = self.code(guess), self.code(secret)
        return self._with_letter(self.base.feedback(guess, secret), guess, secret)

    def feedback_each(self, guesses: Sequence[str], secrets: Sequence[str]) -> list[str]:
        """Return the feedback on each guess for the secret in the same place."""
        told = self.base.feedback_each(guesses, secrets)
        return [*map(self._with_letter, told, guesses, secrets)]

    def _with_letter(self, marks: str, guess: str, secret: str) -> str:
        """Return marks with the letter that the guess reveals."""
        hidden = (b for a, b in zip(guess, secret, strict=True) if a != b)
        return f"{marks} {next(hidden, '')}".rstrip()

    @property
    def pairs_at_once(self) -> int:  # type: ignore[override]
        """The pairs of the base game, but fewer with a compiled rule."""
        return min(self.base.pairs_at_once, COMPILED // 10)

    @property
    def gives_hints(self) -> bool:  # type: ignore[override]
        """Whether hard play by hints is possible, as in the base game."""
        return self.base.gives_hints

    @property
    def bytes_needed(self) -> int:
        """The memory for the base arrays and, in hard play by hints, for the revealed letters."""
        more = 4 * len(self.guesses) ** 2 if self.restriction == "hints" else 0
        return super().bytes_needed + more

    def unused(self, guess: str, made: str, feedback: str) -> Said | str:
        """Return the hint that a guess ignores: the revealed letter, or one of the base game."""
        marks, _, letter = feedback.partition(" ")
        if letter:
            place = next(at for at, mark in enumerate(marks) if mark != WELL_PLACED)
            if guess[place] != letter:
                return said("hintIn", letter=letter, place=place + 1)
        return self.base.unused(guess, made, marks)

    def _hints(self, watch: Watch | None, zeros: Callable[..., Rows]) -> Rows:
        """Return the hints of the base game, and two more words for the revealed letter.

        The words encode the letter and its place, and the complement of that code. A guess is
        allowed if it has at least the bits of a hint, so both together demand an equal code.
        """
        import numpy as np

        told = self.base._hints(watch, zeros)  # noqa: SLF001 - the same rule
        symbols = self.base.symbols  # type: ignore[attr-defined]
        words = letters(self.guesses, symbols)
        size, length = words.shape
        every = np.arange(size)
        both = zeros((len(told) + 2, size, size), np.uint16)
        both[: len(told)] = told
        bits = (len(symbols) * length).bit_length()
        most = (1 << bits) - 1
        for g, word in enumerate(words):
            if watch is not None and g % 256 == 0 and not watch(g / size):
                raise Stopped
            wrong = words != word
            place = wrong.argmax(axis=1)
            code = words[every, place].astype(np.int64) * length + place
            pair = (code | (most - code) << bits) * wrong.any(axis=1)
            both[-2, g], both[-1, g] = pair & 0xFFFF, pair >> 16
        return both

    def row_writer(self) -> WriteRows:
        """Return a function that writes rows of the feedback matrix, as `Game.row_writer` does."""
        import numpy as np

        symbols = self.base.symbols  # type: ignore[attr-defined]
        write = self.base.row_writer()
        words, secrets = letters(self.guesses, symbols), letters(self.secrets, symbols)
        every = np.arange(len(secrets))

        def write_revealed(guesses: Indices, rows: Rows) -> None:
            marks = np.empty(rows.shape, self.base.row_type)
            write(guesses, marks)
            for row, told, word in zip(rows, marks, words[guesses], strict=True):
                hidden = secrets != word
                letter = secrets[every, hidden.argmax(axis=1)]
                both = told.astype(np.int64) * (len(symbols) + 1) + (letter + 1) * hidden.any(
                    axis=1
                )
                # Class numbers need only be consistent within a row.
                row[:] = np.unique(both, return_inverse=True)[1]

        return write_revealed
