"""The least number of guesses that surely finds every candidate, and a guess to begin with."""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from search.bounds import Bounds
from search.candidates import Candidates
from search.facts import Fact
from search.kernels import worst_case as kernel
from search.kernels.cores import Cores, add_core
from search.kernels.greedy import greedy_depth
from search.kernels.partition import class_sums
from search.kernels.solved import Solved, remember, set_key
from search.limits import Limits
from search.matrix import FeedbackMatrix

#: A proof that took fewer nodes is made again faster than it is read back.
WORTH_KEEPING = 64
#: Nodes spent on the lower bound before the upper one is looked at.
PATIENCE = 20_000
#: Seconds between two looks at the clock, the limits and the watcher; and between two writings.
SLICE, FLUSH = 0.05, 2.0
#: First capacities; cores grow by doubling, the journal is emptied when full.
CORES, JOURNAL, SOLVED = 4096, 1024, 1 << 20
#: Candidates among which a core of two guesses is picked, before all are considered.
WIDTH = 256


@dataclass(frozen=True)
class Progress:
    """Where a search stands.

    Parameters
    ----------
    bounds : Bounds
    depth : int
        The number of guesses that is being tried; 0 before the first.
    nodes : int
        Sets examined so far.
    seconds : float
    """

    bounds: Bounds
    depth: int
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Result:
    """What a search found.

    Parameters
    ----------
    bounds : Bounds
        Proven when they meet.
    guess : int
        A first guess of a strategy within ``bounds.upper``.
    nodes : int
        Sets examined.
    seconds : float
    """

    bounds: Bounds
    guess: int
    nodes: int
    seconds: float


#: Called now and then with the progress; the search stops when it returns False.
Watch = Callable[[Progress], bool]
#: Called now and then with bounds that are worth keeping.
Keep = Callable[[Sequence[Fact]], None]


def worst_case(
    matrix: FeedbackMatrix,
    candidates: Candidates | None = None,
    *,
    limits: Limits | None = None,
    facts: Iterable[Fact] = (),
    keep: Keep | None = None,
    watch: Watch | None = None,
) -> Result:
    """Find the least d such that some strategy finds every candidate within d guesses.

    Parameters
    ----------
    matrix : FeedbackMatrix
        The game.
    candidates : Candidates, optional
        The secrets still possible; all of them by default. At least one.
    limits : Limits, optional
        When one is reached the bounds known by then are the answer.
    facts : iterable of Fact, optional
        Bounds proven before, of this game; the search falls through what they settle.
    keep : callable, optional
        Receives the bounds proven on the way that took work, in batches, and those of the question.
    watch : callable, optional
        Receives the progress about every `SLICE` seconds and returns whether to go on.

    Returns
    -------
    Result

    Raises
    ------
    ValueError
        If the set of candidates is empty or is not one of this game.

    Notes
    -----
    A null-window minimax is iterated on the depth, mostly from the lower bound upwards
    (``search.kernels.worst_case`` states its contract). The first upper bound is that of a greedy
    strategy, the first lower bound is counted: a guess leaves at most P classes to be found in
    d - 1 guesses and may itself be right, so d guesses find at most c(d) = 1 + P c(d - 1) secrets.
    """
    if candidates is None:
        candidates = Candidates.every(matrix.secrets)
    if candidates.secrets != matrix.secrets or len(candidates) == 0:
        msg = f"{candidates!r}: expected one or more of the {matrix.secrets} secrets"
        raise ValueError(msg)
    return _Search(matrix, candidates, limits or Limits(), keep, watch).run(facts)


