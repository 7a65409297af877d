"""The least total number of guesses, and the rarest worst case among strategies of that total."""

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

    Its strategy has the smallest worst case among those of the least total, and among these the
    fewest secrets that take the worst case: ``rarest`` tells whether that is proven. With weights
    that tie is not broken: another weight would be another number of secrets.
    """

    @property
    def final(self) -> bool:  # type: ignore[override]
        """Whether ties are broken, or are not asked about."""
        return self.rarest or not self.engine.prices.equal

    def _strategy(self, session: Session) -> Strategy:
        # Before other questions are put to the engine.
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
        """Ask for a strategy of the same total that takes as many guesses as seldom as can be.

        None that takes more guesses is of interest. Some first guesses cost at least so much.
        Returns the search, and what was proven of it before.
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
        # Where several secrets take more guesses than are allowed, a bound is several times
        # forbidden.
        most = rarely.forbidden
        rarely.known = {guess: min(scale * lower, most) for guess, lower in least.items()}
        reached = scale * strategy.total + strategy.at_depth(strategy.depth)
        rarely.bounds, rarely.guess = rarely.bounds.tightened(0, reached), strategy.guess
        return rarely, known
