"""Lower bounds on misses: lemmas about small sets, each of which refutes many guesses.

If only misses have a price, a set with a miss refutes every guess that leaves it whole, and
disjoint sets add up (see `emi.search.kernels.cost.packing`). A lemma is proven as a SAT solver
refutes a formula, with guesses instead of assignments and lemmas instead of clauses:

    propagate  proven lemmas refute all guesses that leave their secrets whole
    explain    for a guess that is still open, lemmas about its classes are proven in turn
    conclude   the lemma is restricted to the secrets of the lemmas that it used

Cores of the worst case prove that something is missed at all.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, cached_property, partial, reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from emi.search.kernels.cost.stack import ORBIT_MEMBERS
from emi.search.model.lemmas import Lemma, Lemmas
from emi.search.model.limits import Stopped
from emi.search.model.symmetry import orbits_of
from emi.search.model.written import Core
from emi.search.solve.cost.proof import Index, Moves, ProvenLemma, Refuter, Together, bits
from emi.search.solve.cost.sizes import Secrets, Sizes
from emi.search.solve.engine import surely
from emi.search.solve.worst_case.engine import Engine
from emi.search.solve.worst_case.proof import Listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from emi.search.kernels.core.symmetry import Symmetry
    from emi.search.model.matrix import Indices
    from emi.search.solve.cost.least_cost import CostSearch
    from emi.search.solve.session import Session

#: Up to this many guesses left, cores are proven without symmetry.
CORES = 3


class Goal(NamedTuple):
    """A set whose misses in a state are in question, after the guesses that led to the set."""

    members: Secrets
    state: int
    played: tuple[int, ...] = ()


class MissRefuter(Refuter):
    """Proves that no strategy misses less than a search has found."""

    def __init__(self, search: CostSearch, session: Session) -> None:
        super().__init__(search, session)
        self.first = search.first
        self.sizes = Sizes(self.engine)
        self.end = len(self.engine.prices.price) - 1
        self.lemmas: list[Lemma] = []
        self._places: dict[tuple[int, Secrets, int], int] = {}
        self.index = defaultdict[int, Index](partial(Index, self.matrix.secrets))
        #: The known costs of sets by state and members, and whether each is exact.
        self._costs: dict[tuple[int, Secrets], tuple[int, bool]] = {}
        self.engine.oracle.session = session
        self.cores: list[ProvenLemma] = []
        # Not a cache on the method: that would keep the matrix alive until garbage collection.
        self._orbit = cache(partial(_orbit_after, self.symmetry))

    def refute(self, bound: int) -> Lemmas:
        """Prove a lower bound on the misses, as `Refuter.refute` does."""
        every = tuple(range(self.matrix.secrets))
        if self.first is None:
            self.prove(Goal(every, 0), bound)
        else:
            used = self.explain(Goal(every, 0), self.first, bound, [])
            self.lemmas.append(Lemma(0, bound, every, tuple(sorted(lemma.place for lemma in used))))
        return Lemmas.of(self.lemmas)

    def prove(self, goal: Goal, bound: int) -> ProvenLemma:
        """Return a lemma that secrets of a set miss at least ``bound``."""
        members, state = goal.members, goal.state
        for lemma in self.index[state].inside(members):
            if lemma.bound >= bound:
                return lemma
        orbit = self._orbits(goal, bound)
        if bound > 1 and self.end - state <= 2:  # noqa: PLR2004 - class sizes decide
            return self._add(state, bound, self.sizes.needed(members, bound), ())
        if bound > 1 or orbit is not None:
            return self._prove_set(goal, bound, orbit)
        missed = self._prove_missed(goal, members)
        if missed is None:
            raise AssertionError(f"{len(members)} secrets: expected a miss among them")
        return missed

    def _prove_missed(self, goal: Goal, within: Secrets) -> ProvenLemma | None:
        """Return a lemma that a class has a miss; None if all its secrets can be found.

        The worst-case search decides, and its cores inside the set ``within`` are the lemmas. With
        symmetry, cores have no reasons, so the lemma is proven guess by guess.
        """
        members, depth = goal.members, self.end - goal.state
        if len(members) <= depth:
            return None
        if depth > 2:  # noqa: PLR2004 - class sizes decide
            listed = np.array(members, np.int32)
            if (orbit := self._orbits(goal, 1)) is None:
                return self._core(listed, depth, within)
            is_found = surely(self.decider.decide(listed, depth, played=goal.played)) >= 0
            return None if is_found else self._prove_set(goal, 1, orbit)
        if depth == 2 and self.sizes.open_guesses(members, goal.state, 1, None).size:  # noqa: PLR2004
            return None
        return self._add(goal.state, 1, self.sizes.needed(members, 1), ())

    def _core(self, members: Indices, depth: int, within: Secrets) -> ProvenLemma | None:
        """Return the lemma of a core that refutes a set; None if ``depth`` guesses find it all."""
        refutation = self.listing.refute(members, depth, within=within)
        if refutation is None:
            return None
        self._add_cores(refutation[0])
        return self.cores[refutation[1]]

    def _prove_set(self, goal: Goal, bound: int, orbit: NDArray[np.int32] | None) -> ProvenLemma:
        """Prove a lemma guess by guess; one guess of each orbit suffices."""
        proof = _Proof(self, goal, bound, orbit)
        if bound == 1 and orbit is not None and self.end - goal.state - 1 == CORES:
            proof.use(self._cores_of_search(goal, orbit))
        while (guess := proof.open_guess) is not None:
            if not self.session.go_on():
                raise Stopped
            if not proof.propagate():
                proof.explain(guess)
        members, used = proof.conclude()
        moves = () if orbit is None else self.moves(goal.played)
        return self._add(goal.state, bound, members, [lemma.place for lemma in used], moves)

    def explain(
        self, goal: Goal, guess: int, bound: int, whole: list[ProvenLemma], *, several: bool = True
    ) -> list[ProvenLemma]:
        """Return lemmas that prove ``bound`` misses after a guess.

        Lemmas that are known and that the guess leaves ``whole`` come first; class sizes bound the
        rest. With ``several``, disjoint cores may prove several misses of a class.
        """
        total, chosen = side_by_side(whole, bound)
        after = goal.state + 1
        classes = [*self.sizes.classes(goal.members, guess)] if total < bound else []
        if several and bound > 1 and classes:
            chosen += self._cores_beside(goal, guess, classes, chosen, bound - total)
            total = sum(lemma.bound for lemma in chosen)
            classes = classes if total < bound else []
        lower = self._bounds(goal, classes, bound)
        for klass, least in zip(classes, lower, strict=True):
            # With one guess left, and for pairs, the sizes alone decide.
            if total >= bound or self.end - after <= 1 or len(klass) <= 2:  # noqa: PLR2004
                break
            outside = ~bits(klass)
            inside = [lemma for lemma in chosen if not lemma.inside & outside]
            have = sum(lemma.bound for lemma in inside)
            wanted = have + bound - total
            if sum(lower) >= bound:
                # The bounds of the search on the classes suffice: lower one of them as far as
                # possible.
                wanted = min(wanted, max(least, have))
            if wanted == have:
                continue
            fresh, below = None, Goal(klass, after, (*goal.played, guess))
            if wanted == 1:
                fresh = self._prove_missed(below, goal.members)
            elif (value := self._search(below, wanted)) > have:
                fresh = self.prove(below, min(value, wanted))
            if fresh is not None:
                chosen = [lemma for lemma in chosen if lemma not in inside] + [fresh]
                total += fresh.bound - have
        return chosen

    def _cores_beside(
        self, goal: Goal, guess: int, classes: list[Secrets], taken: list[ProvenLemma], count: int
    ) -> list[ProvenLemma]:
        """Return at most ``count`` disjoint cores inside classes, beside the lemmas ``taken``.

        One lemma that proves as many misses of a whole class would take a larger proof.
        """
        beside, after = list[ProvenLemma](), goal.state + 1
        if self.end - after <= 2 or len(self.symmetry.codes):  # noqa: PLR2004 - class sizes decide
            return beside
        for klass in classes:
            rest = {*klass}.difference(*[lemma.members for lemma in taken])
            while len(beside) < count:
                below = Goal(tuple(sorted(rest)), after, (*goal.played, guess))
                core = self._prove_missed(below, goal.members)
                if core is None:
                    break
                beside.append(core)
                rest.difference_update(core.members)
        return beside

    def _bounds(self, goal: Goal, classes: Sequence[Secrets], bound: int) -> list[int]:
        """Return lower bounds on the misses of the classes of a guess that the search found.

        If the search pruned the guess by disjoint cores, it did not bound the classes. Then these
        cores bound them, because several misses in one class would take a larger proof.
        """
        after = goal.state + 1
        # The search does not look at pairs: two guesses find them.
        lower = [self._known_of(klass, after) if len(klass) > 2 else 0 for klass in classes]  # noqa: PLR2004
        depth = self.end - after
        if depth > 2 and 1 < bound > sum(lower):  # noqa: PLR2004 - else class sizes decide
            refuter = self.listing.engine.refuter
            for at, klass in enumerate(classes):
                if lower[at] == 0 and len(klass) > depth:
                    core = refuter(np.array(klass, np.int32), depth, goal.members)
                    lower[at] = int(core >= 0)
        return lower

    def _add(
        self, state: int, bound: int, members: Secrets, reasons: Iterable[int], moves: Moves = ()
    ) -> ProvenLemma:
        """Add a lemma unless it is already present."""
        place = self._places.get((state, members, bound))
        if place is None:
            place = self._places[state, members, bound] = len(self.lemmas)
            self.lemmas.append(Lemma(state, bound, members, tuple(reasons), (), moves))
        lemma = ProvenLemma(place, bound, members, self.matrix)
        self.index[state].all.append(lemma)
        return lemma

    def _add_cores(self, cores: Iterable[Core]) -> None:
        for core in cores:
            reasons = [self.cores[reason].place for reason in core.reasons]
            members = tuple(core.members.tolist())
            self.cores.append(self._add(self.end - core.depth, 1, members, reasons))

    def _cores_of_search(self, goal: Goal, orbit: NDArray[np.int32]) -> list[ProvenLemma]:
        """Return lemmas for the cores with which the search refuted all guesses, or an empty list.

        Cores without reasons are proven again. The new cores have no other members, so they refute
        the same guesses.
        """
        cover = self.decider.covering_cores(goal.members, CORES, orbit)
        self._add_cores(self.listing.collect(cover, goal.members))
        return [self.cores[place] for place in self.listing.places(cover)]

    @cached_property
    def decider(self) -> Engine:
        """The engine that decides whether anything is missed; it tries one guess of each orbit."""
        return Engine(self.matrix, max(self.end, 3) + 1, self.session, symmetric=True)

    @cached_property
    def listing(self) -> Listing:
        """The listing of cores for lemmas."""
        return Listing(self.decider if len(self.symmetry.codes) else self.engine.oracle)

    def _orbits(self, goal: Goal, bound: int) -> NDArray[np.int32] | None:
        """Return the first guess of the orbit of each guess; None if symmetry saves too little.

        To prove a single miss with at most `CORES` guesses left, small cores of the worst case are
        more useful than symmetry, which needs the whole set.
        """
        few = len(goal.members) <= ORBIT_MEMBERS and len(goal.played) > 0
        if len(self.symmetry.codes) == 0 or few or (bound == 1 and self.end - goal.state <= CORES):
            return None
        return self._orbit(goal.played)

    def _known_of(self, members: Secrets, state: int) -> int:
        """Return the lower bound of a set that the search found."""
        return self.engine.look_up(np.array(members, np.int32), state)[0] or 0

    def _search(self, goal: Goal, limit: int) -> int:
        """Return the known cost of a set; search if it may be less than the limit."""
        key = goal.state, goal.members
        if key not in self._costs:
            lower, guess = self.engine.look_up(np.array(goal.members, np.int32), goal.state)
            self._costs[key] = lower or 0, guess >= 0
        value, exact = self._costs[key]
        if value < limit and not exact:
            weights = self.engine.weights
            heaviest = np.array(sorted(goal.members, key=lambda s: -weights[s]), np.int32)
            self._costs[key] = self._searched(heaviest, goal.state, limit)
        return self._costs[key][0]


def _orbit_after(symmetry: Symmetry, played: tuple[int, ...]) -> NDArray[np.int32] | None:
    """Return the first guess of each orbit after some guesses; None if symmetry saves nothing.

    Parameters
    ----------
    symmetry : Symmetry
    played : tuple of int
        The guesses and secrets that symmetry must fix.
    """
    orbit = orbits_of(symmetry, played)
    return None if (orbit == np.arange(len(orbit))).all() else orbit


def side_by_side(whole: Iterable[ProvenLemma], bound: int) -> tuple[int, list[ProvenLemma]]:
    """Take lemmas in order that are disjoint from those taken, until their misses reach the bound.

    Return the sum of their misses, and these lemmas.
    """
    total, chosen, taken = 0, list[ProvenLemma](), 0
    for lemma in whole:
        if total >= bound:
            break
        if not taken & lemma.inside:
            total += lemma.bound
            chosen.append(lemma)
            taken |= lemma.inside
    return total, chosen


class _Proof:
    """The proof of one lemma about a set: its open guesses, and the reasons for the others."""

    def __init__(
        self, refuter: MissRefuter, goal: Goal, bound: int, orbit: NDArray[np.int32] | None
    ) -> None:
        self.refuter, self.goal, self.bound, self.orbit = refuter, goal, bound, orbit
        self.index = refuter.index[goal.state + 1]
        self.open = self._open(goal.members)
        #: The lemmas that this proof uses, by place.
        self.used: dict[int, ProvenLemma] = {}
        #: The place of each of these lemmas in the order in which they were first used.
        self._order: dict[int, int] = {}
        #: Lemmas inside the set, for guesses that several lemmas refute together.
        self._inside = Together(refuter.matrix.guesses)
        #: The number of lemmas when they were last scanned.
        self._seen = 0

    def _open(self, members: Secrets) -> NDArray[np.bool_]:
        """Return ``(guesses,)`` bool: the guesses for which class sizes do not prove the bound."""
        sizes, state = self.refuter.sizes, self.goal.state
        marks = np.zeros(self.refuter.matrix.guesses, np.bool_)
        marks[sizes.open_guesses(members, state, self.bound, self.orbit)] = True
        return marks

    @property
    def open_guess(self) -> int | None:
        """The first open guess; None if all are refuted."""
        guess = int(self.open.argmax())
        return guess if self.open[guess] else None

    def use(self, lemmas: list[ProvenLemma]) -> None:
        """Use lemmas that refute all guesses together, if there are any."""
        self._use(lemmas)
        if lemmas:
            self.open[:] = False

    def propagate(self) -> bool:
        """Refute guesses by lemmas added since the last call; return whether any were used.

        These lemmas were proven earlier or during this proof, for this set or for others.
        """
        members, lemmas = self.goal.members, self.index.all
        if self._seen == len(lemmas):
            return False
        outside = ~bits(members)
        some = lemmas[self._seen :] if self._seen else self.index.inside(members)
        new = [lemma for lemma in some if not lemma.inside & outside]
        self._seen = len(lemmas)
        if self.bound > 1:
            self._inside.extend(new)
        self._strike([lemma for lemma in new if lemma.bound >= self.bound])
        return True

    def _strike(self, enough: list[ProvenLemma]) -> None:
        """Use lemmas that suffice alone, those that refute the most open guesses first.

        This is greedy set cover (Chvátal, 1979).
        """
        if not enough:
            return
        secrets = len(self.goal.members)
        refuted = np.array([lemma.refuted_by_orbit(self.orbit, secrets) for lemma in enough])
        while True:
            times = (refuted & self.open).sum(axis=1)
            best = int(times.argmax())
            if times[best] == 0:
                return
            self._use([enough[best]])
            self.open &= ~refuted[best]

    def explain(self, guess: int) -> None:
        """Refute a guess by lemmas about its classes."""
        whole = sorted(self._inside.whole_after(guess), key=self._rank)
        self._use(self.refuter.explain(self.goal, guess, self.bound, whole))
        self.open[guess] = False

    def conclude(self) -> tuple[Secrets, list[ProvenLemma]]:
        """Return the secrets of the lemma, and the lemmas that it uses in order.

        The secrets are those of the lemmas used, if these lemmas also refute every guess for that
        smaller set. Otherwise the lemma is about the whole set.
        """
        used = self._ordered()
        members = self._needed(used)
        if not self._unrefuted(members, used):
            return members, used
        return self.goal.members, self._explained_anew()

    def _explained_anew(self) -> list[ProvenLemma]:
        """Return lemmas by which a checker refutes every guess for the whole set.

        Of several lemmas inside a class, a checker takes those with the most misses first, so it
        may pass over one that `explain` chose, and fall short of the bound. Each such guess is
        explained again, by a single lemma for each of its classes. In place of such a lemma, a
        checker can only take another of at least the same bound, so the guess stays refuted,
        whatever is added later.
        """
        used, explained = self._ordered(), set[int]()
        while unrefuted := self._unrefuted(self.goal.members, used) - explained:
            for guess in unrefuted:
                self._use(self.refuter.explain(self.goal, guess, self.bound, [], several=False))
            explained |= unrefuted
            used = self._ordered()
        return used

    def _use(self, lemmas: list[ProvenLemma]) -> None:
        for lemma in lemmas:
            self.used.setdefault(lemma.place, lemma)
            self._order.setdefault(lemma.place, len(self._order))

    def _ordered(self) -> list[ProvenLemma]:
        return sorted(self.used.values(), key=self._rank)

    def _rank(self, lemma: ProvenLemma) -> tuple[int, int, int]:
        """Return the sort key of a lemma, for the order in which a checker takes lemmas.

        The lemma with the most misses comes first. Of equal bounds, the one used first comes first,
        so that a lemma used later changes no earlier choice. If one miss is to be proven, each
        lemma suffices alone, and the smallest comes first.
        """
        used = self._order.get(lemma.place, len(self._order)) if self.bound > 1 else 0
        return -lemma.bound, used, len(lemma.members)

    def _needed(self, used: list[ProvenLemma]) -> Secrets:
        """Return the members in the lemmas, and those of their orbits."""
        within = reduce(or_, [lemma.inside for lemma in used], 0)
        members = self.goal.members
        needed = tuple([s for s in members if within >> s & 1]) or members
        if self.orbit is not None:
            own = self.refuter.matrix.own
            met = {*self.orbit[own[list(needed)]].tolist()}
            needed = tuple([s for s in members if int(self.orbit[own[s]]) in met])
        return needed

    def _unrefuted(self, members: Secrets, used: list[ProvenLemma]) -> set[int]:
        """Return the guesses that the lemmas, taken in order, do not refute."""
        marks = self._open(members)
        for lemma in used:
            if lemma.bound >= self.bound:
                marks &= ~lemma.refuted_by_orbit(self.orbit, len(members))
        together = Together(len(marks))
        if marks.any():
            together.extend(used)
        return {
            guess
            for guess in np.flatnonzero(marks).tolist()
            if side_by_side(together.whole_after(guess), self.bound)[0] < self.bound
        }


def refuter_of(search: CostSearch, session: Session) -> Refuter:
    """Return the refuter of a search.

    With symmetry, several misses are read off the table like other costs: this takes a hundredth of
    the time, and halves the proof. Without symmetry, the proof would be up to seven times as large,
    and a single miss would need another search.
    """
    permuted = len(search.engine.symmetry.codes) > 0
    listed = permuted and search.bounds.proven and search.bounds.lower > 1
    kind = MissRefuter if search.engine.prices.asking and not listed else Refuter
    return kind(search, session)
