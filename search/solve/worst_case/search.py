"""The least number of guesses that surely finds every candidate, and a guess to begin with.

A null-window minimax is iterated on the depth, mostly from the lower bound upwards
(`search.kernels.worst_case.search` states its contract). The first upper bound is that of a greedy
strategy, the first lower bound is counted: a guess leaves at most P classes to be found in d - 1
guesses and may itself be right, so d guesses find at most c(d) = 1 + P c(d - 1) secrets.
"""

from collections.abc import Iterable

import numpy as np

from search.kernels.common.widths import in_widths
from search.kernels.worst_case.greedy import greedy_depth
from search.model.bounds import Bounds
from search.model.candidates import Candidates
from search.model.limits import Stopped
from search.model.matrix import FeedbackMatrix
from search.model.partition import Partitioner, splitting_space
from search.model.record import Proven
from search.model.strategy import Strategy
from search.model.symmetry import orbits_of
from search.solve.search import Search
from search.solve.session import Session
from search.solve.worst_case.engine import Engine, Keys, class_keys
from search.solve.worst_case.refutation import Core, refute
from search.solve.worst_case.scout import Scout
from search.solve.worst_case.writing import write

#: Looks at a guess (nodes times guesses) spent on the lower bound before the upper one's turn.
PATIENCE = 20_000_000
#: Times as many before the last refutation is interrupted to look for a strategy after all.
LAST = 64


