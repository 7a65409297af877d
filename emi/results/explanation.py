"""What is known at a position: the guesses made, what they leave, the next ones with profiles."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from emi.results.plain import HIDDEN, fact
from emi.results.shown import Shown

if TYPE_CHECKING:
    from emi.results.game import GameFacts
    from search.heuristics.heuristic import Heuristic
    from search.heuristics.profiles import Runs
    from search.model.bounds import Bounds

#: What an aggregate makes of a guess; a vector is given as runs.
Value: TypeAlias = "int | float | Fraction | Runs"


@dataclass(frozen=True)
class Turn:
    """A guess that was made, the feedback on it, and the candidates that are left after it."""

    guess: str
    feedback: str
    possible: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True)
class Exact:
    """What is proven of a guess.

    Attributes
    ----------
    worst : Bounds
        On the guesses from here on, this one included, within which every candidate is surely
        found. The upper bound is None where none is known.
    total : Bounds or None
        On the least number of guesses for all candidates together, by a strategy that begins with
        the guess and needs no more guesses in the worst case than the upper bound of that says.
        None where nothing is known.
    """

    worst: Bounds
    total: Bounds | None


@dataclass(frozen=True)
class Advice:
    """What exact play says of a position.

    Attributes
    ----------
    worst : Bounds
        The guarantee: the guesses from here on within which every candidate is surely found.
    total : Bounds
        On the least number of guesses, for all candidates together, of a strategy that keeps the
        guarantee.
    complete : bool
        Whether it is proven that no guess is better than those that are listed.
    misses : Bounds or None
        On the least weight of the candidates that are missed within the tries that are left; None
        where no number of tries was given, or they may be enough for all.
    """

    worst: Bounds
    total: Bounds
    complete: bool
    misses: Bounds | None = None

    def keeps(self, exact: Exact | None) -> bool | None:
        """Return whether a guess keeps the guarantee; None where that is not known."""
        guarantee = self.worst.upper
        if exact is None or guarantee is None:
            return None
        if exact.worst.upper is not None and exact.worst.upper <= guarantee:
            return True
        return False if exact.worst.lower > guarantee else None

    @fact
    def exact(self) -> bool:
        """Whether it is proven that no guess is better than the first."""
        return self.worst.proven and self.total.proven


@dataclass(frozen=True)
class GuessProfile:
    """A guess that may be made next, with the sizes of the classes that it would leave.

    Attributes
    ----------
    guess : str
    possible : bool
        Whether it may itself be right.
    classes : Runs
        The sizes of the classes, falling, each with how often it is there.
    vector : tuple of int
        For each possible word the size of the class that it lies in; empty if they are many.
    values : dict
        What each aggregate makes of it, by name.
    exact : Exact or None
        What is proven of it; None if that was not asked, or there was no time.
    common : bool or None
        Whether it is a common word; None where there is no list of them.
    """

    guess: str
    possible: bool
    classes: Runs = field(repr=False)
    vector: tuple[int, ...] = field(repr=False)
    values: dict[str, Value] = field(repr=False)
    exact: Exact | None = None
    common: bool | None = None


@dataclass(frozen=True, repr=False)
class Explanation(Shown):
    """A position, and the guesses that may be made next.

    Attributes
    ----------
    game : GameFacts
    turns : tuple of Turn
        The guesses made.
    possible : tuple of str
        The words that are still possible, at least one.
    found : bool
        Whether one of the guesses made was right.
    heuristic : Heuristic
        What the guesses are sorted by, behind those of which something is proven.
    guesses : tuple of GuessProfile
        The best first; none if the secret is found.
    ranked, tied : int
        How many there are, and how many are as good as the first, before ties are broken; by exact
        play as far as that is known, see `ties_known`.
    profiled : int
        How many were sorted by their classes. There was no time for the others, which follow.
    sample : int
        By the classes of how many secrets, drawn at random, the others are sorted; 0 where there
        are none.
    advice : Advice or None
        None if a heuristic alone was asked, or the secret is found.
    weight : int or None
        What the weights of the candidates add up to; None without weights, where each counts once.
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

    @property
    def whole(self) -> int:
        """What a total is divided by for an average."""
        return len(self.possible) if self.weight is None else self.weight

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
        """Whether no more guesses are as good as the first: one that is listed is worse."""
        listed = len(self.guesses)
        every = self.tied < listed or listed == self.ranked
        known = self.profiled == self.ranked
        return known and (self.advice is None or (self.advice.complete and every))
