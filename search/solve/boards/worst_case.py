"""The worst case of several boards: a null window on the depth, and cores.

The bounds before any search come from single boards. The hardest board gives a lower bound, and so
does the number of different secrets, since a guess finds at most one of them. Solving one board
after the other is a strategy, also after some guesses, and gives an upper bound. From there the
depth falls, first among the most promising guesses, so that a limit leaves a good upper bound.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from emi.search.model.bounds import Bounds
from emi.search.model.candidates import Candidates
from emi.search.model.limits import Stopped
from emi.search.solve.boards.state import BoardsSearch, KeySums, different, members_of
from emi.search.solve.engine import surely
from emi.search.solve.minimax import LEAST_DEPTH
from emi.search.solve.worst_case.engine import Engine, few_keys
from emi.search.solve.worst_case.free_play import WorstCaseSearch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from emi.search.solve.boards.state import Board, State

#: Refuted states are shrunk up to this depth: deeper, that takes longer than it saves.
SHRUNK = 3


class BoardsWorstCase(BoardsSearch):
    """The worst case of several boards: the least number of guesses that surely finds all secrets.

    The search asks whether one guess less than the upper bound suffices, until that is refuted.
    Refuted states are shrunk to *cores*, fewer boards or candidates that already cannot be found: a
    guess that splits no board of a core is refuted too.

    Parameters are those of `BoardsParameters`.
    """

    def _begin(self) -> None:
        self._sums = KeySums(self.matrix)
        #: Bounds on single boards and on states.
        self._single: dict[Board, tuple[int, int]] = {}
        self._known: dict[State, tuple[int, int]] = {}
        self._guess: dict[tuple[State, int], int] = {}
        #: The states that cannot be found within a depth, and which guesses leave a board whole.
        self._cores: dict[int, list[State]] = {}
        self._whole: dict[Board, NDArray[np.bool_]] = {}
        #: Whether only the most promising guesses are tried.
        self._quick = False
        self.bounds = self._single_bounds()

    def _single_bounds(self) -> Bounds:
        """Return the bounds that the values of the single boards imply."""
        values = {}
        for board in set(self.start):
            candidates = Candidates(members_of(board), self.matrix.secrets)
            alone = WorstCaseSearch(self.matrix, candidates, self.session)
            alone.run()
            values[board] = alone.bounds
            self._single[board] = alone.bounds.lower, alone.upper
            self.guess = alone.guess
        lower = max(different(self.start), *(one.lower for one in values.values()))
        upper = sum(values[board].upper or 0 for board in self.start)
        # No question about a part of a board is deeper.
        self._engine = Engine(self.matrix, max(one.upper or 0 for one in values.values()))
        self._engine.session = self.session
        self._deepest = self._engine.depth
        return Bounds(lower, upper)

    def run(self) -> None:
        """Search until the value is proven or the session ends."""
        with suppress(Stopped):
            self._find_quickly()
            while not self.bounds.proven:
                self.session.bounds = self.bounds
                depth = self.upper - 1
                if self.within(self.start, depth):
                    self.bounds = self.bounds.tightened(0, depth)
                    self.guess = self._guess.get((self.start, depth), self.guess)
                else:
                    self.bounds = Bounds(depth + 1, depth + 1)
        self.session.bounds = self.bounds

    def _find_quickly(self) -> None:
        """Lower the upper bound by strategies that are found quickly.

        Each state tries its guesses in order, up to the first that a core refutes. A failed attempt
        therefore refutes nothing, and its results are dropped.
        """
        self._quick = True
        try:
            while not self.bounds.proven and self.within(self.start, self.upper - 1):
                depth = self.upper - 1
                self.bounds = self.bounds.tightened(0, depth)
                self.session.bounds = self.bounds
                self.guess = self._guess.get((self.start, depth), self.guess)
                self._forget()
        finally:
            self._forget()
            self._quick = False

    def _forget(self) -> None:
        """Forget all decisions about states."""
        self._known, self._cores, self._guess = {}, {}, {}

    @property
    def upper(self) -> int:
        """The upper bound, which always exists: one board may be solved after the other."""
        assert self.bounds.upper is not None  # noqa: S101 - for mypy
        return self.bounds.upper

    def single(self, board: Board, depth: int) -> bool:
        """Return whether a part of one of the boards is found within ``depth`` guesses."""
        lower, upper = self._single.get(board) or (1, min(board.bit_count(), self._deepest))
        if depth >= upper or depth < lower or depth == 1:
            return depth >= upper
        members = members_of(board)
        if depth < LEAST_DEPTH:
            guess = few_keys(self.matrix, members)[1]
        elif lower < LEAST_DEPTH:
            # The engine must not be asked where one guess tells all members apart.
            return self.single(board, LEAST_DEPTH - 1) or self.single(board, depth)
        else:
            guess = surely(self._engine.decide(members, depth))
        self._single[board] = (lower, depth) if guess >= 0 else (depth + 1, upper)
        return guess >= 0

    def within(self, state: State, depth: int) -> bool:
        """Return whether all boards are found within ``depth`` guesses.

        Raises
        ------
        Stopped
            If the session ended.
        """
        if not state:
            return True
        lower, upper = self._known.get(state) or (1, sum(map(int.bit_count, state)))
        if depth >= upper:
            return True
        if depth < lower or not all(self.single(board, depth) for board in state):
            return False
        if len(state) == 1 or self._one_by_one(state, depth):
            return True
        if different(state) > depth or self._has_core(state, depth):
            guess = -1
        else:
            guess = self._search(state, depth)
        if guess >= 0:
            self._guess[state, depth] = guess
            self._known[state] = (lower, depth)
        else:
            self._known[state] = (depth + 1, upper)
        return guess >= 0

    def _one_by_one(self, state: State, depth: int) -> bool:
        """Return whether solving one board after the other keeps to ``depth``."""
        left = depth - len(state)
        for board in sorted(state, key=int.bit_count):
            spare = 0
            while left >= spare and not self.single(board, 1 + spare):
                spare += 1
            left -= spare
        return left >= 0

    def _search(self, state: State, depth: int) -> int:
        """Return a guess that keeps to ``depth``; -1 if there is none."""
        self.session.nodes += 1
        if not self.session.go_on():
            raise Stopped
        alive = np.ones(self.matrix.guesses, bool)
        for core in self._cores.get(depth - 1, ()):
            if fits(core, state):
                alive &= ~self._unsplit(core)
        keys = self._sums.of(state)
        for guess in np.argsort(np.where(alive, keys, np.inf), kind="stable").tolist():
            if not alive[guess]:
                if self._quick:
                    break
                continue
            refuted = self._refuting(state, guess, depth - 1)
            if refuted is None:
                return int(guess)
            core = self._shrunk(refuted, depth - 1)
            self._cores.setdefault(depth - 1, []).append(core)
            alive &= ~self._unsplit(core)
        return -1

    def _refuting(self, state: State, guess: int, depth: int) -> State | None:
        """Return a state after a guess that ``depth`` guesses do not find, or None."""
        for board in set(state):
            for part in self.splitter.split(board, guess):
                if not self.single(part, depth):
                    return (part,)
        for after in self.splitter.states(state, guess):
            if not self.within(after, depth):
                return after
        return None

    def _has_core(self, state: State, depth: int) -> bool:
        """Return whether a state contains a core that ``depth`` guesses do not find."""
        return any(fits(core, state) for core in self._cores.get(depth, ()))

    def _shrunk(self, state: State, depth: int) -> State:
        """Return a part of a state that is still not found within ``depth``."""
        boards = list(state)
        if depth > SHRUNK or self.splitter.distinct:
            return state
        for place in range(len(boards) - 1, -1, -1):
            rest = boards[:place] + boards[place + 1 :]
            if rest and not self.within(tuple(sorted(rest)), depth):
                boards = rest
        place = 0
        while place < len(boards):
            board = boards[place]
            for s in members_of(board).tolist():
                less = boards[place] & ~(1 << s)
                if less and not self.within(
                    tuple(sorted([*boards[:place], less, *boards[place + 1 :]])), depth
                ):
                    boards[place] = less
            place += 1
        return tuple(sorted(boards))

    def _unsplit(self, core: State) -> NDArray[np.bool_]:
        """Return ``(guesses,)`` bool: whether a guess leaves each board of a core in one class."""
        whole = np.ones(self.matrix.guesses, bool)
        for board in set(core):
            known = self._whole.get(board)
            if known is None:
                members = members_of(board)
                columns = self.matrix.columns[members]
                known = (columns == columns[0]).all(0)
                known[self.matrix.own[members]] = False
                self._whole[board] = known
            whole &= known
        return whole


def fits(core: State, state: State) -> bool:
    """Return whether the boards of a core lie inside different boards of a state."""
    if len(core) == 1:
        return any(core[0] & ~board == 0 for board in state)
    if len(core) > len(state):
        return False
    return any(
        core[0] & ~board == 0 and fits(core[1:], (*state[:at], *state[at + 1 :]))
        for at, board in enumerate(state)
    )
