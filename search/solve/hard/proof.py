"""The proof that some secret is missed in hard play, where feedback restricts the guesses.

A lemma says that the remaining guesses do not find a core: a small set, with the guesses that are
then allowed. As `emi.search.kernels.hard.cores` explains, it refutes each guess with a class
that contains the core, if no other guess that splits the core stays allowed. For a guess that no
known core refutes, the worst-case search finds a class that takes too many guesses; this class is
shrunk to a core, and the core is proven in the same way.
"""

from typing import NamedTuple

import numpy as np

from emi.search.kernels.core.arrays import enlarge
from emi.search.kernels.hard.cores import CORE_DEPTH, keep, shrink, strike, strike_all
from emi.search.kernels.hard.guesses import list_living
from emi.search.model.lemmas import Lemma, Lemmas
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.restriction import Restriction
from emi.search.solve.hard.engine import HardEngine, make_cores
from emi.search.solve.hard.rounds import Rounds
from emi.search.solve.session import Session

#: The initial capacity for cores of each depth, and for the members of a core.
CORES, MEMBERS = 256, 64
#: The work spent on one question while a core is shrunk (see `HardEngine.spent`). A set whose
#: question takes longer counts as a set that can be found.
WORK = 1 << 16


def with_clues(matrix: FeedbackMatrix, restriction: Restriction) -> Restriction:
    """Return a restriction that allows the same guesses, by clues if only candidates are allowed.

    So a core can have guesses that are candidates of a larger set.
    """
    if restriction.clues is not None:
        return restriction
    own, guesses = matrix.own, matrix.guesses
    clues = np.zeros((1, guesses, guesses), matrix.rows.dtype)
    clues[0][:, own] = matrix.rows
    return Restriction(clues, at_root=own)


class Position(NamedTuple):
    """A set of secrets, the guesses that are allowed, and those made before with their feedback."""

    members: Indices
    allowed: Indices
    played: tuple[tuple[int, int], ...]


