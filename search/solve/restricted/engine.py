"""The search among candidates only: asked whether a set can be found in d guesses, it remembers.

What it knows is known of exact sets, as `search.kernels.restricted.search` explains;
`search.solve.worst_case.engine` serves games in which every guess stays allowed.
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from search.kernels.common.stack import FULL, OPEN, REFUTED, SOLVED, UNKNOWN
from search.kernels.common.transposition import set_key, tighten
from search.kernels.common.widths import in_widths
from search.kernels.restricted import search as kernel
from search.kernels.restricted.members import Scratch, profile_members
from search.model.candidates import Candidates
from search.model.matrix import FeedbackMatrix, Indices
from search.model.record import Proven
from search.solve.arrays import (
    make_journal,
    make_registers,
    make_table,
    make_zobrist,
    taken_out,
)
from search.solve.restricted.arrays import make_levels, make_scratch
from search.solve.session import Session
from search.solve.worst_case.engine import Keys, members_of

#: Nodes that make a set worth keeping; what took fewer is proven again in a few milliseconds.
WORTH_KEEPING = 1000


class Profiled(NamedTuple):
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
    square : Widths
        ``(secrets, secrets)``, the rows of the guesses that name the secrets.
    """

    def __init__(self, matrix: FeedbackMatrix, depth: int, session: Session | None = None) -> None:
        self.matrix = matrix
        self.depth = depth
        self.session = session or Session()
        every = np.arange(matrix.secrets)
        whole = matrix.guesses == matrix.secrets and np.array_equal(matrix.own, every)
        self.square = in_widths(matrix.rows if whole else matrix.rows[matrix.own])
        self.registers = make_registers()

    @cached_property
    def arrays(self) -> kernel.Search:
        """All that the kernel works on."""
        secrets = self.matrix.secrets
        return kernel.Search(
            square=self.square,
            zobrist=make_zobrist(secrets),
            levels=make_levels(secrets, self.depth),
            table=make_table(),
            journal=make_journal(secrets, self.session.least_work(WORTH_KEEPING)),
            scratch=self.scratch,
            registers=self.registers,
        )

    @cached_property
    def scratch(self) -> Scratch:
        """Working space for the kernels; other code than theirs makes use of it too."""
        return make_scratch(self.matrix)

    @property
    def nodes(self) -> int:
        """Sets examined so far."""
        return int(self.registers[0].nodes)

    def profile(self, members: Indices) -> Profiled:
        """Profile every member of a set of at least two as a guess.

        Parameters
        ----------
        members : (n,) int32
        """
        scratch, n = self.scratch, len(members)
        profiles, counts = scratch.profiles, scratch.space.counts
        place = profile_members(self.square, members, scratch.steps, profiles, counts)
        apart = int(members[place]) if place >= 0 else -1
        return Profiled(profiles.keys[:n].copy(), apart, int(profiles.made[:n].max()))

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
        levels, register = self.arrays.levels, self.registers[0]
        question = levels.at[0]
        question.count, question.depth, question.stage = len(members), depth, OPEN
        levels.members[0, : len(members)] = members
        register.level, register.result = 0, UNKNOWN
        for until in self.session.slices(self, nodes, depth):
            before = self.nodes
            status = kernel.advance(self.arrays, until)
            self.session.nodes += self.nodes - before
            if status == SOLVED:
                return int(question.guess)
            if status == REFUTED:
                return -1
            if status == FULL:
                self.flush()
        return None

    def flush(self) -> None:
        """Hand over what was proven since the last time, and empty the journal."""
        batch = []
        for entry in taken_out(self.arrays.journal):
            candidates = Candidates(entry.members, self.matrix.secrets)
            guess = int(self.matrix.own[entry.guess]) if entry.guess >= 0 else -1
            batch.append(Proven(candidates, entry.lower, entry.upper, guess))
        self.session.put(batch)

    def recall(self, proven: Proven) -> None:
        """Take over bounds proven before, as `Engine.recall` does."""
        members = members_of(proven, self.matrix)
        key = np.empty(2, np.uint64)
        set_key(members, self.arrays.zobrist, key)
        upper = len(members) if proven.upper is None else min(proven.upper, len(members))
        place = tighten(self.arrays.table, key, proven.lower, upper, -1)
        self.arrays.table.at[place].priority += WORTH_KEEPING
