"""Objectives: the worst case, the average, and guarantees within a number of guesses.

An objective defines its costs, the key of its records, the bounds before a search, the bounds that
its value implies for other objectives, and its search.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from numbers import Integral
from reprlib import repr as short
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from emi.errors import OptionError
from emi.search.model.bounds import Bounds
from emi.search.model.cost_model import CostModel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from emi.search.model.written import Outline
    from emi.search.solve.base import Question, Search
    from emi.search.solve.cost.least_cost import CostSearch

#: More guesses than any strategy takes: no feedback matrix has this many secrets.
MOST_TRIES = 10**6


class Misses(NamedTuple):
    """Bounds on the fewest misses within a number of tries, by which objectives inform each other.

    The guess begins a strategy that attains the upper bound; None if no such guess is known.
    """

    tries: int
    lower: int
    upper: int | None = None
    guess: str | None = None


class Implied(NamedTuple):
    """Bounds implied by known bounds for other objectives.

    The guess begins a strategy that attains the upper bound.
    """

    lower: int = 0
    upper: int | None = None
    guess: str | None = None


class Told(NamedTuple):
    """Facts about the strategy of a solution: see `emi.Solution`. Secrets are indices."""

    worst: int | None = None
    at_worst: int | None = None
    worst_proven: bool | None = None
    missed: tuple[int, ...] | None = None


class Objective(ABC):
    """The quantity by which strategies are judged.

    Attributes
    ----------
    name : str
    priced : bool
        Whether guesses and misses have prices. Then a bound holds after a number of guesses, and
        the solution includes the strategy.
    """

    name: ClassVar[str]
    priced: ClassVar[bool] = True

    if TYPE_CHECKING:

        @property
        def tries(self) -> int | None:
            """The number of guesses allowed; None if unlimited."""

        @property
        def weights(self) -> Sequence[int] | None:
            """The weight of each secret; None if all are 1."""

        @property
        def within(self) -> int | None:
            """The guesses within which every secret must be found; None if unlimited."""

    @property
    @abstractmethod
    def key(self) -> str:
        """The key of the records of the objective, besides game, position and weights."""

    @abstractmethod
    def first_bounds(self, count: int, *, begun: int) -> Bounds:
        """Return the bounds for ``count`` candidates before any search.

        ``begun`` is the number of first guesses made regardless of the feedback.
        """

    @abstractmethod
    def search(self, question: Question) -> Search:
        """Return the search for the value, not yet run."""

    @property
    def weighing(self) -> NDArray[np.int64] | None:
        """The weights as an array; None if all are 1."""
        return None if self.weights is None else np.array(list(self.weights), np.int64)

    @abstractmethod
    def reached(self, outline: Outline, weights: Sequence[int]) -> int | None:
        """Return the value of a strategy that finds every secret; None if it is not allowed."""

    @abstractmethod
    def one_by_one(self, weights: Sequence[int]) -> int:
        """Return the cost of proposing the secrets one by one, the heaviest first.

        Any first guess can begin this strategy, so the bound suggests none.
        """

    def told(self, outline: Outline | None) -> Told:  # noqa: ARG002
        """Return the facts about the strategy of a solution, if the strategy is known."""
        return Told()

    def misses(self, bounds: Bounds, guess: str | None) -> Iterable[Misses]:  # noqa: ARG002
        """Yield bounds on the fewest misses that follow from bounds on the value.

        The guess begins a strategy that attains the upper bound.
        """
        return ()

    def implied(self, facts: Iterable[Misses], lightest: int) -> Implied:  # noqa: ARG002
        """Return the bounds on the value that follow from bounds on the fewest misses.

        No secret weighs less than the lightest.
        """
        return Implied()


@dataclass(frozen=True)
class WorstCase(Objective):
    """The worst case: the fewest guesses that find every secret; in Motus, the EMI.

    Examples
    --------
    >>> WorstCase().name
    'worst'
    """

    name: ClassVar[str] = "worst"
    priced: ClassVar[bool] = False
    tries: ClassVar[None] = None
    weights: ClassVar[None] = None
    within: ClassVar[None] = None

    @property
    def key(self) -> str:
        """The empty key: records of the worst case are stored under the game itself."""
        return ""

    def first_bounds(self, count: int, *, begun: int) -> Bounds:
        """Return 1 and the number of candidates."""
        # Prescribed first guesses may give no information.
        return Bounds(1, count + begun)

    def search(self, question: Question) -> Search:
        """Return the search for the value, not yet run."""
        matrix, candidates, session, opening, restriction, symmetric = question
        # Each search loads its kernels, so import only the one needed.
        if restriction is not None:
            from emi.search.solve.cost.worst_case import WorstCaseByMisses, suits

            if suits(matrix, restriction, candidates):
                return WorstCaseByMisses(
                    matrix, candidates, session, first=question.first, restriction=restriction
                )
            from emi.search.solve.restricted.hard_play import RestrictedSearch

            return RestrictedSearch(matrix, restriction, candidates, session, opening=opening)
        from emi.search.solve.worst_case.free_play import WorstCaseSearch

        return WorstCaseSearch(matrix, candidates, session, symmetric=symmetric, opening=opening)

    def one_by_one(self, weights: Sequence[int]) -> int:
        """Return the number of secrets."""
        return len(weights)

    def reached(self, outline: Outline, weights: Sequence[int]) -> int | None:  # noqa: ARG002
        """Return the most guesses that a strategy takes."""
        return outline.depth

    def misses(self, bounds: Bounds, guess: str | None) -> Iterable[Misses]:
        """Yield two facts: fewer guesses than the value miss a secret, and the upper bound none."""
        if bounds.lower > 1:
            yield Misses(bounds.lower - 1, 1)
        if bounds.upper is not None:
            yield Misses(bounds.upper, 0, 0, guess)

    def implied(self, facts: Iterable[Misses], lightest: int) -> Implied:  # noqa: ARG002
        """Return bounds from the most guesses that miss a secret, and the fewest that miss none."""
        lower, upper, guess = 0, None, None
        for one in facts:
            if one.lower > 0:
                lower = max(lower, one.tries + 1)
            if one.upper == 0 and one.guess and (upper is None or one.tries < upper):
                upper, guess = one.tries, one.guess
        return Implied(lower, upper, guess)


class Priced(Objective):
    """An objective with prices for guesses and misses, multiplied by the weights of secrets.

    Subclasses define ``cost_model``; the value is the least sum of its prices.
    """

    if TYPE_CHECKING:

        @property
        def cost_model(self) -> CostModel:
            """The prices whose least sum is the value."""

    def __repr__(self) -> str:
        # The weights of all secrets would fill the screen.
        said = (f"{one.name}={short(getattr(self, one.name))}" for one in fields(self))  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join(said)})"

    @property
    def key(self) -> str:
        """The name, and the number of guesses allowed."""
        return f"{self.name} within {self.tries}"

    def first_bounds(self, count: int, *, begun: int) -> Bounds:  # noqa: ARG002
        """Return 0 and no upper bound."""
        return Bounds(0, None)

    def search(self, question: Question) -> Search:
        """Return the search for the value, not yet run."""
        matrix, candidates, session, opening, restriction, symmetric = question
        return self._search_class()(
            matrix,
            self.cost_model.among(matrix.secrets, max(len(opening), 1)),
            candidates,
            session,
            weights=self.weighing,
            opening=opening,
            symmetric=symmetric,
            restriction=restriction,
        )

    def _search_class(self) -> type[CostSearch]:
        from emi.search.solve.cost.least_cost import CostSearch

        return CostSearch

    def one_by_one(self, weights: Sequence[int]) -> int:
        """Return the price of proposing the secrets one by one."""
        of = self.cost_model.of
        return sum(of(at) * weight for at, weight in enumerate(sorted(weights, reverse=True), 1))

    def reached(self, outline: Outline, weights: Sequence[int]) -> int | None:
        """Return the cost of a strategy."""
        cost = outline.cost(self.cost_model.of, weights)
        return cost if cost < self.cost_model.forbidden(sum(weights)) else None


@dataclass(frozen=True, repr=False)
class Average(Priced):
    """The least total number of guesses for all secrets.

    Parameters
    ----------
    within : int, optional
        The most guesses that any secret may take.
    weights : sequence of int, optional
        The weight of each secret, at least 1; 1 by default.

    Raises
    ------
    OptionError
        If ``within`` is not a positive integer.

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
        """The number of guesses allowed; None if unlimited."""
        return self.within

    @property
    def cost_model(self) -> CostModel:
        """The prices whose least sum is the value."""
        return CostModel.average() if self.within is None else CostModel.within(_taken(self.within))

    def first_bounds(self, count: int, *, begun: int) -> Bounds:  # noqa: ARG002
        """Return one guess for each candidate, and no upper bound."""
        return Bounds(count, None)

    def _search_class(self) -> type[CostSearch]:
        from emi.search.solve.cost.average import AverageSearch

        return AverageSearch

    def told(self, outline: Outline | None) -> Told:
        """Return the worst case, and whether ties were broken."""
        if outline is None:
            return Told(worst_proven=False)
        worst = outline.depth
        return Told(worst, [*outline.found.values()].count(worst), outline.rarest)

    def misses(self, bounds: Bounds, guess: str | None) -> Iterable[Misses]:
        """Yield that a strategy misses nothing within the guesses allowed, if one is known."""
        if self.within is not None and bounds.upper is not None:
            yield Misses(self.within, 0, 0, guess)


