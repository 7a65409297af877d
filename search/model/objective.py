"""What a strategy is judged by: its worst case, its average, or what it guarantees."""

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import ClassVar, TypeAlias

from emi_errors import OptionError
from search.model.cost_model import CostModel

#: More guesses than any strategy takes: of so many secrets there is no feedback matrix.
MOST_TRIES = 10**6


@dataclass(frozen=True)
class WorstCase:
    """The least number of guesses within which every secret is surely found: in Motus, the EMI.

    Examples
    --------
    >>> WorstCase().name
    'worst'
    """

    name: ClassVar[str] = "worst"
    weights: ClassVar[None] = None
    tries: ClassVar[None] = None


@dataclass(frozen=True)
class Average:
    """The least total number of guesses for all secrets.

    Parameters
    ----------
    within : int, optional
        The most guesses that any secret may take.
    weights : sequence of int, optional
        How often each secret is counted, at least 1 each; once by default.

    Raises
    ------
    OptionError
        If ``within`` is no whole number above 0.

    Examples
    --------
    >>> Average().tries, Average(within=5).tries
    (None, 5)
    """

    within: int | None = None
    weights: Sequence[int] | None = None
    name: ClassVar[str] = "average"

    def __post_init__(self) -> None:
        if self.within is not None:
            check_tries(within=self.within)

    @property
    def tries(self) -> int | None:
        """The guesses allowed; None if any number is."""
        return self.within

    @property
    def cost_model(self) -> CostModel:
        """The prices whose least sum it is."""
        return CostModel.average() if self.within is None else CostModel.within(_taken(self.within))


@dataclass(frozen=True)
class Guaranteed:
    """The fewest secrets that one strategy misses within so many guesses.

    Parameters
    ----------
    tries : int
    weights : sequence of int, optional
        As of `Average`.

    Raises
    ------
    OptionError
        If ``tries`` is no whole number above 0.

    Examples
    --------
    >>> Guaranteed(5).name
    'guaranteed'
    """

    tries: int
    weights: Sequence[int] | None = None
    name: ClassVar[str] = "guaranteed"

    def __post_init__(self) -> None:
        check_tries(tries=self.tries)

    @property
    def cost_model(self) -> CostModel:
        """The prices whose least sum it is."""
        return CostModel.guaranteed(_taken(self.tries))


@dataclass(frozen=True)
class MissesThenAverage:
    """The fewest misses within so many guesses, and of these the least total: a Pareto point.

    A secret that takes more is missed, and is found later; it costs more than any total.
    """

    tries: int
    miss: int
    weights: Sequence[int] | None = None
    name: ClassVar[str] = "pareto"

    @property
    def cost_model(self) -> CostModel:
        """The prices whose least sum it is."""
        return CostModel.misses_first(_taken(self.tries), self.miss)


Objective: TypeAlias = WorstCase | Average | Guaranteed | MissesThenAverage


def check_tries(**given: int) -> None:
    """Refuse a parameter that is no whole number above 0."""
    for name, tries in given.items():
        if not isinstance(tries, Integral) or tries < 1:
            raise OptionError("expected a whole number above 0", **{name: tries})


def _taken(tries: int) -> int:
    """Return how many of the guesses allowed a strategy may take."""
    return min(tries, MOST_TRIES)
