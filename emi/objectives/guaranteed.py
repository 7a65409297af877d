"""The guarantee: the most secrets that one strategy is sure to find within a number of guesses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from emi.objectives.base import (
    Implied,
    Misses,
    Objective,
    Options,
    Priced,
    StrategyFacts,
    check_tries,
    register,
    tries_of,
)
from emi.reports import wording
from emi.reports.wording import between, few, share, within
from emi.results.solution import Figure

if TYPE_CHECKING:
    from emi.results.solution import Solution
    from emi.search.model.bounds import Bounds
    from emi.search.model.cost_model import CostModel
    from emi.search.model.written import Outline
    from emi.search.solve.cost.least_cost import CostSearch


@register
@dataclass(frozen=True, repr=False)
class Guaranteed(Priced):
    """The fewest secrets that one strategy misses within a number of guesses.

    Parameters
    ----------
    tries : int
        The number of guesses within which a secret counts as found.
    weights : sequence of int, optional
        As in `Average`.

    Raises
    ------
    OptionError
        If ``tries`` is not a positive integer.

    Examples
    --------
    >>> Guaranteed(5).name
    'guaranteed'
    """

    tries: int = field()  # Required: without `field`, the default would be that of the base.
    weights: Sequence[int] | None = None
    name: ClassVar[str] = "guaranteed"
    place: ClassVar[int] = 2
    help: ClassVar[str] = "secrets missed within the tries"
    heading: ClassVar[str] = "Most secrets guaranteed"
    description: ClassVar[str] = (
        "The fewest secrets of each game that one strategy misses within the tries"
    )
    unit: ClassVar[str] = "missed"
    options: ClassVar[frozenset[str]] = Priced.options | {"tries"}
    fields: ClassVar[frozenset[str]] = frozenset(
        {"tries", "missed", "guaranteed", "missed_share_lower", "missed_share_upper"}
    )
    may_miss: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_tries(tries=self.tries)

    @classmethod
    def of_options(cls, options: Options) -> Objective:
        """Return the guarantee within ``--tries``, with the weights."""
        return cls(options.tries, options.weights)

    @property
    def cost_model(self) -> CostModel:
        """The prices of guesses and misses; the value is their least sum."""
        from emi.search.model.cost_model import CostModel

        return CostModel.guaranteed(tries_of(self.tries))

    def _search_class(self) -> type[CostSearch]:
        from emi.search.solve.cost.guaranteed import GuaranteedSearch

        return GuaranteedSearch

    def strategy_facts(self, outline: Outline | None) -> StrategyFacts:
        """Return the missed secrets, including those that the strategy finds too late."""
        if outline is None:
            return StrategyFacts()
        late = [secret for secret, made in outline.found.items() if made > self.tries]
        return StrategyFacts(missed=tuple(sorted([*outline.missed, *late])))

    def misses(self, bounds: Bounds, guess: str | None) -> Iterable[Misses]:
        """Yield the bounds on the value, which bound the misses."""
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

    def bound(self, solution: Solution, value: int | None, places: int = 4) -> str:
        """Return the number of missed secrets; with weights, the share of the weight."""
        if solution.weighted and value is not None:
            return share(value, solution.weight)
        return super().bound(solution, value, places)

    def grid_caption(self, t: Callable[..., str]) -> str:
        """Return the caption of a grid of cells."""
        del t
        return "The words missed, by length (lines) and initial letter (columns)"

    def figures(
        self, solution: Solution, t: Callable[..., str], *, weighted: bool
    ) -> Iterator[Figure]:
        """Yield the tries, the secrets guaranteed, and those missed, with their share."""
        del t
        bounds, missed, sure = solution.bounds, solution.missed, solution.guaranteed
        known = solution.proven or solution.weighted
        text = "?" if sure is None else f"{sure:,}"
        if not known and sure is not None:
            text = between(text, f"{solution.candidates - bounds.lower:,}")
        yield Figure("tries", self.tries)
        yield Figure(
            "guaranteed", text="" if sure is None and known else text, key=sure, proven=known,
            phrase=f"{text} guaranteed{within(self.tries)}",
        )  # fmt: skip
        if not weighted:
            yield Figure.of_bounds("missed", bounds, lambda value: f"{value:,}", f"{bounds} missed")
        else:
            # A sum of weights is no number of secrets.
            count = None if missed is None else len(missed)
            yield Figure("missed", count, phrase="" if count is None else f"{count:,} missed")
            of = f"{self.text(solution)} of the weight"
            yield Figure.of_bounds(
                "missed share", bounds, lambda value: self.bound(solution, value),
                of if count is not None else f"{of} missed",
            )  # fmt: skip
        yield Figure("which are missed", text=few(missed or ()), align="left")

    def remarks(self, solution: Solution) -> Iterator[str]:
        """Yield the missed secrets."""
        if solution.missed:
            yield f"missed: {', '.join(solution.missed)}"

    def total(self, solutions: Sequence[Solution]) -> str:
        """Return the number of secrets missed in all games."""
        if any(one.weighted for one in solutions):
            missed = sum(len(one.missed or ()) for one in solutions)
        else:
            missed = sum(one.bounds.lower for one in solutions)
        return f"{sum(one.candidates for one in solutions):,} secrets, {missed:,} missed"

    def cell_facts(
        self, solution: Solution, state: str, t: Callable[..., str]
    ) -> Iterator[tuple[str, str]]:
        """Yield the misses, the tries, and which secrets are missed."""
        del t
        yield "Missed", state
        yield "Within", wording.tries(self.tries)
        yield "Which", few(solution.missed or ()) or "-"
