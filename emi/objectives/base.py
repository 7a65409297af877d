"""The base of objectives: what strategies are judged by, and how values are named and printed.

An objective is one file. It has its prices, the key of its records, its bounds, its search, the
names, figures and lines of its solutions, and its options on the command line. Each module of this
package registers its own; no other place lists them: not the options, nor the help, nor the tables.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from importlib import import_module
from numbers import Integral
from pathlib import Path
from reprlib import repr as short
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeVar

from emi import objectives as package
from emi.errors import OptionError
from emi.reports.wording import between
from emi.results.base import rounded
from emi.results.solution import Figure

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from emi.results.solution import Solution
    from emi.search.model.bounds import Bounds
    from emi.search.model.cost_model import CostModel
    from emi.search.model.written import Outline
    from emi.search.solve.base import Search, SearchParameters
    from emi.search.solve.boards.state import BoardsParameters, BoardsSearch
    from emi.search.solve.cost.least_cost import CostSearch

#: More guesses than any strategy takes: no feedback matrix has this many secrets.
MOST_TRIES = 10**6
#: The highest colour of a cell in a grid.
HIGHEST_LEVEL = 8


class Misses(NamedTuple):
    """Bounds on the fewest misses within ``tries`` guesses: a fact that all objectives understand.

    ``guess`` begins a strategy that attains the upper bound; None if no such guess is known.
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


class StrategyFacts(NamedTuple):
    """Facts about the strategy of a solution: see `emi.Solution`. Secrets are indices."""

    worst: int | None = None
    at_worst: int | None = None
    worst_proven: bool | None = None
    missed: tuple[int, ...] | None = None


class Options(NamedTuple):
    """The options of the command line that an objective may take, for one game."""

    tries: int
    max_tries: int | None = None
    weights: Sequence[int] | None = None


