"""The facts about a game that a result carries, in place of the game."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass(frozen=True)
class LexiconFacts:
    """The word list that a game is of: its name, and the digest of its words."""

    name: str
    digest: str

    def __str__(self) -> str:
        return f"lexicon {self.name} ({self.digest[:12]})"


@dataclass(frozen=True)
class GameFacts:
    """A game by its facts.

    Attributes
    ----------
    name, rule : str
    secrets, guesses : int
        How many there are.
    hard : str or None
        What may be proposed in hard play, as of `emi.Game.hardened`; None for anything.
    length : int
        Characters of a code.
    allowed : int or None
        The guesses that the rules allow; None without a limit.
    kind : str
        What the secrets are, in the plural, such as ``words``.
    lexicon : LexiconFacts or None
        The word list that the secrets are of.
    proposed : LexiconFacts or None
        That of the guesses, where it is another one.

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

    @property
    def contents(self) -> str:
        """How many secrets there are and where they are from, and how many guesses if others."""
        text = f"{self.secrets:,} {self.what if self.secrets == 1 else self.kind}"
        if self.lexicon is not None:
            text += f" of lexicon {self.lexicon.name}"
        if self.guesses == self.secrets:
            return text
        text += f", {self.guesses:,} guesses"
        return text if self.proposed is None else f"{text} of lexicon {self.proposed.name}"

    @property
    def what(self) -> str:
        """What a secret is: ``word`` or ``code``."""
        return self.kind.removesuffix("s")

    @property
    def cell(self) -> tuple[str, int] | None:
        """The initial, empty for all of them, and the length of a cell; None of another game."""
        found = re.fullmatch(r"([A-Z]?)([0-9]+)(?: \(hard: \w+\))?", self.name)
        return None if found is None or self.rule != "motus" else (found[1], int(found[2]))

    def __str__(self) -> str:
        return self.name
