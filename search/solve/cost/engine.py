"""The search for the least cost with its arrays: asked what a set costs, it remembers."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from search.kernels.common.solved import set_key
from search.kernels.cost import search as kernel
from search.kernels.cost import stack
from search.kernels.cost.counting import USELESS
from search.kernels.cost.misses import Judge
from search.kernels.cost.transposition import find, mix, put
from search.model.candidates import Candidates
from search.model.cost_model import CostModel
from search.model.matrix import FeedbackMatrix, Indices
from search.model.record import Proven
from search.model.symmetry import no_symmetry
from search.solve.cost.arrays import (
    grow_frames,
    make_findings,
    make_frames,
    make_looks,
    make_space,
    make_worth,
)
from search.solve.session import Session
from search.solve.worst_case.arrays import make_zobrist
from search.solve.worst_case.engine import Engine

#: Nodes under a set that make it worth keeping: less is soon done again.
WORTH_KEEPING = 64


class Stand(NamedTuple):
    """Where the search for the least cost of a set stands.

    Attributes
    ----------
    lower, upper : int
        The least cost lies between them.
    guess : int
        Begins a strategy that costs ``upper``; -1 if none was found, and ``upper`` is the limit.
    done : bool
        Whether the search has ended: the bounds meet, or there is no strategy below the limit.
    """

    lower: int
    upper: int
    guess: int
    done: bool


class CostEngine:
    """Answers questions about the least cost in one game, each helped by the earlier ones.

    Parameters
    ----------
    matrix : FeedbackMatrix
    model : CostModel
    weights : (secrets,) int64, optional
        At least 1 each, all 1 by default.
    session : Session, optional
        Limits it, and keeps the bounds found on the way that took work.
    symmetric : bool
        Whether guesses that are equal by the symmetry of the game are tried once.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        model: CostModel,
        weights: NDArray[np.int64] | None = None,
        session: Session | None = None,
        *,
        symmetric: bool = True,
    ) -> None:
        self.matrix = matrix
        self.model = model
        self.weights = np.ones(matrix.secrets, np.int64) if weights is None else weights
        self.session = session or Session()
        # Permutations of places and symbols move weights too, unless they are equal.
        symmetric = symmetric and bool((self.weights == 1).all())
        self.symmetry = matrix.symmetry if symmetric else no_symmetry()
        self.terms = model.terms(self.weights)
        self.zobrist = make_zobrist(matrix.secrets)
        self.frames = make_frames(matrix)
        self.worth = make_worth()
        self.looks = make_looks(matrix)
        self.space = make_space(matrix)
        self.findings = make_findings(matrix.secrets, self.session.least_work(WORTH_KEEPING))
        self.registers = np.zeros(kernel.REGISTERS, np.int64)
        depth = model.last if self.terms.counting else None
        self.judge = Engine(matrix, max(depth or 0, 4))

    @property
    def nodes(self) -> int:
        """Sets and guesses examined so far."""
        return int(self.registers[kernel.NODES])

    def sorted(self, members: Indices) -> Indices:
        """Return the members as the kernels want them, the heaviest first."""
        order = np.argsort(-self.weights[members], kind="stable")
        return np.ascontiguousarray(members[order])

    def search(
        self,
        members: Indices,
        state: int = 0,
        limit: int = USELESS,
        first: int | None = None,
        lower: dict[int, int] | None = None,
        nodes: float = math.inf,
    ) -> Iterator[Stand]:
        """Search for a strategy below a limit; yields where it stands about every `SLICE` seconds.

        Parameters
        ----------
        members : (n,) int32
            At least three, the heaviest first.
        state : int
            How many guesses were made, or any number in the endless phase; not the last guess.
        limit : int
            Costs as much as that, or more, are of no interest.
        first : int, optional
            The first guess of the strategy.
        lower : dict, optional
            What is known that some first guesses cost at least.
        nodes : float
            How many nodes it may take; more than that are not begun.
        """
        frames, registers = self.frames, self.registers
        frames.size[0] = len(members)
        frames.members[0, : len(members)] = members
        frames.state[0] = min(state, len(self.terms.price) - 1)
        frames.most[0] = self.matrix.classes
        frames.limit[0] = limit
        frames.stage[0] = stack.OPEN
        # A part of the secrets is not known to be symmetric.
        frames.moved[0] = len(members) == self.matrix.secrets and len(self.symmetry.codes) > 0
        registers[kernel.LEVEL] = 0
        stack.open_set(
            self.matrix.columns, self.matrix.own, self.terms, self.symmetry, frames, 0,
            self.looks, self.space,
        )  # fmt: skip
        self._begin_with(first, lower or {})
        for until in self.session.slices(self, nodes):
            before = self.nodes
            status = self._advance(until)
            self.session.nodes += self.nodes - before
            if status == kernel.DONE:
                yield self._stand(done=True)
                return
            if status == kernel.DEEP:
                self.frames = grow_frames(self.frames)
            elif status == kernel.FULL:
                self.flush()
            elif status == kernel.CROWDED:
                self.judge.flush()
                self.judge.make_room()
            else:
                yield self._stand(done=False)

    def known(self, members: Indices, state: int) -> tuple[int | None, int]:
        """Return what a set is known to cost at least, and a guess if it costs no more, or -1."""
        key = np.empty(2, np.uint64)
        set_key(members, self.zobrist, key)
        mix(key, min(state, len(self.terms.price) - 1))
        place = find(self.worth, key)
        if place < 0:
            return None, -1
        guess = int(self.worth.guess[place]) if self.worth.exact[place] else -1
        return int(self.worth.lower[place]), guess

    def _advance(self, until: np.int64) -> int:
        return int(
            kernel.advance(
                self.matrix.rows,
                self.matrix.columns,
                self.matrix.own,
                self.zobrist,
                self.terms,
                self.symmetry,
                self.frames,
                self.worth,
                self.findings,
                self.looks,
                self.space,
                self._judge(),
                self.registers,
                until,
            )
        )

    def _judge(self) -> Judge:
        judge = self.judge
        return Judge(
            symmetry=judge.symmetry,
            levels=judge.levels,
            cores=judge.cores,
            solved=judge.solved,
            journal=judge.journal,
            scratch=judge.scratch,
            registers=judge.registers,
        )

    def _begin_with(self, first: int | None, lower: dict[int, int]) -> None:
        """Restrict the question to a first guess, and take over what is known of first guesses."""
        frames = self.frames
        keys = frames.keys[0]
        if first is not None:
            if keys[first] == USELESS:
                # It teaches nothing, but it is asked for.
                members = frames.members[0, : frames.size[0]]
                keys[first] = self.terms.price[frames.state[0]] * self.weights[members].sum()
            frames.order[0, 0] = first
            frames.choices[0] = int(keys[first] < frames.limit[0])
            frames.least[0] = USELESS if frames.choices[0] else keys[first]
            return
        for guess, least in lower.items():
            if keys[guess] != USELESS and keys[guess] < least:
                keys[guess] = least
                if frames.struck[0]:
                    # That may be for misses, which must not be paid for again.
                    frames.used[0, guess] = ~np.uint64(0)
        choices = int(frames.choices[0])
        if lower:
            order = frames.order[0, :choices]
            frames.order[0, :choices] = order[np.argsort(keys[order], kind="stable")]

    def _stand(self, *, done: bool) -> Stand:
        frames = self.frames
        guess = int(frames.best_guess[0])
        upper = int(frames.best[0])
        lower = int(frames.least[0])
        tried, choices = int(frames.tried[0]), int(frames.choices[0])
        if tried < choices:
            # They may be out of order: misses that were found are paid for by some.
            lower = min(lower, int(frames.keys[0, frames.order[0, tried:choices]].min()))
        if not done and frames.stage[0] != stack.CHOOSE:
            lower = min(lower, int(frames.bound[0]))
        if guess >= 0:
            lower = upper if done else min(lower, upper)
        return Stand(lower, upper, guess, done)

    def refuted(self) -> dict[int, int]:
        """Return what first guesses that were given up cost at least, in the last question."""
        frames = self.frames
        tried = frames.order[0, : int(frames.tried[0])]
        if frames.stage[0] != stack.CHOOSE:
            tried = tried[:-1]
        return {int(g): int(frames.keys[0, g]) for g in tried}

    def flush(self) -> None:
        """Hand over what was found since the last time, and empty the findings."""
        findings = self.findings
        batch = []
        at = 0
        for entry in range(int(findings.held[0])):
            n = int(findings.size[entry])
            members = findings.members[at : at + n].tolist()
            at += n
            lower = int(findings.lower[entry])
            upper = lower if findings.exact[entry] else None
            candidates = Candidates(members, self.matrix.secrets)
            state, guess = int(findings.state[entry]), int(findings.guess[entry])
            batch.append(Proven(candidates, lower, upper, guess, state))
        findings.held[:2] = 0
        self.session.put(batch)

    def recall(self, proven: Proven) -> None:
        """Take over bounds found before, of a part of the secrets.

        Raises
        ------
        ValueError
            If they are of the question itself, of another game, or without a state.
        """
        one = proven.candidates
        if one is None or proven.state is None or one.secrets != self.matrix.secrets:
            msg = f"{proven}: expected bounds on some of {self.matrix.secrets} secrets, in a state"
            raise ValueError(msg)
        members = one.members
        key = np.empty(2, np.uint64)
        set_key(members, self.zobrist, key)
        mix(key, proven.state)
        exact = proven.upper == proven.lower
        put(self.worth, key, len(members), proven.lower, exact, proven.guess if exact else -1)