class Objective(ABC):
    """The quantity by which strategies are judged.

    Attributes
    ----------
    name : str
        The name on the command line and in JSON.
    place : int
        The position in lists of objectives, lowest first.
    help : str
        A few words for ``--help``.
    heading, description : str
        The title of a table of several games, and a sentence about it.
    unit : str
        What follows the value in a sentence, such as ``guesses in all``.
    options : frozenset of str
        The options of the command line that it takes: ``tries``, ``max-tries``, ``weights``,
        ``first``.
    fields : frozenset of str
        The optional keys of `emi.Solution` that it fills.
    priced : bool
        Whether guesses and misses have prices. Then a bound holds after a number of guesses, and
        the solution includes the strategy.
    may_miss : bool
        Whether its best strategy may miss secrets.
    is_front : bool
        Whether its result is a Pareto front, with a row for each number of tries.
    in_grid : bool
        Whether the values of cells form a grid in a terminal too, in place of a list.
    """

    name: ClassVar[str]
    place: ClassVar[int] = 100
    help: ClassVar[str] = ""
    heading: ClassVar[str]
    description: ClassVar[str] = ""
    unit: ClassVar[str] = ""
    options: ClassVar[frozenset[str]] = frozenset()
    fields: ClassVar[frozenset[str]] = frozenset()
    priced: ClassVar[bool] = True
    may_miss: ClassVar[bool] = False
    is_front: ClassVar[bool] = False
    in_grid: ClassVar[bool] = False

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

    else:  # A frozen dataclass cannot set a field that is a property of its base.
        tries = weights = within = None

    @classmethod
    def of_options(cls, options: Options) -> Objective:  # noqa: ARG003
        """Return the objective that the options of the command line ask for."""
        return cls()

    # What the search asks.

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
    def search(self, question: SearchParameters) -> Search:
        """Return the search for the value, not yet run."""

    def search_boards(self, question: BoardsParameters) -> BoardsSearch:  # noqa: ARG002
        """Return the search for the value of several boards, not yet run.

        Raises
        ------
        OptionError
            If the objective is not searched for on several boards.
        """
        raise OptionError(f"{self.name}: expected worst or average for several boards")

    @property
    def weighing(self) -> NDArray[np.int64] | None:
        """The weights as an array; None if all are 1."""
        import numpy as np

        return None if self.weights is None else np.array(list(self.weights), np.int64)

    @abstractmethod
    def reached(self, outline: Outline, weights: Sequence[int]) -> int | None:
        """Return the value of a strategy; None if the objective does not allow the strategy."""

    @abstractmethod
    def one_by_one(self, weights: Sequence[int]) -> int:
        """Return the cost of proposing the secrets one by one, the heaviest first.

        As a bound this recommends no first guess: the strategy may begin with any.
        """

    def strategy_facts(self, outline: Outline | None) -> StrategyFacts:  # noqa: ARG002
        """Return the facts about the strategy of a solution, if the strategy is known."""
        return StrategyFacts()

    def misses(self, bounds: Bounds, guess: str | None) -> Iterable[Misses]:  # noqa: ARG002
        """Yield bounds on the fewest misses that follow from bounds on the value.

        The guess begins a strategy that attains the upper bound.
        """
        return ()

    def implied(self, facts: Iterable[Misses], lightest: int) -> Implied:  # noqa: ARG002
        """Return the bounds on the value that follow from bounds on the fewest misses.

        ``lightest`` is the least weight of a secret.
        """
        return Implied()

    # What people read.

    def title(self, t: Callable[..., str], *, cells: bool) -> str:  # noqa: ARG002
        """Return the name of the value; with ``cells``, its name for cells of a word list."""
        return self.heading

    def intro(self, t: Callable[..., str], *, cells: bool) -> str:  # noqa: ARG002
        """Return a sentence about a table of several games."""
        return self.description

    def grid_caption(self, t: Callable[..., str]) -> str:  # noqa: ARG002
        """Return the caption of a grid of cells."""
        return f"{self.heading}, by length (lines) and initial letter (columns)"

    def bound(self, solution: Solution, value: int | None, places: int = 4) -> str:  # noqa: ARG002
        """Return a bound on the value as text; means have ``places`` decimals."""
        return "?" if value is None else f"{value:,}"

    def text(self, solution: Solution) -> str:
        """Return the value as text: ``5``, or ``4..5`` if it is not proven."""
        bounds = solution.bounds
        return between(self.bound(solution, bounds.lower), self.bound(solution, bounds.upper))

    def figures(
        self, solution: Solution, t: Callable[..., str], *, weighted: bool
    ) -> Iterator[Figure]:
        """Yield the figures of a solution: columns of a table, and phrases about a single game.

        ``weighted`` tells whether any game of the table has weights.
        """
        del t, weighted
        lower, upper = solution.bounds.lower, solution.bounds.upper
        yield Figure(
            self.heading.lower(), text=self.text(solution), key=lower if upper is None else upper,
            proven=solution.proven, phrase=f"{self.text(solution)} {self.unit}".rstrip(),
        )  # fmt: skip

    def remarks(self, solution: Solution) -> Iterator[str]:  # noqa: ARG002
        """Yield further lines about the solution of a single game."""
        return iter(())

    def total(self, solutions: Sequence[Solution]) -> str:  # noqa: ARG002
        """Return a sentence about several proven games together; empty if there is none."""
        return ""

    def level(self, solution: Solution, value: int | None) -> int:  # noqa: ARG002
        """Return the colour of a value in a grid, from 1 to `HIGHEST_LEVEL`."""
        return HIGHEST_LEVEL if value is None else min(3 + value.bit_length(), HIGHEST_LEVEL)

    def level_range(self, level: int) -> str:
        """Return the range of values that share a colour."""
        least = 2 ** (level - 4) if level > 3 else 0  # noqa: PLR2004 - the value is 0
        most = 2 * least - 1 if least > 1 else least
        return f"{least} and more" if level == HIGHEST_LEVEL else between(least, most)

    def cell_facts(
        self, solution: Solution, state: str, t: Callable[..., str]
    ) -> Iterator[tuple[str, str]]:
        """Yield the facts about a cell on a page: headings with texts; ``state`` has the value."""
        del solution, t
        yield self.heading, state


