"""Compare a played game with the best play: the skill and luck of each guess.

With m(S) the least average of the guesses that a position S takes, a guess g costs as much more as
the best strategy that begins with it does, m(S, g) - m(S), and luck is what its feedback saves of
the guesses that were to be expected, m(S, g) - 1 - m(S'), where S' is what the feedback leaves and
m is 0 once the secret is found. So the guesses made are m(S) of the start, and what they cost,
without what luck saved.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.errors import MemoryNeedError
from emi.results.live import Move, Review
from search.model.limits import Limits, clock
from search.solve.objectives import Average

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.playing.position import Position
    from search.model.bounds import Bounds
    from search.model.record import Store

#: The default time limit of a review, in seconds.
PATIENCE = 5.0


def review(
    positions: Sequence[Position],
    *,
    seconds: float = PATIENCE,
    store: Store | None = None,
    weights: Sequence[int] | None = None,
) -> Review:
    """Compare a played game with the best play.

    Parameters
    ----------
    positions : sequence of Position
        From the start to the end, each a guess after the one before.
    seconds : float
        How long it may take; what is not proven by then is None.
    store : Store, optional
        Where proven bounds are read and kept.
    weights : sequence of int, optional
        How often each secret of the game counts; once by default.

    Returns
    -------
    Review
    """
    asked = _Asked(positions, clock.now() + seconds, store, weights)
    moves: list[Move] = []
    after: Fraction | None = Fraction(0)
    if not positions[-1].found:
        after, _ = asked.least(len(positions) - 1)
    # The last positions are the quickest, so they come first.
    for at in range(len(positions) - 2, -1, -1):
        before, turn = positions[at], positions[at + 1].turns[-1]
        mean, best = asked.least(at)
        yours = mean if best == turn.guess else asked.least(at, turn.guess)[0]
        known = None not in (mean, yours)
        moves.append(
            Move(
                guess=turn.guess,
                feedback=turn.feedback,
                before=len(before.possible),
                after=0 if positions[at + 1].found else len(turn.possible),
                expected=asked.expected(before, turn.guess),
                best=turn.guess if known and yours == mean else best,
                surely=asked.surely(at),
                cost=yours - mean if yours is not None and mean is not None else None,
                luck=yours - 1 - after if yours is not None and after is not None else None,
            )
        )
        after = mean
    return Review(positions[0].game.facts, tuple(reversed(moves)), positions[-1].found, after)


class _Asked:
    """The results of exact play about positions, until a deadline."""

    def __init__(
        self,
        positions: Sequence[Position],
        end: float,
        store: Store | None,
        weights: Sequence[int] | None,
    ) -> None:
        self.positions, self.end, self.store, self.weights = positions, end, store, weights
        secrets = positions[0].game.secrets
        self.weight = dict(zip(secrets, weights or [1] * len(secrets), strict=True))
        try:
            positions[0].prepare()
        except MemoryNeedError:
            self.end = 0.0

    def _limits(self, at: int) -> Limits | None:
        """Return what is left of the time; at the start two questions share it."""
        left = self.end - clock.now()
        return Limits(seconds=left if at else left / 2) if left > 0 else None

    def least(self, at: int, first: str | None = None) -> tuple[Fraction | None, str]:
        """Return the least average from a position on, and a guess that begins with it."""
        if (limits := self._limits(at)) is None:
            return None, ""
        here = self.positions[at]
        objective = Average(weights=self.weights)
        found = here.solve(objective, first=first, limits=limits, store=self.store)
        if not found.proven or found.bounds.upper is None:
            return None, found.first_guess
        whole = sum(self.weight[code] for code in here.possible)
        return Fraction(found.bounds.upper, whole), found.first_guess

    def surely(self, at: int) -> Bounds | None:
        """Return the guesses that surely suffice from a position on."""
        if (limits := self._limits(at)) is None:
            return None
        return self.positions[at].solve(limits=limits, store=self.store).bounds

    def expected(self, position: Position, guess: str) -> Fraction:
        """Return the expected size of the class that a guess leaves; its own is 1."""
        told = position.game.feedback_each([guess] * len(position.possible), position.possible)
        feedback = dict(zip(position.possible, told, strict=True))
        sizes = Counter(told)
        if guess in feedback:
            sizes[feedback.pop(guess)] -= 1
        left = sum(self.weight[code] * sizes[one] for code, one in feedback.items())
        own = self.weight[guess] if guess in position.possible else 0
        return Fraction(left + own, sum(self.weight[code] for code in position.possible))