class _Search:
    """One question, and the arrays that the kernel works on."""

    def __init__(
        self,
        matrix: FeedbackMatrix,
        candidates: Candidates,
        limits: Limits,
        keep: Keep | None,
        watch: Watch | None,
    ) -> None:
        self.began = time.monotonic()
        self.matrix = matrix
        self.candidates = candidates
        self.members = candidates.members
        self.limits = limits
        self.keep = keep
        self.watch = watch
        self.bounds = Bounds(1, len(candidates))
        self.guess = int(matrix.own[self.members[0]])
        self.registers = np.zeros(kernel.REGISTERS, np.int64)
        self.flushed = self.began
        self.kept_cores = 0

    # -- the course of a question ------------------------------------------------------------

    def run(self, facts: Iterable[Fact]) -> Result:
        others = [fact for fact in facts if not self._settles(fact)]
        if not self.bounds.proven:
            keys = self._first_bounds()
            if not self.bounds.proven and self._go_on():
                self._make_arrays(keys)
                for fact in others:
                    self._recall(fact)
                self._iterate()
                self._flush()
            self._keep([Fact(self.candidates, self.bounds, self.guess)])
        return Result(self.bounds, self.guess, self.nodes, time.monotonic() - self.began)

    @property
    def nodes(self) -> int:
        return int(self.registers[kernel.NODES])

    def _settles(self, fact: Fact) -> bool:
        """Take over the bounds of a fact about the question itself."""
        if fact.candidates != self.candidates:
            return False
        if fact.guess >= 0 and fact.bounds.upper <= self.bounds.upper:
            self.guess = fact.guess
        self.bounds = self.bounds.tightened(fact.bounds.lower, fact.bounds.upper)
        return True

    def _first_bounds(self) -> NDArray[np.int64]:
        """Bounds that cost one look at each guess; returns the Sum of each, ``(guesses,)``."""
        matrix, n = self.matrix, len(self.members)
        width = max(matrix.classes, matrix.secrets) + 1
        self.scratch = kernel.Scratch(
            counts=np.zeros(width, np.int32),
            label=np.full(width, -1, np.int32),
            tally=np.zeros(width, np.int32),
            stamp=np.zeros(matrix.classes, np.int64),
            clock=np.zeros(1, np.int64),
            mark=np.zeros(matrix.guesses, np.uint8),
            free=np.empty((WIDTH, matrix.guesses), np.uint8),
            bits=np.zeros((matrix.secrets + 63) // 64, np.uint64),
            found=np.empty(matrix.secrets, np.int32),
            times=np.empty(matrix.secrets, np.int32),
        )
        keys = np.full(matrix.guesses, n * n, np.int64)
        if n <= 2:  # noqa: PLR2004 - one guess each, and no guess can do better
            self._tighten(n, n, self.guess)
            return keys
        alive = np.ones(matrix.guesses, np.uint8)
        guess, most = class_sums(matrix.rows, self.members, alive, keys, self.scratch.counts)
        if guess >= 0:
            self._tighten(2, 2, int(guess))
            return keys
        lower, reach = 2, 1 + most
        while reach < n:
            lower, reach = lower + 1, 1 + most * reach
        self._tighten(max(lower, 3), n, self.guess)
        self._greedy(int(keys.argmin()), wide=False)
        return keys

    def _greedy(self, first: int, *, wide: bool) -> None:
        """Take the worst case of a greedy strategy for an upper bound."""
        upper = greedy_depth(
            self.matrix.rows,
            self.matrix.own,
            first,
            wide,
            self.members.copy(),
            self.scratch.counts,
            self.scratch.label,
            self.scratch.tally,
        )
        self._tighten(self.bounds.lower, int(upper), first)

    def _iterate(self) -> None:
        """Raise the lower bound until it meets the upper one, or a limit is reached.

        Refuting is dear and finding a strategy is cheap. So when the lower bound does not move
        within `PATIENCE` nodes, the upper one is brought down as far as it will go before more time
        is spent on the last, dearest refutation. What was learned in an attempt is not lost.
        """
        patience = PATIENCE
        while not self.bounds.proven and self._go_on():
            lower, upper = self.bounds.lower, self.bounds.upper
            if upper - lower == 1:
                self._deepen(lower, math.inf)
            elif not self._deepen(lower, patience):
                if patience == PATIENCE:
                    self._greedy(int(self.levels.keys[0].argmin()), wide=True)
                lower, upper = self.bounds.lower, self.bounds.upper
                if upper - lower > 1 and not self._deepen(upper - 1, patience):
                    patience *= 4

    def _deepen(self, depth: int, patience: float) -> bool:
        """Decide whether ``depth`` guesses suffice; returns False if it took too many nodes."""
        levels, registers = self.levels, self.registers
        until_end = min(self.nodes + patience, self.limits.nodes)
        levels.depth[0] = depth
        levels.stage[0] = kernel.OPEN
        registers[kernel.LEVEL] = 0
        registers[kernel.RESULT] = kernel.UNKNOWN
        step = 16.0
        while True:
            if self.nodes >= until_end or not self._go_on(depth):
                return False
            began = time.monotonic()
            until = min(self.nodes + int(step), until_end)
            status = kernel.advance(
                self.matrix.rows,
                self.matrix.columns,
                self.zobrist,
                self.levels,
                self.cores,
                self.solved,
                self.journal,
                self.scratch,
                registers,
                np.int64(until),
            )
            if status == kernel.SOLVED:
                self._tighten(self.bounds.lower, depth, int(self.levels.guess[0]))
                return True
            if status == kernel.REFUTED:
                self._tighten(depth + 1, self.bounds.upper, self.guess)
                return True
            if status == kernel.FULL:
                self._flush()
                self._grow()
            now = time.monotonic()
            # Aim at one slice; a node may be a thousand times dearer than the one before.
            step = min(max(step * min(SLICE / (now - began + 1e-6), 2.0), 1.0), 1e9)
            if now - self.flushed > FLUSH:
                self._flush()

    def _go_on(self, depth: int = 0) -> bool:
        seconds = time.monotonic() - self.began
        if seconds >= self.limits.seconds or self.nodes >= self.limits.nodes:
            return False
        return self.watch is None or self.watch(Progress(self.bounds, depth, self.nodes, seconds))

    def _tighten(self, lower: int, upper: int, guess: int) -> None:
        if upper < self.bounds.upper:
            self.guess = guess
        self.bounds = self.bounds.tightened(lower, upper)

    # -- what is kept ------------------------------------------------------------------------

    def _keep(self, facts: Sequence[Fact]) -> None:
        if self.keep is not None and facts:
            self.keep(facts)

    def _flush(self) -> None:
        """Hand over what was proven since the last time, and empty the journal."""
        secrets = self.matrix.secrets
        facts = []
        journal, cores = self.journal, self.cores
        at = 0
        for entry in range(int(journal.held[0])):
            n = int(journal.size[entry])
            members = journal.members[at : at + n].tolist()
            at += n
            bounds = Bounds(1, int(journal.depth[entry]))
            facts.append(Fact(Candidates(members, secrets), bounds, int(journal.guess[entry])))
        journal.held[:2] = 0
        count = int(cores.held[0])
        for k in range(self.kept_cores, count):
            if cores.work[k] >= WORTH_KEEPING:
                offset, n = int(cores.offset[k]), int(cores.size[k])
                members = cores.members[offset : offset + n].tolist()
                bounds = Bounds(int(cores.depth[k]) + 1, n)
                facts.append(Fact(Candidates(members, secrets), bounds))
        self.kept_cores = count
        self._keep(facts)
        self.flushed = time.monotonic()

    def _recall(self, fact: Fact) -> None:
        """Put a fact about another set where the kernel looks."""
        members = fact.candidates.members
        if fact.bounds.upper < len(members):
            key = np.empty(2, np.uint64)
            set_key(members, self.zobrist, key)
            remember(self.solved, key, fact.bounds.upper)
        if fact.bounds.lower > 1:
            self._grow()
            add_core(self.cores, members, fact.bounds.lower - 1, 0)
            self.kept_cores = int(self.cores.held[0])

    # -- the arrays --------------------------------------------------------------------------

    def _make_arrays(self, keys: NDArray[np.int64]) -> None:
        secrets, guesses = self.matrix.secrets, self.matrix.guesses
        words = (secrets + 63) // 64
        # Level 0 asks for at most upper - 1 guesses, and no level for fewer than 3.
        depth = max(self.bounds.upper - 2, 1)
        # The keys need to be the same in every process, or a resumed search would know nothing.
        self.zobrist = np.random.default_rng(20180040).integers(
            1, 1 << 64, (secrets, 2), np.uint64, endpoint=False
        )
        self.cores = Cores(
            bits=np.empty((CORES, words), np.uint64),
            members=np.empty(CORES * 16 + 2 * secrets, np.int32),
            offset=np.empty(CORES, np.int64),
            size=np.empty(CORES, np.int32),
            depth=np.empty(CORES, np.int32),
            work=np.empty(CORES, np.int64),
            held=np.zeros(2, np.int64),
        )
        self.solved = Solved(np.zeros((SOLVED, 2), np.uint64), np.zeros(SOLVED, np.int32))
        self.journal = kernel.Journal(
            members=np.empty(JOURNAL * 64 + 2 * secrets, np.int32),
            size=np.empty(JOURNAL, np.int32),
            depth=np.empty(JOURNAL, np.int32),
            guess=np.empty(JOURNAL, np.int32),
            held=np.array(
                [0, 0, WORTH_KEEPING if self.keep is not None else np.iinfo(np.int64).max]
            ),
        )
        per_level = {
            name: np.zeros(depth, np.int32)
            for name in kernel.Levels._fields[: kernel.Levels._fields.index("work")]
        }
        self.levels = kernel.Levels(
            **per_level,
            work=np.zeros(depth, np.int64),
            members=np.empty((depth, secrets), np.int32),
            split=np.empty((depth, secrets), np.int32),
            start=np.empty((depth, secrets + 1), np.int32),
            alive=np.empty((depth, guesses), np.uint8),
            keys=np.empty((depth, guesses), np.int64),
            inside=np.empty((depth, CORES), np.int32),
            key=np.zeros((depth, 2), np.uint64),
        )
        self.levels.size[0] = len(self.members)
        self.levels.members[0, : len(self.members)] = self.members
        self.levels.keys[0] = keys

    def _grow(self) -> None:
        """Double what is nearly full of the cores."""
        cores = self.cores
        if cores.held[0] + 2 >= len(cores.size):
            more = len(cores.size)
            cores = cores._replace(
                bits=np.concatenate([cores.bits, np.empty_like(cores.bits)]),
                **{
                    name: np.concatenate(
                        [getattr(cores, name), np.empty_like(getattr(cores, name))]
                    )
                    for name in ("offset", "size", "depth", "work")
                },
            )
            inside = np.empty((len(self.levels.depth), 2 * more), np.int32)
            inside[:, :more] = self.levels.inside
            self.levels = self.levels._replace(inside=inside)
        if cores.held[1] + 2 * self.matrix.secrets > len(cores.members):
            cores = cores._replace(
                members=np.concatenate([cores.members, np.empty_like(cores.members)])
            )
        self.cores = cores
