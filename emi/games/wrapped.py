"""A game with the lists of another one, and another rule of feedback."""

from __future__ import annotations

from hashlib import sha256
from typing import Self

from emi.games.game import Game


class Wrapped(Game):
    """A game made of another one, whose lists, length and tries it has.

    A subclass gives the rule, and says by `variant` what it depends on beside that game.

    Attributes
    ----------
    base : Game
    """

    #: What the name of the rule and that of the game end in.
    suffix: str
    title: str

    def __init__(self, game: Game) -> None:
        self.base = game
        self.rule = f"{game.rule}, {self.suffix}"
        self.kind, self.parts, self.error = game.kind, game.parts, game.error
        super().__init__(game.secrets, game.guesses, name=f"{game.name} ({self.title})")
        self.lexicon, self.proposed = game.lexicon, game.proposed

    @property
    def variant(self) -> list[str]:
        """What the feedback depends on, beside the game that it is made of."""
        return []

    @property
    def key(self) -> str:
        """A digest of that of the other game, and of what is changed."""
        hard = f", {self.restriction}" if self.restriction else ""
        text = "\n".join([self.rule + hard, self.base.key, *self.variant])
        return sha256(text.encode()).hexdigest()

    @property
    def tries(self) -> int | None:
        """Those of the other game."""
        return self.base.tries

    def code(self, text: str) -> str:
        """Return a guess as the other game writes it."""
        return self.base.code(text)

    def of_lists(
        self, secrets: tuple[str, ...], guesses: tuple[str, ...], name: str | None = None
    ) -> Self:
        """Return the same game with parts of its lists."""
        game = super().of_lists(secrets, guesses, name)
        game.base = self.base.of_lists(secrets, guesses)
        return game
