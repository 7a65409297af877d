"""The engine for hard play: the kernels with their arrays."""

import math

import numpy as np
from numpy.typing import NDArray

from emi.search.kernels.core.arrays import allocate
from emi.search.kernels.core.transposition import place_of
from emi.search.kernels.hard import hard_minimax as kernel
from emi.search.kernels.hard.cores import CORE_MEMBERS, HardCores
from emi.search.kernels.hard.guesses import HardScratch
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.record import NONE, Batch
from emi.search.model.restriction import Restriction
from emi.search.model.symmetry import no_symmetry
from emi.search.solve.engine import (
    NO_KEYS,
    DecidingEngine,
    Keys,
    key_of,
    make_game,
    make_journal,
    make_table,
    sizes_of,
    taken_out,
)
from emi.search.solve.session import Session

#: The least number of nodes worth recording: smaller proofs take a few milliseconds.
WORTH_KEEPING = 1000
#: The capacity for cores.
CORES = 4096


def make_cores(matrix: FeedbackMatrix, capacity: int, members: int = CORE_MEMBERS) -> HardCores:
    """Return empty arrays for ``capacity`` cores of up to ``members`` secrets."""
    sizes = sizes_of(matrix) | {"capacity": capacity, "core members": members}
    return allocate(HardCores, sizes, rank=np.arange(capacity, dtype=np.int32))


class HardEngine(DecidingEngine):
    """Decides questions about one game in which feedback restricts the guesses.

    Its facts hold for exact positions, and for cores together with their guesses, as
    `emi.search.kernels.hard.hard_minimax` explains; `emi.search.solve.worst_case.engine`
    serves games in which every guess stays allowed.
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
        # One level for each number of guesses left from the depth down to 3, plus one.
        sizes = sizes_of(matrix) | {"levels": max(depth - 1, 2)}
        self.arrays = kernel.HardArrays(
            game=make_game(matrix, no_symmetry()),
            restriction=restriction.arrays(matrix),
            levels=allocate(kernel.HardLevels, sizes),
            table=make_table(matrix.secrets),
            cores=make_cores(matrix, 0 if restriction.clues is None else CORES),
            journal=make_journal(matrix.secrets, self.session.least_work(WORTH_KEEPING)),
            scratch=allocate(HardScratch, sizes),
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
        work: float = math.inf,
    ) -> int | None:
        """Decide whether ``depth`` guesses find every member, as `DecidingEngine.decide` does.

        The default for ``allowed`` is the guesses allowed at the root. The attempt also ends after
        ``work`` units of work (see `spent`).
        """
        if allowed is None:
            allowed = self.restriction.allowed(self.matrix, members)
        if (guess := self.look_up(members, depth, allowed)) is not None:
            return guess
        question, before = self.arrays.levels.at[0], self.nodes
        question.allowed = len(allowed)
        question.limit = int(min(self.spent + work, np.iinfo(np.int64).max))
        self.arrays.levels.allowed[0, : len(allowed)] = allowed
        guess = super().decide(members, depth, nodes=nodes)
        if guess is not None:
            self.note(members, depth, allowed, guess, self.nodes - before)
        return guess

    def look_up(self, members: Indices, depth: int, allowed: Indices) -> int | None:
        """Return the known result of `decide` for a position, or None."""
        place = place_of(self.arrays.table, self._key(members, allowed))
        if place < 0:
            return None
        here = self.arrays.table.at[place]
        if here.lower > depth:
            return -1
        return int(here.guess) if here.upper <= depth and here.guess >= 0 else None

    def note(
        self, members: Indices, depth: int, allowed: Indices, guess: int, work: int = WORTH_KEEPING
    ) -> None:
        """Record the result of `decide` for a position, and the work spent on it."""
        lower, upper = (1, depth) if guess >= 0 else (depth + 1, len(members))
        place = self._tighten(self._key(members, allowed), lower, upper, guess)
        place.priority += 1 + work

    def _key(self, members: Indices, allowed: Indices) -> NDArray[np.uint64]:
        """Return the key of a position."""
        key = key_of(members, self.arrays.game.zobrist)
        if self.restriction.clues is not None:
            key ^= key_of(allowed, self.arrays.restriction.zobrist)
        return key

    @property
    def spent(self) -> int:
        """The work done so far: pairs of guess and candidate examined."""
        return int(self.arrays.scratch.spent[0])

    def advance(self, until: np.int64) -> int:
        """Continue until the node count reaches ``until``; return why the kernel paused."""
        return int(kernel.advance(self.arrays, until))

    def flush(self) -> None:
        """Hand the facts proven since the last call to the session, and empty the journal."""
        self.session.put(taken_out(self.arrays.journal, self.matrix.secrets, priced=False))

    make_room = flush

    def receive(self, batch: Batch) -> None:
        """Add bounds proven before or by other processes, if only candidates are allowed.

        Otherwise ignore them, because they do not record the guesses allowed.
        """
        if self.restriction.clues is not None:
            return
        zobrist = self.arrays.game.zobrist
        for members, (lower, upper, _, _, size) in batch.sets():
            most = size if upper == NONE else min(upper, size)
            self._tighten(key_of(members, zobrist), lower, most).priority += WORTH_KEEPING
