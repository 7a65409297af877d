"""Results of played games: reviews against exact play, and timed challenges."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.results.plain import fact
from emi.results.shown import Shown

if TYPE_CHECKING:
    from emi.results.explanation import Turn
    from emi.results.game import GameFacts
    from emi.search.model.bounds import Bounds


@dataclass(frozen=True)
class Move:
    """A guess, compared with the best guess.

    Attributes
    ----------
    guess, feedback : str
    before, after : int
        The number of candidates before the guess, and after its feedback.
    expected_size : Fraction or None
        The expected size of the class that the guess leaves, as in `Partition`, with the weights of
        the secrets; None without a candidate.
    best : str
        The first guess of a strategy with the least average; empty if none is known.
    surely : Bounds or None
        Bounds on the worst case before the guess.
    cost : Fraction or None
        The mean number of guesses lost against the best guess; None if not proven.
    luck : Fraction or None
        The mean number of guesses saved by the feedback; negative for bad luck.

    Examples
    --------
    >>> import emi
    >>> game = emi.Mastermind(2, 3)
    >>> move = emi.Position(game, [("11", "1b0w"), ("12", "2b0w")]).review().moves[1]
    >>> move.before, move.after, move.cost, move.luck
    (4, 0, Fraction(0, 1), Fraction(3, 4))
    """

    guess: str
    feedback: str
    before: int
    after: int
    expected_size: Fraction | None
    best: str
    surely: Bounds | None
    cost: Fraction | None
    luck: Fraction | None


@dataclass(frozen=True, repr=False)
class Review(Shown):
    """A review of a game, guess by guess.

    Attributes
    ----------
    game : GameFacts
    moves : tuple of Move
    found : bool
    mean : Fraction or None
        The least average of the whole game; None if not proven.
    unlisted : tuple of str
        The secret if it is not on the list, or the guesses that it may be; empty otherwise. The
        candidates are the listed secrets that agree with the feedback.

    Examples
    --------
    >>> import emi
    >>> game = emi.Mastermind(2, 3)
    >>> emi.Position(game, [("11", "1b0w"), ("12", "2b0w")]).review()
    <Review of mastermind:2x3: 2 guesses>
    """

    game: GameFacts
    moves: tuple[Move, ...]
    found: bool
    mean: Fraction | None
    unlisted: tuple[str, ...] = ()

    @fact
    def cost(self) -> Fraction | None:
        """The sum of the costs of the guesses; None if one is unknown."""
        return _sum([move.cost for move in self.moves])

    @fact
    def luck(self) -> Fraction | None:
        """The sum of the luck of the guesses; None if one is unknown."""
        return _sum([move.luck for move in self.moves])

    def __repr__(self) -> str:
        count = "1 guess" if len(self.moves) == 1 else f"{len(self.moves)} guesses"
        return f"<Review of {self.game}: {count}>"


@dataclass(frozen=True)
class Attempt:
    """One word of a challenge.

    Attributes
    ----------
    word : str
    game : str
        The cell of the word.
    turns : tuple of Turn
        The guesses made, with their feedback.
    tries : int
        The number of allowed guesses.
    found : bool
        Whether the last guess was the word.
    seconds : float
        The time taken.
    """

    word: str
    game: str
    turns: tuple[Turn, ...]
    tries: int
    found: bool
    seconds: float


@dataclass(frozen=True, repr=False)
class ChallengeResult(Shown):
    """The result of a challenge.

    Attributes
    ----------
    attempts : tuple of Attempt
        One for each word.
    clock : float
        The time limit for all words, in seconds.
    """

    attempts: tuple[Attempt, ...]
    clock: float

    @fact
    def seconds(self) -> float:
        """The time taken for all words."""
        return sum(one.seconds for one in self.attempts)

    @fact
    def won(self) -> bool:
        """Whether the program found every word, in its tries and in time."""
        return all(one.found for one in self.attempts) and self.seconds <= self.clock

    def __repr__(self) -> str:
        found = sum(one.found for one in self.attempts)
        return f"<ChallengeResult: {found} of {len(self.attempts)} words found>"


def _sum(values: list[Fraction | None]) -> Fraction | None:
    """Return the sum; None if a value is unknown."""
    known = [value for value in values if value is not None]
    return sum(known, Fraction(0)) if len(known) == len(values) else None
