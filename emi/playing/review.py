"""Compare a played game with the best play: the cost and the luck of each guess.

Let m(S) be the average number of guesses of the best play for a position S, and m(S, g) that of
strategies that begin with the guess g. The cost of g is m(S, g) - m(S). If the feedback leads to
the position S', its luck is m(S, g) - 1 - m(S'), with m = 0 once the secret is found. The number of
guesses made is m of the start, plus all costs, minus all luck.

The best play is that of `Position.explain`: it has the least average, or the least average that
keeps the worst case. A guess that gives up the worst case is compared by its least average, which
may be lower.

By least average, a guess costs at most 1 if every guess stays allowed, because the player can go on
as if it had not been made. So 1 minus the cost measures skill: 1 for the best guess, 0 for a guess
that gives no information. Luck then averages 0 over the secrets.

Values not proven in time are estimated by the best known strategies: m(S, g) by the best one that
begins with g.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, cast

from emi.errors import MemoryNeedError
from emi.objectives.average import Average
from emi.results.playing import Move, Review
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from typing import Unpack

    from emi.playing.position import Position
    from emi.results.advice import Advice, GuessProfile
    from emi.search.model.bounds import Bounds
    from emi.settings import Given

#: The default limits of a review.
PATIENCE = Limits(seconds=5.0)
#: The most candidates whose values are quickly proven.
QUICK = 100


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
        values not proven in time are estimated, or None. ``weights`` apply to the averages.

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
    exact = _ExactPlay(position, **settings)
    moves: list[Move] = []
    after = _Least(Fraction(0), "") if position.found else exact.least()
    right = position.found
    # The last positions are the quickest, so they come first.
    here = exact.here
    while here.turns:
        turn = here.pop()
        surely = exact.surely()
        best, yours = exact.compared(turn.guess)
        possible = () if right else turn.possible or ()
        moves.append(
            Move(
                guess=turn.guess,
                feedback=turn.feedback,
                before=len(here.possible) if exact.counts else None,
                after=0 if right else None if turn.possible is None else len(turn.possible),
                expected_size=exact.expected_size(turn.guess),
                best=best.guess,
                best_size=exact.expected_size(best.guess) if best.guess else None,
                surely=surely,
                cost=_minus(yours.mean, best.mean),
                luck=_minus(_minus(yours.mean, Fraction(1)), after.mean),
                exact=best.proven and yours.proven and (after.proven or after.mean is None),
                beyond=yours.beyond,
                likeliest=exact.likeliest(possible),
                listed=turn.listed,
            )
        )
        after, right = best, False
    mean, unlisted = after.mean, _unlisted(position, secret)
    by = here.settings.by or position.game.best_by
    return Review(position.game.facts, tuple(reversed(moves)), position.found, mean, by, unlisted)


class _Least(NamedTuple):
    """The lowest known average from a position on, and a first guess that attains it.

    ``by`` is the order. By ``worst``, ``beyond`` tells whether the guess gives up the guarantee.
    """

    mean: Fraction | None
    guess: str
    proven: bool = True
    by: str = "average"
    beyond: bool = False


def _minus(mean: Fraction | None, other: Fraction | None) -> Fraction | None:
    """Return a difference; None if a value is unknown."""
    return None if mean is None or other is None else mean - other


def _unlisted(end: Position, secret: str) -> tuple[str, ...]:
    """Return the secret if it is not on the list; if it is unknown, the unlisted codes that fit."""
    if secret or end.found:
        code = secret or end.turns[-1].guess
        return () if code in end.game.secrets else (code,)
    return () if end.possible else end.unlisted


class _ExactPlay:
    """Values the positions of a game by exact play, the last one first, until a deadline."""

    def __init__(self, position: Position, **settings: Unpack[Given]) -> None:
        self.here = here = position.copy()
        turns = position.turns
        for _ in turns:
            here.pop()
        for turn in turns:
            # Only the last guess was right, even if an earlier one was all that the clues left.
            here.push(turn.guess, turn.feedback, right=position.found and turn is turns[-1])
        used = position.settings.having(**settings)
        self.limits = (used.limits or PATIENCE).begun()
        here.settings = used
        secrets = position.game.secrets
        self.weight = dict(zip(secrets, used.weights or [1] * len(secrets), strict=True))
        self.known = True
        try:
            here.prepare(lambda _: used.goes_on and not self.limits.passed)
        except (MemoryNeedError, Stopped):
            self.known = False

    @property
    def counts(self) -> bool:
        """Whether the candidates here are known."""
        return len(self.here.turns) >= self.here.game.clues_given

    @property
    def possible(self) -> tuple[str, ...]:
        """The candidates here; none if they are unknown."""
        return self.here.possible if self.counts else ()

    def _limits(self, others: int) -> Limits | None:
        """Return the limits of a question: its share of the time left; None if none is left.

        ``others`` is the number of further questions about this position. A question about few
        candidates may take half of the time: it is quick, except for loading kernels.
        """
        left = self.limits.remaining
        if not self.known or left <= 0 or not self.here.settings.goes_on:
            return None
        quick = len(self.here.possible) <= QUICK
        return self.limits.within(left / (2 if quick else 1 + others + len(self.here.turns)))

    def compared(self, guess: str) -> tuple[_Least, _Least]:
        """Return the best play from here on, and the best that begins with a guess."""
        best = self.least()
        if best.guess == guess and best.proven:
            return best, best
        yours = self.least(guess, others=1) if best.by == "average" else self.surest(guess)
        if best.by == "worst":
            if yours.mean is None or yours.beyond or (best.mean and best.mean < yours.mean):
                return best, yours
            return yours, yours
        if not best.proven and best.guess not in {"", guess}:
            # The strategy of this search may be worse than one from a search with the first guess.
            begun = self.least(best.guess, others=0)
            best = min(best, begun, key=lambda least: (least.mean is None, least.mean))
        if yours.mean is not None and (best.mean is None or yours.mean <= best.mean):
            # If it is proven, both are equal.
            best = _Least(yours.mean, guess, best.proven)
        return best, yours

    def least(self, first: str | None = None, *, others: int = 2) -> _Least:
        """Return the least average from here on, and a first guess that attains it."""
        here, limits = self.here, self._limits(others)
        # A secret off the list may leave no candidate, or be a guess that the game does not know.
        if limits is None or not self.possible or first not in {None, *here.game.guesses}:
            return _Least(None, "", proven=False)
        if first is None:
            try:
                explained = here.explain(top=1, show=[], tries=None, limits=limits)
            except Stopped:
                return _Least(None, "", proven=False)
            advice, best = cast("Advice", explained.advice), explained.guesses[0]
            if advice.by == "worst":
                return self._attained(best)
            total = advice.total
            if explained.better is not None:
                total = (best.exact and best.exact.total) or Bounds(1, None)
            return self._mean(total, best.guess)
        return self._mean(here.value(Average(), first=first, limits=limits).bounds, first)

    def surest(self, guess: str) -> _Least:
        """Return the least average of a guess among strategies that keep the worst case.

        If there is none, return its least average of all strategies, as ``beyond``.
        """
        here, limits = self.here, self._limits(1)
        if limits is None or not self.possible or guess not in here.legal:
            return _Least(None, "", proven=False, by="worst")
        try:
            explained = here.explain(
                top=1, show=[], also=[guess], by="worst", tries=None, limits=limits
            )
        except Stopped:
            return _Least(None, "", proven=False, by="worst")
        yours = next(row for row in explained.guesses if row.guess == guess)
        if yours.exact is None or yours.exact.worst.upper is not None:
            return self._attained(yours)
        return self.least(guess, others=1)._replace(by="worst", beyond=True)

    def _attained(self, profile: GuessProfile) -> _Least:
        """Return the average of a guess that keeps the worst case.

        If it is unknown, the least average of the guess is an estimate.
        """
        exact = profile.exact
        if exact is None or exact.total is None or exact.total.upper is None:
            return self.least(profile.guess)._replace(by="worst", proven=False)
        least = self._mean(exact.total, profile.guess)
        return least._replace(by="worst", proven=least.proven and exact.worst.proven)

    def _mean(self, total: Bounds, guess: str) -> _Least:
        whole = sum(self.weight[code] for code in self.here.possible)
        mean = None if total.upper is None else Fraction(total.upper, whole)
        return _Least(mean, guess, total.proven)

    def likeliest(self, possible: tuple[str, ...]) -> tuple[str, ...]:
        """Return candidates, the likeliest first; empty if there are many."""
        from emi.games.weights import likeliest

        return likeliest(self.here.game, possible, [self.weight[code] for code in possible])

    def surely(self) -> Bounds | None:
        """Return bounds on the worst case from here on."""
        limits = self._limits(others=3)
        if limits is None or not self.possible:
            return None
        return self.here.value(limits=limits).bounds

    def expected_size(self, guess: str) -> Fraction | None:
        """Return the expected size of the class after a guess; the guess itself is a class of 1."""
        possible, game = self.possible, self.here.game
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
