"""Minimal cores: sets that cannot all be found, but can without any single member.

A set may hold many minimal cores. The chosen one depends only on which sets can be found within the
given number of guesses: secrets are left out in a fixed order as long as the rest cannot be found.
Earlier proofs of a search make no difference.

The order makes shrinking quick. Secrets that guesses leave in large classes come first and are left
out last. Usually a short prefix of the order is already a core, and all later questions are about
parts of that prefix. Both the prefix and each step of the deletion are found by galloping and
bisection (Bentley, Yao, 1976), as in methods for minimal unsatisfiable subsets (QuickXplain:
Junker, 2004).

A strategy that finds all members but one shows that this one is needed. With another guess at one
node, such a strategy often misses another member instead, so most members need no question
(`needed_members`). This is model rotation (Marques-Silva, Lynce, On Improving MUS Extraction
Algorithms, 2011; Belov, Marques-Silva, Accelerating MUS Extraction with Recursive Model Rotation,
2011), where a strategy takes the place of a model. Dropping all members outside the joined core of
a refutation (clause set refinement) does not pay: joining takes longer than the questions that it
saves.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import in_widths
from emi.search.kernels.worst_case.inseparable import GOLDEN, count_alike
from emi.search.model.bounds import ContradictionError
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.written import Refutation
from emi.search.solve.engine import NO_KEYS, Keys
from emi.search.solve.session import Session
from emi.search.solve.worst_case.engine import Engine, class_keys, few_keys
from emi.search.solve.worst_case.proof import refute

#: The guesses that define the order, and how many of them are combined.
SAMPLE, TOGETHER = 2048, 4
#: The approximate number of feedbacks examined in one step.
ABREAST = 1 << 18
#: The members of the first prefix tried, per guess allowed.
AT_FIRST = 4
#: The share of the members not known to be needed that is dropped first: 1 / DROPPED.
DROPPED = 8
#: Up to this depth, a sweep over the guesses decides.
TWO = 2
#: The work (nodes times guesses) allowed for all cores of one shrinker (some minutes), and for each
#: core if nothing of that is left (some seconds).
LOOKS, AT_LEAST = 20_000_000_000, 400_000_000
#: Words of stored cores that are scanned in the time of one unit of work.
WORDS = 4
#: Stored cores that a node skips in the time of one unit of work.
CORES = 8


class Shrunk(NamedTuple):
    """A core, with its members in ascending order.

    The core is minimal if, without any one member, the others can be found.
    """

    members: Indices
    minimal: bool


def hardest_first(matrix: FeedbackMatrix) -> Indices:
    """Return the secrets sorted so that those come first that many guesses fail to isolate.

    `TOGETHER` guesses are combined at a time. For each secret, the secrets with the same feedback
    on all of these guesses are counted; the highest counts come first. So members of a tight
    cluster, which stay together, come early.
    """
    beside, key = np.zeros(matrix.secrets, np.int64), np.empty(matrix.secrets, np.uint64)
    bits = (8 * matrix.secrets).bit_length()
    tally, guesses = np.zeros(1 << bits, np.int32), _some_guesses(matrix)
    count_alike(in_widths(matrix.rows), guesses, TOGETHER, bits, beside, key, tally)
    return np.argsort(-beside, kind="stable").astype(np.int32)


def nearest_first(matrix: FeedbackMatrix, secret: int) -> Indices:
    """Return the secrets, those first that the fewest of `SAMPLE` guesses tell from ``secret``."""
    beside = np.zeros(matrix.secrets, np.int64)
    guesses = _some_guesses(matrix)
    abreast = max(1, ABREAST // matrix.secrets)
    for low in range(0, SAMPLE, abreast):
        rows = matrix.rows[guesses[low : low + abreast]]
        beside += (rows == rows[:, secret, None]).sum(axis=0)
    return np.argsort(-beside, kind="stable").astype(np.int32)


def _some_guesses(matrix: FeedbackMatrix) -> Indices:
    """Return evenly spread guesses, always the same ones; guesses may be repeated."""
    steps = np.arange(1, SAMPLE + 1, dtype=np.uint64) * np.uint64(GOLDEN) >> np.uint64(32)
    return (steps * np.uint64(matrix.guesses) >> np.uint64(32)).astype(np.int32)


class _NoLooksLeftError(Exception):
    """The work limit is reached: shrinking ends with the smallest core so far."""


class Shrinker:
    """Decides which sets can be found within ``depth`` guesses, and shrinks those that cannot.

    Its engine starts without any facts, so the work for a core does not depend on earlier proofs.

    Parameters
    ----------
    matrix : FeedbackMatrix
    depth : int
    session : Session
    keys : (guesses,) int64, optional
        Those of `class_keys` for all secrets, with none left out by symmetry; computed if not
        given.

    Attributes
    ----------
    looks : int
        The approximate work so far: nodes times guesses.
    """

    def __init__(
        self, matrix: FeedbackMatrix, depth: int, session: Session, keys: Keys = NO_KEYS
    ) -> None:
        self.matrix, self.depth, self.session = matrix, depth, session
        self.engine = Engine(matrix, max(depth + 1, 3), session)
        self.order = hardest_first(matrix)
        self._given = keys
        self.looks = 0
        # The remaining work.
        self._left = np.inf
        # The core so far: the members known to be needed, and the first `_end` of the rest.
        self._rest = self._needed = self.order[:0]
        self._end = -1
        # The first guess of a strategy for the longest prefix known to be too short.
        self._guess = -1
        self._cores = 0

    @cached_property
    def keys(self) -> Keys:
        """The Sum of each guess for all secrets, by which guesses are ordered.

        Guesses that began a strategy are moved to the front: the next question is much like the
        last one (the killer heuristic: Akl, Newborn, 1977).
        """
        if len(self._given):
            return self._given.copy()
        every = np.arange(self.matrix.secrets, dtype=np.int32)
        return class_keys(self.matrix, every, None, self.session.go_on)[0]

    @property
    def looks_left(self) -> int:
        """The work allowed for the next core."""
        return max(LOOKS - self.looks, AT_LEAST)

    def go_on_in(self, session: Session) -> None:
        """Use the limits of another session."""
        self.session = self.engine.session = session

    def is_core(self, members: Iterable[int]) -> bool:
        """Return whether no strategy finds every member; raise Stopped if the session ends."""
        return self._first_guess(self.in_order(members)) < 0

    def in_order(self, members: Iterable[int]) -> Indices:
        """Return secrets in the fixed order, the hardest first."""
        return _those_of(self.order, members)

    def first_too_many(self, members: Iterable[int]) -> int:
        """Return the first secret, in order, that cannot be found together with all before it."""
        self._left = np.inf
        self._rest, self._needed = self.in_order(members), self.order[:0]
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
        self._left = looks
        if needed is None:
            self._rest, self._needed = self.in_order(members), self.order[:0]
        else:
            order = nearest_first(self.matrix, needed)
            rest = _those_of(order, {*members}.difference((needed,)))
            self._rest, self._needed = rest, np.array([needed], np.int32)
        try:
            if not self._grow():
                return None
            while self._end > 0:
                self._keep_needed()
                self._cut(max(self._end // DROPPED, 1))
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
        """Find the shortest prefix of the rest that is a core together with the needed members.

        Return whether there is one.
        """
        self._end, low, end = -1, -1, AT_FIRST * self.depth
        while not self._try(end := min(end, len(self._rest))):
            if end == len(self._rest):
                return False
            low, end = end, 2 * end
        self._halve(low)
        return True

    def _keep_needed(self) -> None:
        """Move members of the prefix that are known to be needed to the needed members.

        These are the last member, since a shorter prefix is no core, and those that
        `needed_members` finds.
        """
        core, last = self._prefix(self._end), int(self._rest[self._end - 1])
        needed = np.zeros(self.matrix.secrets, np.bool_)
        needed[last] = True
        needed[needed_members(self.engine, core, last, self._guess, self.depth)] = True
        rest = self._rest[: self._end]
        self._needed = np.append(self._needed, rest[needed[rest]])
        self._rest = rest[~needed[rest]]
        self._end = len(self._rest)

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
        return np.concatenate([self._needed, self._rest[:end]])

    def _try(self, end: int) -> bool:
        """Return whether a prefix and the needed members form a core; if so, keep it."""
        prefix = self._prefix(end)
        guess = self._first_guess(prefix, self._left)
        if guess >= 0:
            self._guess = guess
            if self.depth > TWO and len(prefix) > self.depth:
                self.keys[guess] = self.keys.min() - 1
            return False
        self._end = end
        if int(self.engine.cores.held[0]) > 2 * self._cores:
            # All later questions are about subsets of this core.
            self._cores = self.engine.keep_inside(prefix)
        return True

    def _first_guess(self, members: Indices, looks: float = np.inf) -> int:
        """Return the first guess of a strategy that finds all of a set; -1 if there is none."""
        if len(members) <= self.depth:
            return 0  # They are found one by one, whatever comes first.
        if self.depth == 1:
            return -1
        if self.depth == TWO:
            return few_keys(self.matrix, np.sort(members))[1]
        engine, guesses = self.engine, self.matrix.guesses
        before = engine.nodes
        # A node examines the guesses and the stored cores.
        per_node = guesses + int(engine.cores.held[0]) // CORES
        guess = engine.decide(members, self.depth, self.keys, nodes=max(looks / per_node, 0))
        words = engine.cores.bits.shape[1] + engine.cores.refuted.bits.shape[1]
        spent = (engine.nodes - before) * per_node + int(engine.cores.held[0]) * words // WORDS
        self.looks += spent
        self._left -= spent
        if guess is None:
            if not self.session.go_on():
                raise Stopped
            raise _NoLooksLeftError
        return guess


def needed_members(engine: Engine, core: Indices, secret: int, guess: int, depth: int) -> Indices:
    """Return members that a core needs: without any one of them the others can be found.

    Parameters
    ----------
    engine : Engine
        It decided that ``guess`` begins a strategy of ``depth`` guesses for all other members.
    core : (n,) int32
        A set that ``depth`` guesses, at least 2, do not find.
    secret : int
        The member that the strategy leaves out, which is therefore needed.
    guess : int
        Not used if ``core`` has only one member more than ``depth``.
    """
    rows, klass = engine.matrix.rows, core
    # Descend to the class in which the strategy would leave the secret. The other classes are
    # found, so members of this class that are needed there are needed in the core.
    while depth > 2 and len(klass) > depth + 1 and guess >= 0:  # noqa: PLR2004 - as `few_keys`
        klass, depth = klass[rows[guess][klass] == rows[guess][secret]], depth - 1
        guess = engine.known_guess(klass[klass != secret], depth)
    if len(klass) == depth + 1:
        # Without any one member, the others are found one by one.
        return klass
    # If a guess tells all members apart except one pair, both members of the pair are needed:
    # without either of them, the guess tells all others apart.
    keys = few_keys(engine.matrix, klass)[0]
    guesses = np.flatnonzero(keys == len(klass) + 2)
    feedback = engine.matrix.columns[klass[:, None], guesses]
    order, every = np.argsort(feedback, axis=0), np.arange(len(guesses))
    ordered = feedback[order, every]
    first = (ordered[1:] == ordered[:-1]).argmax(axis=0)
    pairs: Indices = klass[np.concatenate([order[first, every], order[first + 1, every]])]
    return pairs


def _those_of(order: Indices, members: Iterable[int]) -> Indices:
    """Return some secrets in a given order of all secrets."""
    marked = np.zeros(len(order), np.bool_)
    marked[[*members]] = True
    return order[marked[order]]


def shrunk_refutation(
    matrix: FeedbackMatrix,
    depth: int,
    session: Session,
    looks: float = np.inf,
    keys: Keys = NO_KEYS,
) -> Refutation:
    """Prove by a core that ``depth`` guesses do not find every secret, which must be true.

    The core is minimal, unless shrinking takes more than `LOOKS` or half of the time that is left.
    Then the result is the smallest core found so far, or the refutation of the set of all secrets
    if none was found. The result depends only on the matrix and the depth, unless a limit of the
    session is reached; then it is not ``final``. The refutation itself may take ``looks``. For
    ``keys`` see `Shrinker`.

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
    shrinker, final = Shrinker(matrix, depth, aside, keys), True
    try:
        core = shrinker.shrink(range(matrix.secrets), looks=shrinker.looks_left)
    except Stopped:
        core, final = shrinker.smallest, False
    shrinker.go_on_in(session.aside(looks / matrix.guesses))
    members = np.arange(matrix.secrets, dtype=np.int32) if core is None else core.members
    try:
        cores = refute(shrinker.engine, members, depth)
    except ValueError as error:
        raise ContradictionError(str(error)) from None
    return Refutation(cores, minimal=core is not None and core.minimal, final=final)
