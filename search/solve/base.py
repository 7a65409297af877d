"""The base of all searches: a question about a matrix, and its bounds so far."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from emi.search.model.bounds import Bounds
from emi.search.model.candidates import Candidates
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.record import Proven
from emi.search.model.restriction import Restriction
from emi.search.model.strategy import Strategy
from emi.search.solve.session import Session


class SearchParameters(NamedTuple):
    """The parameters of a search besides the objective; see `emi.search.solve.question.solve`."""

    matrix: FeedbackMatrix
    candidates: Candidates | None = None
    session: Session | None = None
    opening: tuple[int, ...] = ()
    restriction: Restriction | None = None
    symmetric: bool = True

    @property
    def first(self) -> int | None:
        """The prescribed first guess, where there may be only one."""
        return self.opening[0] if self.opening else None


class Objective(Protocol):
    """The part of an objective that the engine uses; see `emi.objectives.base.Objective`."""

    priced: ClassVar[bool]

    @property
    def tries(self) -> int | None:
        """The number of guesses allowed; None if unlimited."""
        ...

    @property
    def weighing(self) -> NDArray[np.int64] | None:
        """The weight of each secret; None if all are 1."""
        ...

    def search(self, question: SearchParameters) -> "Search":
        """Return the search for the value, not yet run."""
        ...


class Search(ABC):
    """The base class of searches.

    Parameters and errors are those of `emi.search.solve.question.solve`.

    Attributes
    ----------
    members : (n,) int32
        The candidates as indices.
    bounds : Bounds
        The bounds on the value so far.
    guess : int
        The first guess of a strategy that attains the upper bound; -1 if none is known.
    opening : tuple of int
        The guesses with which the strategy begins regardless of the feedback: the prescribed ones,
        and those that were searched for.
    nodes : int
        The number of sets examined.
    """

    #: Whether the strategy is proven to have the best worst case among equally good strategies.
    rarest = False

    def __init__(
        self,
        matrix: FeedbackMatrix,
        candidates: Candidates | None = None,
        session: Session | None = None,
    ) -> None:
        self.matrix = matrix
        self.session = session or Session()
        self.candidates = Candidates.or_every(candidates, matrix.secrets)
        self.members = self.candidates.members
        self.guess = -1
        self.opening: tuple[int, ...] = ()
        self.nodes = 0

    @property
    def bounds(self) -> Bounds:
        """The bounds on the value so far; the watcher of the session receives them."""
        return self.session.bounds

    @bounds.setter
    def bounds(self, bounds: Bounds) -> None:
        self.session.bounds = bounds

    @property
    def final(self) -> bool:
        """Whether more time would leave the strategy unchanged."""
        return True

    @property
    def impossible(self) -> bool:
        """Whether it is proven that the objective allows no strategy."""
        return False

    def run(self, records: Iterable[Proven] = ()) -> None:
        """Search until the value is proven or the session ends; records may already prove it."""
        nodes = self.session.nodes
        try:
            self._run(records)
        except MemoryError:
            self.session.flush()  # Keep the proven facts.
            raise
        self.nodes = self.session.nodes - nodes

    @abstractmethod
    def _run(self, records: Iterable[Proven]) -> None:
        """Search, and hand proven facts to the session."""

    def strategy(self, session: Session | None = None) -> Strategy:
        """Return a strategy that attains the value, within a session of its own.

        Raises
        ------
        Stopped
            If the value is not proven, or the session ends: building the strategy may need more
            search.
        """
        if not self.bounds.proven:
            raise Stopped
        writing = session or Session()
        writing.bounds = self.bounds
        return self._strategy(writing)

    def good_strategy(self, session: Session) -> Strategy:
        """Return a strategy for the upper bound, which need not be proven.

        The strategy attains the bound or a better value, unless the session ends while the strategy
        is written.

        Raises
        ------
        Stopped
            If the session ends before there is a strategy.
        """
        session.bounds = self.bounds
        return self._strategy(session)

    @abstractmethod
    def _strategy(self, session: Session) -> Strategy:
        """Return a strategy that attains the value, or the upper bound if it is not proven."""


class OpenedSearch(Search):
    """A search that may be asked about one opening after the other: it keeps what it learns."""

    @abstractmethod
    def begin_with(self, opening: Sequence[int]) -> None:
        """Begin another question, about an opening of which nothing is known yet."""

    @abstractmethod
    def below(self, limit: int) -> Bounds:
        """Return bounds on an opening, which need not meet if its value is at least the limit."""
