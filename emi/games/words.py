"""What the games of words have in common: words of one length, from A to Z."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.errors import WordError
from emi.games.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from emi.lexicon.load import Lexicon


class WordGame(Game):
    """A game over two lists of words of one length.

    Parameters
    ----------
    secrets : iterable of str
        The words that may be the secret: A to Z, one length, no duplicates.
    guesses : iterable of str, optional
        The words that may be proposed, every secret among them; the secrets by default.
    name : str, optional
        What to call the game; by default as its rule.
    lexicon : Lexicon, optional
        Where the words are from, if they are from a lexicon.

    Raises
    ------
    WordError
        If there is no secret, if a word is not of A to Z or of another length, if a word is
        there twice, or if a secret is not among the guesses.
    """

    kind = "words"
    error = WordError

    def __init__(
        self,
        secrets: Iterable[str],
        guesses: Iterable[str] | None = None,
        *,
        name: str | None = None,
        lexicon: Lexicon | None = None,
    ) -> None:
        secrets = tuple(secrets)
        guesses = secrets if guesses is None else tuple(guesses)
        if not secrets or not secrets[0]:
            raise WordError(
                f"{name or self.rule}: expected at least one secret, of at least one letter"
            )
        length = len(secrets[0])
        for kind, words in (("secret", secrets), ("guess", guesses)):
            for word in words:
                if len(word) != length or not (
                    word.isascii() and word.isalpha() and word.isupper()
                ):
                    raise WordError(f"{kind} {word!r}: expected {length} letters A to Z")
        super().__init__(secrets, guesses, name=name)
        self.lexicon = lexicon

    def _check(self, *words: str) -> None:
        """Raise if a word has another length than those of the game."""
        for word in words:
            if len(word) != self.length:
                raise WordError(f"word {word!r}: expected {self.length} letters")
