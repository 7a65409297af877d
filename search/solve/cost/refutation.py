"""Why a cost cannot be lower: lemmas about sets of secrets that anyone can check.

A lemma says what a set costs at least in a state (see `search.model.cost_model`). It is shown for
each next guess by what the classes of that guess cost at least: by their sizes, or by lemmas about
them. What is needed of a class is asked for, the largest set first, so that each is shown once and
no more of it than is needed. What a class costs is known of the search, or is searched for again.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from search.kernels.common import stack
from search.kernels.cost import refuting as kernel
from search.model.limits import Stopped
from search.model.symmetry import no_symmetry, stabiliser
from search.model.written import Lemma
from search.solve.cost.arrays import grow_asked, make_asked, make_work

if TYPE_CHECKING:
    from search.model.matrix import Indices
    from search.solve.cost.least_cost import CostSearch
    from search.solve.session import Session

#: Permutations, as of `search.model.written.Lemma`.
Moves = tuple[tuple[int, ...], ...]


class Refuter:
    """Shows that no strategy costs less than a search has proven.

    If it is ``symmetric``, permutations may spare guesses.
    """

    def __init__(self, search: CostSearch, session: Session, *, symmetric: bool = True) -> None:
        self.engine, self.matrix, self.first = search.engine, search.matrix, search.first
        self.engine.session = self.session = session
        self.restriction = search.restriction
        self.members = search.members
        plain = not symmetric or search.restriction is not None
        self.symmetry = no_symmetry() if plain else self.engine.symmetry
        self._moves = cache(partial(stabiliser, self.symmetry))

    def refute(self, bound: int) -> list[Lemma]:
        """Show that all secrets cost so much; Stopped if the session ends.

        Returns the lemmas in an order in which each is after those that it needs; the last is about
        all secrets, and with a first guess about that alone.
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
                return self._lemmas()
            if status == stack.FULL:
                self.asked = grow_asked(self.asked)
            elif status == kernel.SEARCH:
                self._settle(int(work.registers[0].search), int(work.registers[0].limit))
            elif status == kernel.FAILED:
                guess = work.order[work.registers[0].tried]
                raise AssertionError(f"guess {guess}: costs less than was proven")
        raise Stopped

    def _settle(self, k: int, limit: int) -> None:
        """Search for whether a set costs so much, and note what it costs at least."""
        one = self.asked.at[k]
        end = one.begin + one.count
        members = self.asked.pool[one.begin : end]
        allowed = self.asked.pool[end : end + one.allowed] if one.allowed else None
        one.lower, one.exact = self._searched(members, one.state, limit, allowed)

    def _searched(
        self, members: Indices, state: int, limit: int, allowed: Indices | None = None
    ) -> tuple[int, bool]:
        """Search for whether members cost so much; return what they cost, and whether no more."""
        interims = [*self.engine.search(members, state, limit, allowed=allowed)]
        if not interims or not interims[-1].done:
            raise Stopped
        interim = interims[-1]
        exact = interim.guess >= 0
        return interim.upper if exact else max(interim.lower, limit), exact

    def _lemmas(self) -> list[Lemma]:
        """Return what was asked for, each after those that it needs."""
        asked, matters = self.asked, self.restriction is not None
        shown = asked.shown[: asked.held[2]][::-1]
        at, pool = asked.at, asked.pool
        names = ("begin", "count", "state", "bound", "symmetric")
        lemmas = []
        for k, begin, count, state, bound, symmetric in zip(
            shown.tolist(), *[at[name][shown].tolist() for name in names], strict=True
        ):
            moves: Moves = ()
            played = self._played(k) if matters or symmetric else ()
            if symmetric:
                moves, played = self._moves(tuple([guess for guess, _ in played])), ()
            members = tuple(sorted(pool[begin : begin + count].tolist()))
            lemmas.append(Lemma(state, bound, members, (), played, moves))
        return lemmas

    def _played(self, k: int) -> tuple[tuple[int, int], ...]:
        """Return the guesses that led to a set, each with a secret that answers so."""
        played, at = [], self.asked.at
        while at[k].above >= 0:
            played.append((int(at[k].guess), int(self.asked.pool[at[k].begin])))
            k = at[k].above
        return tuple(reversed(played))
