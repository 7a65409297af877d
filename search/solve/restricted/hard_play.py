"""The search for the worst case in hard play, where feedback restricts the guesses.

A subset of the candidates may then need more guesses than the whole set: the guess that told them
apart may no longer be allowed. As in unrestricted play, a null-window minimax is iterated on the
depth, between the upper bound of a greedy strategy and a lower bound by counting
(`search.kernels.restricted.hard_minimax` states its contract).
"""

import math

from search.model.candidates import Candidates
from search.model.limits import Stopped
from search.model.matrix import FeedbackMatrix, Indices
from search.model.restriction import Allowed, Restriction
from search.model.strategy import Strategy, build
from search.solve.minimax import LEAST_DEPTH, MinimaxSearch
from search.solve.restricted.engine import RestrictedEngine
from search.solve.restricted.rounds import Rounds, choose
from search.solve.session import Session
from search.solve.worst_case.engine import class_keys

#: The work spent on one depth before the next depth has its turn (see `RestrictedEngine.spent`): at
#: first, the growth factor, and the amount after which first guesses are tried in rounds.
PATIENCE, MORE, AT_ONCE = 1 << 28, 2, 1 << 28
#: The nodes of the first attempts if only candidates are allowed.
ALONE = 1_000_000


class RestrictedSearch(MinimaxSearch[RestrictedEngine]):
    """A question about the worst case in hard play.

    Facts proven for unrestricted play do not apply here, nor the other way round.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        restriction: Restriction,
        candidates: Candidates | None = None,
        session: Session | None = None,
        *,
        first: int | None = None,
    ) -> None:
        super().__init__(matrix, candidates, session, first=first)
        self.restriction = restriction

    @property
    def _exact(self) -> bool:  # type: ignore[override]
        return self.restriction.clues is not None

    def _engine_for(
        self,
        session: Session,
        *,
        symmetric: bool,  # noqa: ARG002 - symmetry is not used
    ) -> RestrictedEngine:
        return RestrictedEngine(self.matrix, self.restriction, self.upper, session)

    def _profile(self) -> tuple[int, int, int]:
        own = self.matrix.own[self.members]
        allowed = self.restriction.allowed(self.matrix, self.members)
        keys, apart, most = class_keys(self.matrix, self.members, allowed)
        self.keys = keys
        # The first guess must be allowed, and so must those of the greedy strategy below it.
        return int(own[keys[own].argmin()]), apart, most - (self.restriction.clues is None)

    def _iterate(self, engine: RestrictedEngine) -> None:
        """Raise the lower bound until it meets the upper one, or the session ends.

        The search tries the lower bound and the next depth in turn. A refutation of the next depth
        refutes the lower bound too, and a strategy of that depth most likely attains the value.
        After the first round, one guess less than the upper bound is tried as well.
        """
        if self.restriction.clues is None:
            # The search for costs can do this as well, but takes longer: for C5 4.6 s instead of
            # 2.2 s. With hints, it takes more than twenty times as long.
            super()._iterate(engine)
            return
        rounds, tried = Rounds(engine, self.members), set[int]()
        patience = PATIENCE
        while not self.bounds.proven and self.session.go_on():
            lower = self.bounds.lower
            # If this takes a while, lower the upper bound as well.
            most = self.upper - 1 if patience > PATIENCE else lower
            for depth in dict.fromkeys((lower, min(lower + 1, self.upper - 1), most)):
                guess = None
                if depth not in tried:
                    tried.add(depth)
                    work = AT_ONCE if depth > LEAST_DEPTH else math.inf
                    guess = engine.decide(self.members, depth, work=work)
                if guess is None and depth > LEAST_DEPTH:
                    guess = rounds.climb(depth, patience)
                if guess is None:
                    continue
                if guess >= 0:
                    self._tighten(self.bounds.lower, depth, guess)
                else:
                    self._tighten(depth + 1, self.upper, self.guess)
                break
            else:
                patience *= MORE
        self.session.note = ""

    def _patience(self) -> tuple[float, float]:
        return ALONE, math.inf

    def begins_with(self, guess: int, session: Session) -> bool:
        """Return whether a guess begins a strategy that attains the upper bound.

        Raises
        ------
        Stopped
            If the session ended.
        """
        return self._begins(self._writing(session), guess, self.upper)

    def _begins(self, engine: RestrictedEngine, guess: int, depth: int) -> bool:
        return Rounds(engine, self.members).settle(guess, depth)

    def _strategy(self, session: Session) -> Strategy:
        engine = self._writing(session)
        allowed = Allowed(self.matrix, self.restriction, self.members)

        def choose(members: Indices, made: int) -> int:
            guess = self.guess
            if made > 0:
                found = _choose(engine, members, self.upper - made, allowed.at(members))
                if found is None:
                    raise Stopped
                guess = found
            allowed.step(members, guess)
            return guess

        return build(self.matrix, self.members, choose)


def _choose(
    engine: RestrictedEngine,
    members: Indices,
    depth: int,
    allowed: Indices,
) -> int | None:
    """Return the guess of least Sum that keeps to the depth, at least 2; -1 if there is none.

    Return None if the session ends before a decision.
    """
    own = engine.matrix.own[members]
    if len(members) <= 2:  # noqa: PLR2004 - one after the other
        return int(own[0])
    # A candidate that tells the others apart is best: it may be the secret.
    keys, apart, _ = class_keys(engine.matrix, members, own)
    if apart >= 0:
        return apart
    if len(members) <= depth:
        return int(own[keys[own].argmin()])
    if depth == 2:  # noqa: PLR2004 - no candidate tells them apart
        return class_keys(engine.matrix, members, allowed)[1]
    return choose(engine, members, depth, allowed)