class Priced(Objective):
    """An objective with prices for guesses and misses, multiplied by the weights of secrets.

    Subclasses define ``cost_model``; the value is the least sum of its prices.
    """

    unit = "in all"
    options = frozenset({"weights", "first"})
    fields = frozenset({"tries", "mean_lower", "mean_upper"})

    if TYPE_CHECKING:  # As above: a frozen dataclass may have it as a field.

        @property
        def cost_model(self) -> CostModel:
            """The prices of guesses and misses; the value is their least sum."""

    def __repr__(self) -> str:
        # The weights of all secrets would fill the screen.
        names: list[str] = []
        if is_dataclass(self):
            names = [one.name for one in fields(self)]
        said = (f"{name}={short(getattr(self, name))}" for name in names)
        return f"{type(self).__name__}({', '.join(said)})"

    @property
    def key(self) -> str:
        """The name, and the number of guesses allowed."""
        return f"{self.name} within {self.tries}"

    def first_bounds(self, count: int, *, begun: int) -> Bounds:  # noqa: ARG002
        """Return 0 and no upper bound."""
        from emi.search.model.bounds import Bounds

        return Bounds(0, None)

    def search(self, question: SearchParameters) -> Search:
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
        """Return the cost of proposing the secrets one by one, the heaviest first."""
        of = self.cost_model.of
        return sum(of(at) * weight for at, weight in enumerate(sorted(weights, reverse=True), 1))

    def reached(self, outline: Outline, weights: Sequence[int]) -> int | None:
        """Return the cost of a strategy; None if it makes more guesses than allowed."""
        cost = outline.cost(self.cost_model.of, weights)
        return cost if cost < self.cost_model.forbidden(sum(weights)) else None

    def figures(
        self, solution: Solution, t: Callable[..., str], *, weighted: bool
    ) -> Iterator[Figure]:
        """Yield the total, unless it is a sum of weights, and the mean."""
        if not weighted:
            yield from super().figures(solution, t, weighted=weighted)
        yield self.mean(solution, "mean", "on average")

    def mean(self, solution: Solution, heading: str, phrase: str) -> Figure:
        """Return the figure of the value divided by the weight of all secrets."""
        lower, upper = solution.bounds.lower, solution.bounds.upper
        text = between(mean(lower, solution.weight), mean(upper, solution.weight))
        return Figure(
            heading, text=text, key=lower if upper is None else upper, proven=solution.proven,
            phrase=f"{text} {phrase}",
        )  # fmt: skip


def mean(total: int | None, weight: int, places: int = 4) -> str:
    """Return a mean as text; a question mark if the total is not known."""
    return "?" if total is None else rounded(Fraction(total, weight), places)


def check_tries(**given: int) -> None:
    """Raise OptionError if a parameter is not a positive integer."""
    for name, tries in given.items():
        if not isinstance(tries, Integral) or tries < 1:
            raise OptionError("expected a whole number above 0", **{name: tries})


def tries_of(tries: int) -> int:
    """Return a number of tries, at most `MOST_TRIES`."""
    return min(tries, MOST_TRIES)


Kind = TypeVar("Kind", bound=type[Objective])

#: Every objective by its name, by `Objective.place`; the first is the default.
OBJECTIVES: dict[str, type[Objective]] = {}


def register(objective: Kind) -> Kind:
    """Add an objective, as a decorator: commands and tables then know it by its name.

    Raises
    ------
    OptionError
        If another objective has its name.
    """
    if OBJECTIVES.setdefault(objective.name, objective) is not objective:
        raise OptionError("another objective has this name", objective=objective.name)
    places = sorted(OBJECTIVES.items(), key=lambda item: item[1].place)
    OBJECTIVES.clear()
    OBJECTIVES.update(places)
    return objective


def objectives() -> dict[str, type[Objective]]:
    """Return every objective by its name."""
    for folder in package.__path__:
        for path in sorted(Path(folder).glob("*.py")):
            import_module(f"{package.__name__}.{path.stem}")
    return OBJECTIVES
