"""The base of the engines: the arrays that all searches share, and kernels that run in slices."""

import math
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from emi.search.compile.jit import in_widths
from emi.search.kernels.core import machine
from emi.search.kernels.core.arrays import allocate
from emi.search.kernels.core.symmetry import GameArrays, Symmetry
from emi.search.kernels.core.transposition import PLACE, WAYS, Journal, Table, set_key, tighten
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.record import NONE, Batch, Proven
from emi.search.solve.session import Session

#: The most places of a transposition table (entries of least priority are replaced), the places per
#: secret of a small game, and the entries of a journal (emptied when full).
PLACES, EACH, ENTRIES = 1 << 20, 1 << 10, 1024

#: The initial number of places of a table that grows.
AT_FIRST = 1 << 15

#: The most classes that a byte can number.
NARROW = 1 << 8


def sizes_of(matrix: FeedbackMatrix) -> dict[str, int]:
    """Return the sizes of the dimensions that all searches of a game have (see `allocate`)."""
    return {
        "guesses": matrix.guesses,
        "secrets": matrix.secrets,
        "classes": matrix.classes,
        "guess words": (matrix.guesses + 63) // 64,
        "secret words": (matrix.secrets + 63) // 64,
        "symmetric guesses": len(matrix.symmetry.codes),
        "width": max(matrix.classes, matrix.secrets) + 1,
    }


def make_zobrist(secrets: int) -> NDArray[np.uint64]:
    """Return ``(secrets, 2)`` uint64: 128 random bits for each secret, always the same."""
    source = np.random.default_rng(20180040)
    return source.integers(0, 1 << 64, (secrets, 2), np.uint64, endpoint=False)


def make_game(matrix: FeedbackMatrix, symmetry: Symmetry, *, narrow: bool = False) -> GameArrays:
    """Return a matrix in the form that the kernels take, with the symmetry that they should use.

    With ``narrow``, the class numbers are copied to one byte each if they are small enough and the
    copy fits into memory.
    """
    rows = columns = matrix.rows
    if narrow and not matrix.in_file and matrix.classes <= NARROW:
        rows = columns = rows.astype(np.uint8, copy=False)
    if not matrix.symmetric:
        columns = matrix.columns.astype(rows.dtype, copy=False)
    zobrist = make_zobrist(matrix.secrets)
    return GameArrays(in_widths(rows), in_widths(columns), matrix.own, zobrist, symmetry)


def most_places(secrets: int, room: int = sys.maxsize) -> int:
    """Return the largest number of entries of a transposition table, a power of two.

    The table takes up to half of the available bytes as it fills.
    """
    places = min(PLACES, EACH << secrets.bit_length())
    while places > EACH and places * (2 * 8 + PLACE.itemsize) > room // 2:
        places //= 2
    return places


def make_table(secrets: int) -> Table:
    """Return an empty transposition table that can grow to `most_places`.

    Most questions need few places, and clearing memory takes as long as searching.
    """
    places = most_places(secrets)
    table: Table = allocate(Table, {"places": min(places, AT_FIRST)})
    table.held[1] = AT_FIRST // 2 if places > AT_FIRST else 0
    return table


def grown(table: Table) -> Table:
    """Return the table with twice the places; each bucket is split into two."""
    keys, at = (np.concatenate([array, array]) for array in (table.keys, table.at))
    places = np.arange(len(at))
    buckets = WAYS * ((keys[:, 0] >> np.uint64(1)) % np.uint64(len(places) // WAYS))
    at["priority"][buckets != places - places % WAYS] = 0
    return Table(keys, at, np.array([np.count_nonzero(at["priority"]), len(table.at)]))


def make_journal(secrets: int, least_work: int) -> Journal:
    """Return an empty journal for bounds that took at least ``least_work`` nodes to prove."""
    sizes = {"capacity": ENTRIES, "pool": ENTRIES * 64 + 2 * secrets}
    return allocate(Journal, sizes, held=np.array([0, 0, least_work]))


def taken_out(journal: Journal, secrets: int, *, priced: bool) -> Batch:
    """Return the contents of a journal and empty it.

    For costs, keep an upper bound only if it is the value. For worst cases, keep no state.
    """
    entries, members = journal.held[:2].tolist()
    heads = journal.entries[:entries].view(np.int64).reshape(-1, 5).copy()
    if priced:
        heads[heads[:, 1] != heads[:, 0], 1] = NONE
    else:
        heads[:, 3] = NONE
    journal.held[:2] = 0
    return Batch.ordered(heads, journal.members[:members].copy(), secrets)


#: A key for each guess, by which guesses are sorted; may be empty.
Keys = NDArray[np.int64]
NO_KEYS = np.empty(0, np.int64)
#: Seconds of kernel time between two checks of the clock.
SLICE = 0.05
#: The work (guesses times secrets) done in about that time.
PAIRS = 50_000_000
#: A turn has as many nodes as all turns before it, but at most TURN, or a share of 1 / TURNS of
#: these nodes if that is more. Ending a turn takes as long as some 50 nodes of a small cell.
TURN, TURNS = 256, 4


class SlicedEngine(ABC):
    """Runs kernels on their arrays for a session, in slices of `SLICE` seconds."""

    arrays: Any
    #: Whether bounds are on costs rather than worst cases.
    priced = False

    def __init__(self, matrix: FeedbackMatrix, session: Session | None) -> None:
        self.matrix = matrix
        self.session = session or Session()
        self.registers = np.zeros(1, machine.REGISTERS)

    @property
    def nodes(self) -> int:
        """Sets examined so far (for costs, sets and guesses)."""
        # Select the field first: selecting the record first takes ten times as long.
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

    #: The nodes of the first turn.
    at_first = 1

    @property
    def steady(self) -> bool:
        """Whether the state of the kernel does not depend on earlier pauses."""
        return True

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
            if ended or status not in (machine.PAUSED, machine.FULL):
                yield status
            within_turn = status == machine.PAUSED and not ended
            session.flush_in_time()
        if within_turn:
            yield machine.PAUSED

    def _slice(self, until: int) -> int:
        """Run the kernel up to a number of nodes, for at least one more; return why it paused."""
        before = self.nodes
        status = self.advance(np.int64(max(until, before + 1)))
        self.session.nodes += self.nodes - before
        self.fit()
        if status == machine.FULL:
            self.make_room()
        return status


class DecidingEngine(SlicedEngine):
    """An engine that decides whether ``depth`` guesses suffice for a set."""

    #: Guesses made before the set in question, for the progress.
    guesses_before = 0
    # Most questions take fewer nodes, and so a single call of the kernel, which costs some time.
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
        for name, value in ("count", len(members)), ("depth", depth), ("stage", machine.OPEN):
            levels.at[name][level] = value
        levels.members[level, : len(members)] = members
        if len(keys) > 0:
            levels.keys[level] = keys
        for name, value in ("level", level), ("bottom", level), ("result", machine.UNKNOWN):
            registers[name][0] = value

    def _follow(self, nodes: float) -> int | None:
        """Continue with the last question, and return what `decide` does."""
        level, at = int(self.registers["bottom"][0]), self.arrays.levels.at
        depth, count = int(at["depth"][level]), int(at["count"][level])
        for status in self.slices(nodes, depth + self.guesses_before, count):
            if status == machine.SOLVED:
                return int(self.arrays.levels.at["guess"][level])
            if status == machine.REFUTED:
                return -1
            if status == machine.PUT_OFF:
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
