"""The search among candidates only: asked whether a set can be found in d guesses, it remembers.

What it knows is known of exact sets, as `search.kernels.restricted.search` explains;
`search.solve.worst_case.engine` serves games in which every guess stays allowed.
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from search.kernels.common.known import Known, tighten
from search.kernels.common.solved import set_key
from search.kernels.restricted import search as kernel
from search.kernels.restricted.members import Weights, weigh_members
from search.kernels.restricted.search import MemberLevels
from search.kernels.worst_case.levels import OPEN, REFUTED, SOLVED, UNKNOWN, Scratch
from search.kernels.worst_case.search import FULL, Journal
from search.model.candidates import Candidates
from search.model.matrix import FeedbackMatrix, Indices
from search.model.record import Proven
from search.solve.session import Session
from search.solve.worst_case import arrays
from search.solve.worst_case.arrays import make_journal, make_scratch, make_zobrist
from search.solve.worst_case.engine import Keys, members_of

#: Nodes that make a set worth keeping; what took fewer is proven again in a few milliseconds.
WORTH_KEEPING = 1000


class Weighed(NamedTuple):
    """The members of a set as guesses.

    Attributes
    ----------
    keys : (n,) int64
        The Sum of each: the sum of the squares of its class sizes. Not all are computed if one
        tells all members apart.
    apart : int
        The first secret whose naming tells all members apart, or -1.
    most : int
        The most classes any of them makes, if none tells all apart.
    """

    keys: Keys
    apart: int
    most: int


class RestrictedEngine:
    """Decides questions about one game in which only candidates may be proposed.

    Guesses are the secrets that they name: guesses that name none do not matter.

    Parameters
    ----------
    matrix : FeedbackMatrix
    depth : int
        The most guesses that will be asked about.
    session : Session, optional
        Limits it, and keeps the bounds proven on the way that took work.

    Attributes
    ----------
    square : (secrets, secrets) uint8 or uint16
        The rows of the guesses that name the secrets.
    """

    def __init__(self, matrix: FeedbackMatrix, depth: int, session: Session | None = None) -> None:
        self.matrix = matrix
        self.depth = depth
        self.session = session or Session()
        every = np.arange(matrix.secrets)
        whole = matrix.guesses == matrix.secrets and np.array_equal(matrix.own, every)
        self.square = matrix.rows if whole else matrix.rows[matrix.own]
        self.registers = np.zeros(kernel.REGISTERS, np.int64)

    @cached_property
    def zobrist(self) -> NDArray[np.uint64]:
        """Random bits for each secret."""
        return make_zobrist(self.matrix.secrets)

    @cached_property
    def known(self) -> Known:
        """Bounds on sets."""
        places = arrays.SOLVED
        return Known(
            keys=np.zeros((places, 2), np.uint64),
            lower=np.zeros(places, np.int32),
            upper=np.zeros(places, np.int32),
            work=np.zeros(places, np.int64),
        )

    @cached_property
    def journal(self) -> Journal:
        """What is to be kept of them."""
        return make_journal(self.matrix.secrets, self.session.least_work(WORTH_KEEPING))

    @cached_property
    def levels(self) -> MemberLevels:
        """The stack of the search."""
        secrets, levels = self.matrix.secrets, max(self.depth - 1, 2)
        numbers = MemberLevels._fields[: MemberLevels._fields.index("work")]
        sets = ("members", "order", "split", "class_order")
        return MemberLevels(
            **{name: np.zeros(levels, np.int32) for name in numbers},
            work=np.zeros(levels, np.int64),
            **{name: np.empty((levels, secrets), np.int32) for name in sets},
            start=np.empty((levels, secrets + 1), np.int32),
            blame=np.ones((levels + 2, secrets), np.float64),
            key=np.zeros((levels, 2), np.uint64),
        )

    @cached_property
    def weights(self) -> Weights:
        """What the members of a set are worth."""
        secrets = self.matrix.secrets
        return Weights(
            keys=np.empty(secrets, np.int64),
            largest=np.empty(secrets, np.int32),
            made=np.empty(secrets, np.int32),
            scores=np.empty(secrets, np.float64),
        )

    @cached_property
    def scratch(self) -> Scratch:
        """Working space for the kernels."""
        return make_scratch(self.matrix)

    @property
    def nodes(self) -> int:
        """Sets examined so far."""
        return int(self.registers[kernel.NODES])

    def weigh(self, members: Indices) -> Weighed:
        """Weigh every member of a set of at least two as a guess.

        Parameters
        ----------
        members : (n,) int32
        """
        weights, n = self.weights, len(members)
        scratch = self.scratch
        place = weigh_members(self.square, members, scratch.steps, weights, scratch.counts)
        apart = int(members[place]) if place >= 0 else -1
        return Weighed(weights.keys[:n].copy(), apart, int(weights.made[:n].max()))

    def decide(self, members: Indices, depth: int, *, nodes: float = np.inf) -> int | None:
        """Decide whether ``depth`` guesses surely find every member.

        Parameters
        ----------
        members : (n,) int32
            More members than ``depth``.
        depth : int
            At least 3.
        nodes : float
            How many nodes it may take.

        Returns
        -------
        int or None
            A secret whose naming begins a strategy, of these the one of least Sum; -1 if there is
            none, None if the attempt was given up. What was learned until then is not lost.
        """
        levels, registers = self.levels, self.registers
        levels.size[0] = len(members)
        levels.members[0, : len(members)] = members
        levels.depth[0] = depth
        levels.stage[0] = OPEN
        registers[kernel.LEVEL] = 0
        registers[kernel.RESULT] = UNKNOWN
        for until in self.session.slices(self, nodes, depth):
            before = self.nodes
            status = kernel.advance(
                self.square,
                self.zobrist,
                levels,
                self.known,
                self.journal,
                self.weights,
                self.scratch,
                registers,
                until,
            )
            self.session.nodes += self.nodes - before
            if status == SOLVED:
                return int(levels.guess[0])
            if status == REFUTED:
                return -1
            if status == FULL:
                self.flush()
        return None

    def flush(self) -> None:
        """Hand over what was proven since the last time, and empty the journal."""
        journal, secrets = self.journal, self.matrix.secrets
        batch = []
        at = 0
        for entry in range(int(journal.held[0])):
            n = int(journal.size[entry])
            members = journal.members[at : at + n].tolist()
            at += n
            depth, secret = int(journal.depth[entry]), int(journal.guess[entry])
            if secret < 0:
                batch.append(Proven(Candidates(members, secrets), depth + 1, n))
            else:
                guess = int(self.matrix.own[secret])
                batch.append(Proven(Candidates(members, secrets), 1, depth, guess))
        journal.held[:2] = 0
        self.session.put(batch)

    def recall(self, proven: Proven) -> None:
        """Take over bounds proven before, as `Engine.recall` does."""
        members = members_of(proven, self.matrix)
        key = np.empty(2, np.uint64)
        set_key(members, self.zobrist, key)
        upper = len(members) if proven.upper is None else min(proven.upper, len(members))
        tighten(self.known, key, proven.lower, upper, WORTH_KEEPING)
