"""The worst case where answers restrict the guesses.

A part of the candidates may then need more guesses than all of them: the guess that told them apart
may no longer be allowed. As for the worst case, a null-window minimax is iterated on the depth,
between the upper bound of a greedy strategy and a lower bound that is counted
(`search.kernels.restricted.search` states its contract).
"""

import math

import numpy as np

from search.kernels.common.transposition import tighten
from search.kernels.restricted import search as kernel
from search.kernels.restricted.cores import LARGEST, Cores
from search.kernels.restricted.guesses import Profiles, Scratch
from search.model.candidates import Candidates
from search.model.cost_model import CostModel
from search.model.limits import Stopped
from search.model.matrix import FeedbackMatrix, Indices
from search.model.partition import Partitioner, splitting_space
from search.model.record import Proven
from search.model.restriction import Allowed, Restriction
from search.model.strategy import Strategy, build
from search.model.symmetry import no_symmetry
from search.solve.arrays import make_game, make_journal, make_table, taken_out
from search.solve.cost.engine import CostEngine
from search.solve.engine import NO_KEYS, DecidingEngine, Keys, key_of
from search.solve.minimax import MinimaxSearch
from search.solve.scout import Scout
from search.solve.session import Session
from search.solve.worst_case.engine import class_keys
from search.solve.worst_case.search import WorstCaseSearch

#: Looks at a guess (nodes times guesses) spent on the lower bound before the upper one's turn.
PATIENCE = 20_000_000
#: Nodes spent so among candidates alone.
ALONE = 1_000_000
#: Nodes that make a set worth keeping; what took fewer is proven again in a few milliseconds.
WORTH_KEEPING = 1000
#: Nodes for each class of a first guess that is looked at, and how many times more the next round.
FIRST_ROUND, WIDER = 1000, 8
#: Cores that there is room for.
CORES = 4096


