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
from emi.games.registry import named
from emi.lexicon.load import Lexicon, load

if TYPE_CHECKING:
    from emi.games.request import Request


class Rules(NamedTuple):
    """The rules of a show or a site: word list, lengths, and tries; and what they mean in the help.

    ``allowed`` is None if the tries depend on the length.
    """

    lexicon: str
    lengths: range
    allowed: int | None = None
    help: str = ""
    example: str = "C7"

    @property
    def said(self) -> str:
        """The lengths in words."""
        first, last = self.lengths[0], self.lengths[-1]
        return f"{first}" if first == last else f"{first} to {last}"


SITE = ": six tries, with the lists of the site if they are given"
#: The games by name. By default, their words come from a built-in list.
NAMED = {
    "lingo": Rules(
        "nl", range(5, 6), 5, ": five letters and five tries, in Dutch or of another lexicon", "C"
    ),
    "motus": Rules("fr", range(5, 11)),
    "sutom": Rules("fr", range(6, 10), 6, SITE),
    "tusmo": Rules("fr", range(5, 11), 6, SITE),
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
        words = rules.lexicon if lexicon is None else lexicon
        if isinstance(words, str):
            words = load(words)
        found = re.fullmatch(r"([^\d\s]+)([0-9]{0,2})", text.strip())
        shortest = rules.lengths[0]
        length = int((found and found[2]) or (shortest if len(rules.lengths) == 1 else 0))
        initial = words.alphabet.read(found[1]) if found else ""
        if length not in rules.lengths or len(initial) != 1 or words.alphabet.foreign(initial):
            asked = f"{called}:{text.strip()}".rstrip(":")
            raise GameError(
                f"{asked}: expected an initial and a length of {rules.said} letters, such as "
                f"{called}:C{shortest}"
            )
        cell = Cell(initial, length)
        name = f"{called}:{cell}"
        game = cls._of_lexicon(words, cell, name, name, GameError, guesses)
        game.called = called
        return game

    @classmethod
    def two_lists(cls, request: Request) -> tuple[Lexicon, Lexicon | None]:
        """Return the lists of a request, by default that of the show."""
        return request.words(NAMED[request.word].lexicon)

    @classmethod
    def of_words(cls, request: Request, words: Lexicon, guesses: Lexicon | None) -> Self:
        """Return the game of the cell that a user asks for."""
        return cls.of(request.word, request.detail or "", words, guesses)

    @property
    def tries(self) -> int:
        """The number of tries by the rules of the game."""
        return NAMED[self.called].allowed or tries_allowed(self.length)


for _name, _rules in NAMED.items():
    _example = f"{_name}:{_rules.example}"
    named(_example, help=f"{_example}{_rules.help}", place=6)(NamedCell)
