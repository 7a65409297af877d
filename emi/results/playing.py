"""A game in progress: ranked guesses and partitions; the review of a game, and a challenge."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from emi.results.base import HIDDEN, Shown, fact

if TYPE_CHECKING:
    from emi.results.base import GameFacts
    from emi.search.heuristics.heuristic import Heuristic
    from emi.search.heuristics.profiles import Runs
    from emi.search.model.bounds import Bounds

#: The value of an aggregate for a guess; a vector is encoded as runs.
Value: TypeAlias = "int | float | Fraction | Runs"


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
class Exact:
    """Proven values of a guess.

    Attributes
    ----------
    worst : Bounds
        Bounds on the number of guesses, including this one, needed to find every candidate. The
        upper bound is None if unknown.
    total : Bounds or None
        Bounds on the least total number of guesses over all candidates, None if unknown. They cover
        strategies that begin with this guess: all of them where the best is the lowest average,
        else those whose worst case is at most the upper bound of `worst`.

    Examples
    --------
    >>> import emi
    >>> emi.Position(emi.Mastermind(2, 3), [("11", "1b0w")]).explain().guesses[0].exact
    Exact(worst=Bounds(lower=2, upper=2), total=Bounds(lower=7, upper=7))
    """

    worst: Bounds
    total: Bounds | None


@dataclass(frozen=True)
class Rival:
    """The best guess by the other order, with its values.

    Examples
    --------
    >>> import emi
    >>> emi.Position("lingo:X").explain(top=1).advice.rival is None
    True
    """

    guess: str
    exact: Exact


@dataclass(frozen=True)
class Advice:
    """Proven values of a position.

    Attributes
    ----------
    worst : Bounds
        Bounds on the guarantee: the number of further guesses needed to find every candidate.
    total : Bounds
        Bounds on the least total number of guesses over all candidates: of all strategies if the
        best is the lowest average, else of those that keep the guarantee.
    complete : bool
        Whether no unlisted guess is better than the listed ones.
    by : str
        What is best: the lowest ``average``, or the lowest ``worst`` case.
    rival : Rival or None
        The best guess by the other order, if it is another one and known.
    misses : Bounds or None
        Bounds on the least weight of the candidates missed within the remaining tries. None if no
        number of tries is given, or if the tries may suffice for all candidates.

    Examples
    --------
    >>> import emi
    >>> emi.Position(emi.Mastermind(2, 3), [("11", "1b0w")]).explain(tries=2).advice.misses
    Bounds(lower=3, upper=3)
    """

    worst: Bounds
    total: Bounds
    complete: bool
    misses: Bounds | None = None
    by: str = "worst"
    rival: Rival | None = None

    def keeps(self, exact: Exact | None) -> bool | None:
        """Return whether a guess keeps the guarantee; None if unknown."""
        guarantee = self.worst.upper
        if exact is None or guarantee is None:
            return None
        if exact.worst.upper is not None and exact.worst.upper <= guarantee:
            return True
        return False if exact.worst.lower > guarantee else None

    @fact
    def exact(self) -> bool:
        """Whether the worst case and the total are both proven, so no guess beats the first."""
        return self.worst.proven and self.total.proven


@dataclass(frozen=True)
class GuessProfile:
    """A possible next guess, with the sizes of its classes.

    Attributes
    ----------
    guess : str
    possible : bool
        Whether the guess is a candidate.
    classes : Runs
        The class sizes in decreasing order, each with its number of occurrences.
    vector : tuple of int
        For each candidate, the size of its class; empty if there are many candidates.
    values : dict
        The value of each aggregate, by name.
    exact : Exact or None
        Proven values; None if they were not requested or time ran out.
    usual : bool or None
        Whether the guess is a usual word; None if there is no list of usual words.
    alike : int
        The number of guesses in this row: those that permutations of places and symbols which
        fix the guesses made map to each other.

    Examples
    --------
    >>> import emi
    >>> best = emi.Position(emi.Mastermind(2, 3), [("11", "1b0w")]).explain(show=["Max"]).guesses[0]
    >>> best.guess, best.possible, best.vector, best.values["Max"]
    ('12', True, (1, 1, 1, 1), 1)
    """

    guess: str
    possible: bool
    classes: Runs = field(repr=False)
    vector: tuple[int, ...] = field(repr=False)
    values: dict[str, Value] = field(repr=False)
    exact: Exact | None = None
    usual: bool | None = None
    alike: int = 1


@dataclass(frozen=True, repr=False)
class Explanation(Shown):
    """A position, and its possible next guesses in order.

    Attributes
    ----------
    game : GameFacts
    turns : tuple of Turn
        The guesses made.
    possible : tuple of str
        The candidates, at least one.
    found : bool
        Whether the secret has been guessed.
    heuristic : Heuristic
        Orders the guesses without proven values; they follow those with proven values.
    guesses : tuple of GuessProfile
        The best guesses, best first; empty if the secret is found.
    ranked : int
        The number of all ranked guesses.
    tied : int
        The number of guesses as good as the first before ties are broken. Exact values are used as
        far as they are known, see `ties_known`.
    profiled : int
        The number of guesses ranked by their full profile. Time ran out for the rest, which follow.
    sample : int
        The number of random secrets by whose classes the rest is ranked; 0 if there is no rest.
    advice : Advice or None
        None if only a heuristic was requested, or if the secret is found.
    weight : int or None
        The sum of the weights of the candidates; None without weights.
    left_out : int
        The number of guesses missing from the list because time ran out: they were not profiled, or
        their rows would not be written in time.
    likeliest : tuple of str
        Up to twenty candidates, the likeliest first: by weight, then usual words.
    usual : bool
        Whether only usual words are listed.
    better : Rival or None
        The best guess of all, if only usual words are listed and it is better.

    Examples
    --------
    >>> import emi
    >>> emi.Position(emi.Mastermind(2, 3), [("11", "1b0w")]).explain()
    <Explanation of mastermind:2x3: 4 of 9 codes possible, 12 comes first>
    """

    game: GameFacts
    turns: tuple[Turn, ...]
    possible: tuple[str, ...]
    found: bool
    heuristic: Heuristic = field(metadata=HIDDEN)
    guesses: tuple[GuessProfile, ...] = field(metadata={"key": "profiles"})
    ranked: int
    tied: int
    profiled: int
    sample: int = 0
    advice: Advice | None = None
    weight: int | None = None
    left_out: int = 0
    likeliest: tuple[str, ...] = field(default=(), metadata=HIDDEN)
    usual: bool = field(default=False, metadata=HIDDEN)
    better: Rival | None = field(default=None, metadata=HIDDEN)

    @property
    def whole(self) -> int:
        """The divisor that turns a total into an average: the weight of all candidates."""
        return len(self.possible) if self.weight is None else self.weight

    @property
    def listed(self) -> int:
        """The number of guesses in the rows."""
        return sum(profile.alike for profile in self.guesses)

    def __repr__(self) -> str:
        best = f", {self.guesses[0].guess} comes first" if self.guesses else ""
        left = f"{len(self.possible):,} of {self.game.secrets:,} {self.game.kind} possible"
        return f"<Explanation of {self.game}: {left}{best}>"

    @fact
    def sorted_by(self) -> str:
        """The name of the heuristic."""
        return self.heuristic.name

    @fact
    def ties_known(self) -> bool:
        """Whether `tied` is exact: all guesses were compared, and no further one can be tied."""
        listed = self.listed
        every = self.tied < listed or listed == self.ranked
        known = self.profiled == self.ranked
        return known and (self.advice is None or (self.advice.complete and every))


@dataclass(frozen=True)
class Partition:
    """The class sizes of a guess for n secrets, and the scores in Table 3 of Heeffer and Heeffer.

    Attributes
    ----------
    guess : str
    sizes : tuple of int
        The class size for each feedback; 0 if no secret gives the feedback.
    worst_case : int
        The largest class size.
    expected_size : Fraction
        The expected size of the class of the secret, sum(t^2) / n for classes of t secrets,
        including the class of a correct guess. Advice and reviews print this too, and the heuristic
        ``ExpectedSize`` minimises it. The source divides by n - 1.
    entropy : float
        The entropy of the feedback in bits, rounded to three decimals.
    partitions : int
        The number of nonempty classes.
    standard_deviation : int
        The standard deviation of all sizes, including zeros, rounded.
    """

    guess: str
    sizes: tuple[int, ...]
    worst_case: int
    expected_size: Fraction
    entropy: float
    partitions: int
    standard_deviation: int


@dataclass(frozen=True, repr=False)
class Partitions(Shown):
    """The partitions by several guesses, side by side.

    ``feedbacks`` lists all feedbacks of the game. Games of words have too many: there it lists only
    those that these guesses get.
    """

    game: GameFacts
    feedbacks: tuple[str, ...]
    columns: tuple[Partition, ...]

    def __repr__(self) -> str:
        return f"<Partitions of {self.game} by {' '.join(one.guess for one in self.columns)}>"


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
        The best guess, by what `Review.by` says; empty if none is known.
    best_size : Fraction or None
        The expected size of the class that the best guess leaves.
    surely : Bounds or None
        Bounds on the worst case before the guess.
    cost : Fraction or None
        The mean number of guesses lost against the best guess; None if unknown. It may be negative
        if `best` is that of the worst case, and the guess is `beyond` that.
    luck : Fraction or None
        The mean number of guesses saved by the feedback; negative for bad luck.
    exact : bool
        Whether cost and luck are proven; otherwise they are estimated.
    beyond : bool
        Whether the guess gives up the worst case of `best`, where that is what makes it the best.
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

        A guess that is `beyond` the worst case of the best one costs at least one guess there.
        """
        if self.cost is None:
            return None
        if self.beyond:
            return Fraction(0)
        return 100 * min(max(1 - self.cost, Fraction(0)), Fraction(1))


@dataclass(frozen=True, repr=False)
class Review(Shown):
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
