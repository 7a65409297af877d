"""The least number of guesses that surely finds every candidate, and a guess to begin with.

A null-window minimax is iterated on the depth, mostly from the lower bound upwards
(`search.kernels.worst_case.search` states its contract). The first upper bound is that of a greedy
strategy, the first lower bound is counted: a guess leaves at most P classes to be found in d - 1
guesses and may itself be right, so d guesses find at most c(d) = 1 + P c(d - 1) secrets.
"""

from collections.abc import Iterable

import numpy as np

from search.kernels.common.partition import USELESS, separating_guess
from search.kernels.worst_case.greedy import greedy_depth
from search.model.bounds import Bounds
from search.model.candidates import Candidates
from search.model.limits import Stopped
from search.model.matrix import FeedbackMatrix, Indices
from search.model.partition import Partitioner, splitting_space
from search.model.record import Proven
from search.model.strategy import Strategy, build
from search.model.symmetry import orbits_of
from search.solve.search import Search
from search.solve.session import Session
from search.solve.worst_case.engine import Engine, Keys, class_keys
from search.solve.worst_case.refutation import Core, refute
from search.solve.worst_case.scout import Scout

#: Looks at a guess (nodes times guesses) spent on the lower bound before the upper one's turn.
PATIENCE = 20_000_000
#: Times as many before the last refutation is interrupted to look for a strategy after all.
LAST = 64


class WorstCaseSearch(Search):
    """A question about the worst case.

    It must not be symmetric where the refutation is wanted: whoever checks it need not know of
    symmetry. The engine is what decided the question, with all that it learned, and the keys are
    those of `class_keys`; None if quick bounds settled it.
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
        """Show that one guess less than the proven value is not enough: see `refute`."""
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
        upper = proven.upper if proven.guess >= 0 else None
        if upper is not None and upper <= self.upper:
            self.guess = proven.guess
        self.bounds = self.bounds.tightened(proven.lower, upper)
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
        matrix, members = self.matrix, self.members.copy()
        space, most = splitting_space(matrix), len(members)
        upper = greedy_depth(matrix.rows, matrix.own, first, False, most, members, space)
        self._tighten(self.bounds.lower, int(upper), first)

    def _greedy_wide(self, first: int) -> None:
        """Look for a better one among all guesses, class by class as it takes a while."""
        matrix, partitioner = self.matrix, Partitioner(self.matrix)
        upper = 1
        for part in partitioner.classes(first, self.members):
            if not self.session.go_on() or upper >= self.upper:
                return
            if len(part) > 1:
                most, space = self.upper - 2, partitioner.space
                below = greedy_depth(matrix.rows, matrix.own, -1, True, most, part.copy(), space)
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


def write(engine: Engine, members: Indices, depth: int, guess: int | None = None) -> Strategy:
    """Write out a strategy that surely finds every member within ``depth`` guesses.

    Among the guesses that the engine proves to keep to the depth, the one of least Sum is taken,
    a candidate first: that keeps the average low. The first guess may be given.

    Raises
    ------
    ValueError
        If no strategy keeps to the depth.
    Stopped
        If the session ended.
    """
    return build(
        engine.matrix, members, lambda one, made: _choose(engine, one, depth - made), guess=guess
    )


def _choose(engine: Engine, members: Indices, depth: int) -> int:
    """Return the guess to make for two members or more."""
    matrix, scratch = engine.matrix, engine.scratch
    own = matrix.own[members]
    if len(members) == 2 <= depth:  # noqa: PLR2004 - one after the other
        return int(own[0])
    if depth > 1:
        # A candidate that tells the others apart is best of all: it may be right.
        among = matrix.rows[own[:, np.newaxis], members]
        places = np.arange(len(members), dtype=np.int32)
        best = separating_guess(among, places, scratch.stamp, scratch.clock)
        if best >= 0:
            return int(own[best])
        if depth == 2:  # noqa: PLR2004 - it takes a guess that tells them apart, no keys
            apart = separating_guess(matrix.rows, members, scratch.stamp, scratch.clock)
        else:
            keys, apart, _ = class_keys(matrix, members)
        if apart >= 0:
            return int(apart)
        if depth > 2:  # noqa: PLR2004
            # Doubled, so that a candidate comes before other guesses of the same Sum.
            np.add(keys, keys, out=keys, where=keys != USELESS)
            keys[own] -= 1
            if len(members) <= depth:
                return int(keys.argmin())
            guess = engine.surely(members, depth, keys)
            if guess >= 0:
                return guess
    msg = f"no strategy finds {len(members)} secrets within {depth} guesses"
    raise ValueError(msg)
