"""The least total number of guesses, with ties broken by the worst case and its frequency."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile

from emi.search.kernels.core.partition import USELESS
from emi.search.model.cost_model import CostModel
from emi.search.model.limits import Stopped
from emi.search.model.matrix import Indices
from emi.search.model.record import Proven
from emi.search.model.strategy import Strategy
from emi.search.solve.cost.beam import CostBeam, beside
from emi.search.solve.cost.engine import CostEngine, Interim
from emi.search.solve.cost.least_cost import CostSearch
from emi.search.solve.session import Session

#: If the search takes more work than this (pairs of guess and secret) for one first guess, it will
#: not end soon, so bounds matter more. MOO takes 5.5e10 in all, mastermind:4x7 7e9.
PATIENCE = 6e10
#: The least pairs of member and guess that the search for a class examines at a time: about 0.1 s.
STEP_PAIRS = 300_000_000
#: The first step of a class, as a share of the members. In Logik, the bounds of large classes rise
#: by 150 to 400 in a second or two each, and every step opens the game anew, in 0.04 s.
FIRST_STEP = 256


class Climb:
    """Raises the lower bounds of first guesses, class by class: ``bounds``, by guess.

    Depth-first search proves little about a large game before it ends: it looks for the exact cost
    of one class after the other. Here the first guess of least lower bound is raised in small
    steps, in the class that took the least work so far. A step of a class is doubled when it is
    proven, and halved when it takes too long.

    Parameters
    ----------
    engine : CostEngine
    members : (n,) int32
        At least three, the heaviest first.
    bounds : dict of int to int
        A lower bound of each first guess worth trying.
    """

    def __init__(self, engine: CostEngine, members: Indices, bounds: dict[int, int]) -> None:
        self.engine, self.members, self.bounds = engine, members, bounds
        #: The work on each class of a guess, in pairs, and the next step of its bound.
        self.work, self.steps = defaultdict[tuple[int, int], int](int), dict[tuple[int, int], int]()

    def lower(self, limit: int) -> int:
        """Return the least bound, at most the limit."""
        return min([*self.bounds.values(), limit])

    def step(self) -> tuple[int, bool]:
        """Raise the least bound; return its guess, and whether it is the exact cost."""
        engine = self.engine
        guess = min(self.bounds, key=self.bounds.__getitem__)
        engine.search(self.members, 0, USELESS, guess)
        bounded = engine.bound_classes()
        if bounded is None:
            return guess, False
        bound, classes = bounded
        self._raise(guess, bound)
        if not classes:
            return guess, True
        number = min(classes, key=lambda klass: self.work[guess, klass])
        key, before = (guess, number), engine.pairs
        step, done = self.steps.get(key, max(len(self.members) // FIRST_STEP, 1)), False
        engine.single_out(number, bound + step)
        for interim in engine.interims():
            done = interim.done
            if done or engine.pairs - before > STEP_PAIRS + self.work[key]:
                break
        if done:
            # The cost of a strategy holds for the class only.
            self._raise(guess, engine.refuted().get(guess, 0))
        self.steps[key] = 2 * step if done else max(step // 2, 1)
        self.work[key] += engine.pairs - before
        return guess, False

    def _raise(self, guess: int, bound: int) -> None:
        self.bounds[guess] = max(self.bounds[guess], bound)


class AverageSearch(CostSearch):
    """A question about the least total number of guesses.

    Among strategies of the least total, its strategy has the smallest worst case, and among these
    the fewest secrets that take the worst case; ``rarest`` is True if this is proven. With weights,
    this tie is not broken, because total weight and number of secrets differ.
    """

    @property
    def final(self) -> bool:
        """Whether the result no longer depends on ties."""
        return self.rarest or not self.engine.prices.equal

    def _ask(self, search: Iterator[Interim], records: Sequence[Proven]) -> Iterator[None]:
        """Search; if that takes long, raise the lower bound beside a beam search.

        After an opening of several guesses, depth-first search alone ends sooner: moo after 0123
        and 0456 takes 51 s, and 850 s beside a beam search.
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
        self.guess_bounds |= self.engine.refuted()
        self.engine.search(self.left, 0, self.limit, self.first, self.guess_bounds)
        climb = Climb(self.engine, self.left, self.engine.first_bounds())
        self._raise(climb.lower(self.limit))
        while not (self.bounds.proven or self.impossible) and self.session.go_on():
            self._put_count = 0
            guess, exact = climb.step()
            self.guess_bounds[guess] = climb.bounds[guess]
            if exact:
                self._attain(climb.bounds.pop(guess), guess)
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
        rarely.guess_bounds = {guess: min(scale * lower, most) for guess, lower in least.items()}
        reached = scale * strategy.total + strategy.at_depth(strategy.depth)
        rarely.bounds, rarely.guess = rarely.bounds.tightened(0, reached), strategy.guess
        return rarely, records
