"""Motus (Lingo): find a word of which the length, and mostly the first letter, are known."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Self

from emi.compiling import once
from emi.errors import CellError, MemoryNeedError
from emi.games.cell import Cell
from emi.games.codes import letters, stock
from emi.games.feedback import MISPLACED, MISSING, WELL_PLACED, clue
from emi.games.game import COMPILED
from emi.games.words import WordGame
from emi.lexicon.load import Lexicon, load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from search.model.matrix import FeedbackMatrix


class Motus(WordGame):
    """A game over two lists of words of one length.

    Parameters
    ----------
    secrets : iterable of str
        The words that may be the secret: A to Z, one length, no duplicates.
    guesses : iterable of str, optional
        The words that may be proposed, every secret among them; the secrets by default.
    name : str, optional
        What to call the game.
    lexicon : Lexicon, optional
        Where the words are from, if they are a cell of a lexicon.

    Raises
    ------
    WordError
        If there is no secret, if a word is not of A to Z or of another length, if a word is
        there twice, or if a secret is not among the guesses.

    Examples
    --------
    >>> game = Motus(["LIGNINE", "LIGNITE"])
    >>> game.feedback("LIGNINE", "LIGNITE")
    'GGGGGBG'
    """

    rule = "motus"
    #: Bits for a class number. The patterns of short words fit in 8, which would make their search
    #: a tenth faster, and the first run, which compiles the kernels for each size, twice as long.
    bits = 16

    @classmethod
    def of_cell(cls, cell: Cell | str, lexicon: Lexicon | str = "fr") -> Self:
        """Return the game of one cell of a lexicon.

        Parameters
        ----------
        cell : Cell or str
            Such as ``C5``, or ``5`` for words of any initial.
        lexicon : Lexicon or str
            A lexicon, or the name or path of one.

        Raises
        ------
        CellError
            If the cell is not written as one, or the lexicon has no word for it.
        LexiconError
            If the lexicon cannot be read.
        """
        if isinstance(cell, str):
            cell = Cell.parse(cell)
        if isinstance(lexicon, str):
            lexicon = load(lexicon)
        words = lexicon.cell(cell.initial, cell.length)
        if not words:
            begin = f" with initial {cell.initial}" if cell.initial else ""
            msg = (
                f"cell {cell}: lexicon {lexicon.name} has no word of {cell.length} letters{begin}, "
                "expected at least one"
            )
            raise CellError(msg)
        return cls(words, name=str(cell), lexicon=lexicon)

    def feedback(self, guess: str, secret: str) -> str:
        """Return the clue for a guess, by the scalar rule (see `emi.games.feedback`).

        Raises
        ------
        WordError
            If a word has another length than those of the game.
        """
        self._check(guess, secret)
        return clue(guess, secret)

    def feedback_each(self, guesses: Sequence[str], secrets: Sequence[str]) -> list[str]:
        """Return the clue for each guess, on the secret of the same place.

        The rule of `feedback`, over all pairs at once: a strategy has a clue for each branch.

        Parameters
        ----------
        guesses, secrets : sequence of str
            As many of each, A to Z, of the length of the game.

        Examples
        --------
        >>> game = Motus(["LEGALES", "LIVIDES", "LOGIQUE"])
        >>> game.feedback_each(["LEGALES", "LIVIDES"], ["LOGIQUE", "LOGIQUE"])
        ['GYGBBBB', 'GBBGBYB']
        """
        if not guesses:
            return []
        import numpy as np

        # A row for each place, so that all sums run along the pairs.
        word, secret = (letters(tuple(side)).T.copy() for side in (guesses, secrets))
        length = len(word)
        placed = word == secret
        unused = ~placed[:, np.newaxis]
        before = np.tri(length, k=-1, dtype=np.bool_).T[:, :, np.newaxis]
        have = ((secret[:, np.newaxis] == word) & unused).sum(axis=0, dtype=np.uint8)
        taken = ((word[:, np.newaxis] == word) & unused & before).sum(axis=0, dtype=np.uint8)
        marks = np.where(
            placed, ord(WELL_PLACED), np.where(taken < have, ord(MISPLACED), ord(MISSING))
        )
        text = marks.T.astype(np.uint8).tobytes().decode("ascii")
        return [text[at : at + length] for at in range(0, len(text), length)]

    def matrix(self, watch: Callable[[], bool] | None = None) -> FeedbackMatrix:
        """Return the feedback matrix.

        Parameters
        ----------
        watch : callable, optional
            Called now and then; returns whether to go on.

        Raises
        ------
        Stopped
            If ``watch`` returned False.
        MemoryNeedError
            If there are more secrets than 16 bits can number.
        """
        if len(self.secrets) >= 1 << 16:
            msg = f"{self.name}: {len(self.secrets):,} secrets, expected at most 65,535"
            raise MemoryNeedError(msg)
        import numpy as np

        from emi.games.kernels.marks import mark_rows
        from search.model.matrix import FeedbackMatrix

        guesses, secrets = self._codes(self.guesses), self._codes(self.secrets)
        places, have = np.ascontiguousarray(secrets.T), stock(secrets)
        number = np.full(3**self._marks, -1, np.int32)
        number[-1] = 0
        rows = np.empty((len(guesses), len(secrets)), np.uint16)
        once("marks", lambda: mark_rows(guesses, places, have, number, 0, 0, rows))
        for first, last in self._spans(COMPILED, watch):
            mark_rows(guesses, places, have, number, first, last, rows)
        return FeedbackMatrix(rows, self._own())

    def _codes(self, words: tuple[str, ...]) -> NDArray[np.uint8]:
        """Return ``(words, marks)`` uint8, the letters 0 to 25 that clues are about."""
        import numpy as np

        return np.ascontiguousarray(letters(words)[:, self.length - self._marks :])

    @cached_property
    def _marks(self) -> int:
        """Number of places whose marks carry information.

        An initial that all words share is always well placed, and uses up one copy of its letter
        in guess and secret alike: without it the other marks are the same.
        """
        initials = {word[0] for word in (*self.secrets, *self.guesses)}
        return self.length - (1 if len(initials) == 1 else 0)
