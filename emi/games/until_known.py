"""The guesses until the secret is known: until one candidate is left.

The worst case is one guess less than the worst case of naming the secret. The total is a separate
question, because a guess that happens to be the secret no longer saves a guess. It is reduced to
the total of another game, in which each secret has two halves. A guess of the base game neither
separates nor finds the halves. Each half has a name; guessing it only tells whether it is right.

Let n be the number of secrets, and K the least total of guesses until each secret is known. The
least total T of the other game is 2K + 3n. It is at most that: after the best play until a secret
is known, which both halves pay, naming the halves takes 1 + 2 guesses. It is at least that, even if
names may be guessed at any time. For the proof, let S contain f secrets with both halves and h
secrets with one half, let w(S) = 2f + h, and let K(S) be the least sum of w(C) over the sets C of
two or more secrets that are split. By induction

    T(S) >= K(S) + 3f + h - e,  where e = h if f > 0, and h - 1 if not:

- A guess that splits S adds w(S) to both sides. The values e of its classes sum to at most e.
- Naming one of two halves leaves a set S'. Every guess of the best play for S' splits its set, so
  no secret takes more guesses than that, and K(S) <= K(S') + f + h - 1. The bound follows for f > 1
  and, since e = h for S', for f = 1.
- Naming a single half leaves a set S'. The guess that equals this secret separates it from all
  others, so K(S) <= w(S) + K(S'), and the bound follows.

Weights are not supported: with them, it could pay to name a heavy half early.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from emi.errors import GameError
from emi.games.game import Game
from emi.games.wrapped import Wrapped
from emi.search.model.bounds import Bounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.rows import WriteRows
    from emi.search.model.matrix import Indices, Rows

#: What the two halves of a secret are called.
HALVES = ("1", "2")
#: The feedback on a guess of the base game that is the secret, and on a name.
SECRET, RIGHT, WRONG = "secret", "right", "wrong"


class UntilKnown(Wrapped):
    """The game whose least total determines the least total until each secret is known.

    Parameters
    ----------
    game : Game
        A game without hard play.

    Raises
    ------
    GameError
        If the game is hard: a name would have to follow from the feedback.

    Examples
    --------
    >>> import emi
    >>> game = UntilKnown(emi.Motus(["CADES", "CAFES", "CAGES", "CAKES"]))
    >>> str(game.total(emi.solve(game, emi.Average()).bounds))
    '9'
    """

    rule = "until known"
    suffix, title = "until known", "known"

    def __init__(self, game: Game) -> None:
        if game.hard:
            raise GameError(
                f"{game.name}: expected a game without hard play, for the total until the secret "
                "is known"
            )
        self.base = game
        self.rule = f"{game.rule}, {self.suffix}"
        self.kind, self.parts = game.kind, game.parts
        names = [f"{secret} {half}" for half in HALVES for secret in game.secrets]
        Game.__init__(self, names, [*game.guesses, *names], name=f"{game.name} ({self.title})")
        self.pairs_at_once = game.pairs_at_once

    @property
    def bits(self) -> int:  # type: ignore[override]
        """The bits of the base game."""
        return self.base.bits

    def total(self, bounds: Bounds) -> Bounds:
        """Return the bounds on the total until each secret is known, given those of this game."""
        more = 3 * len(self.base.secrets)
        upper = None if bounds.upper is None else (bounds.upper - more) // 2
        return Bounds(max(0, -((more - bounds.lower) // 2)), upper)

    def feedback(self, guess: str, secret: str) -> str:
        """Return the feedback of the base game, or whether a guessed name is right."""
        word = secret.rpartition(" ")[0]
        if guess not in self.base.guesses:
            return RIGHT if guess == secret else WRONG
        return SECRET if guess == word else self.base.feedback(guess, word)

    def feedback_each(self, guesses: Sequence[str], secrets: Sequence[str]) -> list[str]:
        """Return the feedback on each guess for the secret in the same place."""
        return [*map(self.feedback, guesses, secrets)]

    def row_writer(self) -> WriteRows:
        """Return a function that writes rows of the feedback matrix, as `Game.row_writer` does."""
        write, many, words = self.base.row_writer(), len(self.base.secrets), len(self.base.guesses)

        def write_known(guesses: Indices, rows: Rows) -> None:
            (said,) = (guesses < words).nonzero()
            some = np.empty((len(said), many), rows.dtype)
            write(guesses[said], some)
            rows[said] = np.tile(some, len(HALVES))
            (names,) = (guesses >= words).nonzero()
            rows[names] = 1
            rows[names, guesses[names] - words] = 0

        return write_known