class WorstCaseSearch(Search):
    """A question about the worst case. Parameters and attributes as of `Search`.

    Parameters
    ----------
    symmetric : bool
        Whether guesses that are equal by the symmetry of the game are tried once. It must not be
        so where the refutation is wanted: whoever checks it need not know of symmetry.

    Attributes
    ----------
    engine : Engine or None
        What decided the question, with all that it learned; None if quick bounds settled it.
    keys : (guesses,) int64 or None
        The keys of the question (see `class_keys`); None if it was settled without them.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        candidates: Candidates | None = None,
        session: Session | None = None,
        *,
        symmetric: bool = True,
    ) -> None:
        super().__init__(matrix, candidates, session)
        self.symmetric = symmetric
        self.bounds = Bounds(1, len(self.members))
        self.guess = int(matrix.own[self.members[0]])
        self.engine: Engine | None = None
        self.keys: Keys | None = None

    @property
    def upper(self) -> int:
        """The upper bound; there always is one, for secrets can be named one by one."""
        return self.bounds.upper or len(self.members)

    def _run(self, records: Iterable[Proven]) -> None:
        others = [one for one in records if not self._settles(one)]
        if not self.bounds.proven:
            self._search(others)
            lower, upper = self.bounds.lower, self.bounds.upper
            self.session.put([Proven(self.candidates, lower, upper, self.guess)])

    def _strategy(self, session: Session) -> Strategy:
        # Where more can be proposed than the candidates, one of them may be as good a guess and
        # right.
        known = self.guess if len(self.members) == self.matrix.guesses else None
        return write(self._engine(session), self.members, self.upper, known)

    def refutation(self, session: Session | None = None) -> list[Core]:
        """Show that one guess less than the proven value is not enough: see `refute`.

        Raises
        ------
        Stopped
            If the value is not proven, or the session ends.
        """
        if not self.bounds.proven:
            raise Stopped
        # What the search has learned makes it quick to write down, and so do the keys.
        return refute(self._engine(session), self.members, self.upper - 1, self.keys)

    def _engine(self, session: Session | None) -> Engine:
        engine = self.engine or Engine(self.matrix, self.upper)
        engine.session = session or Session()
        return engine

    def _settles(self, proven: Proven) -> bool:
        """Take over bounds on the question itself."""
        if proven.candidates != self.candidates:
            return False
        # An upper bound is of use only with a guess that reaches it.
        if proven.guess >= 0:
            if proven.upper is not None and proven.upper <= self.upper:
                self.guess = proven.guess
            self.bounds = self.bounds.tightened(proven.lower, proven.upper)
        else:
            self.bounds = self.bounds.tightened(proven.lower, None)
        return True

    def _tighten(self, lower: int, upper: int, guess: int) -> None:
        if upper < self.upper:
            self.guess = guess
        self.bounds = self.bounds.tightened(lower, upper)

    def _search(self, records: Iterable[Proven]) -> None:
        n = len(self.members)
        if n <= 2:  # noqa: PLR2004 - a guess each, and no guess can do better
            self._tighten(n, n, self.guess)
            return
        first = orbits_of(self.matrix.symmetry) if self.symmetric else self.members[:0]
        guesses = np.unique(first) if len(first) > 0 and n == self.matrix.secrets else None
        keys, guess, most = class_keys(self.matrix, self.members, guesses)
        if guess >= 0:
            self._tighten(2, 2, guess)
            return
        self.keys = keys
        lower, reach = 2, 1 + most
        while reach < n:
            lower, reach = lower + 1, 1 + most * reach
        self._tighten(max(lower, 3), n, self.guess)
        self._greedy(int(keys.argmin()))
        if self.bounds.proven or not self.session.go_on():
            return
        self.engine = Engine(self.matrix, self.upper, self.session, symmetric=self.symmetric)
        self.session.flush = self.engine.flush
        for one in records:
            self.engine.recall(one)
        self._iterate(self.engine, keys)
        if not self.bounds.proven:
            self.engine.flush()

    def _greedy(self, first: int) -> None:
        """Take the worst case of a greedy strategy for an upper bound."""
        rows, own, space = (
            in_widths(self.matrix.rows),
            self.matrix.own,
            splitting_space(self.matrix),
        )
        members = self.members.copy()
        upper = greedy_depth(rows, own, first, False, len(members), members, space)
        self._tighten(self.bounds.lower, int(upper), first)

    def _greedy_wide(self, first: int) -> None:
        """Look for a better one among all guesses, class by class as it takes a while."""
        matrix, partitioner = self.matrix, Partitioner(self.matrix)
        upper = 1
        for part in partitioner.classes(first, self.members):
            if not self.session.go_on() or upper >= self.upper:
                return
            if len(part) > 1:
                most, rows, space = self.upper - 2, partitioner.rows, partitioner.space
                below = greedy_depth(rows, matrix.own, -1, True, most, part.copy(), space)
                upper = max(upper, 1 + int(below))
            elif matrix.own[part[0]] != first:
                upper = max(upper, 2)
        self._tighten(self.bounds.lower, upper, first)

    def _iterate(self, engine: Engine, keys: Keys) -> None:
        """Raise the lower bound until it meets the upper one, or a limit is reached.

        Refuting is dear and finding a strategy is cheap. So when the lower bound does not move
        within `PATIENCE` nodes, the upper one is brought down as far as it will go before more time
        is spent on the last, dearest refutation. What was learned in an attempt is not lost. A
        strategy that the search does not come upon may be found by looking at many first guesses.
        """
        patience = first = max(1, PATIENCE // self.matrix.guesses)
        last = LAST * first
        scout = Scout(engine, self.members, keys)
        while not self.bounds.proven and self.session.go_on():
            lower, upper = self.bounds.lower, self.upper
            if upper - lower == 1:
                if not self._attempt(engine, lower, keys, last):
                    self._scout(scout, lower, last)
                    last *= 4
            elif not self._attempt(engine, lower, keys, patience):
                if patience == first:
                    self._greedy_wide(int(keys.argmin()))
                lower, upper = self.bounds.lower, self.upper
                if upper - lower > 1 and not self._attempt(engine, upper - 1, keys, patience):
                    if patience > first:
                        self._scout(scout, upper - 1, patience)
                    patience *= 4

    def _scout(self, scout: Scout, depth: int, patience: float) -> None:
        """Look for a first guess with which ``depth`` guesses suffice."""
        guess = scout.look(depth, min(patience, self.session.limits.nodes - self.session.nodes))
        if guess >= 0:
            self._tighten(self.bounds.lower, depth, guess)

    def _attempt(self, engine: Engine, depth: int, keys: Keys, patience: float) -> bool:
        """Decide whether ``depth`` guesses suffice; returns False if it took too many nodes."""
        guess = engine.decide(self.members, depth, keys, nodes=patience)
        if guess is None:
            return False
        self.decided(depth, guess)
        return True

    def decided(self, depth: int, guess: int) -> None:
        """Take over what was decided: a guess that begins a strategy so deep, or -1 for none."""
        if guess >= 0:
            self._tighten(self.bounds.lower, depth, guess)
        else:
            self._tighten(depth + 1, self.upper, self.guess)
