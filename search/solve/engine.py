"""What the engines have in common: kernels that work in slices of a session, and a journal."""

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from search.kernels.common import stack
from search.kernels.common.transposition import set_key, tighten
from search.model.limits import Stopped
from search.model.matrix import FeedbackMatrix, Indices
from search.model.record import Batch, Proven
from search.solve.arrays import grown, most_places
from search.solve.session import Session

#: A number for each guess, by which they are ordered; there need be none.
Keys = NDArray[np.int64]
NO_KEYS = np.empty(0, np.int64)
#: Seconds of kernel time between two looks at the clock.
SLICE = 0.05
#: Guesses times secrets that are looked at in about that time.
PAIRS = 50_000_000


class SlicedEngine(ABC):
    """Kernels with their arrays, which work for a session, some twentieth of a second at a time."""

    arrays: Any
    #: Whether bounds are on costs.
    priced = False

    def __init__(self, matrix: FeedbackMatrix, session: Session | None) -> None:
        self.matrix = matrix
        self.session = session or Session()
        self.registers = np.zeros(1, stack.REGISTERS)

    @property
    def nodes(self) -> int:
        """Sets (of costs, and guesses) examined so far."""
        return int(self.registers[0].nodes)

    @abstractmethod
    def advance(self, until: np.int64) -> int:
        """Go on until the node count reaches ``until``; return why the kernel paused."""

    @abstractmethod
    def flush(self) -> None:
        """Hand over what was proven since the last time, and empty the journal."""

    @abstractmethod
    def hear(self, batch: Batch) -> None:
        """Take over bounds that were proven before, or by others."""

    def recall(self, *proven: Proven) -> None:
        """Take over bounds on sets of this game; ValueError if some are of no use here.

        Bounds on costs have a state, and those on worst cases are no larger than the set.
        """
        secrets, priced = self.matrix.secrets, self.priced
        for one in proven:
            if (
                one.candidates is None
                or one.candidates.secrets != secrets
                or (one.state is not None) != priced
                or (not priced and one.lower > len(one.candidates))
            ):
                raise ValueError(f"{one}: expected bounds on some of {secrets} secrets")
        if proven:
            # Arrays are not made in vain.
            self.hear(Batch.of(proven, secrets))

    def _tighten(
        self, key: NDArray[np.uint64], lower: int, upper: int, guess: int = -1
    ) -> np.record:
        """Note bounds in the table; return the place of the set, whose priority is to be set."""
        self.fit()
        table = self.arrays.table
        place: np.record = table.at[tighten(table, key, lower, upper, guess)]
        return place

    @abstractmethod
    def make_room(self) -> None:
        """Empty the journal, and whatever else may be full."""

    def fit(self) -> None:
        """Give the table twice the places if it is filling, as long as there may be more."""
        table, secrets = self.arrays.table, self.matrix.secrets
        if not 0 < table.held[1] <= table.held[0]:
            return
        if len(table.at) < most_places(secrets, self.session.room()):
            # Where memory cannot be had, those of least priority give way.
            with suppress(MemoryError):
                self.arrays = self.arrays._replace(table=grown(table))
                return
        table.held[1] = 0

    def slices(self, nodes: float, depth: int = 0, size: int | None = None) -> Iterator[int]:
        """Yield why the kernel paused, after each slice, until the session ends.

        It ends after ``nodes`` nodes, of which one may cost a thousand times as much as another.
        The depth is that of `search.solve.session.Progress`; ``size`` is that of the set (default:
        all secrets).
        """
        session, pairs = self.session, self.matrix.guesses * (size or self.matrix.secrets)
        # Of a large game a node may take as long.
        step = min(max(PAIRS / pairs, 1.0), 16.0)
        end = self.nodes + min(nodes, session.limits.nodes - session.nodes)
        while self.nodes < end and session.go_on(depth):
            began, before = time.monotonic(), self.nodes
            status = self.advance(np.int64(math.ceil(min(before + step, end, 1e18))))
            session.nodes += self.nodes - before
            self.fit()
            if status == stack.FULL:
                self.make_room()
            yield status
            taken = time.monotonic() - began + 1e-6
            step = min(max(step * min(SLICE / taken, 2.0), 1.0), 1e9)
            session.flush_in_time()


class DecidingEngine(SlicedEngine):
    """An engine that decides whether a set can be found within up to ``depth`` guesses."""

    #: Guesses made before the set that is decided, for the progress.
    made = 0

    def __init__(self, matrix: FeedbackMatrix, depth: int, session: Session | None) -> None:
        super().__init__(matrix, session)
        self.depth = depth

    def decide(
        self,
        members: Indices,
        depth: int,
        keys: Keys = NO_KEYS,
        *,
        nodes: float = math.inf,
    ) -> int | None:
        """Decide whether ``depth`` guesses, at least 3, surely find every member.

        There must be more than ``depth`` members, and no guess that tells all apart. If all guesses
        are allowed they are tried in the order of their keys: those of `class_keys`, or others that
        keep `USELESS`. The attempt ends after ``nodes`` nodes.

        Returns the first guess of a strategy, -1 if there is none, None if the attempt or the
        session ended. What was learned until then is kept.
        """
        return self._put(members, depth, keys, nodes)

    def living(self, guesses: Indices) -> Indices:
        """Return those of the first guesses of a question that are not known to be refuted."""
        return guesses

    def _put(
        self, members: Indices, depth: int, keys: Keys, nodes: float, level: int = 0
    ) -> int | None:
        """Put a question at a level of the stack, and do as `decide`."""
        levels, register = self.arrays.levels, self.registers[0]
        question = levels.at[level]
        question.count, question.depth, question.stage = len(members), depth, stack.OPEN
        levels.members[level, : len(members)] = members
        if len(keys) > 0:
            levels.keys[level] = keys
        register.level, register.bottom, register.result = level, level, stack.UNKNOWN
        return self._follow(nodes)

    def _follow(self, nodes: float) -> int | None:
        """Go on with the question that was put last."""
        level = int(self.registers[0].bottom)
        question = self.arrays.levels.at[level]
        for status in self.slices(nodes, int(question.depth) + self.made, int(question.count)):
            if status == stack.SOLVED:
                return int(self.arrays.levels.at[level].guess)
            if status == stack.REFUTED:
                return -1
            if status == stack.PUT_OFF:
                return None
        return None


def surely(guess: int | None) -> int:
    """Return what `DecidingEngine.decide` has returned; Stopped if the attempt was given up."""
    if guess is None:
        raise Stopped
    return guess


def key_of(members: Indices, zobrist: NDArray[np.uint64], state: int = 0) -> NDArray[np.uint64]:
    """Return the key of a set in the transposition table, in a state if it has another there."""
    key = np.empty(2, np.uint64)
    set_key(members, zobrist, state, key)
    return key
