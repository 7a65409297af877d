"""The guesses until the secret is known, that is until one candidate is left.

Of the worst case that is one guess less than to name it. For a total number of guesses it is a
question of its own: a guess that is itself the secret gains nothing then. It is asked of another
game, in which each secret is there twice. No guess tells the two apart, and a guess of the base
game finds neither; each is found by a name of its own, which tells only whether it is right.

The least total T of that game is 2K + 3n, for n secrets and the least total K of guesses until each
is known. T is not more: the best play until a secret is known costs each of its two halves as much,
and naming both takes 1 + 2 guesses. T is not less, though a half may be named at any time. Let S
hold f whole secrets and h halves of others, let w(S) = 2f + h, and let K(S) be the least sum of
w(C) over the sets C of two or more secrets that are split. By induction

    T(S) >= K(S) + 3f + h - e,  where e = h if f > 0, and h - 1 if not:

- A guess that splits S adds w(S) to both sides, and the e of the parts add up to no more than e.
- To name a half of a whole one leaves T(S'), and K(S) <= K(S') + f + h - 1, as each guess of
  the best play for S' splits its set, so that none takes more. That gives the bound, for f > 1 and,
  with e = h for S', for f = 1 too.
- To name the half of another leaves T(S'), and K(S) <= w(S) + K(S'), as its own guess tells it
  from all others.

Weights would make it worth naming a heavy half early, so there are none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from emi.errors import GameError
from emi.games.game import Game
from emi.games.wrapped import Wrapped
from search.model.bounds import Bounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.rows import WriteRows
    from search.model.matrix import Indices, Rows

#: What the two halves of a secret are called.
HALVES = ("1", "2")
#: The feedback on a guess of the base game that is the secret, and on a name.
SECRET, RIGHT, WRONG = "secret", "right", "wrong"


class UntilKnown(Wrapped):
    """The game whose least total number of guesses tells that until a secret is known.

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
            raise GameError(f"{game.name}: expected no hard play, for a total until it is known")
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
        """Return the feedback of the base game; on a name, whether it is right."""
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