def make_cores(matrix: FeedbackMatrix, levels: int, capacity: int) -> Cores:
    """Return room for so many cores."""
    return Cores(
        members=np.empty((capacity, LARGEST), np.int32),
        size=np.zeros(capacity, np.int32),
        guesses=np.empty((capacity, (matrix.guesses + 63) // 64), np.uint64),
        held=np.zeros(3, np.int64),
        live=np.empty((levels, capacity), np.int32),
        inside=np.zeros(matrix.secrets, np.uint8),
        blame=np.ones(matrix.secrets, np.float64),
    )


class RestrictedEngine(DecidingEngine):
    """Decides questions about one game in which answers restrict the guesses.

    What it knows is known of exact positions, and of cores beside their guesses, as
    `search.kernels.restricted.search` explains;
    `search.solve.worst_case.engine` serves games in which every guess stays allowed.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        restriction: Restriction,
        depth: int,
        session: Session | None = None,
    ) -> None:
        super().__init__(matrix, depth, session)
        self.restriction = restriction
        # There is a level for each number of guesses left from the depth down to 3, and one more.
        levels, secrets, guesses = max(depth - 1, 2), matrix.secrets, matrix.guesses
        self.arrays = kernel.Search(
            game=make_game(matrix, no_symmetry()),
            restriction=restriction.arrays(matrix),
            levels=kernel.Levels(
                at=np.zeros(levels, kernel.LEVEL),
                members=np.empty((levels, secrets), np.int32),
                allowed=np.empty((levels, guesses), np.int32),
                order=np.empty((levels, guesses), np.int32),
                split=np.empty((levels, secrets), np.int32),
                class_order=np.empty((levels, secrets), np.int32),
                start=np.empty((levels, secrets + 1), np.int32),
                blame=np.ones((levels + 2, secrets), np.float64),
                key=np.zeros((levels, 2), np.uint64),
            ),
            table=make_table(secrets, self.session.room()),
            cores=make_cores(matrix, levels, 0 if restriction.told is None else CORES),
            journal=make_journal(secrets, self.session.least_work(WORTH_KEEPING)),
            scratch=Scratch(
                space=splitting_space(matrix),
                stamp=np.zeros(matrix.classes, np.int64),
                clock=np.zeros(1, np.int64),
                profiles=Profiles(
                    keys=np.empty(guesses, np.int64),
                    largest=np.empty(guesses, np.int32),
                    made=np.empty(guesses, np.int32),
                ),
                scores=np.empty(secrets, np.float64),
                mark=np.zeros(guesses, np.uint8),
            ),
            registers=self.registers,
        )

    def decide(
        self,
        members: Indices,
        depth: int,
        keys: Keys = NO_KEYS,  # noqa: ARG002 - the kernel makes its own
        *,
        nodes: float = math.inf,
        allowed: Indices | None = None,
    ) -> int | None:
        """Decide whether ``depth`` guesses find every member; of several guesses the least Sum.

        By default what is allowed is what the restriction says of the root.
        """
        if allowed is None:
            allowed = self.restriction.allowed(self.matrix, members)
        self.arrays.levels.at[0].allowed = len(allowed)
        self.arrays.levels.allowed[0, : len(allowed)] = allowed
        return super().decide(members, depth, nodes=nodes)

    def _advance(self, until: np.int64) -> int:
        return int(kernel.advance(self.arrays, until))

    def flush(self) -> None:
        """Hand over what was proven since the last time, and empty the journal."""
        batch = []
        for entry in taken_out(self.arrays.journal):
            candidates = Candidates(entry.members, self.matrix.secrets)
            batch.append(Proven(candidates, entry.lower, entry.upper, entry.guess))
        self.session.put(batch)

    make_room = flush

    def recall(self, proven: Proven) -> None:
        """Take over bounds proven before, as `Engine.recall` does."""
        members = self.members_of(proven)
        if self.restriction.told is not None:
            return
        key = key_of(members, self.arrays.game.zobrist)
        upper = len(members) if proven.upper is None else min(proven.upper, len(members))
        place = tighten(self.arrays.table, key, proven.lower, upper, -1)
        self.arrays.table.at[place].priority += WORTH_KEEPING


class RestrictedScout(Scout):
    """One for play in which answers restrict the guesses.

    The search for the fewest misses comes upon strategies sooner than that for the worst case.
    """

    wide = (False,)
    costs: CostEngine

    def __init__(self, engine: RestrictedEngine, members: Indices, keys: Keys) -> None:
        self.restriction = engine.restriction
        super().__init__(engine, members, keys)

    def _begin(self, depth: int) -> None:
        super()._begin(depth)
        if depth > 0:
            model, session = CostModel.guaranteed(depth), self.engine.session.aside()
            self.costs = CostEngine(self.matrix, model, None, session, restriction=self.restriction)

    def _settles(
        self,
        guess: int,
        part: Indices,
        depth: int,  # noqa: ARG002 - the prices say it
        nodes: float,
    ) -> tuple[bool, int]:
        allowed = Allowed(self.matrix, self.restriction, self.members)
        allowed.step(self.members, guess)
        before = self.costs.nodes
        for stand in self.costs.search(part, 1, 1, allowed=allowed.at(part)):
            taken = self.costs.nodes - before
            if stand.guess >= 0 or taken > nodes:
                return stand.guess >= 0, taken
        return False, self.costs.nodes - before


class RestrictedSearch(MinimaxSearch[RestrictedEngine]):
    """A question about the worst case where answers restrict the guesses.

    What was proven for unrestricted play is of no use, nor the other way round.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        restriction: Restriction,
        candidates: Candidates | None = None,
        session: Session | None = None,
    ) -> None:
        super().__init__(matrix, candidates, session)
        self.restriction = restriction

    @property
    def _exact(self) -> bool:  # type: ignore[override]
        return self.restriction.told is not None

    def _engine_for(
        self,
        session: Session,
        *,
        symmetric: bool,  # noqa: ARG002 - symmetry is not made use of
    ) -> RestrictedEngine:
        return RestrictedEngine(self.matrix, self.restriction, self.upper, session)

    def _weigh(self) -> tuple[int, int, int]:
        own = self.matrix.own[self.members]
        allowed = self.restriction.allowed(self.matrix, self.members)
        keys, apart, most = class_keys(self.matrix, self.members, allowed)
        self.keys = keys
        # The first guess is to be allowed, and those of the greedy strategy below it.
        return int(own[keys[own].argmin()]), apart, most - (self.restriction.told is None)

    def _iterate(self, engine: RestrictedEngine) -> None:
        """Raise the lower bound until it meets the upper one, or the session ends.

        When a depth takes more than `PATIENCE`, the upper bound has its turn.
        """
        if self.restriction.told is None:
            self._iterate_alone(engine)
            return
        # Who may propose anything needs no more guesses. That is found sooner, for what is learned
        # there of a set holds for others.
        easy = WorstCaseSearch(self.matrix, self.candidates)
        scout = RestrictedScout(engine, self.members, self.keys)
        patience = max(1, PATIENCE // self.matrix.guesses)
        while not self.bounds.proven and self.session.go_on():
            if not easy.bounds.proven:
                session = self.session.aside(patience)
                session.bounds, easy.session = easy.bounds, session
                easy.run()
                self._tighten(easy.bounds.lower, self.upper, self.guess)
            elif self._attempt(engine, self.bounds.lower, patience):
                continue
            if self.bounds.proven or not (
                self._scout(scout, patience) or self._attempt(engine, self.upper - 1, patience)
            ):
                patience *= 4

    def _iterate_alone(self, engine: RestrictedEngine) -> None:
        """Do so among candidates alone: there unrestricted play is no quicker."""
        patience = ALONE
        while not self.bounds.proven and self.session.go_on():
            lower, upper = self.bounds.lower, self.upper
            if upper - lower == 1:
                self._attempt(engine, lower, math.inf)
            elif not (
                self._attempt(engine, lower, patience) or self._attempt(engine, upper - 1, patience)
            ):
                patience *= 4

    def _scout(self, scout: Scout, nodes: int) -> bool:
        """Look for a first guess with which a guess less than the upper bound misses nothing."""
        depth = self.upper - 1
        guess = scout.look(depth, nodes)
        if guess >= 0:
            self._tighten(self.bounds.lower, depth, guess)
        return guess >= 0

    def begins_with(self, guess: int, session: Session) -> bool:
        """Tell whether a guess begins a strategy that reaches the upper bound.

        What cannot be found is often a small class to which few guesses are left, and the largest
        may take a thousand times as long. So all are asked in turn, in each round for longer.

        Raises
        ------
        Stopped
            If the session ended.
        """
        engine, depth = self._writing(session), self.upper - 1
        allowed = Allowed(self.matrix, self.restriction, self.members)
        allowed.step(self.members, guess)
        classes = Partitioner(self.matrix).classes(guess, self.members)
        parts = [one.copy() for one in classes if self.matrix.own[one[0]] != guess]
        parts = sorted((one for one in parts if len(one) > depth), key=len)
        nodes = FIRST_ROUND
        while parts and depth > 1:
            undecided = []
            for part in parts:
                found = _choose(engine, part, depth, allowed.at(part), nodes)
                if found is None:
                    undecided.append(part)
                elif found < 0:
                    return False
            if undecided and not session.go_on():
                raise Stopped
            parts, nodes = undecided, WIDER * nodes
        return not parts

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
    nodes: float = math.inf,
) -> int | None:
    """Return the guess of least Sum that keeps to the depth, at least 2; -1 if there is none.

    None if that is not decided within so many nodes, or before the session ends.
    """
    own = engine.matrix.own[members]
    if len(members) <= 2:  # noqa: PLR2004 - one after the other
        return int(own[0])
    # A candidate that tells the others apart is best of all: it may be right.
    keys, apart, _ = class_keys(engine.matrix, members, own)
    if apart >= 0:
        return apart
    if len(members) <= depth:
        return int(own[keys[own].argmin()])
    if depth == 2:  # noqa: PLR2004 - no candidate tells them apart
        return class_keys(engine.matrix, members, allowed)[1]
    return engine.decide(members, depth, allowed=allowed, nodes=nodes)
