"""A game in progress: its turns, the review of a game, and a challenge."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.results.base import HIDDEN, Tabular, fact

if TYPE_CHECKING:
    from emi.results.base import GameFacts
    from emi.search.model.bounds import Bounds


@dataclass(frozen=True)
class Turn:
    """A guess, its feedback, and the candidates that remain after it.

    Attributes
    ----------
    guess, feedback : str
    possible : tuple of str or None
        None if there were too many to know them, as of a large game of pegs.
    listed : bool
        Whether the guess is on the lists of the game; another game may allow more.

    Examples
    --------
    >>> import emi
    >>> turn = emi.Mastermind(2, 3).start().push("11", "1b0w")
    >>> turn, turn.possible
    (Turn(guess='11', feedback='1b0w'), ('12', '13', '21', '31'))
    """

    guess: str
    feedback: str
    possible: tuple[str, ...] | None = field(repr=False)
    listed: bool = field(default=True, repr=False, metadata=HIDDEN)


@dataclass(frozen=True)
class Move:
    """A guess, compared with the best guess.

    Attributes
    ----------
    guess, feedback : str
    before, after : int or None
        The number of candidates before the guess, and after its feedback; None as in `Turn`.
    expected_size : Fraction or None
        The expected size of the class that the guess leaves, as in `Partition`, with the weights of
        the secrets; None without a candidate.
    best : str
        The best guess by the order `Review.by`; empty if none is known.
    best_size : Fraction or None
        The expected size of the class that the best guess leaves.
    surely : Bounds or None
        Bounds on the worst case before the guess.
    cost : Fraction or None
        The mean number of guesses lost against the best guess; None if unknown. It may be negative
        for a guess `beyond` the worst case of the best one.
    luck : Fraction or None
        The mean number of guesses saved by the feedback; negative for bad luck.
    exact : bool
        Whether cost and luck are proven; otherwise they are estimated.
    beyond : bool
        Whether the guess may take more guesses in all than the worst case of `best`; only if the
        order is the worst case.
    likeliest : tuple of str
        The candidates after the feedback if they are few, the likeliest first.
    listed : bool
        Whether the guess is on the lists of the game.

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
    before: int | None
    after: int | None
    expected_size: Fraction | None
    best: str
    best_size: Fraction | None
    surely: Bounds | None
    cost: Fraction | None
    luck: Fraction | None
    exact: bool
    beyond: bool = False
    likeliest: tuple[str, ...] = ()
    listed: bool = field(default=True, metadata=HIDDEN)

    @fact
    def skill(self) -> Fraction | None:
        """How good the guess is, from 100 for the best one to 0 for a cost of one guess.

        It is 0 if `beyond` is True: in the worst case, that guess costs at least one guess.
        """
        if self.cost is None:
            return None
        if self.beyond:
            return Fraction(0)
        return 100 * min(max(1 - self.cost, Fraction(0)), Fraction(1))


@dataclass(frozen=True, repr=False)
class Review(Tabular):
    """A review of a game, guess by guess.

    Attributes
    ----------
    game : GameFacts
    moves : tuple of Move
    found : bool
    mean : Fraction or None
        The average of the best play of the whole game; None if unknown.
    by : str
        What makes a guess the best: the lowest ``average``, or the lowest ``worst`` case and, of
        such guesses, the lowest average.
    unlisted : tuple of str
        The secret if it is not on the list, or the guesses that may be it; empty otherwise. The
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
    by: str
    unlisted: tuple[str, ...] = ()

    @fact
    def cost(self) -> Fraction | None:
        """The sum of the costs of the guesses; None if one is unknown."""
        return _sum([move.cost for move in self.moves])

    @fact
    def luck(self) -> Fraction | None:
        """The sum of the luck of the guesses; None if one is unknown."""
        return _sum([move.luck for move in self.moves])

    @fact
    def exact(self) -> bool:
        """Whether all values are proven."""
        return all(move.exact for move in self.moves)

    @fact
    def skill(self) -> Fraction | None:
        """The mean skill of the guesses; None if one is unknown."""
        total = _sum([move.skill for move in self.moves])
        return None if total is None or not self.moves else total / len(self.moves)

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
class ChallengeResult(Tabular):
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
