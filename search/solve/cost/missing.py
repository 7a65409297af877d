"""Why so many secrets are missed: lemmas about small sets, each of which refutes many guesses.

Where nothing but misses is paid for, a set that misses some refutes every guess that leaves it
whole, and sets without a common member add up. So a lemma is about those members alone that the
lemmas below it are about. That something is missed at all is shown by the cores of the worst case.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, cached_property, partial, reduce
from operator import attrgetter, or_
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from search.kernels.cost.stack import ORBIT_MEMBERS
from search.model.limits import Stopped
from search.model.symmetry import orbits_of
from search.model.written import Core, Lemma
from search.solve.cost.refutation import Moves, Refuter
from search.solve.engine import surely
from search.solve.worst_case.engine import Engine
from search.solve.worst_case.refutation import Listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from search.solve.cost.least_cost import CostSearch
    from search.solve.session import Session


#: Guesses left with which cores are shown without symmetry.
CORES = 3
#: Secrets of a set of which a checker is quick to look at all guesses of an orbit.
FEW = 1 << 13

#: Secrets in rising order.
Part = tuple[int, ...]


class Asked(NamedTuple):
    """A set of which is asked what it costs in a state, after the guesses that led there."""

    part: Part
    state: int
    played: tuple[int, ...] = ()


class Known:
    """A lemma by its place and its secrets."""

    def __init__(self, place: int, bound: int, part: Part, columns: NDArray[Any]) -> None:
        self.place, self.bound, self.part = place, bound, part
        #: Those that say most come first, of these those that need least.
        self.rank = -bound, len(part)
        self._columns = columns

    @cached_property
    def inside(self) -> int:
        """A bit for each of its secrets."""
        return bits(self.part)

    @cached_property
    def whole(self) -> NDArray[np.bool_]:
        """Which guesses leave its secrets whole."""
        whole = np.ones(self._columns.shape[1], np.bool_)
        first = self._columns[self.part[0]]
        for s in self.part[1:]:
            whole &= self._columns[s] == first
        return whole

    def whole_after(self, orbit: NDArray[np.int32] | None, secrets: int) -> NDArray[np.bool_]:
        """Return which guesses leave its secrets whole, or an image of them, by their orbits.

        A checker finds the image by looking at the guesses of the orbit, one after the other: that
        is quick of few secrets.
        """
        if orbit is None or secrets > FEW:
            return self.whole
        whole = self.whole.copy()
        whole[orbit[self.whole]] = True
        return whole

    @cached_property
    def leaves(self) -> bytes:
        """The same as bytes, a byte each: one of them is quicker to look up there."""
        return self.whole.tobytes()


def bits(part: Iterable[int]) -> int:
    """Return a number with a bit for each secret."""
    return sum([1 << s for s in part])


class Shelf:
    """Lemmas about a state, of which those about some secrets are soon found."""

    def __init__(self, secrets: int) -> None:
        self.all: list[Known] = []
        self._room = secrets + -secrets % 64
        self._bits = np.empty((0, self._room // 64), np.uint64)

    def _packed(self, parts: Sequence[Part]) -> NDArray[np.uint64]:
        flags = np.zeros((len(parts), self._room), np.bool_)
        for row, part in zip(flags, parts, strict=True):
            row[list(part)] = True
        return np.packbits(flags, axis=1).view(np.uint64)

    def inside(self, part: Part) -> list[Known]:
        """Return those whose secrets are all in a set."""
        if new := self.all[len(self._bits) :]:
            self._bits = np.concatenate([self._bits, self._packed([known.part for known in new])])
        found = ~(self._bits & ~self._packed([part])).any(axis=1)
        return [self.all[k] for k in np.flatnonzero(found).tolist()]


class MissRefuter(Refuter):
    """Shows that no strategy misses less than a search has proven."""

    def __init__(self, search: CostSearch, session: Session, *, symmetric: bool = True) -> None:
        super().__init__(search, session, symmetric=symmetric)
        self.prices = self.engine.prices
        self.weights, self.own = self.engine.weights.tolist(), self.matrix.own.tolist()
        self.end = len(self.prices.price) - 1
        self.sums: dict[tuple[int, int], list[int]] = {}
        self.found: dict[tuple[int, Part], tuple[int, bool]] = {}
        self.shown: list[Lemma] = []
        self.places: dict[tuple[int, Part, int], int] = {}
        self.at = defaultdict[int, Shelf](partial(Shelf, self.matrix.secrets))
        self.engine.judge.session = session
        self.cores: list[Known] = []
        self._orbit = cache(self._orbit_after)

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
        return int(self.prices.cost[state, min(tries, self.prices.cost.shape[1] - 1)])

    def _least(self, part: Part, state: int, most: int) -> int:
        """Return what a set costs by its size, if no guess makes more classes of it.

        That is as of `search.kernels.cost.bounds`.
        """
        size = len(part)
        sums = self.sums.setdefault((state, most), [0])
        while len(sums) <= size:
            tries = next(i for i in range(1, 99) if most ** (i - 1) >= len(sums))
            sums.append(sums[-1] + self._paid(state, tries))
        if self.prices.equal:
            return sums[size]
        weights = sorted([self.weights[s] for s in part], reverse=True)
        return sum(w * (b - a) for w, a, b in zip(weights, sums, sums[1:], strict=False))

    def _orbits(self, asked: Asked, bound: int) -> NDArray[np.int32] | None:
        """Return the first guess of the orbit of each, None where that spares none or too few.

        Deep down the small cores of the worst case are of more use than large sets that are whole.
        """
        few = len(asked.part) <= ORBIT_MEMBERS and len(asked.played) > 0
        if len(self.symmetry.codes) == 0 or few or (bound == 1 and self.end - asked.state <= CORES):
            return None
        return self._orbit(asked.played)

    def _orbit_after(self, played: tuple[int, ...]) -> NDArray[np.int32] | None:
        orbit = orbits_of(self.symmetry, played)
        return None if (orbit == np.arange(len(orbit))).all() else orbit

    @cached_property
    def decider(self) -> Engine:
        """What tells whether anything is missed, sparing guesses that are equal by symmetry."""
        return Engine(self.matrix, max(self.end, 3) + 1, self.session, symmetric=True)

    @cached_property
    def listing(self) -> Listing:
        """The cores for lemmas; an engine that knows of symmetry may go on without."""
        if len(self.symmetry.codes):
            return Listing(self.decider)
        if len(self.engine.symmetry.codes):
            # The search knows of symmetry, whoever checks does not: there would be no reasons.
            depth = max(self.end, 3) + 1
            return Listing(Engine(self.matrix, depth, self.session, symmetric=False))
        return Listing(self.engine.judge)

    def _known_of(self, part: Part, state: int) -> int:
        """Return what the search has found that a set costs at least."""
        return self.engine.known(np.array(part, np.int32), state)[0] or 0

    def _search(self, one: Asked, limit: int) -> int:
        """Return what a set is known to cost; if it may be less than the limit, search for it."""
        key = one.state, one.part
        if key not in self.found:
            members = np.array(one.part, np.int32)
            lower, guess = self.engine.known(members, one.state)
            self.found[key] = lower or 0, guess >= 0
        value, exact = self.found[key]
        if value < limit and not exact:
            heaviest = sorted(one.part, key=lambda s: -self.weights[s])
            self.found[key] = self._searched(np.array(heaviest, np.int32), one.state, limit)
        return self.found[key][0]

    def _missed(self, asked: Asked, of: Part) -> Known | None:
        """Return a lemma that something is missed of a class of a set; None if nothing is."""
        part, left = asked.part, self.end - asked.state
        if left > 2 < len(part) and (orbit := self._orbits(asked, 1)) is not None:  # noqa: PLR2004
            members = np.array(part, np.int32)
            if (
                len(part) <= left
                or surely(self.decider.decide_class(members, left, asked.played)) >= 0
            ):
                return None
            return self._prove_set(asked, 1, orbit)
        if left > 2:  # noqa: PLR2004 - sizes tell
            shown = self.listing.refute(np.array(part, np.int32), left, within=of)
            if shown is None:
                return None
            self._add_cores(shown[0])
            return self.cores[shown[1]]
        if len(part) <= left or (left == 2 and self._open(part, asked.state, 1).size):  # noqa: PLR2004
            return None
        return self._add(asked.state, 1, self._least_part(part, 1), ())

    def _prove(self, asked: Asked, bound: int) -> Known:
        """Return a lemma about secrets of a set that cost so much."""
        part, state = asked.part, asked.state
        for known in self.at[state].inside(part):
            if known.bound >= bound:
                return known
        orbit = self._orbits(asked, bound)
        if bound > 1 and self.end - state <= 2:  # noqa: PLR2004 - sizes tell
            return self._add(state, bound, self._least_part(part, bound), ())
        if bound > 1 or orbit is not None:
            return self._prove_set(asked, bound, orbit)
        missed = self._missed(asked, part)
        if missed is None:
            raise AssertionError(f"{len(part)} secrets: nothing is missed of them")
        return missed

    def _add_cores(self, cores: Iterable[Core]) -> None:
        for core in cores:
            reasons = [self.cores[reason].place for reason in core.reasons]
            inside = tuple(core.members.tolist())
            self.cores.append(self._add(self.end - core.depth, 1, inside, reasons))

    def _borne(self, asked: Asked, orbit: NDArray[np.int32]) -> list[Known]:
        """Return lemmas of cores by which the search has refuted all guesses, if it has.

        Proven again they are no larger, and refute no less.
        """
        bearers = self.decider.bearers(asked.part, CORES, orbit)
        self._add_cores(self.listing.collect(bearers, asked.part))
        return [self.cores[place] for place in self.listing.places(bearers)]

    def _add(
        self, state: int, bound: int, part: Part, reasons: Iterable[int], moves: Moves = ()
    ) -> Known:
        """Add a lemma, unless it is there."""
        place = self.places.get((state, part, bound))
        if place is None:
            place = self.places[state, part, bound] = len(self.shown)
            self.shown.append(Lemma(state, bound, part, tuple(reasons), (), moves))
        known = Known(place, bound, part, self.matrix.columns)
        self.at[state].all.append(known)
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
            few = int(fewer.min())
            missed = few if self.prices.equal else self._lightest(part, kept, few)
            if kept.sum() > bound and missed >= bound:
                again = fewer
            else:
                kept[at] = True
        return tuple([s for s, stays in zip(part, kept.tolist(), strict=True) if stays])

    def _lightest(self, part: Part, kept: NDArray[np.bool_], few: int) -> int:
        """Return what so few of the secrets that are kept weigh at least."""
        return int(np.sort(self.engine.weights[np.array(part)[kept]])[:few].sum())

    def _prove_set(
        self,
        asked: Asked,
        bound: int,
        orbit: NDArray[np.int32] | None = None,
    ) -> Known:
        """Show for each guess what is missed, and take the members alone that this is about.

        Where permutations spare guesses one of each orbit is enough, and with a member all others
        of its orbit stay.
        """
        part, state = asked.part, asked.state
        shelf, after, outside = self.at[state + 1], state + 1, ~bits(part)
        used: dict[int, Known] = {}
        left = np.zeros(self.matrix.guesses, np.bool_)
        left[self._open(part, state, bound, orbit)] = True
        if bound == 1 and orbit is not None and self.end - after == CORES:
            used = {known.place: known for known in self._borne(asked, orbit)}
            left &= not used
        here: list[Known] = []
        seen = 0
        while left[g := int(left.argmax())]:
            if not self.session.go_on():
                raise Stopped
            if seen < len(shelf.all):
                # What was shown before, and on the way, of this set or of others.
                some = shelf.all[seen:] if seen else shelf.inside(part)
                new = [known for known in some if not known.inside & outside]
                seen = len(shelf.all)
                if bound > 1:
                    here = sorted([*here, *new], key=attrgetter("rank"))
                enough = [known for known in new if known.bound >= bound]
                self._strike(enough, left, used, orbit, len(part))
            else:
                for known in self._answer(asked, g, bound, here):
                    used[known.place] = known
                left[g] = False
        ordered = sorted(used.values(), key=attrgetter("rank"))
        about, settled = self._fewer(part, ordered, orbit), set[int]()
        if self._lacking(about, state, bound, ordered, orbit):
            about = part
            while lack := self._lacking(part, state, bound, ordered, orbit) - settled:
                # Lemmas side by side were others than those that are named first. Of one for each
                # class none can take the place but by saying as much.
                for g in lack:
                    used.update({one.place: one for one in self._answer(asked, g, bound, [])})
                settled |= lack
                ordered = sorted(used.values(), key=attrgetter("rank"))
        moves = () if orbit is None else self._moves(asked.played)
        return self._add(state, bound, about, [known.place for known in ordered], moves)

    def _fewer(self, part: Part, used: list[Known], orbit: NDArray[np.int32] | None) -> Part:
        """Return the members that lemmas are about, and those of their orbits."""
        within = reduce(or_, [known.inside for known in used], 0)
        fewer = tuple([s for s in part if within >> s & 1]) or part
        if orbit is not None:
            own = self.matrix.own
            met = {*orbit[own[list(fewer)]].tolist()}
            fewer = tuple([s for s in part if int(orbit[own[s]]) in met])
        return fewer

    def _lacking(
        self,
        part: Part,
        state: int,
        bound: int,
        used: list[Known],
        orbit: NDArray[np.int32] | None,
    ) -> set[int]:
        """Return the guesses of which lemmas, taken in their order, do not show what they cost."""
        left = np.zeros(self.matrix.guesses, np.bool_)
        left[self._open(part, state, bound, orbit)] = True
        for known in used:
            if known.bound >= bound:
                left &= ~known.whole_after(orbit, len(part))
        open_ = np.flatnonzero(left).tolist()
        return {g for g in open_ if self._chosen(used, g, bound)[0] < bound}

    def _strike(
        self,
        enough: list[Known],
        left: NDArray[np.bool_],
        used: dict[int, Known],
        orbit: NDArray[np.int32] | None,
        secrets: int,
    ) -> None:
        """Use lemmas that are enough by themselves, those first that most guesses leave whole."""
        if not enough:
            return
        whole = np.array([known.whole_after(orbit, secrets) for known in enough])
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

    def _open(
        self, part: Part, state: int, bound: int, orbit: NDArray[np.int32] | None = None
    ) -> NDArray[np.int64]:
        """Return the guesses of which the sizes do not tell that they cost so much.

        Of the guesses of an orbit that is the first.
        """
        after, members = state + 1, np.array(part, np.int32)
        firsts: NDArray[np.int64] = np.arange(self.matrix.guesses)
        if orbit is None:
            columns = self.matrix.columns[members]
        else:
            firsts = firsts[orbit == firsts]
            columns = self.matrix.rows[firsts][:, members].T
        if self._paid(after, 2) == 0 == self._least(part, after, max(2, self.matrix.classes)):
            open_ = (columns != columns[0]).any(axis=0)
        else:
            columns = np.sort(columns, axis=0)
            same = columns[1:] == columns[:-1]
            again = same.sum(axis=0)
            self.most = max(2, len(part) - int(again.min()))
            open_ = again < len(part) - 1
            if self.prices.equal:
                open_ &= self._sizes_of_all(part, after, firsts, same) < bound
            else:
                sizes = [self._sizes(part, after, g) for g in firsts[open_].tolist()]
                open_[open_] = np.array(sizes, np.int64) < bound
        found: NDArray[np.int64] = firsts[open_]
        return found

    def _sizes_of_all(
        self, part: Part, after: int, guesses: NDArray[np.int64], same: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """Return what `_sizes` does, for secrets of equal weight.

        It is told of each guess which secrets it tells the same as one before, class by class.
        """
        # Of each class the first secret pays least, the next no less: one more of all guesses at a
        # time. The guess itself pays no more.
        self._least(part, after, self.most)
        steps = np.diff(self.sums[after, self.most])
        rank, cost = np.zeros(len(guesses), np.int64), np.full(len(guesses), steps[0])
        for row in same:
            rank = np.where(row, rank + 1, 0)
            cost += steps[rank]
        cost[np.isin(guesses, self.matrix.own[list(part)])] -= steps[0]
        return cost

    def _classes(self, part: Part, guess: int) -> Iterator[Part]:
        """Yield the classes of a guess but its own, the largest first."""
        members = np.array(part, np.int32)
        row = self.matrix.rows[guess][members]
        sizes = np.bincount(row)
        for told in np.argsort(-sizes, kind="stable")[: np.count_nonzero(sizes)].tolist():
            each = members[row == told].tolist()
            if self.own[each[0]] != guess:
                yield tuple(each)

    def _sizes(self, part: Part, after: int, guess: int) -> int:
        return sum(self._least(each, after, self.most) for each in self._classes(part, guess))

    def _answer(self, of: Asked, guess: int, bound: int, here: list[Known]) -> list[Known]:
        """Return lemmas that show what a guess costs, for the classes of which it is not known."""
        total, chosen = self._chosen(here, guess, bound)
        after, classes = of.state + 1, [*self._classes(of.part, guess)] if total < bound else []
        lower = [self._known_of(each, after) for each in classes]
        for each, least in zip(classes, lower, strict=True):
            # With one guess left, or in a pair, sizes tell all there is.
            if total >= bound or self.end - after <= 1 or len(each) <= 2:  # noqa: PLR2004
                break
            outside = ~bits(each)
            inside = [known for known in chosen if not known.inside & outside]
            have = sum(known.bound for known in inside)
            asked = Asked(each, after, (*of.played, guess))
            wanted = have + bound - total
            if sum(lower) >= bound:
                # What the search has found of the classes is enough: no more is needed of one.
                wanted = min(wanted, max(least, have))
            if wanted == have:
                continue
            if wanted == 1:
                known = self._missed(asked, of.part)
            else:
                value = self._search(asked, wanted)
                known = self._prove(asked, min(value, wanted)) if value > have else None
            if known is not None:
                chosen = [one for one in chosen if one not in inside] + [known]
                total += known.bound - have
        # What is left is told by the sizes of the classes.
        return chosen


def refuter_of(search: CostSearch, session: Session, *, symmetric: bool = True) -> Refuter:
    """Return what shows why a search has found no less; by symmetry too, if whoever checks may."""
    kind = MissRefuter if search.engine.prices.asking else Refuter
    return kind(search, session, symmetric=symmetric)
