"""What is known of a game by one objective."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from emi.results.plain import HIDDEN, fact

if TYPE_CHECKING:
    from collections.abc import Callable

    from emi.results.game import GameFacts
    from emi.results.strategy import Strategy
    from search.model.bounds import Bounds
    from search.model.limits import Limits
    from search.model.strategy import Strategy as Tree
    from search.model.written import Outline

    Watch = Callable[[object], bool]

#: Keys that only some objectives fill, and which these are. All others are always filled.
FILLED = {
    "tries": ("average", "guaranteed"),
    **dict.fromkeys(
        ("worst", "at_worst", "worst_proven", "mean_lower", "mean_upper"), ("average",)
    ),
    **dict.fromkeys(
        ("missed", "guaranteed", "missed_share_lower", "missed_share_upper"), ("guaranteed",)
    ),
}


class Certificate(Protocol):
    """A certificate, as `emi.proof.certificate.Certificate`."""

    @property
    def game(self) -> str:
        """What the game is called."""
        ...

    @property
    def bounds(self) -> Bounds | None:
        """What it shows of the value; None of a Pareto front, which has several."""
        ...

    def __str__(self) -> str: ...


class Source(Protocol):
    """Who answers what is asked of a solution on demand."""

    @property
    def outline(self) -> Outline | None:
        """The strategy in indices: of a proven average or guarantee, or where it was kept."""
        ...

    def strategy(self, watch: Watch | None = None) -> Strategy:
        """Return a strategy that reaches the value."""
        ...

    def certificate(self, watch: Watch | None = None, limits: Limits | None = None) -> Certificate:
        """Return the certificate of the value."""
        ...


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Solution:
    """What is known of a game by an objective.

    Attributes
    ----------
    game : GameFacts
    objective : str
        ``worst``, ``average`` or ``guaranteed``.
    tries : int or None
        The guesses that the objective allows.
    bounds : Bounds
        On the value, proven when they meet: the guesses needed in the worst case, the total number
        of guesses for all secrets, or the secrets missed, weighted if there are weights.
    first_guess : str
        First guess of a strategy that attains the upper bound; else the given first guess; else
        empty, as where all that is known is to name the secrets one after the other.
    opening : tuple of str
        The first guesses that are made whatever is answered: those given, or the best that are
        known where they are searched for; none by default.
    candidates : int
        The secrets that were still possible: all, unless some were given.
    weight : int
        The weights of all candidates together: their number, if all weigh the same.
    worst, at_worst : int or None
        Of a proven average: the most guesses that its strategy takes, and for how many secrets.
    worst_proven : bool or None
        Of an average: whether no strategy of the same total has a better worst case, that is one
        that is smaller, or as small and that fewer secrets take.
    missed : tuple of str or None
        Of a proven guarantee: the secrets that its strategy misses.
    nodes : int
        Sets examined by this search; 0 if the answer was known.
    seconds : float
        Time of this search, without that of compiling.
    stored : bool
        Whether the value was read from the store, so that nothing was searched.
    source : Source
        Who answers `strategy` and `certificate`.

    Examples
    --------
    >>> import emi
    >>> emi.solve(emi.Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]))
    <Solution of motus: worst 2 (proven), begin with LIGNINE>
    """

    game: GameFacts
    objective: str
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
    def known(self) -> Bounds | None:
        """How many guesses leave one secret in the worst case; None by other objectives.

        That is one guess less than to name it: two that are left are not both found by one guess.
        None too where several first guesses are made whatever is answered, also after it is known.

        Examples
        --------
        >>> import emi
        >>> emi.solve("ab:3x4").bounds, emi.solve("ab:3x4").known
        (Bounds(lower=5, upper=5), Bounds(lower=4, upper=4))
        """
        if self.objective != "worst" or len(self.opening) > 1:
            return None
        if self.candidates == 1:
            return replace(self.bounds, lower=0, upper=0)
        lower, upper = self.bounds.lower, self.bounds.upper
        return replace(self.bounds, lower=lower - 1, upper=None if upper is None else upper - 1)

    @property
    def weighted(self) -> bool:
        """Whether some secrets weigh more than others."""
        return self.weight != self.candidates

    @fact
    def guaranteed(self) -> int | None:
        """Of a guarantee: how many secrets a known strategy surely finds, whatever they weigh."""
        if self.objective != "guaranteed":
            return None
        if self.missed is not None:
            return self.candidates - len(self.missed)
        upper = self.bounds.upper
        return None if upper is None or self.weighted else self.candidates - upper

    @fact
    def mean_lower(self) -> Fraction | None:
        """Of an average: the mean number of guesses, at least."""
        return self._share(self.bounds.lower) if self.objective == "average" else None

    @fact
    def mean_upper(self) -> Fraction | None:
        """Of an average: the mean number of guesses, at most."""
        return self._share(self.bounds.upper) if self.objective == "average" else None

    @fact
    def missed_share_lower(self) -> Fraction | None:
        """Of a guarantee: the share of the weight that is missed, at least."""
        return self._share(self.bounds.lower) if self.objective == "guaranteed" else None

    @fact
    def missed_share_upper(self) -> Fraction | None:
        """Of a guarantee: the share of the weight that is missed, at most."""
        return self._share(self.bounds.upper) if self.objective == "guaranteed" else None

    def _share(self, value: int | None) -> Fraction | None:
        return None if value is None else Fraction(value, self.weight)

    @property
    def outline(self) -> Outline | None:
        """The strategy in indices: of a proven average or guarantee, or where it was kept."""
        return self.source.outline

    @property
    def tree(self) -> Tree | None:
        """The strategy in indices, as a tree."""
        return None if self.outline is None else self.outline.strategy

    def strategy(self, watch: Watch | None = None) -> Strategy:
        """Return a strategy that reaches the value.

        Of a worst case it is searched for, unless it was kept in the store of the question.

        Parameters
        ----------
        watch : callable, optional
            Called about twenty times a second with the progress; returns whether to go on.

        Raises
        ------
        Unproven
            If the value is an average or a guarantee, and not proven.
        Stopped
            If ``watch`` returned False.
        """
        return self.source.strategy(watch)

    def certificate(self, watch: Watch | None = None, limits: Limits | None = None) -> Certificate:
        """Return the certificate of the value, as ``docs/certificates.md`` describes it.

        Parameters
        ----------
        watch : callable, optional
            As of `strategy`.
        limits : Limits, optional
            Where the search for the value reaches one, the certificate is one of bounds. By default
            the search goes on until the value is proven.

        Raises
        ------
        OptionError
            If some secrets were no candidates.
        CellError
            If the rule is that of Motus and the game no cell of a lexicon, where a checker would
            find its words.
        GameError
            If the game has some of the codes of its pegs and symbols, where a checker makes all.
        Stopped
            If ``watch`` returned False.
        """
        return self.source.certificate(watch, limits)

    def __repr__(self) -> str:
        state = "proven" if self.proven else "not proven"
        first = ", ".join(self.opening) or self.first_guess
        begin = f", begin with {first}" if first else ""
        return f"<Solution of {self.game}: {self.objective} {self.bounds} ({state}){begin}>"
