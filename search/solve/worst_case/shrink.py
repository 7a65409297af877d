"""Minimal cores: sets that cannot all be found, but can without any single member.

A set may hold many minimal cores. The chosen one depends only on which sets can be found within the
given number of guesses: secrets are left out in a fixed order as long as the rest cannot be found.
Earlier proofs of a search make no difference.

The order makes shrinking quick. Secrets that guesses leave in large classes come first and are left
out last. Usually a short prefix of the order is already a core, and all later questions are about
parts of that prefix. Both the prefix and each step of the deletion are found by galloping and
bisection (Bentley, Yao, 1976), as in methods for minimal unsatisfiable subsets (QuickXplain:
Junker, 2004).
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from search.model.bounds import ContradictionError
from search.model.limits import Stopped
from search.model.matrix import FeedbackMatrix, Indices, Rows
from search.model.written import Refutation
from search.solve.engine import Keys
from search.solve.session import Session
from search.solve.worst_case.engine import Engine, class_keys
from search.solve.worst_case.refutation import refute

#: The guesses that define the order, and how many of them are combined.
SAMPLE, TOGETHER = 2048, 4
#: The approximate number of feedbacks examined in one step.
ABREAST = 1 << 18
#: The golden ratio as a fraction of 2^64: its multiples are evenly spread (Fibonacci hashing:
#: Knuth, The Art of Computer Programming 3, section 6.4).
GOLDEN = 0x9E3779B97F4A7C15
#: The members of the first prefix tried, per guess allowed.
AT_FIRST = 4
#: Up to this depth, a sweep over the guesses decides.
TWO = 2
#: The work (nodes times guesses) allowed for shrinking a core (some seconds), and for one question
#: before any core is known.
LOOKS, FIRST = 400_000_000, 100_000_000
#: Words of stored cores that are scanned in the time of one unit of work.
WORDS = 4
#: Stored cores that a node skips in the time of one unit of work.
CORES = 8


class Shrunk(NamedTuple):
    """A core in ascending order; minimal if it can be found without any one of its members."""

    members: Indices
    minimal: bool


def hardest_first(matrix: FeedbackMatrix) -> Indices:
    """Return the secrets sorted so that those come first that many guesses fail to isolate.

    `TOGETHER` guesses are combined at a time. For each secret, count the others with the same
    feedback on all of these guesses; the highest counts come first. So members of a tight cluster,
    which stay together, come early.
    """
    beside = np.zeros(matrix.secrets, np.int64)
    slots = (8 * matrix.secrets).bit_length()
    for rows in _some_rows(matrix):
        together = rows.reshape(-1, TOGETHER, matrix.secrets)
        key = np.zeros(together[:, 0].shape, np.uint64)
        for row in together.transpose(1, 0, 2):
            # A hash: a few distinguishable secrets may collide.
            key = (key + row + np.uint64(1)) * np.uint64(GOLDEN)
        key >>= np.uint64(64 - slots)
        key += np.arange(len(key), dtype=np.uint64)[:, None] << np.uint64(slots)
        place = key.astype(np.int64)
        beside += np.bincount(place.ravel())[place].sum(axis=0)
    return np.argsort(-beside, kind="stable").astype(np.int32)


def nearest_first(matrix: FeedbackMatrix, secret: int) -> Indices:
    """Return the secrets sorted by the number of guesses that tell them from ``secret``."""
    beside = np.zeros(matrix.secrets, np.int64)
    for rows in _some_rows(matrix):
        beside += (rows == rows[:, secret, None]).sum(axis=0)
    return np.argsort(-beside, kind="stable").astype(np.int32)


def _some_rows(matrix: FeedbackMatrix) -> Iterator[Rows]:
    """Yield blocks of rows of evenly spread guesses, always the same ones."""
    spread = np.arange(1, SAMPLE + 1, dtype=np.uint64) * np.uint64(GOLDEN) >> np.uint64(32)
    guesses = (spread * np.uint64(matrix.guesses) >> np.uint64(32)).astype(np.int32)
    abreast = max(1, ABREAST // (TOGETHER * matrix.secrets)) * TOGETHER
    for low in range(0, SAMPLE, abreast):
        yield matrix.rows[guesses[low : low + abreast]]


class _NoLooksLeftError(Exception):
    """The work limit is reached: shrinking ends with the smallest core so far."""


class Shrinker:
    """Decides which sets can be found within ``depth`` guesses, and shrinks those that cannot.

    Its engine starts without any facts, so the work for a core does not depend on earlier proofs.

    Attributes
    ----------
    looks : int
        The approximate work so far: nodes times guesses.
    """

    def __init__(self, matrix: FeedbackMatrix, depth: int, session: Session) -> None:
        self.matrix, self.depth, self.session = matrix, depth, session
        self.engine = Engine(matrix, max(depth + 1, 3), session)
        self.order = hardest_first(matrix)
        self.looks = 0
        # The remaining work, and the work that a question may take before a core is known.
        self._left = self._first = np.inf
        # The core so far: the members known to be needed, and the first `_end` of the rest.
        self._rest = self._kept = self.order[:0]
        self._end = -1
        self._cores = 0

    @cached_property
    def keys(self) -> Keys:
        """The Sum of each guess for all secrets, by which guesses are ordered."""
        every = np.arange(self.matrix.secrets, dtype=np.int32)
        return class_keys(self.matrix, every, None, self.session.go_on)[0]

    def go_on_in(self, session: Session) -> None:
        """Use the limits of another session."""
        self.session = self.engine.session = session

    def is_core(self, members: Iterable[int]) -> bool:
        """Return whether no strategy finds every member; raise Stopped if the session ends."""
        return self._cannot_find(self.in_order(members))

    def in_order(self, members: Iterable[int]) -> Indices:
        """Return secrets in the fixed order, the hardest first."""
        return _those_of(self.order, members)

    def first_too_many(self, members: Iterable[int]) -> int:
        """Return the first secret, in order, that cannot be found together with all before it."""
        self._first = self._left = np.inf
        self._rest, self._kept = self.in_order(members), self.order[:0]
        self._grow()
        return int(self._rest[self._end - 1])

    def shrink(
        self, members: Iterable[int], *, needed: int | None = None, looks: float = np.inf
    ) -> Shrunk | None:
        """Return the minimal core inside a set; None if there is none.

        Parameters
        ----------
        members : iterable of int
            The set.
        needed : int, optional
            A member without which the others can be found. The members nearest to it are dropped
            last.
        looks : float
            The limit of the work. If it is reached, return the smallest core found so far, or None.

        Raises
        ------
        Stopped
            If the session ends.
        """
        self._left, self._first = looks, FIRST
        if needed is None:
            self._rest, self._kept = self.in_order(members), self.order[:0]
        else:
            order = nearest_first(self.matrix, needed)
            rest = _those_of(order, {*members}.difference((needed,)))
            self._rest, self._kept = rest, np.array([needed], np.int32)
        try:
            if not self._grow():
                return None
            gap = 1
            while self._end > 0:
                # The last member of the prefix is needed: a shorter prefix is not a core.
                self._kept = np.append(self._kept, self._rest[self._end - 1])
                before = self._end = self._end - 1
                self._cut(max(gap // 2, 1))
                gap = before - self._end + 1
        except _NoLooksLeftError:
            return self.smallest
        return Shrunk(np.sort(self._prefix(self._end)), minimal=True)

    @property
    def smallest(self) -> Shrunk | None:
        """The smallest core found so far; None if there is none."""
        if self._end < 0:
            return None
        return Shrunk(np.sort(self._prefix(self._end)), minimal=False)

    def _grow(self) -> bool:
        """Find the shortest prefix of the rest that is a core together with the needed members."""
        self._end, low, end = -1, -1, AT_FIRST * self.depth
        while not self._try(end := min(end, len(self._rest))):
            if end == len(self._rest):
                return False
            low, end = end, 2 * end
        self._halve(low)
        return True

    def _cut(self, step: int) -> None:
        """Find the shortest prefix again, galloping downwards in steps from ``step``."""
        while self._end > 0:
            end = max(self._end - step, 0)
            if not self._try(end):
                self._halve(end)
                return
            step *= 2

    def _halve(self, low: int) -> None:
        """Find the shortest prefix by bisection; a prefix of ``low`` members is too short."""
        while self._end - low > 1:
            middle = (low + self._end) // 2
            if not self._try(middle):
                low = middle

    def _prefix(self, end: int) -> Indices:
        return np.concatenate([self._kept, self._rest[:end]])

    def _try(self, end: int) -> bool:
        """Return whether a prefix and the needed members form a core; if so, keep it."""
        prefix = self._prefix(end)
        looks = self._left if self._end >= 0 else min(self._left, self._first)
        if not self._cannot_find(prefix, looks):
            return False
        self._end = end
        if int(self.engine.cores.held[0]) > 2 * self._cores:
            # All later questions are about subsets of this core.
            self._cores = self.engine.keep_inside(prefix)
        return True

    def _cannot_find(self, members: Indices, looks: float = np.inf) -> bool:
        """Return whether no strategy finds all of a set."""
        if len(members) <= self.depth:
            return False
        if self.depth == 1:
            return True
        if self.depth == TWO:
            return class_keys(self.matrix, np.sort(members))[1] < 0
        engine, guesses = self.engine, self.matrix.guesses
        before = engine.nodes
        # A node examines the guesses and the stored cores.
        each = guesses + int(engine.cores.held[0]) // CORES
        guess = engine.decide(members, self.depth, self.keys, nodes=max(looks / each, 0))
        if guess is None:
            if not self.session.go_on():
                raise Stopped
            raise _NoLooksLeftError
        words = engine.cores.bits.shape[1] + engine.cores.refuted.bits.shape[1]
        spent = (engine.nodes - before) * each + int(engine.cores.held[0]) * words // WORDS
        self.looks += spent
        self._left -= spent
        return guess < 0


def _those_of(order: Indices, members: Iterable[int]) -> Indices:
    """Return some secrets in the fixed order."""
    marked = np.zeros(len(order), np.bool_)
    marked[[*members]] = True
    return order[marked[order]]


def shrunk_refutation(
    matrix: FeedbackMatrix, depth: int, session: Session, looks: float = np.inf
) -> Refutation:
    """Prove by a core that ``depth`` guesses do not find every secret, which must be true.

    The core is minimal, unless shrinking takes more than `LOOKS` or half of the time that is left.
    Then the result is the smallest core found so far, or the refutation of the set of all secrets
    if none was found. The result depends only on the matrix and the depth, unless a limit of the
    session is reached; then it is not ``final``. The refutation itself may take ``looks``.

    Raises
    ------
    ContradictionError
        If every secret can be found.
    Stopped
        If the session ends, or ``looks`` are not enough.
    """
    if depth == 0:
        return Refutation((), minimal=True)
    aside = session.aside()
    aside.limits = aside.limits.within(session.limits.remaining / 2)
    shrinker, final = Shrinker(matrix, depth, aside), True
    try:
        core = shrinker.shrink(range(matrix.secrets), looks=LOOKS)
    except Stopped:
        core, final = shrinker.smallest, False
    shrinker.go_on_in(session.aside(looks / matrix.guesses))
    members = np.arange(matrix.secrets, dtype=np.int32) if core is None else core.members
    try:
        cores = refute(shrinker.engine, members, depth)
    except ValueError as error:
        raise ContradictionError(str(error)) from None
    return Refutation(cores, minimal=core is not None and core.minimal, final=final)
