"""The facts about a game that results carry instead of the game itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass(frozen=True)
class LexiconFacts:
    """A word list: its name, and the SHA-256 digest of its words."""

    name: str
    digest: str

    def __str__(self) -> str:
        return f"lexicon {self.name} ({self.digest[:12]})"


@dataclass(frozen=True)
class GameFacts:
    """Facts about a game.

    Attributes
    ----------
    name, rule : str
    secrets, guesses : int
        The number of secrets and of guesses.
    hard : str or None
        The restriction of hard play (see `emi.Game.hardened`); None if every guess stays allowed.
    length : int
        The number of characters of a code.
    allowed : int or None
        The number of guesses that the rules allow; None without a limit.
    kind : str
        The plural noun for secrets, such as ``words``.
    lexicon : LexiconFacts or None
        The word list of the secrets.
    proposed : LexiconFacts or None
        The word list of the guesses, if different.
    of_cells : bool
        Whether the game is a cell of a lexicon.
    alphabet : str or None
        The alphabet of the words; None for codes.
    bent : int
        The words that the alphabet makes of several words of a list, or longer than there,
        unless it was asked for.
    order : int
        The place of the initial of a cell in the alphabet.

    Examples
    --------
    >>> import emi
    >>> game = emi.solve("moo:2x4").game
    >>> game.name, game.secrets, game.what
    ('moo:2x4', 12, 'code')
    """

    name: str = field(metadata={"key": "game"})
    rule: str
    secrets: int
    guesses: int
    hard: str | None
    length: int
    allowed: int | None
    kind: str
    lexicon: LexiconFacts | None = None
    proposed: LexiconFacts | None = field(default=None, metadata={"key": ""})
    of_cells: bool = field(default=False, metadata={"key": ""})
    alphabet: str | None = None
    bent: int = 0
    order: int = field(default=0, metadata={"key": ""})

    @property
    def contents(self) -> str:
        """A description of the secrets and, if there are other guesses, of the guesses."""
        text = f"{self.secrets:,} {self.what if self.secrets == 1 else self.kind}"
        if self.lexicon is not None:
            text += f" of lexicon {self.lexicon.name}"
        if self.guesses == self.secrets:
            return text
        text += f", {self.guesses:,} guesses"
        return text if self.proposed is None else f"{text} of lexicon {self.proposed.name}"

    @property
    def what(self) -> str:
        """The noun for a secret: ``word`` or ``code``."""
        return self.kind.removesuffix("s")

    @property
    def cell(self) -> tuple[str, int] | None:
        """The initial (empty for all initials) and the length of a cell; None for other games."""
        found = re.fullmatch(r"([^0-9]?)([0-9]+)(?: \(hard: \w+\))?", self.name)
        return None if found is None or not self.of_cells else (found[1], int(found[2]))

    def __str__(self) -> str:
        return self.name
