"""Identification: any secret may be named, even if it is not a guess of the game.

A guess outside the rules of the game only names a secret: its feedback is whether it is right.
Otherwise it is an ordinary guess: it counts, and it may be made before the secret is known. So all
objectives, strategies and certificates apply as usual.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, Self

from emi.errors import GameError
from emi.games.wrapped import Wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np

    from emi.games.game import Game
    from emi.games.rows import WriteRows
    from search.model.matrix import Indices, Rows

#: The feedback on a guess that names a wrong secret.
WRONG = "no"


class Identification(Wrapped):
    """A game whose secrets need not be among its guesses.

    Parameters
    ----------
    game : Game
        Its guesses are those that may be proposed, plus all secrets.
    proposals : iterable of str
        The guesses that the rules allow. The others only name a secret: the feedback is ``no``
        unless they are right.

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

    def __init__(self, game: Game, proposals: Iterable[str]) -> None:
        if game.hard:
            raise GameError(f"{game.name}: expected no hard play in an identification game")
        proposed = frozenset(map(game.code, proposals))
        if strange := sorted(proposed.difference(game.guesses)):
            raise GameError(f"proposal {strange[0]!r}: expected one of the guesses of {game.name}")
        #: The guesses that only name a secret.
        self.named = frozenset(game.guesses) - proposed
        super().__init__(game)
        self.pairs_at_once = game.pairs_at_once

    @property
    def bits(self) -> int:  # type: ignore[override]
        """The bits of the base game."""
        return self.base.bits

    @property
    def variant(self) -> list[str]:
        """The guesses that only name a secret."""
        return sorted(self.named)

    def feedback(self, guess: str, secret: str) -> str:
        """Return the feedback of the rule; for a guess that only names, whether it is right."""
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
            f"{self.name}: expected no hard play ({restriction}) in an identification game"
        )

    def of_lists(
        self, secrets: tuple[str, ...], guesses: tuple[str, ...], name: str | None = None
    ) -> Self:
        """Return the same game with parts of its lists; guesses that only name stay so."""
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
