"""The engine for free play: the kernels with their arrays, and the cores they learn."""

import math
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from emi.search.compile.jit import in_widths
from emi.search.kernels.core import machine
from emi.search.kernels.core.partition import USELESS, class_sums
from emi.search.kernels.core.transposition import place_of
from emi.search.kernels.worst_case import minimax as kernel
from emi.search.kernels.worst_case.cores import WorstCaseCores, cover
from emi.search.kernels.worst_case.levels import WorstCaseScratch
from emi.search.kernels.worst_case.sums import pair_sums
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.partition import left_whole
from emi.search.model.record import NONE, Batch
from emi.search.model.symmetry import no_symmetry, orbits_of
from emi.search.solve.engine import (
    NO_KEYS,
    PAIRS,
    DecidingEngine,
    Keys,
    key_of,
    make_game,
    make_journal,
    make_table,
    taken_out,
)
from emi.search.solve.session import Session
from emi.search.solve.worst_case.arrays import (
    bytes_to_grow,
    crowded,
    grow_cores,
    grow_levels,
    keep_only,
    make_cores,
    make_levels,
    make_scratch,
    useful,
)

#: The least number of nodes worth recording: sets that need no search are quickly decided again.
WORTH_KEEPING = 1
#: The feedback of up to this many members is gathered in one block before classes are counted.
GATHERED_MEMBERS = 256
#: The keys of up to this many members are computed by pairs: for more, that takes longer.
FEW_MEMBERS = 48
#: The guesses whose pairs are counted between two checks for one that tells all members apart.
AT_ONCE = 512
#: The state of `Engine._inside` before any core was listed, for the set of all secrets.
NO_LIST = (), np.zeros(1, np.uint64), np.empty(0, np.int32), 0
#: If more than this share of the cores is still needed, dropping the others gains too little.
MOST_KEPT = 0.9


