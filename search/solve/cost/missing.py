"""Why so many secrets are missed: lemmas about small sets, each of which refutes many guesses.

Where nothing but misses is paid for, a set that misses some refutes every guess that leaves it
whole, and sets without a common member add up. So a lemma is about those members alone that the
lemmas below it are about. That something is missed at all is shown by the cores of the worst case.
"""

from __future__ import annotations

from collections import defaultdict
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from search.kernels.cost.stack import MANY
from search.model.symmetry import firsts_of
from search.model.written import Lemma
from search.solve.cost.refutation import Moves, Refuter
from search.solve.worst_case.refutation import refute

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from search.solve.cost.search import CostSearch
    from search.solve.session import Session


#: Secrets in rising order.
Part = tuple[int, ...]


class Asked(NamedTuple):
    """A set of which is asked what it costs in a state, after the guesses that led there."""

    part: Part
    state: int
    played: tuple[int, ...] = ()


class Known(NamedTuple):
    """A lemma by its place, and which guesses leave its secrets whole, also as bytes, a byte each.

    One of them is quicker to look up there.
    """

    place: int
    bound: int
    # A bit for each of its secrets.
    inside: int
    whole: NDArray[np.bool_]
    leaves: bytes


def bits(part: Iterable[int]) -> int:
    """Return a number with a bit for each secret."""
    return sum([1 << s for s in part])


def best_first(known: Known) -> tuple[int, int]:
    """Order lemmas by what they say, and how little they need."""
    return -known.bound, known.inside.bit_count()


