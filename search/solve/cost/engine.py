"""The engine for the least cost: the kernels with their arrays and a transposition table."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from emi.search.kernels.core import machine
from emi.search.kernels.core.partition import USELESS
from emi.search.kernels.core.transposition import place_of
from emi.search.kernels.cost import branch_and_bound as kernel
from emi.search.kernels.cost.stack import OpeningClasses
from emi.search.model.cost_model import CostModel
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.partition import Opening
from emi.search.model.record import Batch
from emi.search.model.restriction import Restriction, unrestricted
from emi.search.model.symmetry import no_symmetry
from emi.search.solve.cost.arrays import grow_levels, make_levels, make_scratch, packed_words
from emi.search.solve.engine import (
    SlicedEngine,
    key_of,
    make_game,
    make_journal,
    make_table,
    taken_out,
)
from emi.search.solve.session import Session
from emi.search.solve.worst_case.engine import Engine

#: The least number of nodes under a set worth recording: smaller searches are quickly repeated.
WORTH_KEEPING = 64
#: The opening of a search that has none.
NO_OPENING = OpeningClasses(
    split=np.empty(0, np.int32), start=np.zeros(1, np.int32), cost=np.int64(0)
)
#: The return value of the kernel when its search is complete.
DONE = machine.SOLVED, machine.REFUTED


class Interim(NamedTuple):
    """Interim bounds on the least cost of a set: from ``lower`` to ``upper``.

    The guess begins a strategy that costs ``upper``. If none was found, the guess is -1 and
    ``upper`` is the limit. The search is done if the bounds meet, or if no strategy costs less than
    the limit.
    """

    lower: int
    upper: int
    guess: int
    done: bool


class CostEngine(SlicedEngine):
    """Answers questions about the least cost in one game, and reuses what it learned.

    Weights are ``(secrets,)`` int64, at least 1 each, by default all 1. With ``symmetric``, only
    one of several guesses equivalent by symmetry is tried. Without a restriction, every guess stays
    allowed. If a ``cheaper`` engine is given, the kernel also reads its table: ``scale`` times a
    lower bound there, after as many guesses, is a lower bound here. With an `opening`, a prescribed
    first guess represents all guesses of the opening.
    """

    priced = True
    _opening: Opening | None = None

    def __init__(
        self,
        matrix: FeedbackMatrix,
        model: CostModel,
        weights: NDArray[np.int64] | None = None,
        session: Session | None = None,
        *,
        symmetric: bool = True,
        restriction: Restriction | None = None,
        cheaper: "CostEngine | None" = None,
        scale: int = 0,
    ) -> None:
        super().__init__(matrix, session)
        self.model = model
        self.weights = np.ones(matrix.secrets, np.int64) if weights is None else weights
        # Permutations of places and symbols also move weights, unless all are equal, and allowed
        # guesses, unless all are allowed at the root.
        every = restriction is None or restriction.at_root is None
        symmetric = symmetric and every and bool((self.weights == 1).all())
        self.symmetry = matrix.symmetry if symmetric else no_symmetry()
        #: The total weight of the secrets.
        self.whole = int(self.weights.sum())
        self.prices = model.prices(self.weights, self.whole)
        self.restriction = restriction
        if restriction is not None:
            self.prices = self.prices._replace(asking=False)
        #: The pairs of member and guess examined so far.
        self.pairs = 0
        table = make_table(matrix.secrets)
        if cheaper is None:
            game = make_game(matrix, self.symmetry, narrow=True)
        else:
            game = cheaper.arrays.game
        # Refutations of misses also ask about all secrets, one level below the first.
        depth = 1 + (model.last or 0) if self.prices.asking else 0
        room = Session(room=self.session.room)
        self.oracle = Engine(matrix, max(depth, 4), room, symmetric=symmetric)
        packed = packed_words(matrix.secrets, counting=self.prices.asking)
        self.arrays: kernel.CostArrays = kernel.CostArrays(
            game=game._replace(symmetry=self.symmetry),
            opening=NO_OPENING,
            prices=self.prices,
            restriction=restriction.arrays(matrix) if restriction else unrestricted(),
            levels=make_levels(matrix, packed, restricted=restriction is not None),
            table=table,
            journal=make_journal(matrix.secrets, self.session.least_work(WORTH_KEEPING)),
            scratch=make_scratch(matrix, packed),
            registers=self.registers,
            cheaper=kernel.Cheaper(
                table=table if cheaper is None else cheaper.arrays.table,
                scale=np.int64(scale),
                states=np.int64(len((cheaper or self).prices.price)),
            ),
            oracle=self.oracle.arrays,
        )

    @property
    def opening(self) -> Opening | None:
        """The opening that a prescribed first guess represents, or None."""
        return self._opening

    @opening.setter
    def opening(self, opening: Opening | None) -> None:
        self._opening = opening
        if opening is not None:
            sizes = [len(klass) for klass in opening.classes]
            self.arrays = self.arrays._replace(
                opening=OpeningClasses(
                    split=np.concatenate([opening.left[:0], *opening.classes]),
                    start=np.cumsum([0, *sizes], dtype=np.int32),
                    cost=np.int64(self.cost_of(opening)),
                )
            )

    def cost_of(self, opening: Opening) -> int:
        """Return the cost of the guesses of an opening, including the secrets that it finds."""
        of, weights = self.model.of, self.weights
        paid = sum(of(number) * int(weights[secret]) for secret, number in opening.found_by.items())
        return paid + of(len(opening.guesses)) * int(weights[opening.left].sum())

    def search(
        self,
        members: Indices,
        state: int = 0,
        limit: int = USELESS,
        first: int | None = None,
        lower: dict[int, int] | None = None,
        allowed: Indices | None = None,
        among: Sequence[int] | None = None,
    ) -> Iterator[Interim]:
        """Begin to search for a strategy that costs less than the limit; return its `interims`.

        The search runs only while a caller consumes these bounds.

        There must be at least three members, the heaviest first. The state is the number of guesses
        made, or any number in the endless phase; it must leave more than one guess. A caller may
        prescribe the first guess, give lower bounds on first guesses, or give the first guesses to
        try, in order. In hard play, ``allowed`` holds the guesses still allowed, by default
        those of the root. If the first guess represents an opening, the members are those that the
        opening leaves.
        """
        levels = self.arrays.levels
        question = levels.at[0]
        question.count, question.stage = len(members), machine.OPEN
        levels.members[0, : len(members)] = members
        question.opened = first is not None and self.opening is not None
        if first is not None and self.opening is not None:
            state += len(self.opening.guesses) - 1
        question.state = min(state, len(self.prices.price) - 1)
        if allowed is None:
            allowed = members[:0]
            if self.restriction is not None:
                allowed = self.restriction.allowed(self.matrix, members)
        question.allowed = len(allowed)
        if self.restriction is not None:
            levels.allowed[0, : len(allowed)] = allowed
        question.most, question.limit = self.matrix.classes, limit
        question.guess = -1 if first is None else first
        # A subset of the secrets is not known to be symmetric.
        question.symmetric = len(members) == self.matrix.secrets and len(self.symmetry.codes) > 0
        question.firsts = -1
        self.registers[0].level, self.registers[0].result = 0, machine.UNKNOWN
        self.advance(np.int64(0))
        self._begin_with(first, lower or {})
        if among is not None and first is None:
            keys, order = levels.keys[0], levels.order[0]
            listed = [g for g in among if keys[g] < limit]
            order[: len(listed)] = listed
            # No bounds are known for the other guesses.
            question.choices, question.least = len(listed), USELESS
        return self.interims()

    def raised(self, limit: int) -> Iterator[Interim]:
        """Ask the last question again with a higher limit, after no strategy was below the old one.

        Misses must have a price. The packings of the first guesses are kept, so each guess only
        needs the misses that its bound still lacks.
        """
        levels, register = self.arrays.levels, self.registers[0]
        question, keys = levels.at[0], levels.keys[0]
        useful = keys != USELESS
        before = levels.order[0, : question.choices]
        others = useful.copy()
        others[before] = False
        every = np.concatenate([before, np.flatnonzero(others).astype(np.int32)])
        order = every[np.argsort(keys[every], kind="stable")]
        below = keys[order] < limit
        question.choices = int(below.sum())
        levels.order[0, : question.choices] = order[below]
        question.least = int(keys[order[~below]].min(initial=USELESS))
        question.tried, question.limit, question.best = 0, limit, limit
        question.stage = machine.CHOOSE
        register.level, register.result = 0, machine.UNKNOWN
        return self.interims()

    def interims(self) -> Iterator[Interim]:
        """Continue the search, and yield bounds on the last question at intervals."""
        for status in self._goes_on():
            done = status in DONE
            yield self._interim(done=done)
            if done:
                return

    def _goes_on(self) -> Iterator[int]:
        """Run the kernel in slices; yield its status after each turn, PAUSED or one of `DONE`."""
        for status in self.slices(math.inf):
            if status in (*DONE, machine.PAUSED):
                yield status
            elif status == machine.DEEP:
                self.arrays = self.arrays._replace(levels=grow_levels(self.arrays.levels))

    @property
    def steady(self) -> bool:
        """False while the kernel bounds classes: there it pauses by the work of each call."""
        level = int(self.registers[0].level)
        return level < 0 or self.arrays.levels.at[level].stage != machine.BOUND

    def fit(self) -> None:
        """Double the tables of this search and of the oracle if they are filling up."""
        before = self.arrays
        super().fit()
        if before.cheaper.table is before.table:
            cheaper = before.cheaper._replace(table=self.arrays.table)
            self.arrays = self.arrays._replace(cheaper=cheaper)
        self.oracle.fit()

    def bound_classes(self) -> tuple[int, list[int]] | None:
        """Bound the classes of the prescribed first guess by one sweep each.

        Returns a lower bound on the cost of the guess, and the numbers of the classes whose cost is
        not known; the largest class is 0. There are none if the bound reaches the limit. Returns
        None if time runs out.
        """
        for status in self._goes_on():
            levels = self.arrays.levels
            question = levels.at[0]
            if question.stage in (machine.SETTLE, machine.ASK):
                open_classes = np.flatnonzero(levels.exact[0, : question.classes] == 0)
                return int(question.bound), open_classes.tolist()
            if status in DONE:
                return int(self._interim(done=True).lower), []
        return None

    def single_out(self, number: int, limit: int = USELESS) -> None:
        """Restrict the search to one class of the first guess, after `bound_classes`.

        The largest class is 0. The other classes count with their lower bounds. So a strategy found
        this way proves nothing, but a refutation of the guess is valid. A lower ``limit`` replaces
        that of the question.
        """
        levels = self.arrays.levels
        question = levels.at[0]
        if question.stage in (machine.SETTLE, machine.ASK):
            alone = levels.exact[0, number]
            levels.exact[0, : question.classes] = 1
            levels.exact[0, number] = alone
            question.stage = machine.SETTLE
            question.best = question.limit = min(int(question.limit), limit)
            self.registers[0].level, self.registers[0].result = 0, machine.UNKNOWN

    def advance(self, until: np.int64) -> int:
        """Continue until the node count reaches ``until``; return why the kernel paused."""
        while True:
            if self.arrays.oracle is not self.oracle.arrays:
                self.arrays = self.arrays._replace(oracle=self.oracle.arrays)
            self.registers[0].pairs = 0
            status = int(kernel.advance(self.arrays, until))
            self.pairs += int(self.registers[0].pairs)
            if status != machine.WAITING:
                return status
            self._ask_oracle(until)

    def _ask_oracle(self, until: np.int64) -> None:
        """Continue the worst-case search about the class that the kernel asks about.

        This search is not compiled into the kernel: compiling would take 50 % longer, and averages
        never need it.
        """
        before = self.oracle.nodes
        more = max(int(until) - self.nodes, 1)
        if self.oracle.advance(np.int64(before + more)) == machine.FULL:
            self.oracle.fit()
            self.oracle.make_room()
        self.registers[0].nodes += self.oracle.nodes - before

    def look_up(
        self, members: Indices, state: int, allowed: Indices | None = None
    ) -> tuple[int | None, int]:
        """Return the known lower bound of a set, and a guess if the bound is attained, else -1."""
        p = place_of(self.arrays.table, self._key(members, state, allowed))
        if p < 0:
            return None, -1
        # One conversion of the whole record: reading fields one by one takes three times as long.
        lower, upper, guess, _ = self.arrays.table.at[p].item()
        return lower, guess if lower == upper else -1

    def note(self, members: Indices, state: int, lower: int, allowed: Indices) -> None:
        """Record a lower bound on the cost of a position that another engine proved."""
        place = self._tighten(self._key(members, state, allowed), lower, USELESS)
        place.priority = kernel.SEARCHED + len(members)

    def _key(self, members: Indices, state: int, allowed: Indices | None) -> NDArray[np.uint64]:
        """Return the key of a position."""
        state = min(state, len(self.prices.price) - 1)
        key = key_of(members, self.arrays.game.zobrist, state)
        if allowed is not None and len(self.arrays.restriction.clues) > 0:
            key ^= key_of(allowed, self.arrays.restriction.zobrist)
        return key

    def _begin_with(self, first: int | None, lower: dict[int, int]) -> None:
        """Restrict the question to a first guess, and use known bounds on first guesses."""
        levels = self.arrays.levels
        question, keys = levels.at[0], levels.keys[0]
        if first is not None:
            if question.opened:
                keys[first] = self.arrays.opening.cost
            elif keys[first] == USELESS:
                # This guess gives no information, but the caller prescribed it.
                members = levels.members[0, : question.count]
                keys[first] = self.prices.price[question.state] * self.weights[members].sum()
            levels.order[0, 0] = first
            question.choices = int(keys[first] < question.limit)
            question.least = USELESS if question.choices else keys[first]
            return
        for guess, least in lower.items():
            if keys[guess] != USELESS and keys[guess] < least:
                keys[guess] = least
                if question.packs:
                    # The bound may include misses that later cores would add again, so fill the
                    # packing of the guess.
                    levels.packed[0, guess] = ~np.uint64(0)
        if lower:
            order = levels.order[0, : question.choices]
            order[:] = order[np.argsort(keys[order], kind="stable")]

    def _interim(self, *, done: bool) -> Interim:
        levels = self.arrays.levels
        question = levels.at[0]
        guess, upper = int(question.best_guess), int(question.best)
        lower = int(question.least)
        untried = levels.order[0, question.tried : question.choices]
        if len(untried):
            # Packings raise the bounds of later guesses, so these may be out of order.
            lower = min(lower, int(levels.keys[0, untried].min()))
        if not done and question.stage != machine.CHOOSE:
            lower = min(lower, int(question.bound))
        if guess >= 0:
            lower = upper if done else min(lower, upper)
        return Interim(lower, upper, guess, done)

    def refuted(self) -> dict[int, int]:
        """Return the lower bounds of the first guesses that the last question refuted."""
        levels = self.arrays.levels
        question = levels.at[0]
        tried = levels.order[0, : question.tried]
        if question.stage != machine.CHOOSE:
            tried = tried[:-1]
        return {int(g): int(levels.keys[0, g]) for g in tried}

    def first_bounds(self) -> dict[int, int]:
        """Return the known lower bound of each first guess worth trying."""
        levels = self.arrays.levels
        choices = levels.order[0, : levels.at[0].choices]
        return dict(zip(choices.tolist(), levels.keys[0, choices].tolist(), strict=True))

    def flush(self) -> None:
        """Hand the facts found since the last call to the session, and empty the journal."""
        self.session.put(taken_out(self.arrays.journal, self.matrix.secrets, priced=True))

    make_room = flush

    def receive(self, batch: Batch) -> None:
        """Add bounds found before or by other processes."""
        zobrist = self.arrays.game.zobrist
        for members, (lower, upper, guess, state, size) in batch.sets():
            exact = upper == lower
            key = key_of(members, zobrist, state)
            place = self._tighten(key, lower, lower if exact else USELESS, guess if exact else -1)
            place.priority = kernel.SEARCHED + size
