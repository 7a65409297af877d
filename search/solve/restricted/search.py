"""The worst case when only candidates may be proposed.

A part of the candidates may then need more guesses than all of them: it may lack the one that told
the others apart. As for the worst case, a null-window minimax is iterated on the depth, between the
upper bound of a greedy strategy and a lower bound that is counted
(`search.kernels.restricted.search` states its contract).
"""

import math
from collections.abc import Iterable
from itertools import count

from search.kernels.restricted.members import reach
from search.model.matrix import Indices
from search.model.record import Proven
from search.model.strategy import Strategy, build
from search.solve.restricted.engine import RestrictedEngine
from search.solve.session import Session
from search.solve.worst_case.search import WorstCaseSearch

#: Nodes spent on the lower bound before the upper one's turn.
PATIENCE = 1_000_000


class RestrictedSearch(WorstCaseSearch):
    """A question about the worst case among candidates.

    Guesses that name no secret do not matter. What was proven for unrestricted play is of no use,
    nor the other way round. The engine is None if no search was needed.
    """

    possible: RestrictedEngine | None = None

    def _search(self, records: Iterable[Proven]) -> None:
        n = len(self.members)
        if n <= 2:  # noqa: PLR2004 - one after the other
            self._tighten(n, n, self.guess)
            return
        engine = RestrictedEngine(self.matrix, n, self.session)
        keys, apart, most = engine.profile(self.members)
        if apart >= 0:
            self._tighten(2, 2, int(self.matrix.own[apart]))
            return
        self._tighten(next(d for d in count(3) if reach(most, d, n) == n), n, self.guess)
        self._greedy(int(self.matrix.own[self.members[keys.argmin()]]))
        if self.bounds.proven or not self.session.go_on():
            return
        engine.depth = self.upper
        self.possible = engine
        self.session.flush = engine.flush
        for one in records:
            engine.recall(one)
        self._deepen(engine)
        if not self.bounds.proven:
            engine.flush()

    def _deepen(self, engine: RestrictedEngine) -> None:
        """Raise the lower bound until it meets the upper one, or the session ends.

        When a depth takes more than `PATIENCE` nodes, the upper bound has its turn. What was
        learned in an attempt is not lost.
        """
        patience = PATIENCE
        while not self.bounds.proven and self.session.go_on():
            lower, upper = self.bounds.lower, self.upper
            if upper - lower == 1:
                self._try(engine, lower, math.inf)
            elif not self._try(engine, lower, patience) and not self._try(
                engine, upper - 1, patience
            ):
                patience *= 4

    def _try(self, engine: RestrictedEngine, depth: int, patience: float) -> bool:
        """Decide whether ``depth`` guesses suffice; returns False if it took too many nodes."""
        secret = engine.decide(self.members, depth, nodes=patience)
        if secret is None:
            return False
        self.decided(depth, int(self.matrix.own[secret]) if secret >= 0 else -1)
        return True

    def _strategy(self, session: Session) -> Strategy:
        engine = self.possible or RestrictedEngine(self.matrix, self.upper)
        engine.session = session
        own = self.matrix.own

        def choose(members: Indices, made: int) -> int:
            return int(own[_choose(engine, members, self.upper - made)])

        return build(self.matrix, self.members, choose, guess=self.guess)


def _choose(engine: RestrictedEngine, members: Indices, depth: int) -> int:
    """Return the member of least Sum that keeps to the depth."""
    if len(members) <= 2:  # noqa: PLR2004 - one after the other
        return int(members[0])
    keys, apart, _ = engine.profile(members)
    if apart >= 0:
        return apart
    if len(members) <= depth:
        return int(members[keys.argmin()])
    return engine.surely(members, depth)
