"""The worst case when only candidates may be proposed.

A part of the candidates may then need more guesses than all of them: it may lack the one that told
the others apart. As for the worst case, a null-window minimax is iterated on the depth, between the
upper bound of a greedy strategy and a lower bound that is counted
(`search.kernels.restricted.search` states its contract).
"""

import math

from search.model.matrix import Indices
from search.model.strategy import Strategy, build
from search.solve.minimax import MinimaxSearch
from search.solve.restricted.engine import RestrictedEngine
from search.solve.session import Session

#: Nodes spent on the lower bound before the upper one's turn.
PATIENCE = 1_000_000


class RestrictedSearch(MinimaxSearch[RestrictedEngine]):
    """A question about the worst case among candidates.

    Guesses that name no secret do not matter. What was proven for unrestricted play is of no use,
    nor the other way round.
    """

    def _engine_for(self, session: Session | None) -> RestrictedEngine:
        return RestrictedEngine(self.matrix, self.upper, session)

    def _weigh(self) -> tuple[int, int, int]:
        own, members = self.matrix.own, self.members
        keys, apart, most = self._engine_for(None).profile(members)
        return int(own[members[keys.argmin()]]), int(own[apart]) if apart >= 0 else -1, most - 1

    def _iterate(self, engine: RestrictedEngine) -> None:
        """When a depth takes more than `PATIENCE` nodes, the upper bound has its turn."""
        patience = PATIENCE
        while not self.bounds.proven and self.session.go_on():
            lower, upper = self.bounds.lower, self.upper
            if upper - lower == 1:
                self._attempt(engine, lower, math.inf)
            elif not (
                self._attempt(engine, lower, patience) or self._attempt(engine, upper - 1, patience)
            ):
                patience *= 4

    def _strategy(self, session: Session) -> Strategy:
        engine = self._writing(session)

        def choose(members: Indices, made: int) -> int:
            return _choose(engine, members, self.upper - made)

        return build(self.matrix, self.members, choose, guess=self.guess)


def _choose(engine: RestrictedEngine, members: Indices, depth: int) -> int:
    """Return the member of least Sum that keeps to the depth, as a guess."""
    own = engine.matrix.own
    if len(members) <= 2:  # noqa: PLR2004 - one after the other
        return int(own[members[0]])
    keys, apart, _ = engine.profile(members)
    if apart >= 0:
        return int(own[apart])
    if len(members) <= depth:
        return int(own[members[keys.argmin()]])
    return engine.surely(members, depth)
