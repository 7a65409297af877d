"""Why a cost cannot be lower: lemmas about sets of secrets that anyone can check.

A lemma says what a set costs at least in a state (see `search.model.cost_model`). It is shown for
each next guess by what the classes of that guess cost at least: by their sizes, or by lemmas about
them. What is needed of a class is asked for, the largest set first, so that each is shown once and
no more of it than is needed. What a class costs is known of the search, or is searched for again.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from operator import xor
from typing import TYPE_CHECKING

import numpy as np

from search.kernels.common import restriction as kernel
from search.kernels.common.widths import in_widths
from search.model.limits import Stopped
from search.model.symmetry import firsts_of, stabiliser
from search.model.written import Lemma

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from search.model.matrix import Indices
    from search.solve.cost.search import CostSearch
    from search.solve.session import Session

#: Guesses that are equal are looked for among more secrets than this, as in the search.
MANY = 20
#: A key is two words of so many bits; the state is in the first of them.
BITS = 64
MIX = 0x9E3779B97F4A7C15

#: Secrets in rising order.
Part = tuple[int, ...]


@dataclass
class Asked:
    """What is to be shown of a set: what it costs at least in a state.

    It is what was ``played`` that led there, guesses with a secret that answers so, and what that
    allows, if it matters.
    """

    part: Part
    state: int
    played: tuple[tuple[int, int], ...]
    allowed: Indices | None
    bound: int = 0


class Refuter:
    """Shows that no strategy costs less than a search has proven."""

    #: Whether permutations may spare guesses.
    symmetric = True

    def __init__(self, search: CostSearch, session: Session) -> None:
        self.engine, self.matrix, self.first = search.engine, search.matrix, search.first
        self.engine.session = self.session = session
        self.terms, self.restriction = self.engine.terms, search.restriction
        self.arrays = None if search.restriction is None else search.restriction.arrays(self.matrix)
        self.weights, self.own = self.engine.weights.tolist(), self.matrix.own.tolist()
        self.end = len(self.terms.price) - 1
        self.sums: dict[tuple[int, int], list[int]] = {}
        #: What sets are asked for, by their size; and what was searched for again.
        self.asked: defaultdict[int, dict[object, Asked]] = defaultdict(dict)
        self.found: dict[object, tuple[int, bool]] = {}
        self._read_table()

    def _read_table(self) -> None:
        """Take over what the search knows of sets: what they cost at least, and if no more."""
        table, game = self.engine.arrays.table, self.engine.arrays.game
        filled = np.flatnonzero(table.at["priority"])
        lower, upper = (table.at[name][filled] for name in ("lower", "upper"))
        keys = [a | b << BITS for a, b in table.keys[filled].tolist()]
        known = zip(lower.tolist(), (lower == upper).tolist(), strict=True)
        self.table = dict(zip(keys, known, strict=True))
        self.zobrist = [a | b << BITS for a, b in game.zobrist.tolist()]
        self.of_guess = []
        if self.arrays is not None and len(self.arrays.told) > 0:
            self.of_guess = [a | b << BITS for a, b in self.arrays.zobrist.tolist()]

    def refute(self, bound: int) -> list[Lemma]:
        """Show that all secrets cost so much; Stopped if the session ends.

        Returns the lemmas in an order in which each is after those that it needs; the last is about
        all secrets, and with a first guess about that alone.
        """
        every = tuple(range(self.matrix.secrets))
        allowed = None
        if self.restriction is not None:
            allowed = self.restriction.allowed(self.matrix, np.arange(len(every), dtype=np.int32))
        whole = Asked(every, 0, (), allowed, bound)
        shown = [self._show(whole, [] if self.first is None else [self.first])]
        for size in range(len(every), 0, -1):
            for asked in self.asked.pop(size, {}).values():
                shown += [self._show(asked)]
            if not self.session.go_on():
                raise Stopped
        shown.reverse()
        return shown

    def _paid(self, state: int, tries: int) -> int:
        return int(self.terms.cost[state, min(tries, self.terms.cost.shape[1] - 1)])

    def _least(self, part: Part, state: int, most: int) -> int:
        """Return what a set costs by its size, if no guess makes more classes of it.

        That is as of `search.kernels.cost.bounds`.
        """
        size = len(part)
        sums = self.sums.setdefault((state, most), [0])
        while len(sums) <= size:
            tries = next(i for i in range(1, 99) if most ** (i - 1) >= len(sums))
            sums.append(sums[-1] + self._paid(state, tries))
        if self.terms.equal:
            return sums[size]
        weights = sorted([self.weights[s] for s in part], reverse=True)
        return sum(w * (b - a) for w, a, b in zip(weights, sums, sums[1:], strict=False))

    def _guesses(
        self, asked: Asked
    ) -> tuple[NDArray[np.int64] | None, tuple[tuple[int, ...], ...]]:
        """Return the guesses to be looked at, None for all, and what spares the others."""
        symmetry = self.engine.symmetry
        if asked.allowed is not None:
            return np.sort(asked.allowed), ()
        if not self.symmetric or len(symmetry.codes) == 0:
            return None, ()
        if len(asked.part) <= MANY and len(asked.played) > 0:
            return None, ()
        history = [guess for guess, _ in asked.played]
        firsts = firsts_of(symmetry, history)
        if len(firsts) == self.matrix.guesses:
            return None, ()
        return firsts, stabiliser(symmetry, history)

    def _show(self, asked: Asked, only: list[int] | None = None) -> Lemma:
        """Ask for what shows a bound, for each guess that may come next."""
        part, n, after = asked.part, len(asked.part), min(asked.state + 1, self.end)
        members, guesses = np.array(part, np.int32), self.matrix.guesses
        columns = np.sort(self.matrix.columns[members], axis=0)
        # Of how many members a guess tells what it tells of another.
        again = (columns[1:] == columns[:-1]).sum(axis=0)
        most = max(2, n - int(again.min()))
        weights = sorted([self.weights[s] for s in part], reverse=True)
        wanted = asked.bound - int(self.terms.price[asked.state]) * sum(weights)
        one, two = self._paid(after, 1), self._paid(after, 2)
        lacks = [wanted - two * sum(weights) + (two - one) * w for w in accumulate(weights)]
        few = [sum(lack + found * one * weights[0] > 0 for lack in lacks) for found in (0, 1)]
        limit = np.full(guesses, few[0])
        limit[self.matrix.own[members]] = few[1]
        moves: tuple[tuple[int, ...], ...] = ()
        if only:
            look = np.array(only)
        else:
            some, moves = self._guesses(asked)
            open_ = (again < limit) & ((again < n - 1) | (n == 1))
            look = np.flatnonzero(open_) if some is None else some[open_[some]]
        for g, row in zip(look.tolist(), self.matrix.rows[look][:, members].tolist(), strict=True):
            classes = defaultdict(list)
            for s, told in zip(part, row, strict=True):
                classes[told].append(s)
            parts = [tuple(each) for each in classes.values() if self.own[each[0]] != g]
            least = [self._least(each, after, most) for each in parts]
            lack = wanted - sum(least)
            if lack > 0:
                self._settle(asked, g, list(zip(parts, least, strict=True)), lack)
        played = asked.played if self.arrays is not None else ()
        return Lemma(asked.state, asked.bound, part, (), played, moves)

    def _settle(self, asked: Asked, guess: int, parts: list[tuple[Part, int]], lack: int) -> None:
        """Ask for so much more of the classes of a guess than their sizes tell."""
        state = min(asked.state + 1, self.end)
        left = []
        for part, floor in parts:
            if state == self.end and not self.terms.endless:
                break
            if len(part) > 2:  # noqa: PLR2004 - what one or two cost, their number tells
                one = self._below(asked, guess, part, state)
                lack -= max(one.bound - floor, 0)
                one.bound = max(one.bound, floor)
                left.append((one, *self._known(one)))
        left.sort(key=lambda each: each[0].bound - each[1])
        for one, known, _ in left:
            if lack > 0 and known > one.bound:
                lack -= self._raise(one, min(known - one.bound, lack))
        # The table has given way to other sets, or they were not looked at.
        for one, _, exact in sorted(left, key=lambda each: len(each[0].part)):
            if lack > 0 and not exact:
                value = self._search(one, one.bound + lack)
                if value > one.bound:
                    lack -= self._raise(one, min(value - one.bound, lack))
        if lack > 0:
            raise AssertionError(f"guess {guess}: costs {lack} less than was proven")

    def _below(self, asked: Asked, guess: int, part: Part, state: int) -> Asked:
        """Return what is asked of a class of a guess so far."""
        allowed: Indices | None = None
        key: tuple[object, ...] = state, part
        if self.arrays is not None and asked.allowed is not None:
            left, rows = np.empty(self.matrix.guesses, np.int32), in_widths(self.matrix.rows)
            here, members = np.sort(asked.allowed).astype(np.int32), np.array(part, np.int32)
            own = self.matrix.own
            count = kernel.leave(self.arrays, rows, own, here, guess, members, left)
            allowed = left[:count]
            key = (state, part, allowed.tobytes())
        known = self.asked[len(part)].get(key)
        return known or Asked(part, state, (*asked.played, (guess, part[0])), allowed)

    def _key(self, one: Asked) -> object:
        key = (one.state, one.part)
        return key if one.allowed is None else (*key, one.allowed.tobytes())

    def _raise(self, one: Asked, gain: int) -> int:
        """Ask for more of a class."""
        one.bound += gain
        self.asked[len(one.part)][self._key(one)] = one
        return gain

    def _known(self, one: Asked) -> tuple[int, bool]:
        """Return what a set is known to cost at least, and whether it costs no more."""
        key = reduce(xor, map(self.zobrist.__getitem__, one.part))
        key ^= one.state * MIX & (1 << BITS) - 1
        if self.of_guess and one.allowed is not None:
            key ^= reduce(xor, map(self.of_guess.__getitem__, one.allowed.tolist()), 0)
        return self.found.get(self._key(one)) or self.table.get(key, (0, False))

    def _search(self, one: Asked, limit: int) -> int:
        """Search for whether a set costs so much; return what it costs at least."""
        heaviest = sorted(one.part, key=lambda s: -self.weights[s])
        members = np.array(heaviest, np.int32)
        stands = [*self.engine.search(members, one.state, limit, allowed=one.allowed)]
        if not stands or not stands[-1].done:
            raise Stopped
        stand = stands[-1]
        exact = stand.guess >= 0
        value = stand.upper if exact else max(stand.lower, limit)
        self.found[self._key(one)] = value, exact
        return value
