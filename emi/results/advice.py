"""Ranked guesses: what each is worth, the best ones, and the partitions that they make."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from emi.results.base import HIDDEN, Tabular, fact

if TYPE_CHECKING:
    from emi.results.base import GameFacts
    from emi.results.playing import Turn
    from emi.search.heuristics.heuristic import Heuristic
    from emi.search.heuristics.profiles import Runs
    from emi.search.model.bounds import Bounds

#: The value of an aggregate for a guess; a vector is encoded as runs.
Value: TypeAlias = "int | float | Fraction | Runs"


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
    """The best guess by another order than the requested one, with its values.

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
        The number of guesses in this row. Permutations of places and symbols that fix the guesses
        already made map these guesses to each other.

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
class Explanation(Tabular):
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
class Partitions(Tabular):
    """The partitions by several guesses, side by side.

    ``feedbacks`` lists all feedbacks of the game. Games of words have too many: there it lists only
    those that these guesses get.
    """

    game: GameFacts
    feedbacks: tuple[str, ...]
    columns: tuple[Partition, ...]

    def __repr__(self) -> str:
        return f"<Partitions of {self.game} by {' '.join(one.guess for one in self.columns)}>"
