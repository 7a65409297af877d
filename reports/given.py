"""What views and plots take: results of `emi`, which this room must not import, by what they have.

The class of `emi` that is meant says what each holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from reports.wording import between

if TYPE_CHECKING:
    from search.heuristics.heuristic import Heuristic
    from search.model.bounds import Bounds

Runs: TypeAlias = "tuple[tuple[int, int], ...]"
Value: TypeAlias = "int | float | Fraction | Runs"


class Turn(Protocol):
    """As `emi.playing.explanation.Turn`."""

    @property
    def guess(self) -> str: ...
    @property
    def feedback(self) -> str: ...
    @property
    def possible(self) -> tuple[str, ...]: ...


class Exact(Protocol):
    """As `emi.playing.explanation.Exact`."""

    @property
    def worst(self) -> Bounds: ...
    @property
    def total(self) -> Bounds | None: ...


class Advice(Protocol):
    """As `emi.playing.explanation.Advice`."""

    def keeps(self, exact: Any) -> bool | None: ...  # noqa: ANN401 - an `Exact` of its own

    @property
    def worst(self) -> Bounds: ...
    @property
    def total(self) -> Bounds: ...
    @property
    def exact(self) -> bool: ...
    @property
    def complete(self) -> bool: ...


class Profiled(Protocol):
    """As `emi.playing.explanation.GuessProfile`."""

    @property
    def guess(self) -> str: ...
    @property
    def possible(self) -> bool: ...
    @property
    def classes(self) -> Runs: ...
    @property
    def vector(self) -> tuple[int, ...]: ...
    @property
    def values(self) -> Mapping[str, Value]: ...
    @property
    def exact(self) -> Exact | None: ...


class Explained(Protocol):
    """As `emi.playing.explanation.Explanation`."""

    @property
    def game(self) -> str: ...
    @property
    def lexicon(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def secrets(self) -> int: ...
    @property
    def turns(self) -> Sequence[Turn]: ...
    @property
    def possible(self) -> tuple[str, ...]: ...
    @property
    def found(self) -> bool: ...
    @property
    def heuristic(self) -> Heuristic: ...
    @property
    def guesses(self) -> Sequence[Profiled]: ...
    @property
    def ranked(self) -> int: ...
    @property
    def tied(self) -> int: ...
    @property
    def profiled(self) -> int: ...
    @property
    def sample(self) -> int: ...
    @property
    def ties_known(self) -> bool: ...
    @property
    def advice(self) -> Advice | None: ...
    @property
    def tries(self) -> int | None: ...
    @property
    def what(self) -> str: ...


class Counted(Protocol):
    """As both results of `emi.playing.results`."""

    @property
    def heuristic(self) -> str: ...
    @property
    def ties(self) -> str: ...
    @property
    def direction(self) -> str: ...
    @property
    def what(self) -> str: ...
    @property
    def counts(self) -> tuple[int, ...]: ...
    @property
    def words(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def mean(self) -> Fraction: ...
    @property
    def worst(self) -> int: ...
    @property
    def fails(self) -> int | None: ...


class LengthResult(Counted, Protocol):
    """As `emi.playing.results.LengthResult`."""

    @property
    def length(self) -> int: ...
    @property
    def allowed(self) -> int | None: ...


class Result(Counted, Protocol):
    """As `emi.playing.results.HeuristicResult`."""

    @property
    def name(self) -> str: ...
    @property
    def lengths(self) -> Sequence[LengthResult]: ...


class ParetoRow(Protocol):
    """As `emi.pareto_front.ParetoRow`."""

    @property
    def tries(self) -> int | None: ...
    @property
    def words(self) -> int: ...
    @property
    def misses_lower(self) -> int: ...
    @property
    def misses_upper(self) -> int: ...
    @property
    def total_lower(self) -> int: ...
    @property
    def total_upper(self) -> int: ...
    @property
    def weight(self) -> int: ...
    @property
    def worst(self) -> int: ...
    @property
    def first_guess(self) -> str: ...
    @property
    def missed(self) -> tuple[str, ...]: ...
    @property
    def seconds(self) -> float: ...
    @property
    def proven(self) -> bool: ...
    @property
    def mean(self) -> Fraction: ...
    @property
    def least_mean(self) -> Fraction: ...
    @property
    def within(self) -> str: ...


class Move(Protocol):
    """As `emi.playing.live.review.Move`."""

    @property
    def guess(self) -> str: ...
    @property
    def feedback(self) -> str: ...
    @property
    def before(self) -> int: ...
    @property
    def after(self) -> int: ...
    @property
    def expected(self) -> Fraction: ...
    @property
    def best(self) -> str: ...
    @property
    def surely(self) -> Bounds | None: ...
    @property
    def cost(self) -> Fraction | None: ...
    @property
    def luck(self) -> Fraction | None: ...


class Reviewed(Protocol):
    """As `emi.playing.live.review.Review`."""

    @property
    def game(self) -> str: ...
    @property
    def found(self) -> bool: ...
    @property
    def mean(self) -> Fraction | None: ...
    @property
    def moves(self) -> Sequence[Move]: ...


class Attempt(Protocol):
    """As `emi.playing.live.challenge.Attempt`."""

    @property
    def word(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def turns(self) -> Sequence[Turn]: ...
    @property
    def tries(self) -> int: ...
    @property
    def found(self) -> bool: ...
    @property
    def seconds(self) -> float: ...


class Challenged(Protocol):
    """As `emi.playing.live.challenge.ChallengeResult`."""

    @property
    def attempts(self) -> Sequence[Attempt]: ...
    @property
    def clock(self) -> float: ...
    @property
    def seconds(self) -> float: ...
    @property
    def won(self) -> bool: ...


class Row(NamedTuple):
    """The bounds on the worst case of one initial letter and one length."""

    letter: str  # a capital; empty for all the initials of that length together
    length: int  # the number of letters of a word
    secrets: int  # the number of words
    lower: int
    upper: int
    first_guess: str  # one that keeps to the upper bound; empty when none is known
    seconds: float  # that the answer took
    stored: bool = False  # whether the answer was read from the cache

    @property
    def emi(self) -> int | None:
        """The proven worst case; None while the bounds are apart."""
        return self.upper if self.lower == self.upper else None

    @property
    def value(self) -> str:
        """The worst case as read by a person: ``5``, ``4..5`` if not proven, ``?`` if not begun."""
        # Between one guess and one for each word: that is what is known before any search.
        begun = self.lower > 1 or self.upper < self.secrets or self.lower == self.upper
        return between(self.lower, self.upper) if begun else "?"

    @property
    def name(self) -> str:
        """What the cell is called: ``C5``, or ``length 5`` for all initials."""
        return f"{self.letter}{self.length}" if self.letter else f"length {self.length}"
