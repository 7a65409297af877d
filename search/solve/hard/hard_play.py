"""The search for the worst case in hard play, where feedback restricts the guesses.

A subset of the candidates may then need more guesses than the whole set: the guess that told them
apart may no longer be allowed. As in free play, a null-window minimax is iterated on the
depth, between the upper bound of a greedy strategy and a lower bound by counting
(`emi.search.kernels.hard.hard_minimax` states its contract).
"""

import math
from collections.abc import Iterator, Sequence

from emi.search.model.candidates import Candidates
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.partition import Opening
from emi.search.model.restriction import Allowed, Restriction
from emi.search.model.strategy import Strategy, build
from emi.search.solve.hard.engine import HardEngine
from emi.search.solve.hard.rounds import Rounds, choose
from emi.search.solve.minimax import LEAST_DEPTH, TIMES_LONGER, MinimaxSearch
from emi.search.solve.session import Patience, Session
from emi.search.solve.worst_case.engine import class_keys

#: The work spent on one depth before the next depth has its turn (see `HardEngine.spent`).
#: After `AT_ONCE`, first guesses are tried in rounds.
PATIENCE, AT_ONCE = Patience(1 << 28, 2), 1 << 28
#: The nodes of the first attempts if only candidates are allowed.
ALONE = 1_000_000


class HardSearch(MinimaxSearch[HardEngine]):
    """A question about the worst case in hard play.

    Facts proven for free play do not apply here, nor the other way round.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        restriction: Restriction,
        candidates: Candidates | None = None,
        session: Session | None = None,
        *,
        opening: Sequence[int] = (),
    ) -> None:
        super().__init__(matrix, candidates, session, opening=opening)
        self.restriction = restriction

    @property
    def _by_position(self) -> bool:
        return self.restriction.clues is not None

    def _engine_for(
        self,
        session: Session,
        *,
        symmetric: bool,  # noqa: ARG002 - symmetry is not used
    ) -> HardEngine:
        return HardEngine(self.matrix, self.restriction, self.upper, session)

    def _profile(self) -> tuple[int, int, int]:
        own = self.matrix.own[self.members]
        allowed = self.restriction.allowed(self.matrix, self.members)
        keys, apart, most = class_keys(self.matrix, self.members, allowed)
        self.keys = keys
        # The first guess must be allowed, and so must those of the greedy strategy below it.
        return int(own[keys[own].argmin()]), apart, most - (self.restriction.clues is None)

    def _iterate(self, engine: HardEngine) -> None:
        self._rounds, self._tried = Rounds(engine, self.members), set[int]()
        super()._iterate(engine)
        del self._rounds  # It may be large.
        self.session.note = ""

    def _depths(self, *, fresh: bool) -> Iterator[int]:
        """Yield the lower bound, one more than that, and later one less than the upper bound.

        A refutation of the second depth refutes the lower bound too, and a strategy of that depth
        most likely attains the value.
        """
        if self.restriction.clues is None:
            return super()._depths(fresh=fresh)
        lower, most = self.bounds.lower, self.upper - 1
        return iter(dict.fromkeys((lower, min(lower + 1, most), lower if fresh else most)))

    def _turn(self, engine: HardEngine, depth: int, work: float) -> bool:
        """Decide about a depth: at first by the engine, then by first guesses in rounds.

        If only candidates are allowed, the engine alone decides. The search for costs can do this
        as well, but takes longer: for C5 4.6 s instead of 2.2 s. With hints, it takes more than
        twenty times as long.
        """
        if self.restriction.clues is None:
            return self._attempt(engine, depth, work)
        guess = None
        if depth not in self._tried:
            self._tried.add(depth)
            at_once = AT_ONCE if depth > LEAST_DEPTH else math.inf
            guess = engine.decide(self.members, depth, work=at_once)
        if guess is None and depth > LEAST_DEPTH:
            guess = self._rounds.search(depth, work)
        return self._use(depth, guess)

    def _patience(self) -> tuple[Patience, Patience]:
        if self.restriction.clues is None:
            return Patience(ALONE, TIMES_LONGER), Patience(math.inf, TIMES_LONGER)
        return PATIENCE, PATIENCE

    def begins_with(self, guess: int, session: Session) -> bool:
        """Return whether a guess begins a strategy that attains the upper bound.

        Raises
        ------
        Stopped
            If the session ended.
        """
        return Rounds(self._writing(session), self.members).decide(guess, self.upper)

    def _begins(self, engine: HardEngine, opening: Opening, depth: int) -> bool:
        return Rounds(engine, self.members).decide(opening.guesses[0], depth)

    def _strategy(self, session: Session) -> Strategy:
        engine = self._writing(session)
        allowed = Allowed(self.matrix, self.restriction, self.members)

        def choose(members: Indices, played: int) -> int:
            guess = self.guess
            if played > 0:
                first = _choose(engine, members, self.upper - played, allowed.at(members))
                if first is None:
                    raise Stopped
                guess = first
            allowed.step(members, guess)
            return guess

        # A single candidate needs no choice, but the first guess may be another one.
        opening = (self.guess,) if len(self.members) == 1 else ()
        return build(self.matrix, self.members, choose, opening=opening)


def _choose(
    engine: HardEngine,
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