class HardRefuter:
    """Proves that no strategy finds every secret within a number of guesses.

    Parameters
    ----------
    matrix : FeedbackMatrix
    restriction : Restriction
    tries : int
        The number of guesses, at least 2.
    session : Session
    """

    def __init__(
        self, matrix: FeedbackMatrix, restriction: Restriction, tries: int, session: Session
    ) -> None:
        # The engine begins without any facts, so the proof does not depend on earlier searches.
        self.engine = HardEngine(matrix, with_clues(matrix, restriction), tries, session)
        self.matrix, self.tries = matrix, tries
        #: By number of guesses: the cores that this number of guesses does not find, and the lemma
        #: about each core.
        self.cores = {depth: make_cores(self.matrix, CORES, MEMBERS) for depth in range(1, tries)}
        self.lemma_of: dict[int, dict[int, int]] = {depth: {} for depth in self.cores}
        self.lemmas: list[Lemma] = []
        self._order = np.empty(self.matrix.secrets + self.matrix.guesses, np.int32)

    def refute(self) -> Lemmas:
        """Return lemmas, each after those that it needs; the last one is about all secrets.

        Raises
        ------
        Stopped
            If the session ends.
        """
        every = np.arange(self.matrix.secrets, dtype=np.int32)
        allowed = self.engine.restriction.allowed(self.matrix, every)
        self._prove(Position(every, allowed, ()))
        return Lemmas.of(needed(self.lemmas))

    def _prove(self, position: Position) -> int:
        """Prove that the remaining guesses do not find a set; return its lemma."""
        members, reasons = sorted(position.members.tolist()), sorted(self._reasons(position))
        played = position.played
        self.lemmas.append(Lemma(len(played), 1, tuple(members), tuple(reasons), played))
        return len(self.lemmas) - 1

    def _reasons(self, position: Position) -> list[int]:
        """Return lemmas that refute, for a set, every guess that counting does not rule out."""
        members, allowed, played = position
        depth, session = self.tries - len(played), self.engine.session
        if not session.go_on(depth):
            raise Stopped
        order, below = self._unrefuted(members, allowed, depth), depth - 1
        reasons = [
            self.lemma_of[below][k] for k in np.flatnonzero(self.cores[below].struck).tolist()
        ]
        if len(order) == 0:
            return reasons
        rounds = Rounds(self.engine, members, allowed)
        while len(order) > 0:
            if not played:
                session.note = f", {len(order):,} first guesses left"
            guess = int(order[0])
            if rounds.decide(guess, depth):
                raise AssertionError(f"guess {guess}: leads to a strategy that misses nothing")
            klass, remaining = rounds.last_class
            core = self._core(Position(klass, remaining, (*played, (guess, int(klass[0])))))
            reasons.append(self._prove(core))
            k = self._keep(core, reasons[-1])
            game, restriction = self.engine.arrays.game, self.engine.arrays.restriction
            order = order[: strike(game, restriction, self.cores[below], k, allowed, order)]
        return reasons

    def _unrefuted(self, members: Indices, allowed: Indices, depth: int) -> Indices:
        """Return the guesses for a set that neither counting nor a known core refutes.

        The array ``struck`` of the cores becomes the number of guesses that each core refutes. A
        guess that tells all members apart is returned alone.
        """
        arrays, order, cores = self.engine.arrays, self._order, self.cores[depth - 1]
        game, restriction = arrays.game, arrays.restriction
        living = list_living(game, members, allowed, depth, order, arrays.scratch)
        cores.struck[:] = 0
        left = strike_all(game, restriction, cores, members, allowed, order[:living])
        return order[:left].copy()

    def _core(self, position: Position) -> Position:
        """Return a core of a set that the remaining guesses do not find."""
        members, allowed, played = position
        depth, arrays = self.tries - len(played), self.engine.arrays
        if depth <= CORE_DEPTH:
            core, cores = members.copy(), self.cores[depth]
            size = shrink(
                arrays.game, arrays.restriction, cores, members, allowed, depth, core,
                arrays.scratch,
            )  # fmt: skip
            return Position(core[:size], self._splitting(core[:size], allowed), played)
        # With these cores, smaller sets are refuted without a search.
        self._reasons(position)
        core, step = members, len(members) // 2
        while step > 0:
            at = 0
            while at < len(core) and len(core) - step > depth:
                fewer = np.delete(core, slice(at, at + step))
                remaining = self._splitting(fewer, allowed)
                if self._is_refuted(fewer, remaining, depth):
                    core, allowed = fewer, remaining
                else:
                    at += step
            step //= 2
        return Position(core, allowed, played)

    def _splitting(self, members: Indices, allowed: Indices) -> Indices:
        """Return the guesses that split a set."""
        rows = self.matrix.rows[np.ix_(allowed, members)]
        splitting: Indices = allowed[(rows != rows[:, :1]).any(axis=1)]
        return splitting

    def _is_refuted(self, members: Indices, allowed: Indices, depth: int) -> bool:
        """Return whether `WORK` suffices to prove that ``depth`` guesses do not find a set."""
        if len(self._unrefuted(members, allowed, depth)) == 0:
            return True
        return self.engine.decide(members, depth, allowed=allowed, work=WORK) == -1

    def _keep(self, core: Position, lemma: int) -> int:
        """Add a core; return its number."""
        members, allowed, played = core
        depth = self.tries - len(played)
        cores = self.cores[depth]
        if len(members) > cores.members.shape[1]:
            cores = enlarge(cores, "core members", 2 * len(members))
        capacity = len(cores.rank)
        if cores.held[0] == capacity:
            cores = enlarge(cores, "capacity", 2 * capacity)
            cores.rank[capacity:] = range(capacity, 2 * capacity)
        self.cores[depth] = cores
        k: int = keep(self.engine.arrays.game, cores, members, allowed)
        self.lemma_of[depth][k] = lemma
        return k


def needed(lemmas: list[Lemma]) -> list[Lemma]:
    """Return the last lemma and those that it needs, in order, with their reasons renumbered."""
    wanted = {len(lemmas) - 1}
    for k in range(len(lemmas) - 1, -1, -1):
        if k in wanted:
            wanted.update(lemmas[k].reasons)
    place = {k: at for at, k in enumerate(sorted(wanted))}
    return [
        lemmas[k]._replace(reasons=tuple([place[reason] for reason in lemmas[k].reasons]))
        for k in place
    ]
