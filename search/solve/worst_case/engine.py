"""The search with its arrays: asked whether a set can be found within d guesses, it remembers."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from search.kernels.common import stack
from search.kernels.common.partition import USELESS, class_sums
from search.kernels.common.transposition import set_key
from search.kernels.common.widths import in_widths
from search.kernels.worst_case import search as kernel
from search.kernels.worst_case.cores import Cores, add_core, cover
from search.kernels.worst_case.levels import Scratch
from search.model.candidates import Candidates
from search.model.matrix import FeedbackMatrix, Indices
from search.model.record import Proven
from search.model.symmetry import no_symmetry, orbits_of
from search.solve.arrays import (
    make_game,
    make_journal,
    make_registers,
    make_steps,
    make_table,
    taken_out,
)
from search.solve.session import Session
from search.solve.worst_case.arrays import (
    grow_cores,
    grow_levels,
    make_cores,
    make_levels,
    make_scratch,
)

#: Nodes under a solved set that make it worth keeping: what one look settles is settled again.
WORTH_KEEPING = 1

Keys = NDArray[np.int64]


def class_keys(
    matrix: FeedbackMatrix, members: Indices, guesses: Indices | None = None
) -> tuple[Keys, int, int]:
    """Profile every guess for a set of at least two secrets.

    Parameters
    ----------
    matrix : FeedbackMatrix
    members : (n,) int32
    guesses : integers, optional
        Profile no others: they are equal to one of these.

    Returns
    -------
    keys : (guesses,) int64
        The Sum of each guess: the sum of the squares of its class sizes; `USELESS` for a guess
        that leaves the set whole, or is not weighed.
    guess : int
        A guess that tells all members apart, or -1; if there is one the keys beyond it are not
        computed.
    most : int
        The most classes any guess makes.
    """
    keys = np.full(matrix.guesses, USELESS, np.int64)
    alive = np.ones(matrix.guesses, np.uint8)
    if guesses is not None:
        alive[:] = 0
        alive[guesses] = 1
    counts = np.zeros(matrix.classes, np.int32)
    steps = make_steps(matrix.secrets)
    guess, most = class_sums(in_widths(matrix.rows), members, alive, keys, counts, steps)
    keys[alive == 0] = USELESS
    return keys, int(guess), int(most)


def members_of(proven: Proven, matrix: FeedbackMatrix) -> Indices:
    """Return ``(n,)`` int32, the set that bounds are about, or raise if it is of another game."""
    one = proven.candidates
    if one is None or one.secrets != matrix.secrets or proven.lower > len(one):
        msg = f"{proven}: expected bounds on some of {matrix.secrets} secrets"
        raise ValueError(msg)
    return one.members


class Engine:
    """Decides questions about one game, each helped by what the earlier ones taught.

    Its arrays are made when they are first needed: many a game asks nothing that needs them.

    Parameters
    ----------
    matrix : FeedbackMatrix
    depth : int
        The most guesses that will be asked about.
    session : Session, optional
        Limits it, and keeps the bounds proven on the way that took work.
    symmetric : bool
        Whether guesses that are equal by the symmetry of the game are tried once. What is refuted
        in that way is without the reasons that `refute` collects.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        depth: int,
        session: Session | None = None,
        *,
        symmetric: bool = False,
    ) -> None:
        self.matrix = matrix
        self.depth = depth
        self.session = session or Session()
        self.symmetry = matrix.symmetry if symmetric else no_symmetry()
        self.registers = make_registers()
        self._kept_cores = 0

    @cached_property
    def orbit(self) -> Indices:
        """The first guess of the orbit of each, before any is made; empty if none is equal."""
        return orbits_of(self.symmetry)

    @cached_property
    def arrays(self) -> kernel.Search:
        """All that the kernel works on."""
        secrets = self.matrix.secrets
        cores = make_cores(secrets)
        return kernel.Search(
            game=make_game(self.matrix, self.symmetry),
            levels=make_levels(self.matrix, self.depth, len(cores.size)),
            cores=cores,
            table=make_table(),
            journal=make_journal(secrets, self.session.least_work(WORTH_KEEPING)),
            scratch=self.scratch,
            registers=self.registers,
        )

    @property
    def cores(self) -> Cores:
        """What cannot be found, and why."""
        return self.arrays.cores

    @cached_property
    def scratch(self) -> Scratch:
        """Working space for the kernels; other code than theirs makes use of it too."""
        return make_scratch(self.matrix)

    @property
    def nodes(self) -> int:
        """Sets examined so far."""
        return int(self.registers[0].nodes)

    def decide(
        self, members: Indices, depth: int, keys: Keys, *, nodes: float = np.inf
    ) -> int | None:
        """Decide whether ``depth`` guesses surely find every member.

        Parameters
        ----------
        members : (n,) int32
            More members than ``depth``, which no guess tells apart.
        depth : int
            At least 3.
        keys : (guesses,) int64
            As `class_keys` gives them, or others that keep `USELESS`; guesses are tried in their
            order.
        nodes : float
            How many nodes it may take.

        Returns
        -------
        int or None
            The first guess of a strategy, -1 if there is none, None if the attempt was given up,
            as the session says too. What was learned until then is not lost.
        """
        levels, register = self.arrays.levels, self.registers[0]
        question = levels.at[0]
        question.count, question.depth, question.stage = len(members), depth, stack.OPEN
        levels.members[0, : len(members)] = members
        levels.keys[0] = keys
        # A part of the secrets is not known to be symmetric.
        orbit = self.orbit if len(members) == self.matrix.secrets else self.orbit[:0]
        question.moved = len(orbit)
        levels.orbit[0, : len(orbit)] = orbit
        register.level, register.bottom, register.result = 0, 0, stack.UNKNOWN
        for until in self.session.slices(self, nodes, depth):
            before = self.nodes
            status = kernel.advance(self.arrays, until)
            self.session.nodes += self.nodes - before
            if status == stack.SOLVED:
                return int(question.guess)
            if status == stack.REFUTED:
                return -1
            if status == stack.FULL:
                self.flush()
                self.make_room()
        return None

    def refuted(self, depth: int) -> tuple[Indices, list[int]]:
        """Return a core of the question just refuted, and the cores that are its reasons.

        Parameters
        ----------
        depth : int
            As it was asked.
        """
        levels, cores = self.arrays.levels, self.cores
        ids = levels.inside[0, : levels.at[0].cores]
        for k in ids.tolist():
            if cores.depth[k] == depth:
                members = cores.members[cores.offset[k] : cores.offset[k] + cores.size[k]]
                reasons = cores.reasons[cores.reason_at[k] : cores.reason_at[k + 1]]
                return members, reasons.tolist()
        chosen = np.empty(len(ids), np.int32)
        found, times = self.scratch.found, self.scratch.times
        alone = self.orbit[:0]
        columns = self.arrays.game.columns
        n, given = cover(columns, cores, ids, depth - 1, alone, found, times, chosen)
        return found[:n].copy(), chosen[:given].tolist()

    def flush(self) -> None:
        """Hand over what was proven since the last time, and empty the journal."""
        secrets, cores = self.matrix.secrets, self.cores
        batch = [
            Proven(Candidates(entry.members, secrets), 1, entry.upper, entry.guess)
            for entry in taken_out(self.arrays.journal)
        ]
        count = int(cores.held[0])
        for k in range(self._kept_cores if self.session.keep is not None else count, count):
            offset, n = int(cores.offset[k]), int(cores.size[k])
            members = cores.members[offset : offset + n].tolist()
            batch.append(Proven(Candidates(members, secrets), int(cores.depth[k]) + 1, n))
        self._kept_cores = count
        self.session.put(batch)

    def recall(self, proven: Proven) -> None:
        """Take over bounds proven before, of any set of this game.

        Raises
        ------
        ValueError
            If they are about another game, or make no sense.
        """
        members = members_of(proven, self.matrix)
        if proven.upper is not None and proven.upper < len(members):
            key = np.empty(2, np.uint64)
            set_key(members, self.arrays.game.zobrist, key)
            kernel.remember(self.arrays.table, key, proven.upper, -1)
        if proven.lower > 1:
            self.make_room()
            add_core(self.cores, members, proven.lower - 1, 0, np.empty(0, np.int32))
            self._kept_cores = int(self.cores.held[0])

    def make_room(self) -> None:
        """Give the cores twice the room where it may not be enough."""
        cores = grow_cores(self.cores, self.matrix.secrets)
        levels = grow_levels(self.arrays.levels, len(cores.size))
        self.arrays = self.arrays._replace(cores=cores, levels=levels)
