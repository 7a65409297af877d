"""The least total number of guesses, with ties broken by the worst case and its frequency."""

from collections.abc import Sequence

from search.model.candidates import Candidates
from search.model.cost_model import CostModel
from search.model.limits import Stopped
from search.model.record import Proven
from search.model.strategy import Strategy
from search.solve.cost.least_cost import CostSearch
from search.solve.session import Session


class AverageSearch(CostSearch):
    """A question about the least total number of guesses.

    Among strategies of the least total, its strategy has the smallest worst case, and among these
    the fewest secrets that take the worst case; ``rarest`` is True if this is proven. With weights,
    this tie is not broken, because total weight and number of secrets differ.
    """

    @property
    def final(self) -> bool:  # type: ignore[override]
        """Whether ties are broken or need not be broken."""
        return self.rarest or not self.engine.prices.equal

    def _strategy(self, session: Session) -> Strategy:
        # Read the bounds before the engine gets other questions.
        least = self.refuted()
        strategy = super()._strategy(session)
        try:
            while self.engine.prices.equal and not self.rarest:
                rarely, known = self._rarely(strategy, least, session)
                rarely.run(known)
                self.nodes += rarely.nodes
                reached = rarely.bounds.upper
                if not rarely.bounds.proven or reached is None:
                    break
                if rarely.improved:
                    strategy = rarely.strategy(session.aside())
                self.rarest = reached > (self.matrix.secrets + 1) * self.bounds.lower
        except Stopped:
            pass
        return strategy

    def _rarely(
        self, strategy: Strategy, least: dict[int, int], session: Session
    ) -> tuple[CostSearch, Sequence[Proven]]:
        """Return the search that breaks ties, not yet run, and the records of its question.

        The search looks for a strategy of the same total and of no greater worst case, in which the
        fewest secrets take as many guesses as the worst case of ``strategy``. Lower bounds on first
        guesses carry over.
        """
        scale = self.matrix.secrets + 1
        aside = session.aside()
        aside.keep, known = session.beside(f"ties at {strategy.depth}")
        aside.team = self.session.team
        rarely = CostSearch(
            self.matrix,
            CostModel.rarely(strategy.depth, scale),
            Candidates(self.members.tolist(), self.matrix.secrets),
            aside,
            first=self.first,
            restriction=self.restriction,
            cheaper=self.engine,
            scale=scale,
        )
        # If several secrets take more guesses than allowed, a bound can be several times
        # ``forbidden``.
        most = rarely.forbidden
        rarely.known = {guess: min(scale * lower, most) for guess, lower in least.items()}
        reached = scale * strategy.total + strategy.at_depth(strategy.depth)
        rarely.bounds, rarely.guess = rarely.bounds.tightened(0, reached), strategy.guess
        return rarely, known
