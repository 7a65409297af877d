"""The fewest secrets missed; in large games, the least total among strategies with fewest misses.

The number of misses alone says little about a set: most guesses look equally good. The total cost,
including the cost of finding the missed secrets later, distinguishes guesses. It leads sooner to
strategies with few misses.
"""

from collections.abc import Iterator, Sequence

from emi.search.model.cost_model import FORBIDDEN, CostModel
from emi.search.model.limits import Stopped
from emi.search.model.record import Proven
from emi.search.model.strategy import Strategy
from emi.search.solve.cost.beam import MissBeam, beside
from emi.search.solve.cost.engine import CostEngine, Interim
from emi.search.solve.cost.least_cost import CostSearch
from emi.search.solve.session import Session

#: The work (nodes times guesses) spent on misses alone, before the finer question is asked too.
PATIENCE = 100_000_000


class GuaranteedSearch(CostSearch):
    """A question about the fewest misses within a number of guesses.

    If this takes long, the search also asks the ``finer`` question: misses first, then the total.
    """

    finer: CostSearch | None = None
    _by_finer = False

    @property
    def answered(self) -> CostSearch:
        """The question whose search found the strategy: this one, or the finer one."""
        return self.finer if self.finer is not None and self._by_finer else self

    def _ask(self, search: Iterator[Interim], records: Sequence[Proven]) -> Iterator[None]:
        if not self.engine.prices.asking:
            yield from super()._ask(search, records)
            return
        patience = self.session.nodes + PATIENCE // self.matrix.guesses
        done = yield from self._follow(search, lambda: self.session.nodes >= patience)
        if done or self.bounds.proven or not self.session.go_on():
            return
        finer = self._refined(self.session)
        if self.session.team is None:
            # `_raise_misses` leaves its question unfinished, so the beam has its own engine.
            engine = CostEngine(
                self.matrix,
                self.model,
                self.weights,
                self.session,
                symmetric=len(self.engine.symmetry.codes) > 0,
            )
            engine.opening = self.engine.opening
            beam = MissBeam(engine, self.left, self.first, self.plan)

            def spent() -> int:
                return self.session.nodes + beam.work

            # Half of the work raises the lower bound: most proofs wait for it. With a quarter, C5
            # within 5 takes 1.8 times as many nodes; R5 within 4 takes 0.85 times as many. With
            # symmetry, the finer question needs half: with a quarter, mastermind:4x7 within 5 takes
            # 1.9 times as many nodes, moo within 5 takes 1.4 times as many.
            widened, raised = beam.widen(lambda: self.limit), self._raise_misses()
            if len(engine.symmetry.codes) > 0:
                finer = beside(finer, beside(raised, widened, spent), spent)
            else:
                finer = beside(raised, beside(finer, widened, spent), spent)
        for _ in finer:
            yield
            if self.bounds.proven and self.session.team is None:
                # `_raise_misses` may be in the middle of a long step.
                break
        if self.finer is not None:
            self.finer.engine.flush()
        # With a team, or without a finer question, this bound has not been raised yet.
        yield from self._raise_misses()

    def _attain(self, cost: int, guess: int) -> None:
        before = self.bounds.upper
        super()._attain(cost, guess)
        if self.bounds.upper != before:
            # The finer question may know only a worse strategy.
            self._by_finer = False

    def _raise_misses(self) -> Iterator[None]:
        """Raise the lower bound on the misses step by step.

        A small number of misses is quickly decided, while a search that knows only bad strategies
        wastes its time on their misses. What was learned about classes and first guesses is kept.
        Each step raises the bound by half: by one only, R5 within 4 takes twice as long.
        """
        search = None
        while not self.bounds.proven and self.session.go_on():
            limit = self.bounds.lower + max(1, self.bounds.lower // 2)
            if self.bounds.upper is not None:
                limit = min(limit, self.bounds.upper)
            self._put_count = 0
            if search is None:
                search = self.engine.search(self.left, 0, limit, self.first, self.guess_bounds)
            else:
                search = self.engine.raised(limit)
            yield from self._follow(search)

    def _refined(self, session: Session) -> Iterator[None]:
        """Search for the least total among the strategies with the fewest misses.

        A miss costs more than any necessary total: the secrets left after the allowed guesses can
        be proposed one by one.
        """
        weight, tries = int(self.weights.sum()), self.model.last
        assert tries is not None  # noqa: S101 - misses need a number of tries
        miss = (tries + len(self.members)) * weight
        if miss * weight >= FORBIDDEN // 4:
            return
        aside = session.aside()
        aside.keep, records = session.beside("misses, then the total")
        aside.team = session.team
        finer = self.finer = CostSearch(
            self.matrix,
            CostModel.misses_first(tries, miss),
            self.candidates,
            aside,
            weights=self.weights,
            opening=self.opening,
            symmetric=len(self.engine.symmetry.codes) > 0,
        )
        nodes = 0
        for _ in finer.steps(records):
            session.nodes += aside.nodes - nodes
            nodes = aside.nodes
            self._learn(finer, miss)
            yield
        self._learn(finer, miss)

    def _learn(self, finer: CostSearch, miss: int) -> None:
        """Derive bounds on the misses from the finer question."""
        lower, upper = finer.bounds.lower // miss, finer.bounds.upper
        if upper is not None:
            best = self.bounds.upper
            if finer.bounds.proven or best is None or upper // miss < best:
                self._attain(upper // miss, finer.guess)
                self._by_finer, self.planned = True, {}
                self.guess = finer.guess  # The engine knows the rest of the strategy.
        self._raise(lower if self.bounds.upper is None else min(lower, self.bounds.upper))

    def any_strategy(self, session: Session) -> Strategy:
        """Return a strategy with the fewest misses; raise Stopped as `strategy` does."""
        if self.engine.prices.asking and self.answered is self:
            # A value found without a search may take a long search to turn into a strategy.
            aside = session.aside(PATIENCE // self.matrix.guesses)
            aside.keep = session.keep
            try:
                return super().any_strategy(aside)
            except Stopped:
                if not session.go_on():
                    raise
            for _ in self._refined(session):
                pass
        return super().any_strategy(session)
