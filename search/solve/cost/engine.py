"""The search for the least cost with its arrays: asked what a set costs, it remembers."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from search.kernels.common import stack
from search.kernels.common.partition import USELESS
from search.kernels.common.transposition import mix, place_of, set_key
from search.kernels.cost import search as kernel
from search.kernels.cost.stack import open_set
from search.model.candidates import Candidates
from search.model.cost_model import CostModel
from search.model.matrix import FeedbackMatrix, Indices
from search.model.record import Proven
from search.model.restriction import Restriction, unrestricted
from search.model.symmetry import no_symmetry
from search.solve.arrays import make_game, make_journal, make_registers, make_table, taken_out
from search.solve.cost.arrays import grow_levels, make_levels, make_scratch
from search.solve.session import Session
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
    restriction : Restriction, optional
        By default every guess stays allowed.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        model: CostModel,
        weights: NDArray[np.int64] | None = None,
        session: Session | None = None,
        *,
        symmetric: bool = True,
        restriction: Restriction | None = None,
    ) -> None:
        self.matrix = matrix
        self.model = model
        self.weights = np.ones(matrix.secrets, np.int64) if weights is None else weights
        self.session = session or Session()
        # Permutations of places and symbols move weights too, unless they are equal.
        symmetric = symmetric and bool((self.weights == 1).all())
        self.symmetry = matrix.symmetry if symmetric else no_symmetry()
        self.terms = model.terms(self.weights)
        self.restriction = restriction
        if restriction is not None:
            self.terms = self.terms._replace(asking=False)
        self.registers = make_registers()
        self.arrays = kernel.Search(
            game=make_game(matrix, self.symmetry),
            prices=self.terms,
            restriction=restriction.arrays(matrix) if restriction else unrestricted(matrix),
            levels=make_levels(matrix, restricted=restriction is not None),
            table=make_table(),
            journal=make_journal(matrix.secrets, self.session.least_work(WORTH_KEEPING)),
            scratch=make_scratch(matrix),
            registers=self.registers,
        )
        depth = model.last if self.terms.asking else None
        self.judge = Engine(matrix, max(depth or 0, 4))

    @property
    def nodes(self) -> int:
        """Sets and guesses examined so far."""
        return int(self.registers[0].nodes)

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
        allowed: Indices | None = None,
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
        allowed : (m,) int32, optional
            The guesses still allowed, where play is restricted.
        """
        arrays, levels = self.arrays, self.arrays.levels
        question = levels.at[0]
        question.count, question.stage = len(members), stack.OPEN
        levels.members[0, : len(members)] = members
        question.state = min(state, len(self.terms.price) - 1)
        if allowed is None:
            # Before there is an answer.
            allowed = members[:0]
            if self.restriction is not None:
                allowed = self.restriction.allowed(self.matrix, members)
        question.allowed = len(allowed)
        if self.restriction is not None:
            levels.allowed[0, : len(allowed)] = allowed
        question.most, question.limit = self.matrix.classes, limit
        # A part of the secrets is not known to be symmetric.
        question.moved = len(members) == self.matrix.secrets and len(self.symmetry.codes) > 0
        self.registers[0].level = 0
        open_set(arrays.game, arrays.prices, levels, 0, arrays.scratch)
        self._begin_with(first, lower or {})
        for until in self.session.slices(self, nodes):
            before = self.nodes
            status = kernel.advance(self.arrays, self.judge.arrays, until)
            self.session.nodes += self.nodes - before
            if status == stack.DONE:
                yield self._stand(done=True)
                return
            if status == stack.DEEP:
                self.arrays = self.arrays._replace(levels=grow_levels(self.arrays.levels))
            elif status == stack.FULL:
                self.flush()
            elif status == stack.CROWDED:
                self.judge.flush()
                self.judge.make_room()
            else:
                yield self._stand(done=False)

    def known(self, members: Indices, state: int, allowed: Indices) -> tuple[int | None, int]:
        """Return what a set is known to cost at least, and a guess if it costs no more, or -1."""
        key = np.empty(2, np.uint64)
        set_key(members, self.arrays.game.zobrist, key)
        mix(key, min(state, len(self.terms.price) - 1))
        if len(self.arrays.restriction.told) > 0:
            guesses = np.empty(2, np.uint64)
            set_key(allowed, self.arrays.restriction.zobrist, guesses)
            key ^= guesses
        p = place_of(self.arrays.table, key)
        if p < 0:
            return None, -1
        place = self.arrays.table.at[p]
        return int(place.lower), int(place.guess) if place.lower == place.upper else -1

    def _begin_with(self, first: int | None, lower: dict[int, int]) -> None:
        """Restrict the question to a first guess, and take over what is known of first guesses."""
        levels = self.arrays.levels
        question, keys = levels.at[0], levels.keys[0]
        if first is not None:
            if keys[first] == USELESS:
                # It teaches nothing, but it is asked for.
                members = levels.members[0, : question.count]
                keys[first] = self.terms.price[question.state] * self.weights[members].sum()
            levels.order[0, 0] = first
            question.choices = int(keys[first] < question.limit)
            question.least = USELESS if question.choices else keys[first]
            return
        for guess, least in lower.items():
            if keys[guess] != USELESS and keys[guess] < least:
                keys[guess] = least
                if question.struck:
                    # That may be for misses, which must not be paid for again.
                    levels.used[0, guess] = ~np.uint64(0)
        if lower:
            order = levels.order[0, : question.choices]
            order[:] = order[np.argsort(keys[order], kind="stable")]

    def _stand(self, *, done: bool) -> Stand:
        levels = self.arrays.levels
        question = levels.at[0]
        guess, upper = int(question.best_guess), int(question.best)
        lower = int(question.least)
        left = levels.order[0, question.tried : question.choices]
        if len(left):
            # They may be out of order: misses that were found are paid for by some.
            lower = min(lower, int(levels.keys[0, left].min()))
        if not done and question.stage != stack.CHOOSE:
            lower = min(lower, int(question.bound))
        if guess >= 0:
            lower = upper if done else min(lower, upper)
        return Stand(lower, upper, guess, done)

    def refuted(self) -> dict[int, int]:
        """Return what first guesses that were given up cost at least, in the last question."""
        levels = self.arrays.levels
        question = levels.at[0]
        tried = levels.order[0, : question.tried]
        if question.stage != stack.CHOOSE:
            tried = tried[:-1]
        return {int(g): int(levels.keys[0, g]) for g in tried}

    def flush(self) -> None:
        """Hand over what was found since the last time, and empty the journal."""
        batch = []
        for members, state, lower, upper, guess in taken_out(self.arrays.journal):
            exact = lower if lower == upper else None
            candidates = Candidates(members, self.matrix.secrets)
            batch.append(Proven(candidates, lower, exact, guess, state))
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
        set_key(members, self.arrays.game.zobrist, key)
        mix(key, proven.state)
        exact = proven.upper == proven.lower
        guess = proven.guess if exact else -1
        kernel.remember(self.arrays.table, key, len(members), proven.lower, exact, guess)
