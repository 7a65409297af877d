"""The proof that some secret is missed where answers restrict the guesses.

The search for costs could prove it alone, but the worst-case search decides much sooner whether a
class can be found in time: the certificate of B5 (`fr`) with hints takes 3 s instead of more than
200 s. For a guess with several refuted classes, it names the one that takes the least work.
"""

from search.kernels.cost.refuting import Work
from search.solve.cost.least_cost import CostSearch
from search.solve.cost.refutation import Refuter
from search.solve.restricted.engine import RestrictedEngine
from search.solve.restricted.rounds import Rounds
from search.solve.session import Session


class HardRefuter(Refuter):
    """Proves that no strategy finds every secret in time.

    Parameters
    ----------
    search : CostSearch
        The question about the misses.
    session : Session
    engine : RestrictedEngine
        Decides about classes; it keeps what it learned about the worst case.
    """

    def __init__(self, search: CostSearch, session: Session, engine: RestrictedEngine) -> None:
        super().__init__(search, session)
        engine.session = session
        self.decider = engine
        self.tries = len(self.engine.prices.price) - 1

    def _settle(self, work: Work) -> None:
        """Find a class that refutes the current guess, and record that it costs 1 at least."""
        register, asked = work.registers[0], self.asked
        one = asked.at[register.set]
        guess, state, end = int(work.order[register.tried]), int(one.state), one.begin + one.count
        members = asked.pool[one.begin : end].copy()
        allowed = asked.pool[end : end + one.allowed].copy()
        rounds = Rounds(self.decider, members, allowed)
        if rounds.settle(guess, self.tries - state):
            raise AssertionError(f"guess {guess}: leads to a strategy that misses nothing")
        klass, remaining = rounds.refuting
        self.engine.note(klass, state + 1, 1, remaining)
        # It may have grown.
        self.table = self.engine.arrays.table
