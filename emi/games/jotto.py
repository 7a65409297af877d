"""Jotto: find a word when told how many letters a guess shares with it, wherever they are.

Source: P. Monta in net.math, 8 March 1985.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Self

from emi.compiling import once
from emi.errors import WordError
from emi.games.codes import letters, stock
from emi.games.feedback import letters_shared
from emi.games.game import COMPILED
from emi.games.words import WordGame
from emi.lexicon.load import Lexicon, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from search.model.matrix import FeedbackMatrix

#: The longest word for which the classes, the found one among them, are numbered in 8 bits.
LONGEST = 254


class Jotto(WordGame):
    """A game over two lists of words, of which only the letters count.

    An anagram of the secret shares all its letters and is still not the secret: the feedback is
    ``5`` on an anagram of five letters, and ``5!`` on the word itself.

    Parameters
    ----------
    secrets : iterable of str
        The words that may be the secret: A to Z, one length, no duplicates.
    guesses : iterable of str, optional
        The words that may be proposed, every secret among them; the secrets by default.
    name : str, optional
        What to call the game.
    lexicon : Lexicon, optional
        Where the words are from, if they are from a lexicon.

    Raises
    ------
    WordError
        If the lists make no game.

    Examples
    --------
    >>> game = Jotto(["LIGNE", "LINGE", "SINGE"])
    >>> [game.feedback("LIGNE", secret) for secret in game.secrets]
    ['5!', '5', '4']
    """

    rule = "jotto"
    bits = 8

    def __init__(
        self,
        secrets: Iterable[str],
        guesses: Iterable[str] | None = None,
        *,
        name: str | None = None,
        lexicon: Lexicon | None = None,
    ) -> None:
        super().__init__(secrets, guesses, name=name, lexicon=lexicon)
        if self.length > LONGEST:
            raise WordError(
                f"{self.name}: words of {self.length} letters, expected {LONGEST} or fewer"
            )

    @classmethod
    def of_lexicon(cls, lexicon: Lexicon | str = "fr", length: int = 5) -> Self:
        """Return the game of all words of one length of a lexicon.

        Parameters
        ----------
        lexicon : Lexicon or str
            A lexicon, or the name or path of one.
        length : int
            Number of letters.

        Raises
        ------
        WordError
            If the lexicon has no word of this length.
        LexiconError
            If the lexicon cannot be read.
        """
        if isinstance(lexicon, str):
            lexicon = load(lexicon)
        words = lexicon.cell(None, length)
        if not words:
            raise WordError(
                f"{cls.rule}: lexicon {lexicon.name} has no word of {length} letters, "
                "expected at least one"
            )
        return cls(words, lexicon=lexicon)

    def feedback(self, guess: str, secret: str) -> str:
        """Return the number of letters shared, with ``!`` after it if the words are equal.

        Raises
        ------
        WordError
            If a word has another length than those of the game.
        """
        self._check(guess, secret)
        return letters_shared(guess, secret)

    @property
    def answers(self) -> tuple[str, ...]:
        """The feedback of each class number."""
        return (*map(str, range(self.length + 1)), f"{self.length}!")

    @cached_property
    def symmetric(self) -> bool:
        """Whether both lists are the same: two words share as many letters either way."""
        return self.guesses == self.secrets

    def matrix(self, watch: Callable[[], bool] | None = None) -> FeedbackMatrix:
        """Return the feedback matrix; its class numbers are places in `answers`.

        Parameters
        ----------
        watch : callable, optional
            Called now and then; returns whether to go on.

        Raises
        ------
        Stopped
            If ``watch`` returned False.
        """
        import numpy as np

        from emi.games.kernels.letters import letter_rows
        from search.model.matrix import FeedbackMatrix

        guesses, have = letters(self.guesses), stock(letters(self.secrets))
        rows = np.empty((len(self.guesses), len(self.secrets)), np.uint8)
        once("letters", lambda: letter_rows(guesses, have, 0, 0, rows))
        for first, last in self._spans(COMPILED, watch):
            letter_rows(guesses, have, first, last, rows)
        own = self._own()
        rows[own, np.arange(len(own))] = self.length + 1
        return FeedbackMatrix(rows, own, symmetric=self.symmetric)
