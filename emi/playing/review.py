"""Compare a played game with the best play: the cost and the luck of each guess.

Let m(S) be the least average number of guesses for a position S, and m(S, g) the least average of
strategies that begin with the guess g. The cost of g is m(S, g) - m(S). If the feedback leads to
the position S', its luck is m(S, g) - 1 - m(S'), with m = 0 once the secret is found. The number of
guesses made is m of the start, plus all costs, minus all luck.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.errors import MemoryNeedError
from emi.results.live import Move, Review
from emi.search.model.limits import Limits, clock
from emi.search.solve.objectives import Average

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.playing.position import Position
    from emi.search.model.bounds import Bounds
    from emi.search.model.record import Store

#: The default time limit of a review, in seconds.
PATIENCE = 5.0


def review(
    positions: Sequence[Position],
    *,
    seconds: float = PATIENCE,
    store: Store | None = None,
    weights: Sequence[int] | None = None,
    secret: str = "",
) -> Review:
    """Compare a played game with the best play.

    Parameters
    ----------
    positions : sequence of Position
        The positions from the start to the end, each after one more guess.
    seconds : float
        The time limit; values not proven in time are None.
    store : Store, optional
        The store of proven bounds.
    weights : sequence of int, optional
        The weight of each secret of the game; by default 1.
    secret : str, optional
        The secret, if known.

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
                expected_size=asked.expected_size(before, turn.guess),
                best=turn.guess if known and yours == mean else best,
                surely=asked.surely(at),
                cost=yours - mean if yours is not None and mean is not None else None,
                luck=yours - 1 - after if yours is not None and after is not None else None,
            )
        )
        after = mean
    end = positions[-1]
    unlisted = _unlisted(end, secret)
    return Review(end.game.facts, tuple(reversed(moves)), end.found, after, unlisted)


def _unlisted(end: Position, secret: str) -> tuple[str, ...]:
    """Return the secret, or those that it may be, if it is not on the list."""
    if secret or end.found:
        code = secret or end.turns[-1].guess
        return () if code in end.game.secrets else (code,)
    return () if end.possible else end.unlisted


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
        """Return the remaining time limit; at the start, two questions share it."""
        left = self.end - clock.now()
        return Limits(seconds=left if at else left / 2) if left > 0 else None

    def least(self, at: int, first: str | None = None) -> tuple[Fraction | None, str]:
        """Return the least average from a position, and a first guess that attains it."""
        if (limits := self._limits(at)) is None:
            return None, ""
        here = self.positions[at]
        # A secret off the list may leave no candidate, or be a guess that the game does not know.
        if not here.possible or first not in {None, *here.game.guesses}:
            return None, ""
        objective = Average(weights=self.weights)
        found = here.solve(objective, first=first, limits=limits, store=self.store)
        if not found.proven or found.bounds.upper is None:
            return None, found.first_guess
        whole = sum(self.weight[code] for code in here.possible)
        return Fraction(found.bounds.upper, whole), found.first_guess

    def surely(self, at: int) -> Bounds | None:
        """Return bounds on the worst case from a position."""
        limits = self._limits(at)
        if limits is None or not self.positions[at].possible:
            return None
        return self.positions[at].solve(limits=limits, store=self.store).bounds

    def expected_size(self, position: Position, guess: str) -> Fraction | None:
        """Return the expected size of the class after a guess; the guess itself is a class of 1."""
        if not position.possible:
            return None
        told = position.game.feedback_each([guess] * len(position.possible), position.possible)
        feedback = dict(zip(position.possible, told, strict=True))
        sizes = Counter(told)
        if guess in feedback:
            sizes[feedback.pop(guess)] -= 1
        left = sum(self.weight[code] * sizes[one] for code, one in feedback.items())
        own = self.weight[guess] if guess in position.possible else 0
        return Fraction(left + own, sum(self.weight[code] for code in position.possible))
