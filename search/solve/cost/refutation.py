"""The proof of a lower bound on the cost: independently checkable lemmas about sets of secrets.

A lemma is a lower bound on the cost of a set in a state (see `search.model.cost_model`). Its proof
bounds the classes of each next guess, by their sizes or by lemmas. The refuter requests the bounds
that the classes need, the largest set first, so that it proves each set once, and no more than
needed. The bound of a class is known from the search or searched for again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, overload

from search.kernels.common import stack
from search.kernels.cost import refuting as kernel
from search.model.limits import Stopped
from search.model.symmetry import no_symmetry, stabiliser
from search.model.written import Lemma
from search.solve.cost.arrays import grow_asked, make_asked, make_work

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from search.model.matrix import Indices
    from search.solve.cost.least_cost import CostSearch
    from search.solve.session import Session

#: Permutations, as of `search.model.written.Lemma`.
Moves = tuple[tuple[int, ...], ...]
#: The number of lemmas made at once.
TOGETHER = 1024


class Refuter:
    """Proves that no strategy costs less than the search has found.

    With ``symmetric``, permutations may replace guesses by equivalent ones.
    """

    def __init__(self, search: CostSearch, session: Session, *, symmetric: bool = True) -> None:
        self.engine, self.matrix, self.first = search.engine, search.matrix, search.first
        self.engine.session = self.session = session
        self.restriction = search.restriction
        self.members = search.members
        plain = not symmetric or search.restriction is not None
        self.symmetry = no_symmetry() if plain else self.engine.symmetry
        self.moves = cache(partial(stabiliser, self.symmetry))

    def refute(self, bound: int) -> Sequence[Lemma]:
        """Prove the lower bound for all secrets; raise Stopped if the session ends.

        Return the lemmas, each after those that it needs. The last one is about all secrets, or
        about the first guess if one is prescribed.
        """
        arrays, first = self.engine.arrays, -1 if self.first is None else self.first
        game = arrays.game._replace(symmetry=self.symmetry)
        allowed = self.members[:0]
        if self.restriction is not None:
            allowed = self.restriction.allowed(self.matrix, self.members)
        self.asked = make_asked(self.members, allowed, bound, self.matrix.classes)
        work = make_work(self.matrix, arrays.scratch)
        while self.session.go_on():
            prices, restriction, table = arrays.prices, arrays.restriction, arrays.table
            status = kernel.settle(game, prices, restriction, table, self.asked, first, work)
            if status == kernel.DONE:
                return Asked(self)
            if status == stack.FULL:
                self.asked = grow_asked(self.asked)
            elif status == kernel.SEARCH:
                self._settle(int(work.registers[0].search), int(work.registers[0].limit))
            elif status == kernel.FAILED:
                guess = work.order[work.registers[0].tried]
                raise AssertionError(f"guess {guess}: costs less than was proven")
        raise Stopped

    def _settle(self, k: int, limit: int) -> None:
        """Decide by search whether a set costs at least this much, and record its lower bound."""
        one = self.asked.at[k]
        end = one.begin + one.count
        members = self.asked.pool[one.begin : end]
        allowed = self.asked.pool[end : end + one.allowed] if one.allowed else None
        one.lower, one.exact = self._searched(members, one.state, limit, allowed)

    def _searched(
        self, members: Indices, state: int, limit: int, allowed: Indices | None = None
    ) -> tuple[int, bool]:
        """Search for the bound of a set; return the cost found and whether it is exact."""
        interims = [*self.engine.search(members, state, limit, allowed=allowed)]
        if not interims or not interims[-1].done:
            raise Stopped
        interim = interims[-1]
        exact = interim.guess >= 0
        return interim.upper if exact else max(interim.lower, limit), exact


class Asked(Sequence[Lemma]):
    """A sequence of the requested lemmas, each after those that it needs.

    A lemma is created when read. Creating 150,000 lemmas in advance took as long as proving them,
    half of the time in the garbage collector.
    """

    def __init__(self, refuter: Refuter) -> None:
        self._asked, self._moves = refuter.asked, refuter.moves
        self._matters = refuter.restriction is not None
        self._shown = self._asked.shown[: self._asked.held[2]][::-1]

    def __len__(self) -> int:
        return len(self._shown)

    @overload
    def __getitem__(self, at: int) -> Lemma: ...
    @overload
    def __getitem__(self, at: slice) -> list[Lemma]: ...
    def __getitem__(self, at: int | slice) -> Lemma | list[Lemma]:
        if isinstance(at, slice):
            return [*self._lemmas(self._shown[at])]
        return next(self._lemmas(self._shown[at : at + 1 or None]))

    def __iter__(self) -> Iterator[Lemma]:
        for first in range(0, len(self), TOGETHER):
            yield from self._lemmas(self._shown[first : first + TOGETHER])

    def _lemmas(self, shown: NDArray[np.int64]) -> Iterator[Lemma]:
        at, pool = self._asked.at, self._asked.pool
        fields = [at[name][shown].tolist() for name in ("begin", "count", "state", "bound")]
        symmetries = at["symmetric"][shown].tolist()
        for k, begin, count, state, bound, symmetric in zip(
            shown.tolist(), *fields, symmetries, strict=True
        ):
            moves: Moves = ()
            played = self._played(k) if self._matters or symmetric else ()
            if symmetric:
                moves, played = self._moves(tuple([guess for guess, _ in played])), ()
            members = tuple(sorted(pool[begin : begin + count].tolist()))
            yield Lemma(state, bound, members, (), played, moves)

    def _played(self, k: int) -> tuple[tuple[int, int], ...]:
        """Return the guesses that led to a set, each with a secret that gives the feedback."""
        played, at = [], self._asked.at
        while at[k].above >= 0:
            played.append((int(at[k].guess), int(self._asked.pool[at[k].begin])))
            k = at[k].above
        return tuple(reversed(played))
