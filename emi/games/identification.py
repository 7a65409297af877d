"""Identification games: secrets need not be allowed guesses.

A player may name any secret. If the secret is not an allowed guess, the feedback only tells whether
it is right. Naming a secret counts as a guess and is possible at any time, so all objectives,
strategies and certificates apply as usual.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, Self

from emi import arguments
from emi.errors import GameError, listed
from emi.games.wrapped import Wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np

    from emi.games.game import Game
    from emi.games.rows import WriteRows
    from emi.search.model.matrix import Indices, Rows

#: The feedback on a guess that names a wrong secret.
WRONG = "no"


class Identification(Wrapped):
    """A game whose secrets need not be among its guesses.

    Parameters
    ----------
    game : Game
        A game whose guesses are the proposals and all secrets.
    proposals : iterable of str
        The guesses that the rules allow. Any other guess only names a secret: its feedback is
        ``no`` unless it is right.

    Raises
    ------
    GameError
        If the game is hard, or a proposal is not one of its guesses.

    Examples
    --------
    >>> import emi
    >>> words = emi.Motus(["LIGNE", "SIGNE"], ["LASSO", "LIGNE", "SIGNE"])
    >>> game = Identification(words, ["LASSO"])
    >>> game.feedback("LASSO", "SIGNE"), game.feedback("LIGNE", "SIGNE")
    ('BBYBB', 'no')
    >>> emi.solve(game).bounds
    Bounds(lower=2, upper=2)
    """

    rule = "identified"
    suffix, title = "identified", "identify"

    @arguments.checked
    def __init__(self, game: Game, proposals: Iterable[str]) -> None:
        if game.hard:
            raise GameError(f"{game.name}: identification games do not support hard play")
        proposed = frozenset(map(game.code, listed(proposals, game.kind, GameError)))
        if strange := sorted(proposed.difference(game.guesses)):
            raise GameError(f"proposal {strange[0]!r}: expected one of the guesses of {game.name}")
        #: The guesses that only name a secret.
        self.named = frozenset(game.guesses) - proposed
        super().__init__(game)

    @property
    def pairs_at_once(self) -> int:  # type: ignore[override]
        """The pairs of the base game."""
        return self.base.pairs_at_once

    @property
    def bits(self) -> int:  # type: ignore[override]
        """The bits of the base game."""
        return self.base.bits

    @property
    def variant(self) -> list[str]:
        """The guesses that only name a secret."""
        return sorted(self.named)

    def feedback(self, guess: str, secret: str) -> str:
        """Return the feedback of the base game; ``no`` for a guess that names a wrong secret."""
        if self.code(guess) in self.named and self.code(guess) != self.code(secret):
            return WRONG
        return self.base.feedback(guess, secret)

    def feedback_each(self, guesses: Sequence[str], secrets: Sequence[str]) -> list[str]:
        """Return the feedback on each guess for the secret in the same place."""
        told = self.base.feedback_each(guesses, secrets)
        return [
            WRONG if guess in self.named and guess != secret else one
            for guess, secret, one in zip(guesses, secrets, told, strict=True)
        ]

    def hardened(self, restriction: str = "possible") -> NoReturn:
        """Raise GameError: hard play is not supported.

        Raises
        ------
        GameError
            Always.
        """
        raise GameError(
            f"{self.name}: identification games do not support hard play ({restriction})"
        )

    def of_lists(
        self, secrets: tuple[str, ...], guesses: tuple[str, ...], name: str | None = None
    ) -> Self:
        """Return the same game with parts of its lists; `named` is reduced to the guesses."""
        game = super().of_lists(secrets, guesses, name)
        game.named = self.named & frozenset(guesses)
        return game

    def row_writer(self) -> WriteRows:
        """Return a function that writes rows of the feedback matrix, as `Game.row_writer` does."""
        import numpy as np

        write, many = self.base.row_writer(), len(self.secrets)
        only = np.array([code in self.named for code in self.guesses], np.bool_)
        names = self._named

        def write_named(guesses: Indices, rows: Rows) -> None:
            write(guesses, rows)
            (places,) = only[guesses].nonzero()
            rows[places] = 1
            secret: np.ndarray = names[guesses[places]]
            right = secret < many
            rows[places[right], secret[right]] = 0

        return write_named
