"""The base of the engines: kernels that run in slices of a session, and a journal."""

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from emi.search.kernels.core import stack
from emi.search.kernels.core.transposition import set_key, tighten
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.record import Batch, Proven
from emi.search.solve.arrays import grown, most_places
from emi.search.solve.session import Session

#: A key for each guess, by which guesses are sorted; may be empty.
Keys = NDArray[np.int64]
NO_KEYS = np.empty(0, np.int64)
#: Seconds of kernel time between two checks of the clock.
SLICE = 0.05
#: The work (guesses times secrets) done in about that time.
PAIRS = 50_000_000
#: A turn has as many nodes as all turns before it, but at most TURN, or a share of 1 / TURNS of
#: these nodes if that is more.
TURN, TURNS = 64, 16


class SlicedEngine(ABC):
    """Runs kernels on their arrays for a session, in slices of `SLICE` seconds."""

    arrays: Any
    #: Whether bounds are on costs rather than worst cases.
    priced = False

    def __init__(self, matrix: FeedbackMatrix, session: Session | None) -> None:
        self.matrix = matrix
        self.session = session or Session()
        self.registers = np.zeros(1, stack.REGISTERS)

    @property
    def nodes(self) -> int:
        """Sets examined so far (for costs, sets and guesses)."""
        # By field first: a place of a record array takes ten times as long to read.
        return int(self.registers["nodes"][0])

    @abstractmethod
    def advance(self, until: np.int64) -> int:
        """Continue until the node count reaches ``until``; return why the kernel paused."""

    @abstractmethod
    def flush(self) -> None:
        """Hand the facts proven since the last call to the session, and empty the journal."""

    @abstractmethod
    def receive(self, batch: Batch) -> None:
        """Add bounds that were proven before or by other processes."""

    def recall(self, *proven: Proven) -> None:
        """Add bounds on sets of this game; raise ValueError if some do not apply here.

        Bounds on costs need a state. Bounds on worst cases must not exceed the size of the set.
        """
        secrets, priced = self.matrix.secrets, self.priced
        for record in proven:
            if (
                record.candidates is None
                or record.candidates.secrets != secrets
                or (record.state is not None) != priced
                or (not priced and record.lower > len(record.candidates))
            ):
                raise ValueError(f"{record}: expected bounds on some of {secrets} secrets")
        if proven:
            # Do not allocate arrays for nothing.
            self.receive(Batch.of(proven, secrets))

    def _tighten(
        self, key: NDArray[np.uint64], lower: int, upper: int, guess: int = -1
    ) -> np.record:
        """Record bounds in the table; return the place of the set. The caller sets its priority."""
        self.fit()
        table = self.arrays.table
        place: np.record = table.at[tighten(table, key, lower, upper, guess)]
        return place

    @abstractmethod
    def make_room(self) -> None:
        """Empty the journal, and make room in other full arrays."""

    def fit(self) -> None:
        """Double the table if it is filling up and may still grow."""
        table, secrets = self.arrays.table, self.matrix.secrets
        if not 0 < table.held[1] <= table.held[0]:
            return
        if len(table.at) < most_places(secrets, self.session.room()):
            # Without memory to grow, the entries of least priority are replaced.
            with suppress(MemoryError):
                self.arrays = self.arrays._replace(table=grown(table))
                return
        table.held[1] = 0

    #: Whether the state of the kernel does not depend on earlier pauses.
    steady = True
    #: The nodes of the first turn.
    at_first = 1

    def slices(self, nodes: float, depth: int = 0, size: int | None = None) -> Iterator[int]:
        """Run the kernel until the session ends; yield why it paused at the end of each turn.

        A turn ends after a number of nodes, or when the kernel returns anything but PAUSED or FULL.
        Within a turn, the kernel pauses by the clock for limits and progress. So decisions at the
        end of a turn do not depend on the speed of the machine. If the session ends, the last turn
        ends too.

        The kernel runs for ``nodes`` nodes; the cost of a node varies by a factor of up to a
        thousand. ``depth`` is that of `emi.search.solve.session.Progress`; ``size`` is that of the
        set (default: all secrets).
        """
        session, first = self.session, self.nodes
        end = first + math.ceil(min(nodes, session.limits.nodes - session.nodes, 1e18))
        # In a large game, a single node may take as long as a slice.
        step = min(max(PAIRS / (self.matrix.guesses * (size or self.matrix.secrets)), 1.0), 16.0)
        turn, within_turn = min(first + self.at_first, end), False
        while (self.nodes < end or not self.steady) and session.go_on(depth):
            began = time.monotonic()
            status = self._slice(min(math.ceil(self.nodes + step), turn))
            step *= min(SLICE / (time.monotonic() - began + 1e-6), 2.0)
            step = min(max(step, 1.0), 1e9)
            ended = self.nodes >= turn and self.steady
            if ended:
                spent = self.nodes - first
                turn = min(self.nodes + max(min(spent, TURN), spent // TURNS), end)
            if ended or status not in (stack.PAUSED, stack.FULL):
                yield status
            within_turn = status == stack.PAUSED and not ended
            session.flush_in_time()
        if within_turn:
            yield stack.PAUSED

    def _slice(self, until: int) -> int:
        """Run the kernel up to a number of nodes, one more at least; return why it paused."""
        before = self.nodes
        status = self.advance(np.int64(max(until, before + 1)))
        self.session.nodes += self.nodes - before
        self.fit()
        if status == stack.FULL:
            self.make_room()
        return status


class DecidingEngine(SlicedEngine):
    """An engine that decides whether ``depth`` guesses suffice for a set."""

    #: Guesses made before the set in question, for the progress.
    made = 0
    # Most questions take fewer nodes, so one call of the kernel, which takes as long as a node.
    at_first = 16

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
        """Decide whether ``depth`` guesses, at least 3, find every member.

        There must be more than ``depth`` members and no guess that tells all apart. If all guesses
        are allowed, they are tried in the order of their keys: those of `class_keys`, or other keys
        with the same `USELESS` entries. The attempt ends after ``nodes`` nodes.

        Return the first guess of a strategy; -1 if there is none; None if the attempt or the
        session ended. The engine keeps what it learned.
        """
        self._put(members, depth, keys)
        return self._follow(nodes)

    def living(self, guesses: Indices) -> Indices:
        """Return the given first guesses that are not known to be refuted."""
        return guesses

    def _put(self, members: Indices, depth: int, keys: Keys, level: int = 0) -> None:
        """Put a question at a level of the stack, to be opened."""
        levels, registers = self.arrays.levels, self.registers
        for name, value in ("count", len(members)), ("depth", depth), ("stage", stack.OPEN):
            levels.at[name][level] = value
        levels.members[level, : len(members)] = members
        if len(keys) > 0:
            levels.keys[level] = keys
        for name, value in ("level", level), ("bottom", level), ("result", stack.UNKNOWN):
            registers[name][0] = value

    def _follow(self, nodes: float) -> int | None:
        """Continue with the last question, and return what `decide` does."""
        level, at = int(self.registers["bottom"][0]), self.arrays.levels.at
        depth, count = int(at["depth"][level]), int(at["count"][level])
        for status in self.slices(nodes, depth + self.made, count):
            if status == stack.SOLVED:
                return int(self.arrays.levels.at["guess"][level])
            if status == stack.REFUTED:
                return -1
            if status == stack.PUT_OFF:
                return None
        return None


def surely(guess: int | None) -> int:
    """Return the result of `DecidingEngine.decide`; raise Stopped if the attempt was abandoned."""
    if guess is None:
        raise Stopped
    return guess


def key_of(members: Indices, zobrist: NDArray[np.uint64], state: int = 0) -> NDArray[np.uint64]:
    """Return the key of a set in the transposition table, which may depend on the state."""
    key = np.empty(2, np.uint64)
    set_key(members, zobrist, state, key)
    return key
