"""The worst case where answers restrict the guesses.

A part of the candidates may then need more guesses than all of them: the guess that told them apart
may no longer be allowed. As for the worst case, a null-window minimax is iterated on the depth,
between the upper bound of a greedy strategy and a lower bound that is counted
(`search.kernels.restricted.search` states its contract).
"""

import math
from collections.abc import Iterable
from itertools import count

import numpy as np

from search.kernels.common.stack import FULL, OPEN, REFUTED, SOLVED, UNKNOWN
from search.kernels.common.transposition import set_key, tighten
from search.kernels.restricted import search as kernel
from search.kernels.restricted.guesses import Profiles, Scratch, reach
from search.model.candidates import Candidates
from search.model.limits import Stopped
from search.model.matrix import FeedbackMatrix, Indices
from search.model.partition import splitting_space
from search.model.record import Proven
from search.model.restriction import Position, Restriction
from search.model.strategy import Strategy, build
from search.model.symmetry import no_symmetry
from search.solve.arrays import make_game, make_journal, make_registers, make_table, taken_out
from search.solve.session import Session
from search.solve.worst_case.engine import class_keys, members_of
from search.solve.worst_case.search import WorstCaseSearch

#: Nodes spent on the lower bound before the upper one's turn.
PATIENCE = 1_000_000
#: Nodes that make a set worth keeping; what took fewer is proven again in a few milliseconds.
WORTH_KEEPING = 1000


class RestrictedSearch(WorstCaseSearch):
    """A question about the worst case of restricted play. Parameters as of `Search`.

    What was proven for unrestricted play is of no use, nor the other way round.

    Parameters
    ----------
    restriction : Restriction

    Attributes
    ----------
    decider : RestrictedEngine or None
        What decided the question, with all that it learned; None if no search was needed.
    """

    decider: "RestrictedEngine | None" = None

    def __init__(
        self,
        matrix: FeedbackMatrix,
        restriction: Restriction,
        candidates: Candidates | None = None,
        session: Session | None = None,
    ) -> None:
        super().__init__(matrix, candidates, session)
        self.restriction = restriction

    def _search(self, records: Iterable[Proven]) -> None:
        n, own = len(self.members), self.matrix.own
        if n <= 2:  # noqa: PLR2004 - one after the other
            self._tighten(n, n, self.guess)
            return
        allowed = self.restriction.allowed(self.matrix, self.members)
        keys, apart, most = class_keys(self.matrix, self.members, allowed)
        if apart >= 0:
            self._tighten(2, 2, apart)
            return
        only = self.restriction.told is None
        self._tighten(next(d for d in count(3) if reach(most, d, n, only) == n), n, self.guess)
        self._greedy(int(own[self.members[keys[own[self.members]].argmin()]]))
        if self.bounds.proven or not self.session.go_on():
            return
        engine = RestrictedEngine(self.matrix, self.restriction, self.upper, self.session)
        self.decider = engine
        self.session.flush = engine.flush
        for one in records:
            engine.recall(one)
        self._deepen(engine)
        if not self.bounds.proven:
            engine.flush()

    def _deepen(self, engine: "RestrictedEngine") -> None:
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

    def _try(self, engine: "RestrictedEngine", depth: int, patience: float) -> bool:
        """Decide whether ``depth`` guesses suffice; returns False if it took too many nodes."""
        allowed = self.restriction.allowed(self.matrix, self.members)
        guess = engine.decide(self.members, allowed, depth, nodes=patience)
        if guess is None:
            return False
        self.decided(depth, guess)
        return True

    def _strategy(self, session: Session) -> Strategy:
        engine = self.decider or RestrictedEngine(self.matrix, self.restriction, self.upper)
        engine.session = session
        position = Position(self.matrix, self.restriction, self.members)

        def choose(members: Indices, made: int) -> int:
            guess = self.guess if made == 0 else int(self.matrix.own[members[0]])
            if made > 0 and len(members) > 2:  # noqa: PLR2004 - one after the other
                found = engine.decide(members, position.allowed(members), self.upper - made)
                if found is None:
                    raise Stopped
                guess = found
            position.step(members, guess)
            return guess

        return build(self.matrix, self.members, choose)


