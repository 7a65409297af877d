"""The solution of a game for one objective."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from emi.results.base import HIDDEN, Tabular, fact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from emi import Certificate
    from emi.results.base import GameFacts
    from emi.results.strategy import Strategy
    from emi.search.model.bounds import Bounds
    from emi.search.model.limits import Limits, Watch
    from emi.search.model.strategy import Strategy as Tree
    from emi.search.model.written import Outline

#: Keys that only some objectives fill: see `Objective.fields`. All other keys are always filled.
OPTIONAL = frozenset(
    {"tries", "worst", "at_worst", "worst_proven", "mean_lower", "mean_upper"}
    | {"missed", "guaranteed", "missed_share_lower", "missed_share_upper"}
)


class Figure(NamedTuple):
    """A figure of a solution: a column of a table, and a phrase about a single game.

    People see the text, or the value if there is no text. The key sorts the column on a page.
    """

    heading: str
    value: object = None
    text: str | None = None
    key: object = None
    proven: bool = True
    phrase: str = ""  # empty if only the table has the figure
    align: str = "right"  # of the column

    @classmethod
    def of_bounds(
        cls, heading: str, bounds: Bounds, text: Callable[[int], str], phrase: str = ""
    ) -> Figure:
        """Return the figure of a value given as bounds; ``text`` writes a bound."""
        lower, upper = bounds.lower, bounds.upper
        most = "?" if upper is None else text(upper)
        written = most if lower == upper else f"{text(lower)}..{most}"
        key = lower if upper is None else upper
        return cls(heading, text=written, key=key, proven=bounds.proven, phrase=phrase)


def proven_or_not(*, proven: bool) -> str:
    """Return in brackets whether a value is proven."""
    return "(proven)" if proven else "(not proven)"


class Objective(Protocol):
    """The part of an objective that views use; see `emi.objectives.base.Objective`."""

    name: ClassVar[str]
    unit: ClassVar[str]
    fields: ClassVar[frozenset[str]]
    in_grid: ClassVar[bool]

    def title(self, t: Callable[..., str], *, cells: bool) -> str:
        """Return the name of the value."""
        ...

    def intro(self, t: Callable[..., str], *, cells: bool) -> str:
        """Return a sentence about a table of several games."""
        ...

    def grid_caption(self, t: Callable[..., str]) -> str:
        """Return the caption of a grid of cells."""
        ...

    def bound(self, solution: Solution, value: int | None, places: int = 4) -> str:
        """Return a bound on the value as text."""
        ...

    def text(self, solution: Solution) -> str:
        """Return the value as text."""
        ...

    def figures(
        self, solution: Solution, t: Callable[..., str], *, weighted: bool
    ) -> Iterator[Figure]:
        """Yield the figures of a solution."""
        ...

    def remarks(self, solution: Solution) -> Iterator[str]:
        """Yield further lines about the solution of a single game."""
        ...

    def total(self, solutions: Sequence[Solution]) -> str:
        """Return a sentence about several proven games together."""
        ...

    def level(self, solution: Solution, value: int | None) -> int:
        """Return the colour of a value in a grid."""
        ...

    def level_range(self, level: int) -> str:
        """Return the range of values that share a colour."""
        ...

    def cell_facts(
        self, solution: Solution, state: str, t: Callable[..., str]
    ) -> Iterator[tuple[str, str]]:
        """Yield the facts about a cell on a page: headings with texts."""
        ...


class Source(Protocol):
    """Computes the strategy and the certificate of a solution on demand."""

    @property
    def outline(self) -> Outline | None:
        """A strategy in indices, for a proven average or guarantee or if stored; else None."""
        ...

    def strategy(self, watch: Watch | None = None, limits: Limits | None = None) -> Strategy:
        """Return the strategy behind the upper bound."""
        ...

    def certificate(self, watch: Watch | None = None, limits: Limits | None = None) -> Certificate:
        """Return the certificate of the value."""
        ...


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Solution(Tabular):
    """The bounds on the value of a game for one objective, with a first guess.

    Attributes
    ----------
    game : GameFacts
    objective : WorstCase, Average, Guaranteed or another
        JSON and CSV have its ``name``.
    tries : int or None
        The number of guesses that the objective allows.
    bounds : Bounds
        Bounds on the value; proven when they meet. The value is the number of guesses in the worst
        case, the total number of guesses over all secrets, or the number of missed secrets. Totals
        and misses are weighted if there are weights.
    first_guess : str
        First guess of a strategy that attains the upper bound; else the given first guess; else
        empty.
    opening : tuple of str
        The first guesses made regardless of the feedback: those given, or the best ones found if
        openers are searched for; empty by default.
    candidates : int
        The number of candidates: all secrets, unless some were given.
    weight : int
        The sum of the weights of all candidates; their number without weights.
    worst, at_worst : int or None
        For a proven average: the worst case of its strategy, and the number of secrets that take
        it.
    worst_proven : bool or None
        For an average: whether no strategy with the same total has a smaller worst case, or the
        same worst case for fewer secrets.
    missed : tuple of str or None
        For a proven guarantee: the secrets that its strategy misses.
    nodes : int
        The number of sets examined by this search; 0 if the value was known.
    seconds : float
        The time of this search without compilation.
    stored : bool
        Whether the value was read from the store without a search.
    source : Source
        Computes `strategy` and `certificate`.

    Examples
    --------
    >>> import emi
    >>> emi.solve(emi.Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]))
    <Solution of motus: worst 2 (proven), begin with LIGNINE>
    """

    game: GameFacts
    objective: Objective
    tries: int | None = None
    bounds: Bounds
    first_guess: str
    opening: tuple[str, ...] = ()
    candidates: int
    weight: int
    worst: int | None = None
    at_worst: int | None = None
    worst_proven: bool | None = None
    missed: tuple[str, ...] | None = None
    nodes: int = 0
    seconds: float = 0.0
    stored: bool = False
    source: Source = field(metadata=HIDDEN)

    @property
    def proven(self) -> bool:
        """Whether the bounds meet."""
        return self.bounds.proven

    @property
    def weighted(self) -> bool:
        """Whether some secrets weigh more than others."""
        return self.weight != self.candidates

    @fact
    def guaranteed(self) -> int | None:
        """For a guarantee: the number of secrets that a known strategy finds, unweighted."""
        if "guaranteed" not in self.objective.fields:
            return None
        if self.missed is not None:
            return self.candidates - len(self.missed)
        upper = self.bounds.upper
        return None if upper is None or self.weighted else self.candidates - upper

    @fact
    def mean_lower(self) -> Fraction | None:
        """For an average: a lower bound on the mean number of guesses."""
        return self._share("mean_lower", self.bounds.lower)

    @fact
    def mean_upper(self) -> Fraction | None:
        """For an average: an upper bound on the mean number of guesses."""
        return self._share("mean_upper", self.bounds.upper)

    @fact
    def missed_share_lower(self) -> Fraction | None:
        """For a guarantee: a lower bound on the missed share of the weight."""
        return self._share("missed_share_lower", self.bounds.lower)

    @fact
    def missed_share_upper(self) -> Fraction | None:
        """For a guarantee: an upper bound on the missed share of the weight."""
        return self._share("missed_share_upper", self.bounds.upper)

    def _share(self, name: str, value: int | None) -> Fraction | None:
        if value is None or name not in self.objective.fields:
            return None
        return Fraction(value, self.weight)

    @property
    def outline(self) -> Outline | None:
        """A strategy in indices, for a proven average or guarantee or if stored; else None."""
        return self.source.outline

    @property
    def tree(self) -> Tree | None:
        """The same strategy as a tree of indices."""
        return None if self.outline is None else self.outline.strategy

    def strategy(self, watch: Watch | None = None, limits: Limits | None = None) -> Strategy:
        """Return the strategy behind the upper bound, which attains it or a better value.

        Unless the strategy is known, a search finds it again; it ends as soon as it has one.

        Parameters
        ----------
        watch : callable, optional
            Called about twenty times a second with the progress; returns whether to go on.
        limits : Limits, optional
            If a limit is reached, the best strategy found so far is returned; it may be worse.

        Raises
        ------
        Unproven
            If there is no upper bound.
        Stopped
            If ``watch`` returned False, or no strategy was found within the limits.
        """
        return self.source.strategy(watch, limits)

    def certificate(self, watch: Watch | None = None, limits: Limits | None = None) -> Certificate:
        """Return the certificate of the value, as ``docs/certificates.md`` describes it.

        Parameters
        ----------
        watch : callable, optional
            As in `strategy`.
        limits : Limits, optional
            If the search reaches a limit, the certificate proves bounds. By default the search
            continues until the value is proven.

        Raises
        ------
        OptionError
            If the candidates are restricted.
        GameError
            If no checker accepts the game: it has only some of the codes of its pegs and symbols, a
            symbol that cannot be printed, or words of an unsupported length.
        Stopped
            If ``watch`` returned False.
        """
        return self.source.certificate(watch, limits)

    def __repr__(self) -> str:
        first = ", ".join(self.opening) or self.first_guess
        begin = f", begin with {first}" if first else ""
        state = proven_or_not(proven=self.proven)
        return f"<Solution of {self.game}: {self.objective.name} {self.bounds} {state}{begin}>"
