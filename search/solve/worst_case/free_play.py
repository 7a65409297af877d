"""The worst case in free play, with a strategy and a refutation that prove it."""

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from emi.search.compile.jit import Widths, in_widths
from emi.search.kernels.core.partition import USELESS, separating_guess
from emi.search.kernels.worst_case.inseparable import separating_candidate
from emi.search.model.limits import Stopped
from emi.search.model.matrix import Indices
from emi.search.model.partition import Opening
from emi.search.model.strategy import Strategy, build
from emi.search.model.symmetry import orbits_of
from emi.search.model.written import Core
from emi.search.solve.engine import NO_KEYS, Keys, surely
from emi.search.solve.minimax import LEAST_DEPTH, TIMES_LONGER, MinimaxSearch
from emi.search.solve.session import Patience, Session
from emi.search.solve.worst_case.engine import Engine, class_keys, few_keys
from emi.search.solve.worst_case.proof import refute

#: The work (nodes times guesses) spent on the lower bound before the upper one has its turn.
PATIENCE = 20_000_000
NO_GUESSES = np.empty(0, np.int32)
#: The factor by which the last refutation may take more work before a strategy is tried.
LAST = 64


class WorstCaseSearch(MinimaxSearch[Engine]):
    """A question about the worst case in free play.

    For a refutation, pass ``symmetric=False``: checkers need not know symmetry.
    """

    #: The first guesses of the question while it is searched.
    _firsts = NO_GUESSES

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

    def _patience(self) -> tuple[Patience, Patience]:
        nodes = max(1, PATIENCE // self.matrix.guesses)
        return Patience(nodes, TIMES_LONGER), Patience(LAST * nodes, TIMES_LONGER)

    def _iterate(self, engine: Engine) -> None:
        self._firsts = np.flatnonzero(self.keys != USELESS).astype(np.int32)
        super()._iterate(engine)
        self._firsts, self.session.note = NO_GUESSES, ""

    def _flush(self) -> None:
        super()._flush()
        if self.engine is not None and len(self._firsts):
            left = len(self.engine.living(self._firsts))
            self.session.note = f", {left:,} of {len(self._firsts):,} first guesses left"

    def _play_on(self) -> None:
        first = int(self.keys.argmin())
        with suppress(Stopped):
            upper = self._greedy.among_all(self.members, self.upper, first)
            self._tighten(self.bounds.lower, upper, first)

    def _begins(self, engine: Engine, opening: Opening, depth: int) -> bool:
        below = depth - len(opening.guesses)
        for klass in opening.classes:
            if len(klass) <= below:
                break
            if below < LEAST_DEPTH:
                first = class_keys(self.matrix, klass, None, self.session.go_on)[1]
            else:
                # Most classes are refuted by a core, before any guess is profiled.
                first = surely(engine.decide(klass, below))
            if first < 0:
                return False
        return True

    def _strategy(self, session: Session) -> Strategy:
        # Do not begin with `self.guess`: which guess the search found depends on chance.
        writing = self._writing(session)
        return write(writing, self.members, self.upper, self.opening, self.keys)

    @property
    def all_keys(self) -> Keys:
        """The keys of all guesses for all secrets; empty if some are not known."""
        orbits = orbits_of(self.matrix.symmetry)
        whole = len(self.members) == self.matrix.secrets and len(orbits) == 0
        return self.keys if whole else NO_KEYS

    def refutation(self, session: Session | None = None) -> list[Core]:
        """Return cores that prove that one guess less than the value is too few, as `refute` does.

        Raises Stopped if the value is not proven, or the session ends.
        """
        if not self.bounds.proven:
            raise Stopped
        # With the engine's cores and the keys, writing takes little further search.
        writing = self._writing(session)
        return refute(writing, self.members, self.upper - 1, self.keys)


def write(
    engine: Engine,
    members: Indices,
    depth: int,
    opening: Sequence[int] = (),
    keys: Keys = NO_KEYS,
) -> Strategy:
    """Write a strategy that finds every member within ``depth`` guesses.

    Of the guesses that keep to the depth, the strategy takes the one of least Sum, candidates
    before others, for a low average. So it does not depend on earlier work of the engine. The
    first guesses may be given, and the keys of all guesses for the members.

    Raises
    ------
    ValueError
        If no strategy keeps to the depth.
    Stopped
        If the session ended.
    """
    rows = in_widths(engine.matrix.rows)

    def choose(klass: Indices, played: int) -> int:
        return _choose(engine, rows, klass, depth - played, NO_KEYS if played else keys)

    return build(engine.matrix, members, choose, opening=opening)


def _choose(engine: Engine, rows: Widths, members: Indices, depth: int, keys: Keys) -> int:
    """Return the guess to make for two members or more; ``keys`` may be empty."""
    matrix, scratch = engine.matrix, engine.scratch
    if len(members) == 2 <= depth:  # noqa: PLR2004 - one after the other
        return int(matrix.own[members[0]])
    if depth > 1:
        # A candidate that tells the others apart is best: it may be the secret.
        best = separating_candidate(rows, matrix.own, members, scratch.stamp, scratch.clock)
        if best >= 0:
            return int(best)
        if depth == 2:  # noqa: PLR2004 - only a guess that tells them apart will do
            about, _, some = matrix.about(members)
            near = rows if about is matrix.rows else in_widths(about)
            apart = separating_guess(near, some, scratch.stamp, scratch.clock)
        elif len(keys):
            apart = -1
        else:
            keys, apart = few_keys(matrix, members)
        if apart >= 0:
            return int(apart)
        if depth > 2:  # noqa: PLR2004
            own = matrix.own[members]
            if len(members) <= depth:
                least = own[keys[own] == keys.min()]
                return int(least.min()) if len(least) else int(keys.argmin())
            # Double the keys, so that candidates come before other guesses of the same Sum.
            useful = keys != USELESS
            keys = np.where(useful, 2 * keys, USELESS)
            keys[own] -= useful[own]
            guess = surely(engine.decide(members, depth, keys))
            if guess >= 0:
                return guess
    raise ValueError(f"no strategy finds {len(members)} secrets within {depth} guesses")
