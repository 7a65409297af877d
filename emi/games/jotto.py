"""Jotto: find a word; the feedback is the number of letters that a guess shares with it.

Source: P. Monta in net.math, 8 March 1985.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Self

from emi.errors import GameError, WordError
from emi.games.cell import Cell
from emi.games.feedback import letters_shared
from emi.games.registry import named
from emi.games.request import Page
from emi.games.rule import COMPILED
from emi.games.words import WordGame, letters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.request import Request
    from emi.games.rows import WriteRows
    from emi.lexicon.load import Lexicon
    from emi.search.model.matrix import Indices, Rows


@named(
    "jotto",
    "jotto:FILE",
    help="jotto: the words of five letters of a lexicon, jotto:LEXICON: of another",
    place=4,
)
class Jotto(WordGame):
    """A game over two lists of words whose feedback is the number of letters shared.

    An anagram shares all letters with the secret without being the secret: the feedback is ``5`` on
    an anagram of five letters, and ``5!`` on the word itself. The class numbers of its feedback
    matrix are indices into `feedbacks`.

    Parameters
    ----------
    secrets : iterable of str
        The words that may be the secret.
    guesses : iterable of str, optional
        The words that may be proposed besides the secrets; by default none.
    name : str, optional
        The name of the game.
    lexicon : Lexicon, optional
        The word list that the words are from.
    alphabet : Alphabet or str, optional
        As in `Motus`.

    Raises
    ------
    WordError
        If the lists are invalid.

    Examples
    --------
    >>> game = Jotto(["LIGNE", "LINGE", "SINGE"])
    >>> [game.feedback("LIGNE", secret) for secret in game.secrets]
    ['5!', '5', '4']
    """

    rule = "jotto"
    bits = 8
    pairs_at_once = COMPILED
    page = Page(feedback="shared", titles={"en": "Jotto"})
    longest = 254  # 8 bits number 0 to 254 shared letters, and the word itself.

    @classmethod
    def of_lexicon(
        cls,
        lexicon: Lexicon | str = "fr",
        length: int = 5,
        guesses: Lexicon | str | None = None,
    ) -> Self:
        """Return the game of all words of one length; lists as in `Motus.of_cell`.

        Raises
        ------
        WordError
            If the lexicon has no word of this length.
        LexiconError
            If the lexicon cannot be read.
        """
        cell = Cell(None, length)
        return cls._of_lexicon(lexicon, cell, None, cls.rule, WordError, guesses)

    @classmethod
    def two_lists(cls, request: Request) -> tuple[Lexicon, Lexicon | None]:
        """Return the words of the lexicon, or of that after the colon."""
        if request.detail is None:
            return super().two_lists(request)
        if request.secrets is not None:
            raise GameError(
                f"{request.name}: expected a single list of secrets, {request.detail!r} or "
                "`secrets`"
            )
        return super().two_lists(replace(request, lexicon=request.detail))

    @classmethod
    def of_words(cls, request: Request, words: Lexicon, guesses: Lexicon | None) -> Self:  # noqa: ARG003 - as in `Motus`
        """Return the game of the words of five letters."""
        return cls.of_lexicon(words, guesses=guesses)

    @classmethod
    def reads(cls, request: Request) -> frozenset[str]:
        """Return the arguments about files that matter; no lexicon if the name has one."""
        read = super().reads(request)
        return read if request.detail is None else read - {"lexicon"}

    @classmethod
    def to_compile(cls) -> Sequence[Jotto]:
        """Return a game of two words."""
        return [cls(["CARTE", "CASER"])]

    def feedback(self, guess: str, secret: str) -> str:
        """Return the number of letters shared, with ``!`` after it if the words are equal."""
        return letters_shared(*self._codes(guess, secret))

    @property
    def feedbacks(self) -> tuple[str, ...]:
        """The feedback of each class number."""
        return (*map(str, range(self.length + 1)), f"{self.length}!")

    @property
    def symmetric(self) -> bool:
        """Whether both lists are the same: sharing letters is symmetric."""
        return self.guesses == self.secrets

    @property
    def _found_class(self) -> int:
        return self.length + 1

    def _compiled(self) -> WriteRows:
        from emi.games.kernels.letters import letter_rows
        from emi.games.rows import stock

        secrets = letters(self.secrets, self.symbols)
        words, have = self._guess_letters, stock(secrets, len(self.symbols))

        def write_shared(guesses: Indices, rows: Rows) -> None:
            letter_rows(words[guesses], have, rows)

        return write_shared
