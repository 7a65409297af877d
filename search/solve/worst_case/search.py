"""The worst case where every guess stays allowed; a strategy and a refutation for it."""

import numpy as np

from search.kernels.common.partition import USELESS, separating_guess
from search.kernels.compiler.widths import in_widths
from search.kernels.worst_case.greedy import greedy_depth
from search.model.limits import Stopped
from search.model.matrix import GATHERED, Indices
from search.model.partition import Partitioner
from search.model.strategy import Strategy, build
from search.model.symmetry import orbits_of
from search.model.written import Core
from search.solve.engine import PAIRS, surely
from search.solve.minimax import LEAST_DEPTH, MinimaxSearch
from search.solve.session import Session
from search.solve.worst_case.engine import Engine, class_keys
from search.solve.worst_case.refutation import refute
from search.solve.worst_case.scout import Scout

#: Looks at a guess (nodes times guesses) spent on the lower bound before the upper one's turn.
PATIENCE = 20_000_000
#: Times as many before the last refutation is interrupted to look for a strategy after all.
LAST = 64


class WorstCaseSearch(MinimaxSearch[Engine]):
    """A question about the worst case where every guess stays allowed.

    It must not be symmetric where the refutation is wanted: whoever checks it need not know of
    symmetry.
    """

    def _engine_for(self, session: Session, *, symmetric: bool) -> Engine:
        return Engine(self.matrix, self.upper, session, symmetric=symmetric)

    def _profile(self) -> tuple[int, int, int]:
        orbits = orbits_of(self.matrix.symmetry) if self.symmetric else self.members[:0]
        whole = len(orbits) > 0 and len(self.members) == self.matrix.secrets
        guesses = np.unique(orbits) if whole else None
        keys, apart, most = class_keys(self.matrix, self.members, guesses, self.session.go_on)
        if apart < 0:
            self.keys = keys
        return int(keys.argmin()), apart, most

    def _iterate(self, engine: Engine) -> None:
        """Raise the lower bound until it meets the upper one, or a limit is reached.

        Refuting is dear and finding a strategy is cheap. So when the lower bound does not move
        within `PATIENCE` nodes, the upper one is brought down as far as it will go before more time
        is spent on the last, dearest refutation. What was learned in an attempt is not lost. A
        strategy that the search does not come upon may be found by looking at many first guesses.
        """
        patience = first = max(1, PATIENCE // self.matrix.guesses)
        last = LAST * first
        scout = Scout(engine, self.members, self.keys)
        while not self.bounds.proven and self.session.go_on():
            lower, upper = self.bounds.lower, self.upper
            if upper - lower == 1:
                if not self._attempt(engine, lower, last):
                    self._scout(scout, lower, last)
                    last *= 4
            elif not self._attempt(engine, lower, patience):
                if patience == first:
                    self._greedy_wide(int(self.keys.argmin()))
                lower, upper = self.bounds.lower, self.upper
                if upper - lower > 1 and not self._attempt(engine, upper - 1, patience):
                    if patience > first:
                        self._scout(scout, upper - 1, patience)
                    patience *= 4

    def _scout(self, scout: Scout, depth: int, patience: float) -> None:
        """Look for a first guess with which ``depth`` guesses suffice."""
        guess = scout.look(depth, min(patience, self.session.limits.nodes - self.session.nodes))
        if guess >= 0:
            self._tighten(self.bounds.lower, depth, guess)

    def _greedy_wide(self, first: int) -> None:
        """Look for a better one among all guesses, class by class as it takes a while."""
        try:
            upper = self._greedy_below(Partitioner(self.matrix), first, self.members, self.upper)
        except Stopped:
            return
        self._tighten(self.bounds.lower, upper, first)

    def _greedy_below(
        self, partitioner: Partitioner, guess: int, members: Indices, most: int
    ) -> int:
        """Return the worst case of greedy play that begins with a guess; any more than ``most``.

        Raises
        ------
        Stopped
            If the session ended.
        """
        matrix, space, upper = self.matrix, partitioner.space, 1
        at_once = GATHERED if matrix.in_file else PAIRS
        for klass in partitioner.classes(guess, members):
            if not self.session.go_on() or upper >= most:
                raise Stopped
            if len(klass) == 1:
                upper = max(upper, 1 + int(matrix.own[klass[0]] != guess))
            elif len(klass) * matrix.guesses <= at_once:
                rows, own, some = matrix.about(klass)
                widths = in_widths(rows)
                below = greedy_depth(widths, own, -1, True, most - 2, some.copy(), space)
                upper = max(upper, 1 + int(below))
            else:
                keys, apart, _ = class_keys(matrix, klass, None, self.session.go_on)
                following = apart if apart >= 0 else int(keys.argmin())
                upper = max(upper, 1 + self._greedy_below(partitioner, following, klass, most - 1))
        return upper

    def _begins(self, engine: Engine, guess: int, depth: int) -> bool:
        for klass in Partitioner(self.matrix).classes(guess, self.members):
            if len(klass) < depth:
                break
            keys, apart, _ = class_keys(self.matrix, klass, None, self.session.go_on)
            below = depth - 1
            if apart < 0 and (below < LEAST_DEPTH or surely(engine.decide(klass, below, keys)) < 0):
                return False
        return True

    def _strategy(self, session: Session) -> Strategy:
        # Where more can be proposed than the candidates, one of them may be as good a guess and
        # right.
        every = len(self.members) == self.matrix.guesses
        known = self.guess if every or self.first is not None else None
        return write(self._writing(session), self.members, self.upper, known)

    def refutation(self, session: Session | None = None) -> list[Core]:
        """Show that one guess less than the proven value is not enough: see `refute`."""
        if not self.bounds.proven:
            raise Stopped
        # What the search has learned makes it quick to write down, and so do the keys.
        writing = self._writing(session)
        return refute(writing, self.members, self.upper - 1, self.keys)


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
        (widths,) = matrix.among([members])
        among, places = in_widths(widths), np.arange(len(members), dtype=np.int32)
        best = separating_guess(among, places, scratch.stamp, scratch.clock)
        if best >= 0:
            return int(own[best])
        if depth == 2:  # noqa: PLR2004 - it takes a guess that tells them apart, no keys
            rows, _, some = matrix.about(members)
            apart = separating_guess(in_widths(rows), some, scratch.stamp, scratch.clock)
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
            guess = surely(engine.decide(members, depth, keys))
            if guess >= 0:
                return guess
    raise ValueError(f"no strategy finds {len(members)} secrets within {depth} guesses")
