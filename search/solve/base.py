"""A question put to a matrix: what is known of its value, and how that came about."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import NamedTuple

from search.model.bounds import Bounds
from search.model.candidates import Candidates
from search.model.limits import Stopped
from search.model.matrix import FeedbackMatrix
from search.model.record import Proven
from search.model.restriction import Restriction
from search.model.strategy import Strategy
from search.solve.session import Session


class Question(NamedTuple):
    """What a search is asked, beside its objective; as of `search.solve.question.solve`."""

    matrix: FeedbackMatrix
    candidates: Candidates | None = None
    session: Session | None = None
    first: int | None = None
    restriction: Restriction | None = None
    symmetric: bool = True


class Search(ABC):
    """What the searches have in common. Parameters and errors as of `search.solve.question.solve`.

    Attributes
    ----------
    members : (n,) int32
        The candidates as indices.
    bounds : Bounds
        What is known of the value so far.
    guess : int
        The first guess of a strategy that reaches the upper bound; -1 if none is known.
    nodes : int
        Sets examined.
    """

    #: Whether its strategy is proven to have the best worst case among strategies as good.
    rarest = False
    #: Whether more time would not change its strategy.
    final = True
    #: Whether it is proven that no strategy is allowed by the objective.
    impossible = False

    def __init__(
        self,
        matrix: FeedbackMatrix,
        candidates: Candidates | None = None,
        session: Session | None = None,
    ) -> None:
        self.matrix = matrix
        self.session = session or Session()
        self.candidates = Candidates.asked(candidates, matrix.secrets)
        self.members = self.candidates.members
        self.guess = -1
        self.nodes = 0

    @property
    def bounds(self) -> Bounds:
        """The bounds on the value so far; the watcher of the session sees them."""
        return self.session.bounds

    @bounds.setter
    def bounds(self, bounds: Bounds) -> None:
        self.session.bounds = bounds

    def run(self, records: Iterable[Proven] = ()) -> None:
        """Search until the value is proven, or the session ends; fall through what is recorded."""
        nodes = self.session.nodes
        try:
            self._run(records)
        except MemoryError:
            self.session.flush()  # What was proven is kept.
            raise
        self.nodes = self.session.nodes - nodes

    @abstractmethod
    def _run(self, records: Iterable[Proven]) -> None:
        """Search, and hand what was proven to the session."""

    def strategy(self, session: Session | None = None) -> Strategy:
        """Write out a strategy that reaches the value, within a session of its own.

        Raises
        ------
        Stopped
            If the value is not proven, or the session ends: the writing may search on.
        """
        if not self.bounds.proven:
            raise Stopped
        writing = session or Session()
        writing.bounds = self.bounds
        return self._strategy(writing)

    def good_strategy(self, session: Session) -> Strategy:
        """Write out a strategy of which nothing is proven; Stopped if the session ends.

        It mostly reaches the upper bound, or is better.
        """
        session.bounds = self.bounds
        return self._strategy(session)

    @abstractmethod
    def _strategy(self, session: Session) -> Strategy:
        """Write out a strategy that reaches the value, or the upper bound if that is not proven."""
