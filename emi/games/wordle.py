"""Wordle: Motus without a given initial, and with more words to propose than to find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.errors import GameError, WordError
from emi.games.motus import Motus
from emi.lexicon.load import Lexicon, load
from emi.lexicon.normalise import DUPLICATE

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable


class Wordle(Motus):
    """A game over a list of secrets and a list of guesses; its clues are those of Motus.

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
        If the lists make no game; secrets that are not among the guesses are counted.

    Examples
    --------
    >>> game = Wordle(["LIGNE", "SIGNE"], ["LIGNE", "LASSO", "SIGNE"])
    >>> game.feedback("LASSO", "SIGNE")
    'BBYBB'
    """

    rule = "wordle"

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
        # Lists of Wordle are often kept apart, so that none of the secrets is among the guesses.
        missing = sorted(set(secrets) - set(guesses))
        if missing:
            raise WordError(
                f"{name or self.rule}: {len(missing):,} of {len(secrets):,} secrets are not among "
                f"the guesses, the first is {missing[0]!r}, expected all of them there"
            )
        super().__init__(secrets, guesses, name=name, lexicon=lexicon)

    @classmethod
    def of_files(cls, secrets: str | os.PathLike[str], guesses: str | os.PathLike[str]) -> Wordle:
        """Return the game of two lists, read as `emi.load` reads a lexicon.

        Parameters
        ----------
        secrets, guesses : str or path
            Text files, one word a line.

        Raises
        ------
        LexiconError
            If a file cannot be read.
        GameError
            If a line of it is no word, or a word that is there already: no list is what is left of
            another.
        WordError
            If the lists make no game.
        """
        return cls(_words(secrets), _words(guesses))


def _words(path: str | os.PathLike[str]) -> tuple[str, ...]:
    lexicon = load(path)
    twice = [remark for remark in lexicon.normalised if remark.what == DUPLICATE]
    if amiss := [*lexicon.rejected, *twice]:
        raise GameError(f"{lexicon.source}: {amiss[0]}, expected a word a line, each once")
    return lexicon.words