@dataclass(frozen=True, repr=False)
class Guaranteed(Priced):
    """The fewest secrets that one strategy misses within a number of guesses.

    Parameters
    ----------
    tries : int
    weights : sequence of int, optional
        As of `Average`.

    Raises
    ------
    OptionError
        If ``tries`` is not a positive integer.

    Examples
    --------
    >>> Guaranteed(5).name
    'guaranteed'
    """

    tries: int
    weights: Sequence[int] | None = None
    name: ClassVar[str] = "guaranteed"
    within: ClassVar[None] = None

    def __post_init__(self) -> None:
        check_tries(tries=self.tries)

    @property
    def cost_model(self) -> CostModel:
        """The prices whose least sum is the value."""
        return CostModel.guaranteed(_taken(self.tries))

    def _search_class(self) -> type[CostSearch]:
        from emi.search.solve.cost.guaranteed import GuaranteedSearch

        return GuaranteedSearch

    def told(self, outline: Outline | None) -> Told:
        """Return the missed secrets, including those that the strategy finds too late."""
        if outline is None:
            return Told()
        late = [secret for secret, made in outline.found.items() if made > self.tries]
        return Told(missed=tuple(sorted([*outline.missed, *late])))

    def misses(self, bounds: Bounds, guess: str | None) -> Iterable[Misses]:
        """Yield the bounds themselves."""
        yield Misses(self.tries, bounds.lower, bounds.upper, guess)

    def implied(self, facts: Iterable[Misses], lightest: int) -> Implied:
        """Return bounds on the misses from bounds for another number of tries.

        Each additional try finds at least one more missed secret, by proposing that secret.

        Examples
        --------
        >>> Guaranteed(3).implied([Misses(4, 1), Misses(2, 0, 5, "CADES")], 1)
        Implied(lower=2, upper=4, guess='CADES')
        """
        lower, upper, guess = 0, None, None
        for tries, least, most, begun in facts:
            more = (tries - self.tries) * lightest
            if least > 0 and more >= 0:
                lower = max(lower, least + more)
            if most is not None and begun and more <= 0:
                reached = max(most + more, 0)
                if upper is None or reached < upper:
                    upper, guess = reached, begun
        return Implied(lower, upper, guess)


@dataclass(frozen=True, repr=False)
class MissesThenAverage(Priced):
    """The fewest misses within ``tries``, then the least total: a point of the Pareto front.

    A secret that takes more guesses is missed and found later. Each miss costs more than any total.
    """

    tries: int
    miss: int
    weights: Sequence[int] | None = None
    name: ClassVar[str] = "pareto"
    within: ClassVar[None] = None

    @property
    def key(self) -> str:
        """The number of guesses allowed, and the price of a miss."""
        return f"front at {self.tries}, {self.miss}"

    @property
    def cost_model(self) -> CostModel:
        """The prices whose least sum is the value."""
        return CostModel.misses_first(_taken(self.tries), self.miss)


def check_tries(**given: int) -> None:
    """Raise OptionError if a parameter is not a positive integer."""
    for name, tries in given.items():
        if not isinstance(tries, Integral) or tries < 1:
            raise OptionError("expected a whole number above 0", **{name: tries})


def _taken(tries: int) -> int:
    """Return the most guesses that a strategy may take."""
    return min(tries, MOST_TRIES)
