"""A game with the lists of another game and a different feedback rule."""

from __future__ import annotations

from hashlib import sha256
from typing import Self

from emi.games.game import Game


class Wrapped(Game):
    """A game based on another game, with the same lists, length and tries.

    Subclasses define the rule, and in `variant` the parameters of the rule besides the base game.

    Attributes
    ----------
    base : Game
    """

    #: The suffixes of the names of the rule and of the game.
    suffix: str
    title: str

    def __init__(self, game: Game) -> None:
        self.base = game
        self.rule = f"{game.rule_name}, {self.suffix}"
        self.kind, self.parts, self.error = game.kind, game.parts, game.error
        super().__init__(game.secrets, game.guesses, name=f"{game.name} ({self.title})")
        self.lexicon, self.proposed = game.lexicon, game.proposed
        self.alphabet = game.alphabet

    @property
    def variant(self) -> list[str]:
        """The parameters of the feedback rule besides the base game."""
        return []

    @property
    def key(self) -> str:
        """A digest of the key of the base game and of the changed rule."""
        hard = f", {self.restriction}" if self.restriction else ""
        text = "\n".join([self.rule + hard, self.base.key, *self.variant])
        return sha256(text.encode()).hexdigest()

    def rules_of(self, built_in: type[Game]) -> tuple[str, ...]:
        """Return the name of the rule; none if the rule of the base game is a custom one."""
        assert issubclass(built_in, Wrapped)  # noqa: S101 - for mypy
        return () if self.base.own_rule else (f"{self.base.rule_name}, {built_in.suffix}",)

    @property
    def tries(self) -> int | None:
        """The tries of the base game."""
        return self.base.tries

    def code(self, text: str) -> str:
        """Return a guess in the spelling of the base game."""
        return self.base.code(text)

    def of_lists(
        self, secrets: tuple[str, ...], guesses: tuple[str, ...], name: str | None = None
    ) -> Self:
        """Return the same game with parts of its lists."""
        game = super().of_lists(secrets, guesses, name)
        vars(game)["base"] = self.base.of_lists(secrets, guesses)
        return game
