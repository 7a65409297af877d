"""The least total number of guesses, with ties broken by the worst case and its frequency."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from emi.search.model.cost_model import CostModel
from emi.search.model.limits import Stopped
from emi.search.model.record import Proven
from emi.search.model.strategy import Strategy
from emi.search.solve.cost.beam import CostBeam, beside
from emi.search.solve.cost.climb import Climb
from emi.search.solve.cost.engine import Interim
from emi.search.solve.cost.least_cost import CostSearch
from emi.search.solve.session import Session

#: If the search takes more work than this (pairs of guess and secret) for one first guess, it will
#: not end soon, so bounds matter more. MOO takes 5.5e10 in all, mastermind:4x7 7e9.
PATIENCE = 6e10


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

    def _ask(self, search: Iterator[Interim], records: Sequence[Proven]) -> Iterator[None]:
        """Search; if that takes long, raise the lower bound beside a beam search.

        After an opening of several guesses, depth-first search ends sooner, though no first guess
        is refuted before: moo after 0123 and 0456 in 51 s, beside a beam search in 850.
        """
        alone = self.session.team is None and self.engine.opening is None
        if not alone or self.restriction is not None:
            yield from super()._ask(search, records)
            return
        engine = self.engine
        done = yield from self._follow(
            search, lambda: engine.pairs >= PATIENCE and not engine.refuted()
        )
        if not done and not self.bounds.proven and self.session.go_on():
            beam = CostBeam(engine, self.left, self.first, self.plan)
            widened = takewhile(lambda _: self.session.go_on(), beam.widen(lambda: self.limit))
            yield from beside(self._climb(), widened, lambda: engine.pairs + beam.work)

    def _climb(self) -> Iterator[None]:
        """Raise the lower bounds of first guesses until the value is proven."""
        self.known |= self.engine.refuted()
        self.engine.search(self.left, 0, self.limit, self.first, self.known)
        climb = Climb(self.engine, self.left, self.engine.first_bounds())
        self._raise(climb.lower(self.limit))
        while not (self.bounds.proven or self.impossible) and self.session.go_on():
            self._kept = 0
            guess, exact = climb.step()
            self.known[guess] = climb.bounds[guess]
            if exact:
                self._found(climb.bounds.pop(guess), guess)
            self._raise(climb.lower(self.limit))
            yield

    def _strategy(self, session: Session) -> Strategy:
        # Read the bounds before the engine gets other questions.
        least = self.refuted()
        strategy = super()._strategy(session)
        try:
            while self.engine.prices.equal and not self.rarest:
                rarely, records = self._rarely(strategy, least, session)
                rarely.run(records)
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
        aside.keep, records = session.beside(f"ties at {strategy.depth}")
        aside.team = self.session.team
        rarely = CostSearch(
            self.matrix,
            CostModel.rarely(strategy.depth, scale),
            self.candidates,
            aside,
            opening=self.opening,
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
        return rarely, records
