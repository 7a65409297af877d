"""The proof of a lower bound on the cost: independently checkable lemmas about sets of secrets.

A lemma is a lower bound on the cost of a set in a state (see `emi.search.model.cost_model`). Its
proof bounds the classes of each next guess, by their sizes or by lemmas. The refuter requests the
bounds that the classes need, the largest set first, so that it proves each set once, and no more
than needed. The bound of a class is known from the search or searched for again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from emi.search.kernels.core import machine
from emi.search.kernels.cost import proof as kernel
from emi.search.model.lemmas import Lemmas, Rest
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.partition import left_whole
from emi.search.model.symmetry import stabiliser
from emi.search.solve.cost.arrays import grow_requests, make_requests, make_work
from emi.search.solve.cost.sizes import Secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from emi.search.model.matrix import Indices
    from emi.search.solve.cost.least_cost import CostSearch
    from emi.search.solve.session import Session

#: Guesses, each with a secret that gives the feedback.
Path = tuple[tuple[int, int], ...]
#: Permutations, as of `emi.search.model.lemmas.Lemma`.
Moves = tuple[tuple[int, ...], ...]


class Refuter:
    """Proves that no strategy costs less than the search has found.

    Permutations replace guesses by equivalent ones. By default the first guess is that of the
    search.
    """

    def __init__(
        self, search: CostSearch, session: Session, firsts: Sequence[int] | None = None
    ) -> None:
        self.engine, self.matrix = search.engine, search.matrix
        first = [] if search.first is None else [search.first]
        #: The first guesses to examine; all if empty.
        self.firsts = np.array(first if firsts is None else firsts, np.int32)
        self.engine.session = self.session = session
        self.restriction = search.restriction
        self.members = search.members
        self.symmetry = self.engine.symmetry
        #: The bounds that the search proved. Those that the proof searches for are in the requests.
        self.table = self.engine.arrays.table
        self.moves = cache(partial(stabiliser, self.symmetry))

    def refute(self, bound: int) -> Lemmas:
        """Prove the lower bound for all secrets; raise Stopped if the session ends.

        Return the lemmas, each after those that it needs. The last one is about all secrets, or
        about the first guesses if they are given.
        """
        arrays, firsts = self.engine.arrays, self.firsts
        game = arrays.game._replace(symmetry=self.symmetry)
        allowed = self.members[:0]
        if self.restriction is not None:
            allowed = self.restriction.allowed(self.matrix, self.members)
        self.requests = make_requests(self.members, allowed, bound, self.matrix.classes)
        work = make_work(self.matrix, arrays.scratch)
        while self.session.go_on():
            prices, restriction = arrays.prices, arrays.restriction
            status = kernel.advance(
                game, prices, restriction, self.table, self.requests, firsts, work
            )
            if status == kernel.DONE:
                return self._lemmas()
            if status == machine.FULL:
                self.requests = grow_requests(self.requests)
            elif status == kernel.SEARCH:
                self._search_request(work)
            elif status == kernel.FAILED:
                guess = work.order[work.registers[0].tried]
                raise AssertionError(f"guess {guess}: costs less than was proven")
        raise Stopped

    def _search_request(self, work: kernel.ProofWork) -> None:
        """Search for a bound that the current guess needs, and record it."""
        register = work.registers[0]
        request, limit = self.requests.at[register.search], int(register.limit)
        end = request.begin + request.count
        members = self.requests.pool[request.begin : end]
        allowed = self.requests.pool[end : end + request.allowed] if request.allowed else None
        request.lower, request.exact = self._searched(members, request.state, limit, allowed)

    def _searched(
        self, members: Indices, state: int, limit: int, allowed: Indices | None = None
    ) -> tuple[int, bool]:
        """Search for the bound of a set; return the lower bound found and whether it is exact."""
        interims = [*self.engine.search(members, state, limit, allowed=allowed)]
        if not interims or not interims[-1].done:
            raise Stopped
        interim = interims[-1]
        exact = interim.guess >= 0
        return interim.upper if exact else max(interim.lower, limit), exact

    def _lemmas(self) -> Lemmas:
        """Return the requested lemmas."""
        requests, moves, matters = self.requests, self.moves, self.restriction is not None
        order = requests.processed[: requests.held[2]][::-1]
        symmetric, places = requests.at["symmetric"][order] != 0, order.tolist()
        played_before = paths(requests)

        def rest(k: int) -> Rest:
            played = played_before(places[k])
            fixing = moves(tuple([guess for guess, _ in played])) if symmetric[k] else ()
            return (), played if matters else (), fixing

        return Lemmas(
            requests.at["state"][order],
            requests.at["bound"][order],
            requests.at["begin"][order],
            requests.at["count"][order],
            requests.pool,
            symmetric | matters,
            rest,
        )


def paths(requests: kernel.Requests) -> Callable[[int], Path]:
    """Return a function for the guesses that led to a set, each with a secret of its feedback."""
    at = requests.at[: requests.held[0]]
    above, guess, secret = (
        column.tolist() for column in (at["above"], at["guess"], requests.pool[at["begin"]])
    )

    @cache
    def path(k: int) -> Path:
        return () if above[k] < 0 else (*path(above[k]), (guess[k], secret[k]))

    return path


#: The largest set for which a checker quickly scans all guesses of an orbit.
CHECKED_SECRETS = 1 << 13


def bits(members: Iterable[int]) -> int:
    """Return an integer with a bit set for each secret."""
    return sum([1 << s for s in members])


class ProvenLemma:
    """A lemma: secrets with a lower bound on their misses, and the place among all lemmas."""

    def __init__(self, place: int, bound: int, members: Secrets, matrix: FeedbackMatrix) -> None:
        self.place, self.bound, self.members = place, bound, members
        self._matrix = matrix

    @cached_property
    def inside(self) -> int:
        """The secrets as an integer, with a bit set for each."""
        return bits(self.members)

    @cached_property
    def refuted(self) -> NDArray[np.bool_]:
        """``(guesses,)`` bool: whether each guess leaves all secrets in one class."""
        return left_whole(self._matrix, self.members)

    def refuted_by_orbit(self, orbit: NDArray[np.int32] | None, secrets: int) -> NDArray[np.bool_]:
        """Return ``(guesses,)`` bool: `refuted`, with the first guess of the orbit of each.

        After the first guess of an orbit, some image of the secrets stays whole. A checker finds
        the image by trying the guesses of the orbit in turn, which is quick for few secrets.
        """
        if orbit is None or secrets > CHECKED_SECRETS:
            return self.refuted
        refuted = self.refuted.copy()
        refuted[orbit[self.refuted]] = True
        return refuted


class Together:
    """Lemmas inside a set, several of which may refute a guess together."""

    def __init__(self, guesses: int) -> None:
        self._all: list[ProvenLemma] = []
        #: A row for each guess: whether it leaves the secrets of a lemma whole.
        self._whole = np.empty((guesses, 0), np.bool_)

    def extend(self, lemmas: Sequence[ProvenLemma]) -> None:
        """Add lemmas."""
        begin = len(self._all)
        self._all += lemmas
        if len(self._all) > self._whole.shape[1]:
            wider = np.empty((len(self._whole), 2 * len(self._all)), np.bool_)
            wider[:, :begin] = self._whole[:, :begin]
            self._whole = wider
        for k, lemma in enumerate(lemmas, start=begin):
            self._whole[:, k] = lemma.refuted

    def whole_after(self, guess: int) -> list[ProvenLemma]:
        """Return the lemmas whose secrets a guess leaves in one class, in the order added."""
        places = np.flatnonzero(self._whole[guess, : len(self._all)]).tolist()
        return [self._all[k] for k in places]


class Index:
    """The lemmas about one state, in the order of their proofs."""

    def __init__(self, secrets: int) -> None:
        self.all: list[ProvenLemma] = []
        self._room = secrets + -secrets % 64
        self._bits = np.empty((0, self._room // 64), np.uint64)

    def _packed(self, sets: Sequence[Secrets]) -> NDArray[np.uint64]:
        flags = np.zeros((len(sets), self._room), np.bool_)
        for row, members in zip(flags, sets, strict=True):
            row[list(members)] = True
        return np.packbits(flags, axis=1).view(np.uint64)

    def inside(self, members: Secrets) -> list[ProvenLemma]:
        """Return the lemmas whose secrets all lie in a set."""
        if new := self.all[len(self._bits) :]:
            self._bits = np.concatenate(
                [self._bits, self._packed([lemma.members for lemma in new])]
            )
        included = ~(self._bits & ~self._packed([members])).any(axis=1)
        return [self.all[k] for k in np.flatnonzero(included).tolist()]