class MissRefuter(Refuter):
    """Shows that no strategy misses less than a search has proven."""

    def __init__(self, search: CostSearch, session: Session, *, symmetric: bool = True) -> None:
        super().__init__(search, session, symmetric=symmetric)
        self.terms = self.engine.terms
        self.weights, self.own = self.engine.weights.tolist(), self.matrix.own.tolist()
        self.end = len(self.terms.price) - 1
        self.sums: dict[tuple[int, int], list[int]] = {}
        self.found: dict[tuple[int, Part], tuple[int, bool]] = {}
        self.shown: list[Lemma] = []
        self.places: dict[tuple[int, Part, int], int] = {}
        self.at: defaultdict[int, list[Known]] = defaultdict(list)
        self.engine.judge.session = session

    def refute(self, bound: int) -> list[Lemma]:
        """Show that so much is missed, as of `Refuter.refute`."""
        every = tuple(range(self.matrix.secrets))
        if self.first is None:
            self._prove(Asked(every, 0), bound)
        else:
            used = self._answer(Asked(every, 0), self.first, bound, [])
            self.shown.append(Lemma(0, bound, every, tuple(sorted(one.place for one in used))))
        return self.shown

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

    def _guesses(self, asked: Asked) -> tuple[NDArray[np.int64] | None, Moves]:
        """Return the guesses to be looked at, None for all, and what spares the others."""
        if len(self.symmetry.codes) == 0 or (len(asked.part) <= MANY and asked.played):
            return None, ()
        firsts = firsts_of(self.symmetry, asked.played)
        if len(firsts) == self.matrix.guesses:
            return None, ()
        return firsts, self._moves(asked.played)

    def _search(self, one: Asked, limit: int) -> int:
        """Return what a set is known to cost; if it may be less than the limit, search for it."""
        key = one.state, one.part
        if key not in self.found:
            members = np.array(one.part, np.int32)
            lower, guess = self.engine.known(members, one.state)
            self.found[key] = lower or 0, guess >= 0
        value, exact = self.found[key]
        if value < limit and not exact:
            if limit == 1:
                missed = self._is_missed(one)
                value, exact = int(missed), not missed
            else:
                heaviest = sorted(one.part, key=lambda s: -self.weights[s])
                value, exact = self._searched(np.array(heaviest, np.int32), one.state, limit)
            self.found[key] = value, exact
        return value

    def _is_missed(self, one: Asked) -> bool:
        """Tell whether anything is missed of a set, as the search for the worst case knows it."""
        try:
            refute(self.engine.judge, np.array(one.part, np.int32), self.end - one.state)
        except ValueError:
            return False
        return True

    def _prove(self, asked: Asked, bound: int) -> Known:
        """Return a lemma about secrets of a set that cost so much."""
        part, state = asked.part, asked.state
        outside = ~bits(part)
        for known in self.at[state]:
            if known.bound >= bound and not known.inside & outside:
                return known
        left = self.end - state
        firsts, moves = self._guesses(asked)
        if firsts is not None:
            return self._prove_set(asked, bound, firsts, moves)
        if bound == 1 and left > 2 and self.terms.equal:  # noqa: PLR2004 - else sizes tell
            return self._prove_core(part, state)
        if left <= 2:  # noqa: PLR2004 - likewise
            return self._add(state, bound, self._least_part(part, bound), ())
        return self._prove_set(asked, bound)

    def _prove_core(self, part: Part, state: int) -> Known:
        """Take the cores of the worst case for lemmas."""
        depth = self.end - state
        places: list[int] = []
        for core in refute(self.engine.judge, np.array(part, np.int32), depth):
            reasons = tuple(places[reason] for reason in core.reasons)
            members = tuple(core.members.tolist())
            known = self._add(self.end - core.depth, 1, members, reasons)
            places.append(known.place)
        return known

    def _add(
        self, state: int, bound: int, part: Part, reasons: Iterable[int], moves: Moves = ()
    ) -> Known:
        """Add a lemma, unless it is there."""
        place = self.places.get((state, part, bound))
        if place is None:
            place = self.places[state, part, bound] = len(self.shown)
            self.shown.append(Lemma(state, bound, part, tuple(reasons), (), moves))
        columns = self.matrix.columns[np.array(part, np.int32)]
        whole = (columns == columns[0]).all(axis=0)
        known = Known(place, bound, bits(part), whole, whole.tobytes())
        self.at[state].append(known)
        return known

    def _least_part(self, part: Part, bound: int) -> Part:
        """Leave out secrets while every guess leaves so much to be missed by the next."""
        columns = self.matrix.columns[np.array(part, np.int32)]
        ordered = np.sort(columns, axis=0)
        # Of how many secrets a guess tells what it tells of another: so many are missed.
        again = (ordered[1:] == ordered[:-1]).sum(axis=0)
        kept = np.ones(len(part), np.bool_)
        for at in range(len(part)):
            kept[at] = False
            fewer = again - (columns[kept] == columns[at]).any(axis=0)
            weights = np.sort(self.engine.weights[np.array(part)[kept]])
            if kept.sum() > bound and weights[: int(fewer.min())].sum() >= bound:
                again = fewer
            else:
                kept[at] = True
        return tuple([s for s, stays in zip(part, kept.tolist(), strict=True) if stays])

    def _prove_set(
        self,
        asked: Asked,
        bound: int,
        firsts: NDArray[np.int64] | None = None,
        moves: Moves = (),
    ) -> Known:
        """Show for each guess what is missed, and take the members alone that this is about.

        Where permutations spare guesses they must leave the members the same set: it stays whole.
        """
        part, state = asked.part, asked.state
        outside, after = ~bits(part), state + 1
        used: dict[int, Known] = {}
        left = np.zeros(self.matrix.guesses, np.bool_)
        left[self._open(part, state, bound)] = True
        if firsts is not None:
            first = np.zeros(self.matrix.guesses, np.bool_)
            first[firsts] = True
            left &= first
        here: list[Known] = []
        seen = 0
        while left[g := int(left.argmax())]:
            if seen < len(self.at[after]):
                # What was shown on the way, of this set or of others.
                new = [known for known in self.at[after][seen:] if not known.inside & outside]
                seen = len(self.at[after])
                here = sorted([*here, *new], key=best_first)
                self._strike([known for known in new if known.bound >= bound], left, used)
            else:
                for known in self._answer(asked, g, bound, here):
                    used[known.place] = known
                left[g] = False
        ordered = sorted(used.values(), key=best_first)
        if firsts is not None:
            return self._add(state, bound, part, [known.place for known in ordered], moves)
        within = reduce(or_, [known.inside for known in ordered], 0)
        fewer = tuple([s for s in part if within >> s & 1])
        left[:] = False
        left[self._open(fewer, state, bound)] = True
        for known in ordered:
            left &= ~known.whole | (known.bound < bound)
        if any(self._chosen(ordered, g, bound)[0] < bound for g in np.flatnonzero(left).tolist()):
            fewer = part
        return self._add(state, bound, fewer, [known.place for known in ordered])

    def _strike(self, enough: list[Known], left: NDArray[np.bool_], used: dict[int, Known]) -> None:
        """Use lemmas that are enough by themselves, those first that most guesses leave whole."""
        if not enough:
            return
        whole = np.array([known.whole for known in enough])
        while True:
            times = (whole & left).sum(axis=1)
            best = int(times.argmax())
            if times[best] == 0:
                return
            used[enough[best].place] = enough[best]
            left &= ~whole[best]

    def _chosen(self, known: list[Known], guess: int, bound: int) -> tuple[int, list[Known]]:
        """Return what is missed by lemmas side by side that a guess leaves whole, and these."""
        total, chosen, taken = 0, list[Known](), 0
        for one in known:
            if total >= bound:
                break
            if one.leaves[guess] and not taken & one.inside:
                total += one.bound
                chosen.append(one)
                taken |= one.inside
        return total, chosen

    def _open(self, part: Part, state: int, bound: int) -> NDArray[np.int64]:
        """Return the guesses of which the sizes do not tell that they cost so much."""
        after = state + 1
        columns = np.sort(self.matrix.columns[np.array(part, np.int32)], axis=0)
        same = columns[1:] == columns[:-1]
        again = same.sum(axis=0)
        self.most = max(2, len(part) - int(again.min()))
        telling = again < len(part) - 1
        if self._paid(after, 2) == 0:
            return np.flatnonzero(telling)
        if not self.terms.equal:
            found = np.flatnonzero(telling)
            sizes = [self._sizes(part, after, g) for g in found.tolist()]
            return found[np.array(sizes, np.int64) < bound]
        # Of each class the first secret pays least, the next no less: one more of all guesses at a
        # time. The guess itself pays no more.
        self._least(part, after, self.most)
        steps = np.diff(self.sums[after, self.most])
        rank, cost = np.zeros(len(again), np.int64), np.full(len(again), steps[0])
        for row in same:
            rank = np.where(row, rank + 1, 0)
            cost += steps[rank]
        cost[self.matrix.own[np.array(part, np.int32)]] -= steps[0]
        return np.flatnonzero(telling & (cost < bound))

    def _classes(self, part: Part, guess: int) -> list[Part]:
        classes = defaultdict(list)
        row = self.matrix.rows[guess][np.array(part, np.int32)].tolist()
        for s, told in zip(part, row, strict=True):
            classes[told].append(s)
        return [tuple(each) for each in classes.values() if self.own[each[0]] != guess]

    def _sizes(self, part: Part, after: int, guess: int) -> int:
        return sum(self._least(each, after, self.most) for each in self._classes(part, guess))

    def _answer(self, of: Asked, guess: int, bound: int, here: list[Known]) -> list[Known]:
        """Return lemmas that show what a guess costs, for the classes of which it is not known."""
        total, chosen = self._chosen(here, guess, bound)
        classes, after = self._classes(of.part, guess) if total < bound else [], of.state + 1
        for each in sorted(classes, key=len, reverse=True):
            if total >= bound or after == self.end or len(each) <= 2:  # noqa: PLR2004 - sizes tell
                break
            outside = ~bits(each)
            inside = [known for known in chosen if not known.inside & outside]
            have = sum(known.bound for known in inside)
            asked = Asked(each, after, (*of.played, guess))
            wanted = have + bound - total
            value = self._search(asked, wanted)
            if value > have:
                known = self._prove(asked, min(value, wanted))
                chosen = [one for one in chosen if one not in inside] + [known]
                total += known.bound - have
        # What is left is told by the sizes of the classes.
        return chosen


def refuter_of(search: CostSearch, session: Session, *, symmetric: bool = True) -> Refuter:
    """Return what shows why a search has found no less; by symmetry too, if whoever checks may."""
    kind = MissRefuter if search.engine.terms.asking else Refuter
    return kind(search, session, symmetric=symmetric)
