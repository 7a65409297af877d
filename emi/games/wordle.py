"""Wordle: Motus without a given initial, and with more words to propose than to find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.errors import GameError
from emi.games.motus import Motus
from emi.lexicon.load import Lexicon, load
from emi.lexicon.normalise import COLLISION, DUPLICATE

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence


class Wordle(Motus):
    """A game over a list of secrets and a list of guesses; its clues are those of Motus.

    Parameters and errors as of `Motus`.

    Examples
    --------
    >>> game = Wordle(["LIGNE", "SIGNE"], ["LIGNE", "LASSO", "SIGNE"])
    >>> game.feedback("LASSO", "SIGNE")
    'BBYBB'
    """

    rule = "wordle"

    @property
    def tries(self) -> int:
        """Six, whatever the length."""
        return 6

    def _missing(self, secrets: Sequence[str]) -> str:
        # Lists of Wordle are often kept apart, so that none of the secrets is among the guesses.
        return (
            f"{self.name}: {len(secrets):,} of {len(self.secrets):,} secrets are not among the "
            f"guesses, the first is {secrets[0]!r}, expected all of them there"
        )

    @classmethod
    def of_files(
        cls,
        secrets: str | os.PathLike[str],
        guesses: str | os.PathLike[str],
        *,
        column: str | int | None = None,
        encoding: str | None = None,
    ) -> Wordle:
        """Return the game of two text files, one word a line, read as `emi.load` reads a lexicon.

        Raises
        ------
        LexiconError
            If a file cannot be read.
        GameError
            If a line of it is no word, or one that is there already; or if the lists make no game.
        """
        lists = (load(path, column=column, encoding=encoding) for path in (secrets, guesses))
        return cls(*map(_words, lists))


def _words(lexicon: Lexicon) -> tuple[str, ...]:
    again = [one for one in lexicon.normalised if one.what in (DUPLICATE, COLLISION)]
    if amiss := [*lexicon.rejected, *again]:
        raise GameError(f"{lexicon.source}: {amiss[0]}, expected a word a line, each once")
    return lexicon.words
