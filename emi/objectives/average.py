"""The average: the least total number of guesses for all secrets, and their mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from emi.errors import OptionError
from emi.objectives.base import (
    HIGHEST_LEVEL,
    Misses,
    Objective,
    Options,
    Priced,
    StrategyFacts,
    check_tries,
    mean,
    register,
    tries_of,
)
from emi.reports.wording import at_most, plural, within
from emi.results.solution import Figure, proven_or_not

if TYPE_CHECKING:
    from emi.results.solution import Solution
    from emi.search.model.bounds import Bounds
    from emi.search.model.cost_model import CostModel
    from emi.search.model.written import Outline
    from emi.search.solve.boards.state import BoardsParameters, BoardsSearch
    from emi.search.solve.cost.least_cost import CostSearch


@register
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
    place: ClassVar[int] = 1
    help: ClassVar[str] = "guesses on average"
    heading: ClassVar[str] = "Least average"
    description: ClassVar[str] = (
        "The least total number of guesses for all secrets of each game, and their mean"
    )
    unit: ClassVar[str] = "guesses in all"
    options: ClassVar[frozenset[str]] = Priced.options | {"max-tries"}
    fields: ClassVar[frozenset[str]] = Priced.fields | {"worst", "at_worst", "worst_proven"}

    def __post_init__(self) -> None:
        if self.within is not None:
            check_tries(within=self.within)

    @classmethod
    def of_options(cls, options: Options) -> Objective:
        """Return the average within ``--max-tries``, with the weights."""
        return cls(options.max_tries, options.weights)

    @property
    def tries(self) -> int | None:
        """The number of guesses allowed; None if unlimited."""
        return self.within

    @property
    def cost_model(self) -> CostModel:
        """The prices of guesses and misses; the value is their least sum."""
        from emi.search.model.cost_model import CostModel

        if self.within is None:
            return CostModel.average()
        return CostModel.within(tries_of(self.within))

    def first_bounds(self, count: int, *, begun: int) -> Bounds:  # noqa: ARG002
        """Return the number of candidates as lower bound, and no upper bound."""
        from emi.search.model.bounds import Bounds

        return Bounds(count, None)

    def _search_class(self) -> type[CostSearch]:
        from emi.search.solve.cost.average import AverageSearch

        return AverageSearch

    def search_boards(self, question: BoardsParameters) -> BoardsSearch:
        """Return the search for the value of several boards, not yet run."""
        if self.within is not None or self.weights is not None:
            raise OptionError(f"{self!r}: expected no limit and no weights for several boards")
        from emi.search.solve.boards.average import BoardsAverage

        return BoardsAverage(*question)

    def strategy_facts(self, outline: Outline | None) -> StrategyFacts:
        """Return the worst case, how many secrets take it, and whether both are the least."""
        if outline is None:
            return StrategyFacts(worst_proven=False)
        worst = outline.depth
        return StrategyFacts(worst, [*outline.found.values()].count(worst), outline.rarest)

    def misses(self, bounds: Bounds, guess: str | None) -> Iterable[Misses]:
        """Yield 0 misses if a strategy within the allowed guesses is known."""
        if self.within is not None and bounds.upper is not None:
            yield Misses(self.within, 0, 0, guess)

    def bound(self, solution: Solution, value: int | None, places: int = 4) -> str:
        """Return the mean of a total as text, ``?`` if the total is None."""
        return mean(value, solution.weight, places)

    def figures(
        self, solution: Solution, t: Callable[..., str], *, weighted: bool
    ) -> Iterator[Figure]:
        """Yield the total, the mean, and the worst case of the strategy."""
        del t
        bounds, limit = solution.bounds, within(self.within)
        if not weighted:  # A sum of weights is no number of guesses.
            guesses = "1 guess" if bounds.upper == 1 else f"{bounds} guesses"
            yield Figure.of_bounds(
                "total", bounds, lambda value: f"{value:,}", f"{guesses} in all{limit}"
            )
        text = self.text(solution)
        phrase = f"{text} guesses expected{limit}" if weighted else f"{text} on average"
        heading = "expected guesses" if weighted else "mean"
        yield Figure.of_bounds(heading, bounds, lambda value: self.bound(solution, value), phrase)
        worst, proven = solution.worst, bool(solution.worst_proven)
        text = "" if worst is None else at_most(worst, proven=proven)
        yield Figure("worst", text=text, key=worst, proven=proven or worst is None)
        if weighted:
            yield Figure("weight", solution.weight)

    def remarks(self, solution: Solution) -> Iterator[str]:
        """Yield the worst case of the strategy, and how many secrets take it."""
        if solution.worst is not None:
            proven = bool(solution.worst_proven)
            yield (
                f"at most {plural(solution.worst, 'guess')}, for "
                f"{plural(solution.at_worst or 0, 'secret')} {proven_or_not(proven=proven)}"
            )

    def total(self, solutions: Sequence[Solution]) -> str:
        """Return the total and the mean of all games."""
        secrets = f"{sum(one.candidates for one in solutions):,} secrets"
        if any(one.weighted for one in solutions):
            # The weights of each game are scaled by themselves.
            means = sum(Fraction(one.bounds.lower, one.weight) for one in solutions)
            expected = mean(means.numerator, means.denominator * len(solutions))
            return f"{secrets}, {expected} guesses expected if each game is equally likely"
        total = sum(one.bounds.lower for one in solutions)
        expected = mean(total, sum(one.weight for one in solutions))
        return f"{secrets}, {total:,} guesses in all, {expected} on average"

    def level(self, solution: Solution, value: int | None) -> int:
        """Return the colour of a mean, one step higher for each half guess."""
        if value is None:
            return HIGHEST_LEVEL
        return min(max(int(2 * value // solution.weight) - 2, 1), HIGHEST_LEVEL)

    def level_range(self, level: int) -> str:
        """Return the range of means that share a colour."""
        from_, to = f"{1 + level / 2:.1f}", f"{1.5 + level / 2:.1f}"
        if level == 1:
            return f"below {to}"
        return f"{from_} and more" if level == HIGHEST_LEVEL else f"{from_} to {to}"

    def cell_facts(
        self, solution: Solution, state: str, t: Callable[..., str]
    ) -> Iterator[tuple[str, str]]:
        """Yield the mean, and the worst case of the strategy."""
        del t
        worst = solution.worst
        proven = bool(solution.worst_proven)
        yield "Average", state
        yield "Worst case", "unknown" if worst is None else at_most(worst, proven=proven)