def class_keys(
    matrix: FeedbackMatrix,
    members: Indices,
    guesses: Indices | None = None,
    go_on: Callable[[], bool] = lambda: True,
) -> tuple[Keys, int, int]:
    """Compute the Sum of all guesses, or of the given ones, for a set of at least two secrets.

    Returns
    -------
    keys : (guesses,) int64
        The Sum of each guess: the sum of the squares of its class sizes; `USELESS` for a guess
        that leaves the set whole, or is not profiled.
    guess : int
        A guess that tells all members apart, or -1. If there is one, the keys of later guesses are
        not computed.
    most : int
        The most classes any guess makes.

    Raises
    ------
    Stopped
        If ``go_on`` returns False; it is called between blocks of guesses.
    """
    keys = np.full(matrix.guesses, USELESS, np.int64)
    alive = np.ones(matrix.guesses, np.uint8)
    if guesses is not None:
        alive[:] = 0
        alive[guesses] = 1
    counts = np.zeros(matrix.classes, np.int32)
    apart, most = -1, 0
    abreast = max(1, PAIRS // len(members))
    # The entries of few members lie far apart in a row; in a file, so do those of any subset.
    profiled = matrix.guesses if guesses is None else len(guesses)
    apart_by = GATHERED_MEMBERS if guesses is None else 0
    read = len(members) * matrix.guesses < matrix.secrets * profiled
    gathered = len(members) <= apart_by or (matrix.in_file and read)
    places = np.arange(len(members), dtype=np.int32) if gathered else members
    for low in range(0, matrix.guesses, abreast):
        if low > 0 and not go_on():
            raise Stopped
        some = slice(low, min(low + abreast, matrix.guesses))
        feedback = (
            matrix.gathered(members, some.start, some.stop) if gathered else matrix.rows[some]
        )
        rows = in_widths(feedback)
        first, classes = class_sums(rows, places, alive[some], keys[some], counts)
        most = max(most, int(classes))
        if first >= 0:
            apart = low + int(first)
            break
    keys[alive == 0] = USELESS
    return keys, apart, most


def few_keys(matrix: FeedbackMatrix, members: Indices) -> tuple[Keys, int]:
    """Compute the first two results of `class_keys` for all guesses: for few members, by pairs.

    That takes a tenth of the time for four members, and half for twenty.
    """
    if len(members) > FEW_MEMBERS:
        keys, apart, _ = class_keys(matrix, members)
        return keys, apart
    keys = np.empty(matrix.guesses, np.int64)
    equal = np.empty(AT_ONCE, np.uint16)
    apart = int(pair_sums(in_widths(matrix.columns), members, keys, equal))
    if apart >= 0:
        keys[apart + 1 :] = USELESS
    return keys, apart


def _marks(bits: NDArray[np.uint64], count: int) -> NDArray[np.uint8]:
    """Return ``(count,)`` uint8, 1 where a bit is set."""
    return np.unpackbits(bits.view(np.uint8), count=count, bitorder="little")


def core_members(cores: WorstCaseCores, k: int) -> Indices:
    """Return the members of core k, in the order in which they are stored."""
    return cores.members[cores.offset[k] : cores.offset[k] + cores.size[k]]


class SetQuestion(NamedTuple):
    """A question for the kernel: whether ``depth`` guesses find all members of a set.

    With ``keys``, the question lies at level 0. Without, it lies at the level after the guesses
    ``played``, at least 1, and the kernel computes keys and orbits there. The level above is filled
    in for this purpose: it lists the ``cores`` that may lie inside the set, to which the kernel
    adds those learned later; by default all cores.
    """

    members: Indices
    depth: int
    keys: Keys = NO_KEYS
    played: Sequence[int] = ()
    cores: Indices | None = None

    @property
    def level(self) -> int:
        """The level of the stack that holds the question."""
        return 0 if len(self.keys) else max(1, len(self.played))


class Engine(DecidingEngine):
    """Decides questions about one game, and reuses what it learned in earlier ones.

    The arrays are allocated on first use, since many games never need them. If ``symmetric``, the
    search tries one guess of each orbit; refutations then lack the reasons that `refute` collects.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        depth: int,
        session: Session | None = None,
        *,
        symmetric: bool = False,
    ) -> None:
        super().__init__(matrix, depth, session)
        self.symmetry = matrix.symmetry if symmetric else no_symmetry()
        # The number of cores handed to the session, and the number before the last question.
        self._kept_cores = self._old_cores = 0
        #: The cores inside a set, for questions about its subsets; see `_inside`.
        self._lists: dict[int, tuple[Sequence[int], NDArray[np.uint64], Indices, int]] = {}
        #: Whether cores keep their reasons.
        self._reasons = not symmetric
        #: Whether the numbers of cores must not change, so that no core may be dropped.
        self.numbered = False

    @cached_property
    def orbit(self) -> Indices:
        """For each guess, the first one of its orbit at the root; empty without symmetry."""
        return orbits_of(self.symmetry)

    @cached_property
    def arrays(self) -> kernel.WorstCaseArrays:
        """The arrays of the kernel."""
        secrets = self.matrix.secrets
        cores = make_cores(secrets, self.matrix.guesses)
        return kernel.WorstCaseArrays(
            game=make_game(self.matrix, self.symmetry),
            levels=make_levels(
                self.matrix, self.depth, len(cores.size), counting=not self._reasons
            ),
            cores=cores,
            table=make_table(secrets),
            journal=make_journal(secrets, self.session.least_work(WORTH_KEEPING)),
            scratch=self.scratch,
            registers=self.registers,
        )

    @property
    def cores(self) -> WorstCaseCores:
        """The known cores: sets that cannot be found, and why."""
        return self.arrays.cores

    @cached_property
    def scratch(self) -> WorstCaseScratch:
        """Working space for the kernels and for the code that calls them."""
        return make_scratch(self.matrix)

    def decide(
        self,
        members: Indices,
        depth: int,
        keys: Keys = NO_KEYS,
        *,
        played: Sequence[int] = (),
        within: Sequence[int] | None = None,
        nodes: float = math.inf,
    ) -> int | None:
        """Decide whether ``depth`` guesses find every member, as `DecidingEngine.decide` does.

        Without keys, the kernel computes them, only of guesses that no core refutes; a guess may
        tell all members apart then, and ``depth`` is below that of the engine.

        Parameters
        ----------
        members, depth, keys, nodes
            As of `DecidingEngine.decide`.
        played : sequence of int
            The guesses that leave the members as a class. A symmetry that fixes them maps the class
            to itself, so the search tries one guess of each orbit.
        within : sequence of int, optional
            A larger set (empty: all secrets), for a proof: a refutation uses cores inside this set,
            of less depth, or of this depth with reasons. They are listed once for questions about
            many of its subsets.
        """
        if within is None:
            self._put_question(SetQuestion(members, depth, keys, played))
            return self._follow(nodes)
        # A set that counting refutes would get no reasons.
        reach = self.arrays.levels.reach
        counted = reach.copy()
        reach[:] = self.matrix.secrets
        try:
            self._put_question(
                SetQuestion(members, depth, keys, played, self._inside(within, depth))
            )
            return self._follow(nodes)
        finally:
            reach[:] = counted

    def search_firsts(
        self, members: Indices, depth: int, firsts: Indices, *, resumed: bool = False
    ) -> int | None:
        """Search for a strategy of ``depth`` guesses that begins with one of the given guesses.

        Parameters
        ----------
        members, depth
            As of `DecidingEngine.decide`.
        firsts : (n,) integers
            The first guesses, tried in order. No known core refutes any of them.
        resumed : bool
            Whether the last call asked the same question about other first guesses. If so, the
            search continues with the guess that it was trying, if it is one of ``firsts``.

        Returns
        -------
        int or None
            One of the guesses; -1 if all are refuted; None if the session ended.
        """
        if not resumed:
            keys = np.zeros(self.matrix.guesses, np.int64)
            self._put_question(SetQuestion(members, depth, keys))
            self.arrays.levels.at[0].stage = machine.CHOOSE
        self._put_firsts(firsts)
        return self._follow(math.inf)

    def _put_firsts(self, firsts: Indices) -> None:
        """Restrict the question of level 0 to some first guesses, to be tried in order.

        The stage of the level remains SETTLE if its current guess is one of them, so that the
        search continues with this guess; otherwise the search chooses a guess next.
        """
        levels, register = self.arrays.levels, self.registers[0]
        self._old_cores = held = int(self.cores.held[0])
        question = levels.at[0]
        marks = np.zeros(64 * levels.alive.shape[1], np.uint8)
        marks[firsts] = 1
        levels.alive[0] = np.packbits(marks, bitorder="little").view(np.uint64)
        levels.keys[0, firsts] = np.arange(len(firsts))
        if question.stage != machine.SETTLE or not marks[question.guess]:
            question.stage, question.cores, question.cores_seen = machine.CHOOSE, held, held
            levels.inside[0, :held] = np.arange(held)
            register.level, register.result = 0, machine.UNKNOWN

    def _put_question(self, question: SetQuestion) -> None:
        """Write a question to the stack. Only `_put_firsts` changes the fields of a question."""
        levels, level = self.arrays.levels, question.level
        self._old_cores = int(self.cores.held[0])
        if level == 0:
            # The symmetry of a subset of the secrets is unknown.
            whole = len(question.members) == self.matrix.secrets
            orbit = self.orbit if whole else self.orbit[:0]
            levels.at["mapped"][0] = len(orbit)
            levels.orbit[0, : len(orbit)] = orbit
        else:
            levels.at[0].stage = machine.OPEN
            for at, guess in enumerate(question.played):
                levels.at[at].guess = guess
            above = levels.at[level - 1]
            above.mapped = len(self.orbit) if question.played else 0
            above.cores = above.cores_seen = 0
            if question.cores is not None:
                above.cores, above.cores_seen = len(question.cores), self._old_cores
                levels.inside[level - 1, : len(question.cores)] = question.cores
            levels.key[level] = key_of(question.members, self.arrays.game.zobrist)
        self._put(question.members, question.depth, question.keys, level)

    def _inside(self, members: Sequence[int], below: int) -> Indices:
        """Return the cores inside a set (empty: all cores), and store the list for the next call.

        With ``below``, return only cores of less depth, and those of that depth with reasons.
        """
        cores = self.cores
        held = int(cores.held[0])
        of, outside, ids, seen = self._lists.get(below, NO_LIST)
        if of is not members:
            outside, ids, seen = self._outside(list(members)), *NO_LIST[2:]
        if seen < held:
            depth, inside = cores.depth[seen:held], np.ones(held - seen, np.bool_)
            if len(members):
                inside &= ~(cores.bits[seen:held] & outside).any(axis=1)
            if below:
                reasons = np.diff(cores.reason_at[seen : held + 1]) > 0
                inside &= (depth < below) | ((depth == below) & reasons)
            ids = np.concatenate([ids, np.flatnonzero(inside).astype(np.int32) + np.int32(seen)])
            self._lists[below] = members, outside, ids, held
        return ids

    def _outside(self, members: Sequence[int] | Indices) -> NDArray[np.uint64]:
        """Return the complement of a set as bits."""
        outside = np.ones(64 * self.cores.bits.shape[1], np.uint8)
        outside[members] = 0
        return np.packbits(outside, bitorder="little").view(np.uint64)

    def advance(self, until: np.int64) -> int:
        """Continue until the node count reaches ``until``; return why the kernel paused."""
        return int(kernel.advance(self.arrays, until))

    def refuter(self, members: Indices, depth: int, within: Sequence[int]) -> int:
        """Return the latest core of a depth inside a set, itself inside ``within``; -1 if none."""
        cores, ids = self.cores, self._inside(within, 0)
        ids = ids[cores.depth[ids] == depth]
        inside = np.flatnonzero(~(cores.bits[ids] & self._outside(members)).any(axis=1))
        return int(ids[inside[-1]]) if len(inside) else -1

    def is_found(self, members: Indices, depth: int) -> bool:
        """Return whether a set is known to be found within ``depth`` guesses."""
        place = self._place_of(members)
        return place is not None and bool(place.upper <= depth)

    def known_guess(self, members: Indices, depth: int) -> int:
        """Return the first guess of a known strategy of ``depth`` guesses for a set, or -1."""
        place = self._place_of(members)
        return int(place.guess) if place is not None and place.upper <= depth else -1

    def _place_of(self, members: Indices) -> np.record | None:
        """Return the place of a set in the table, or None."""
        table = self.arrays.table
        place = place_of(table, key_of(members, self.arrays.game.zobrist))
        return table.at[place] if place >= 0 else None

    def refuted(self, depth: int) -> tuple[Indices, list[int]]:
        """Return a core of the question just refuted, and the cores that are its reasons."""
        levels, cores = self.arrays.levels, self.cores
        ids = levels.inside[0, : levels.at[0].cores]
        for k in ids.tolist():
            if cores.depth[k] == depth:
                reasons = cores.reasons[cores.reason_at[k] : cores.reason_at[k + 1]]
                return core_members(cores, k), reasons.tolist()
        chosen = np.empty(len(ids), np.int32)
        core, times = self.scratch.listed, self.scratch.times
        columns, alone = self.arrays.game.columns, self.orbit[:0]
        n, given = cover(columns, cores, ids, depth - 1, alone, core, times, chosen)
        return core[:n].copy(), chosen[:given].tolist()

    def living(self, guesses: Indices) -> Indices:
        """Return the first guesses that no core refutes, for the question of the last attempt."""
        levels = self.arrays.levels
        if levels.at[0].stage == machine.OPEN:
            return guesses
        return guesses[_marks(levels.alive[0], self.matrix.guesses)[guesses] > 0]

    def struck(self, depth: int) -> Indices:
        """Return the guesses refuted by cores that the last question added.

        Only cores that ``depth`` guesses do not find are used.
        """
        new = np.arange(self._old_cores, int(self.cores.held[0]))
        return self._struck_by(new[self.cores.depth[new] >= depth])

    def _struck_by(self, ids: NDArray[Any]) -> Indices:
        """Return the guesses that leave at least one of the given cores whole."""
        cores = self.cores
        rows = ids % len(cores.refuted.core)
        there = cores.refuted.core[rows] == ids
        marks = _marks(
            np.bitwise_or.reduce(cores.refuted.bits[rows[there]], axis=0), self.matrix.guesses
        )
        for k in ids[~there]:
            marks |= left_whole(self.matrix, core_members(cores, k))
        return np.flatnonzero(marks).astype(np.int32)

    def covering_cores(self, members: Sequence[int], depth: int, orbit: Indices) -> list[int]:
        """Return cores of a depth inside a set that refute a guess of every orbit.

        Return an empty list if the known cores do not.
        """
        cores, scratch = self.cores, self.scratch
        ids = self._inside(members, 0)
        ids = ids[cores.depth[ids] == depth]
        firsts = np.unique(orbit)
        if len(np.unique(orbit[self._struck_by(ids)])) < len(firsts):
            return []
        chosen, columns = np.empty(len(ids), np.int32), self.arrays.game.columns
        _, given = cover(columns, cores, ids, depth, orbit, scratch.listed, scratch.times, chosen)
        return list(map(int, chosen[:given]))

    def flush(self) -> None:
        """Hand the facts proven since the last call to the session, and empty the journal."""
        secrets, cores = self.matrix.secrets, self.cores
        batch = taken_out(self.arrays.journal, secrets, priced=False)
        held, used = cores.held.tolist()
        if self._kept_cores < held and self.session.keep is not None:
            new = slice(self._kept_cores, held)
            lower, size = cores.depth[new] + np.int64(1), cores.size[new]
            none = np.full(len(size), NONE)
            heads = np.stack([lower, size, none, none, size], axis=1)
            members = cores.members[cores.offset[new.start] : used]
            batch = Batch.joined([batch, Batch.ordered(heads, members, secrets)], secrets)
        self._kept_cores = held
        self.session.put(batch)

    def receive(self, batch: Batch) -> None:
        """Add bounds that were proven before or by other processes, all at once."""
        lower, upper, _, _, size = batch.heads.T
        zobrist = self.arrays.game.zobrist
        for members, (_, most, *_) in batch.only((upper != NONE) & (upper < size)).sets():
            place = self._tighten(key_of(members, zobrist), 1, most)
            place.priority = place.upper
        refuted = lower > 1
        self._add_cores(lower[refuted] - 1, size[refuted], batch.members[np.repeat(refuted, size)])

    def _add_cores(self, depths: Indices, sizes: Indices, members: Indices) -> None:
        """Add cores without reasons, as `add_core` does, in batches as large as there is room."""
        ends = np.cumsum(sizes)
        first = 0
        while first < len(sizes):
            self._grow()
            cores = self.cores
            held, used = cores.held.tolist()
            begun = int(ends[first] - sizes[first])
            room = int(np.searchsorted(ends, len(cores.members) - used + begun, side="right"))
            last = min(room, first + len(cores.size) - held - 1)
            some, now = slice(held, held + last - first), int(ends[last - 1]) - begun
            new = members[begun : begun + now]
            cores.members[used : used + now] = new
            cores.size[some], cores.depth[some] = sizes[first:last], depths[first:last]
            cores.offset[some] = used - begun + ends[first:last] - sizes[first:last]
            cores.work[some] = 0
            cores.reason_at[some.start + 1 : some.stop + 1] = cores.reason_at[held]
            bits = cores.bits[some]
            bits[:] = 0
            words = np.repeat(np.arange(last - first), sizes[first:last]) * bits.shape[1]
            ones = np.uint64(1) << (new & 63).astype(np.uint64)
            np.bitwise_or.at(bits.reshape(-1), words + (new >> 6), ones)
            cores.held[:] = some.stop, used + now
            self._kept_cores = some.stop
            first = last

    def make_room(self) -> None:
        """Empty the journal, and make room for cores."""
        self.flush()
        self._grow()

    def _grow(self) -> None:
        """Double the dimensions of the cores that are nearly full, or drop cores to save memory."""
        cores, levels = self.cores, self.arrays.levels
        names = crowded(cores, self.matrix.secrets)
        if not names:
            return
        # The table may grow to twice its size as well.
        table = sum(array.nbytes for array in self.arrays.table)
        need = bytes_to_grow(cores, levels, names) + table
        if need > self.session.room() and self._let_go():
            return
        try:
            grown = grow_cores(cores, names)
            levels = grow_levels(levels, len(grown.size))
        except MemoryError:
            if not self._let_go():
                raise
            return
        self.arrays = self.arrays._replace(cores=grown, levels=levels)

    def _let_go(self) -> bool:
        """Drop the least useful cores; return whether this made enough room."""
        cores, levels, register = self.cores, self.arrays.levels, self.registers[0]
        if self.numbered:
            return False
        held, level = int(cores.held[0]), int(register.level)
        remaining = useful(cores, levels, level, int(register.core), reasons=self._reasons)
        if len(remaining) > MOST_KEPT * held:
            return False
        self._keep(remaining)
        self.session.forgotten += held - len(remaining)
        return not crowded(cores, self.matrix.secrets)

    def keep_inside(self, members: Indices) -> int:
        """Drop all cores except those inside a set; return how many remain.

        Contract: no question is being searched.
        """
        held = int(self.cores.held[0])
        inside = ~(self.cores.bits[:held] & self._outside(members)).any(axis=1)
        self._keep(np.flatnonzero(inside))
        return int(inside.sum())

    def _keep(self, remaining: NDArray[np.int64]) -> None:
        """Drop all cores except the given ones, in ascending order."""
        cores, register = self.cores, self.registers[0]
        held, level = int(cores.held[0]), int(register.level)
        number = keep_only(cores, self.arrays.levels, level, remaining, reasons=self._reasons)
        register.core = number[register.core] if 0 <= register.core < held else -1
        self._kept_cores = int(np.searchsorted(remaining, self._kept_cores))
        self._old_cores = int(np.searchsorted(remaining, self._old_cores))
        self._lists.clear()
