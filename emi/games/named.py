"""Named word games of shows and sites, which reveal the initial and the length.

They are cells as in `Motus`, with the lengths and tries of their rules. Wordle, which hides the
initial, is a separate game.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, Self

from emi.errors import GameError
from emi.games.cell import Cell, tries_allowed
from emi.games.motus import Motus

if TYPE_CHECKING:
    from emi.lexicon.load import Lexicon


class Rules(NamedTuple):
    """The rules of a show or a site: word list, lengths, and tries.

    ``allowed`` is None if the tries depend on the length.
    """

    lexicon: str
    lengths: range
    allowed: int | None = None

    @property
    def said(self) -> str:
        """The lengths in words."""
        first, last = self.lengths[0], self.lengths[-1]
        return f"{first}" if first == last else f"{first} to {last}"


#: The games by name. By default, their words come from a built-in list.
NAMED = {
    "lingo": Rules("nl", range(5, 6), 5),
    "motus": Rules("fr", range(5, 11)),
    "sutom": Rules("fr", range(6, 10), 6),
    "tusmo": Rules("fr", range(5, 11), 6),
}


class NamedCell(Motus):
    """A cell of one of the games of `NAMED`; only lengths and tries differ from `Motus`.

    Examples
    --------
    >>> import emi
    >>> game = emi.game_named("sutom:Z7")
    >>> game, game.tries
    (<NamedCell sutom:Z7: 207 secrets, 207 guesses>, 6)
    """

    #: The name of the game, without the cell.
    called: str

    @classmethod
    def of(
        cls,
        called: str,
        text: str,
        lexicon: Lexicon | str | None = None,
        guesses: Lexicon | str | None = None,
    ) -> Self:
        """Return the game of an initial and a length, such as ``C7``.

        Parameters
        ----------
        called : str
            One of `NAMED`.
        text : str
            The cell; only the initial if the game has a single length.
        lexicon, guesses
            As in `Motus.of_cell`.

        Raises
        ------
        GameError
            If the cell has no initial or an unsupported length, or the lexicon has no word for it.
        WordError, LexiconError
            As in `Motus.of_cell`.
        """
        rules = NAMED[called]
        found = re.fullmatch(r"([A-Za-z])([0-9]{0,2})", text.strip(), re.ASCII)
        shortest = rules.lengths[0]
        length = int((found and found[2]) or (shortest if len(rules.lengths) == 1 else 0))
        if found is None or length not in rules.lengths:
            asked = f"{called}:{text.strip()}".rstrip(":")
            raise GameError(
                f"{asked}: expected an initial and a length of {rules.said} letters, such as "
                f"{called}:C{shortest}"
            )
        cell = Cell(found[1].upper(), length)
        name = f"{called}:{cell}"
        words = rules.lexicon if lexicon is None else lexicon
        game = cls._of_lexicon(words, cell, name, name, GameError, guesses)
        game.called = called
        return game

    @property
    def tries(self) -> int:
        """The number of tries by the rules of the game."""
        return NAMED[self.called].allowed or tries_allowed(self.length)
