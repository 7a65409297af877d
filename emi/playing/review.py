"""Compare a played game with the best play: the cost and the luck of each guess.

Let m(S) be the least average number of guesses for a position S, and m(S, g) the least average of
strategies that begin with the guess g. The cost of g is m(S, g) - m(S). If the feedback leads to
the position S', its luck is m(S, g) - 1 - m(S'), with m = 0 once the secret is found. The number of
guesses made is m of the start, plus all costs, minus all luck.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from emi.errors import MemoryNeedError
from emi.objectives.average import Average
from emi.results.playing import Move, Review
from emi.search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from typing import Unpack

    from emi.playing.position import Position
    from emi.results.playing import Advice
    from emi.search.model.bounds import Bounds
    from emi.settings import Given

#: The default limits of a review.
PATIENCE = Limits(seconds=5.0)


def review(position: Position, secret: str = "", **settings: Unpack[Given]) -> Review:
    """Compare the guesses made with the best play.

    Parameters
    ----------
    position : Position
        The end of the game.
    secret : str, optional
        The secret, if known.
    **settings
        The fields of `Settings`, for this call. By default a review takes at most five seconds;
        values not proven in time are None. ``weights`` are for the averages.

    Returns
    -------
    Review

    Examples
    --------
    >>> import emi
    >>> position = emi.Position(emi.Mastermind(2, 3), [("11", "1b0w"), ("12", "2b0w")])
    >>> reviewed = position.review()
    >>> reviewed.found, reviewed.moves[1].cost
    (True, Fraction(0, 1))
    """
    asked = _Asked(position, **settings)
    moves: list[Move] = []
    after: Fraction | None = Fraction(0)
    if not position.found:
        after, _ = asked.least()
    right = position.found
    # The last positions are the quickest, so they come first.
    here = asked.here
    while here.turns:
        turn = here.pop()
        mean, best = asked.least()
        yours = mean if best == turn.guess else asked.least(turn.guess)[0]
        known = None not in (mean, yours)
        moves.append(
            Move(
                guess=turn.guess,
                feedback=turn.feedback,
                before=len(here.possible),
                after=0 if right else len(turn.possible),
                expected_size=asked.expected_size(turn.guess),
                best=turn.guess if known and yours == mean else best,
                surely=asked.surely(),
                cost=yours - mean if yours is not None and mean is not None else None,
                luck=yours - 1 - after if yours is not None and after is not None else None,
                listed=turn.listed,
            )
        )
        after, right = mean, False
    unlisted = _unlisted(position, secret)
    return Review(position.game.facts, tuple(reversed(moves)), position.found, after, unlisted)


def _unlisted(end: Position, secret: str) -> tuple[str, ...]:
    """Return the secret, or those that it may be, if it is not on the list."""
    if secret or end.found:
        code = secret or end.turns[-1].guess
        return () if code in end.game.secrets else (code,)
    return () if end.possible else end.unlisted


class _Asked:
    """The results of exact play about a position that goes back, until a deadline."""

    def __init__(self, position: Position, **settings: Unpack[Given]) -> None:
        self.here = here = position.copy()
        turns = position.turns
        for _ in turns:
            here.pop()
        for turn in turns:
            # Only the last guess was right, even if an earlier one was all that the clues left.
            here.push(turn.guess, turn.feedback, right=position.found and turn is turns[-1])
        asked = position.settings.having(**settings)
        self.limits = (asked.limits or PATIENCE).begun()
        here.settings = asked
        secrets = position.game.secrets
        self.weight = dict(zip(secrets, asked.weights or [1] * len(secrets), strict=True))
        self.known = True
        try:
            here.prepare(lambda _: asked.goes_on and not self.limits.passed)
        except (MemoryNeedError, Stopped):
            self.known = False

    def _limits(self) -> Limits | None:
        """Return the remaining limits; at the start, two questions share them."""
        left = self.limits.remaining
        if not self.known or left <= 0 or not self.here.settings.goes_on:
            return None
        return self.limits.within(left if self.here.turns else left / 2)

    def least(self, first: str | None = None) -> tuple[Fraction | None, str]:
        """Return the least average from here on, and a first guess that attains it."""
        if (limits := self._limits()) is None:
            return None, ""
        here = self.here
        # A secret off the list may leave no candidate, or be a guess that the game does not know.
        if not here.possible or first not in {None, *here.game.guesses}:
            return None, ""
        if first is None:
            explained = here.explain(top=1, show=[], by="average", tries=None, limits=limits)
            total = cast("Advice", explained.advice).total
            mean = Fraction(total.lower, explained.whole) if total.proven else None
            return mean, explained.guesses[0].guess
        found = here.value(Average(), first=first, limits=limits)
        if not found.proven or found.bounds.upper is None:
            return None, found.first_guess
        whole = sum(self.weight[code] for code in here.possible)
        return Fraction(found.bounds.upper, whole), found.first_guess

    def surely(self) -> Bounds | None:
        """Return bounds on the worst case from here on."""
        limits = self._limits()
        if limits is None or not self.here.possible:
            return None
        return self.here.value(limits=limits).bounds

    def expected_size(self, guess: str) -> Fraction | None:
        """Return the expected size of the class after a guess; the guess itself is a class of 1."""
        possible, game = self.here.possible, self.here.game
        if not possible:
            return None
        told = game.feedback_each([guess] * len(possible), possible)
        feedback = dict(zip(possible, told, strict=True))
        sizes = Counter(told)
        if guess in feedback:
            sizes[feedback.pop(guess)] -= 1
        left = sum(self.weight[code] * sizes[one] for code, one in feedback.items())
        own = self.weight[guess] if guess in possible else 0
        return Fraction(left + own, sum(self.weight[code] for code in possible))