class RestrictedEngine:
    """Decides questions about one game in which answers restrict the guesses.

    What it knows is known of exact positions; `search.solve.worst_case.engine` serves games in
    which every guess stays allowed.

    Parameters
    ----------
    matrix : FeedbackMatrix
    restriction : Restriction
    depth : int
        The most guesses that will be asked about.
    session : Session, optional
        Limits it, and keeps the bounds proven on the way that took work.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        restriction: Restriction,
        depth: int,
        session: Session | None = None,
    ) -> None:
        self.matrix = matrix
        self.session = session or Session()
        self.registers = make_registers()
        self.arrays = kernel.Search(
            game=make_game(matrix, no_symmetry()),
            restriction=restriction.arrays(matrix),
            levels=make_levels(matrix, depth),
            table=make_table(),
            journal=make_journal(matrix.secrets, self.session.least_work(WORTH_KEEPING)),
            scratch=make_scratch(matrix),
            registers=self.registers,
        )

    @property
    def nodes(self) -> int:
        """Sets examined so far."""
        return int(self.registers[0].nodes)

    def decide(
        self, members: Indices, allowed: Indices, depth: int, *, nodes: float = math.inf
    ) -> int | None:
        """Decide whether ``depth`` guesses surely find every member.

        Parameters
        ----------
        members : (n,) int32
            At least three.
        allowed : (m,) int32
            The guesses still allowed.
        depth : int
            At least 2.
        nodes : float
            How many nodes it may take.

        Returns
        -------
        int or None
            A guess that begins a strategy, of these the one of least Sum; -1 if there is none, None
            if the attempt was given up. What was learned until then is not lost.
        """
        own = self.matrix.own[members]
        if depth == 2 or len(members) <= depth:  # noqa: PLR2004 - one guess tells all apart
            keys, apart, _ = class_keys(self.matrix, members, np.concatenate([own, allowed]))
            return int(own[keys[own].argmin()]) if apart < 0 and len(members) <= depth else apart
        levels, register = self.arrays.levels, self.registers[0]
        question = levels.at[0]
        question.count, question.depth, question.stage = len(members), depth, OPEN
        question.allowed = len(allowed)
        levels.members[0, : len(members)] = members
        levels.allowed[0, : len(allowed)] = allowed
        register.level, register.result = 0, UNKNOWN
        for until in self.session.slices(self, nodes, depth):
            before = self.nodes
            status = kernel.advance(self.arrays, until)
            self.session.nodes += self.nodes - before
            if status == SOLVED:
                return int(question.guess)
            if status == REFUTED:
                return -1
            if status == FULL:
                self.flush()
        return None

    def flush(self) -> None:
        """Hand over what was proven since the last time, and empty the journal."""
        batch = []
        for entry in taken_out(self.arrays.journal):
            candidates = Candidates(entry.members, self.matrix.secrets)
            batch.append(Proven(candidates, entry.lower, entry.upper, entry.guess))
        self.session.put(batch)

    def recall(self, proven: Proven) -> None:
        """Take over bounds proven before, as `Engine.recall` does."""
        members = members_of(proven, self.matrix)
        if len(self.arrays.restriction.told) > 0:
            return
        key = np.empty(2, np.uint64)
        set_key(members, self.arrays.game.zobrist, key)
        upper = len(members) if proven.upper is None else min(proven.upper, len(members))
        place = tighten(self.arrays.table, key, proven.lower, upper, -1)
        self.arrays.table.at[place].priority += WORTH_KEEPING


def make_levels(matrix: FeedbackMatrix, depth: int) -> kernel.Levels:
    """Return a stack for questions of up to ``depth`` guesses."""
    levels, secrets, guesses = max(depth - 1, 2), matrix.secrets, matrix.guesses
    return kernel.Levels(
        at=np.zeros(levels, kernel.LEVEL),
        members=np.empty((levels, secrets), np.int32),
        allowed=np.empty((levels, max(guesses, secrets)), np.int32),
        order=np.empty((levels, guesses), np.int32),
        split=np.empty((levels, secrets), np.int32),
        class_order=np.empty((levels, secrets), np.int32),
        start=np.empty((levels, secrets + 1), np.int32),
        blame=np.ones((levels + 2, secrets), np.float64),
        key=np.zeros((levels, 2), np.uint64),
    )


def make_scratch(matrix: FeedbackMatrix) -> Scratch:
    """Return working space for the kernels."""
    guesses = matrix.guesses
    return Scratch(
        space=splitting_space(matrix),
        stamp=np.zeros(matrix.classes, np.int64),
        clock=np.zeros(1, np.int64),
        profiles=Profiles(
            keys=np.empty(guesses, np.int64),
            largest=np.empty(guesses, np.int32),
            made=np.empty(guesses, np.int32),
        ),
        scores=np.empty(matrix.secrets, np.float64),
        mark=np.zeros(guesses, np.uint8),
    )
