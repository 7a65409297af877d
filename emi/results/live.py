"""Games that were played: beside the best play, and against the clock."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.results.plain import fact
from emi.results.shown import Shown

if TYPE_CHECKING:
    from emi.results.explanation import Turn
    from emi.results.game import GameFacts
    from search.model.bounds import Bounds


@dataclass(frozen=True)
class Move:
    """A guess that was made, beside the best one.

    Attributes
    ----------
    guess, feedback : str
    before, after : int
        The candidates before it, and after the feedback.
    expected : Fraction
        The candidates that were to be expected after it, sum(t^2) / n; the guess itself is one.
    best : str
        The first guess of a strategy of the least average; empty if none is known.
    surely : Bounds or None
        The guesses that were surely enough before it.
    cost : Fraction or None
        The guesses, on average, that it costs more than the best; None where that is not proven.
    luck : Fraction or None
        The guesses, on average, that its feedback saved; below 0 if it was bad luck.
    """

    guess: str
    feedback: str
    before: int
    after: int
    expected: Fraction
    best: str
    surely: Bounds | None
    cost: Fraction | None
    luck: Fraction | None


@dataclass(frozen=True, repr=False)
class Review(Shown):
    """A game guess by guess.

    Attributes
    ----------
    game : GameFacts
    moves : tuple of Move
    found : bool
    mean : Fraction or None
        The least average of the guesses from the start; None where it is not proven.
    """

    game: GameFacts
    moves: tuple[Move, ...]
    found: bool
    mean: Fraction | None

    @fact
    def cost(self) -> Fraction | None:
        """What the guesses cost more than the best, together."""
        return _sum([move.cost for move in self.moves])

    @fact
    def luck(self) -> Fraction | None:
        """What the feedback saved, in all."""
        return _sum([move.luck for move in self.moves])

    def __repr__(self) -> str:
        count = "1 guess" if len(self.moves) == 1 else f"{len(self.moves)} guesses"
        return f"<Review of {self.game}: {count}>"


@dataclass(frozen=True)
class SharedLine:
    """A line of a shared result.

    Attributes
    ----------
    feedback : str
    fits : int
        The number of guesses that get this feedback for the secret.
    guesses : tuple of str
        These guesses.
    after : Bounds
        The fewest and the most candidates that such guesses can have left.
    best : str
        The first guess of a strategy of the least average, as far as it is known; empty where the
        guesses before are not known.
    """

    feedback: str
    fits: int
    guesses: tuple[str, ...]
    after: Bounds
    best: str


@dataclass(frozen=True, repr=False)
class SharedReview(Shown):
    """A game of which the feedback is known, and not the guesses.

    Attributes
    ----------
    game : GameFacts
    secret : str
    lines : tuple of SharedLine
    found : bool
    """

    game: GameFacts
    secret: str
    lines: tuple[SharedLine, ...]
    found: bool

    def __repr__(self) -> str:
        return f"<SharedReview of {self.game}: {len(self.lines)} lines, secret {self.secret}>"


@dataclass(frozen=True)
class Attempt:
    """A word that was looked for.

    Attributes
    ----------
    word : str
    game : str
        The cell that it was looked for in.
    turns : tuple of Turn
        The guesses made, with their feedback.
    tries : int
        How many were allowed.
    found : bool
        Whether the last of them was the word.
    seconds : float
        How long it took.
    """

    word: str
    game: str
    turns: tuple[Turn, ...]
    tries: int
    found: bool
    seconds: float


@dataclass(frozen=True, repr=False)
class ChallengeResult(Shown):
    """How a challenge ended.

    Attributes
    ----------
    attempts : tuple of Attempt
        One for each word.
    clock : float
        The seconds that were allowed for all of them.
    """

    attempts: tuple[Attempt, ...]
    clock: float

    @fact
    def seconds(self) -> float:
        """How long all of it took."""
        return sum(one.seconds for one in self.attempts)

    @fact
    def won(self) -> bool:
        """Whether the program found every word, in its tries and in time."""
        return all(one.found for one in self.attempts) and self.seconds <= self.clock

    def __repr__(self) -> str:
        found = sum(one.found for one in self.attempts)
        return f"<ChallengeResult: {found} of {len(self.attempts)} words found>"


def _sum(values: list[Fraction | None]) -> Fraction | None:
    """Return the sum, if all are known."""
    known = [value for value in values if value is not None]
    return sum(known, Fraction(0)) if len(known) == len(values) else None
