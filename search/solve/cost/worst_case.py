"""The worst case in hard play with symmetry, by the search for misses.

The search of `emi.search.solve.hard` knows no symmetry: it takes 12 s for mastermind:4x6, and
this one 0.3.
"""

from collections.abc import Iterable
from contextlib import suppress

from emi.search.heuristics.heuristic import HEURISTICS
from emi.search.heuristics.play import chooser
from emi.search.model.bounds import Bounds
from emi.search.model.candidates import Candidates
from emi.search.model.cost_model import FORBIDDEN, CostModel
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.record import Proven
from emi.search.model.restriction import Restriction
from emi.search.model.strategy import Strategy, build
from emi.search.solve.base import Search
from emi.search.solve.cost.least_cost import CostSearch
from emi.search.solve.session import Session


def suits(
    matrix: FeedbackMatrix, restriction: Restriction, candidates: Candidates | None = None
) -> bool:
    """Return whether to search for the worst case of hard play by misses."""
    # A subset of the secrets, or of the guesses, is not known to be symmetric.
    whole = candidates is None or len(candidates) == matrix.secrets
    return whole and restriction.at_root is None and len(matrix.symmetry.codes) > 0


class WorstCaseByMisses(Search):
    """A question about the worst case: the least number of guesses that miss nothing."""

    def __init__(
        self,
        matrix: FeedbackMatrix,
        candidates: Candidates | None = None,
        session: Session | None = None,
        *,
        first: int | None = None,
        restriction: Restriction | None = None,
    ) -> None:
        super().__init__(matrix, candidates, session)
        self.first, self.restriction = first, restriction
        self.opening = () if first is None else (first,)
        # A prescribed first guess may give no information.
        self.bounds = Bounds(1, len(self.members) + (first is not None))
        self.guess = int(matrix.own[self.members[0]]) if first is None else first
        #: The search that found a strategy within the upper bound.
        self._finding: CostSearch | None = None

    @property
    def upper(self) -> int:
        """The upper bound, which always exists: secrets can be proposed one by one."""
        return self.bounds.upper or len(self.members)

    def _run(self, records: Iterable[Proven]) -> None:
        for record in records:
            if record.candidates == self.candidates and record.guess >= 0:
                self.bounds, self.guess = (
                    self.bounds.tightened(record.lower, record.upper),
                    record.guess,
                )
        if not self.bounds.proven:
            self._play()
        while not self.bounds.proven and self.session.go_on():
            depth = self.bounds.lower
            search = self._within(depth, self.first, self.session)
            if search.guess >= 0:
                self._finding, self.guess = search, search.guess
                self.bounds = self.bounds.tightened(depth, depth)
            elif search.impossible:
                self.bounds = self.bounds.tightened(depth + 1, None)
        self.session.put([Proven(self.candidates, self.bounds.lower, self.upper, self.guess)])

    def _play(self) -> None:
        """Use the worst case of a greedy strategy among candidates as an upper bound."""
        by_sum = HEURISTICS["Sum"].among_candidates()
        opening = () if self.first is None else (self.first,)
        with suppress(Stopped):
            choose = chooser(self.matrix, by_sum, self.session.go_on)
            greedy = build(self.matrix, self.members, choose, opening=opening)
            if greedy.depth < self.upper:
                self.bounds, self.guess = self.bounds.tightened(1, greedy.depth), greedy.guess

    def _within(self, depth: int, first: int | None, session: Session) -> CostSearch:
        """Run and return the search for a strategy that misses nothing within ``depth`` guesses.

        Its ``guess`` begins such a strategy, or is -1. It is ``impossible`` if there is proven to
        be no such strategy.
        """
        aside = session.aside()
        question = f"nothing missed within {depth}"
        if first is not None:
            question += f", first {first}"
        if len(self.members) < self.matrix.secrets:
            # Records of a worst case are shared by all sets of candidates, those of a cost are not.
            question += f", candidates {self.candidates.to_bytes().hex()}"
        aside.keep, records = session.beside(question)
        aside.team = session.team
        model = CostModel((0,) * depth, None, FORBIDDEN)
        search = CostSearch(
            self.matrix, model, self.candidates, aside,
            opening=() if first is None else (first,), restriction=self.restriction,
        )  # fmt: skip
        search.run(records)
        session.nodes += search.nodes
        return search

    def begins_with(self, guess: int, session: Session) -> bool:
        """Return whether a guess begins a strategy that attains the upper bound.

        Raises
        ------
        Stopped
            If the session ended.
        """
        search = self._within(self.upper, guess, session)
        if search.guess < 0 and not search.impossible:
            raise Stopped
        return search.guess >= 0

    def _strategy(self, session: Session) -> Strategy:
        search = self._finding or self._within(self.upper, self.first, session)
        if search.guess < 0:
            raise Stopped
        return search.any_strategy(session)
