"""Cheap strategies by beam search: the best few guesses for each set.

The cost of such a strategy is an upper bound. The beam width doubles as long as time remains, as in
complete anytime beam search (Zhang, AAAI 1998).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import ClassVar, NamedTuple, TypeAlias

import numpy as np

from emi.search.heuristics.heuristic import HEURISTICS
from emi.search.heuristics.profiler import Profiler
from emi.search.kernels.core.partition import USELESS
from emi.search.model.matrix import Indices
from emi.search.model.partition import Partitioner
from emi.search.model.symmetry import firsts_of
from emi.search.solve.cost.engine import CostEngine
from emi.search.solve.cost.sizes import Sizes
from emi.search.solve.worst_case.engine import class_keys

#: With three guesses left, where search takes little time, the beam of misses is MORE times as
#: wide. The engine searches such a set first, for MISS_NODES nodes times the width. In Wordle, the
#: classes of a first guess take 20,000 nodes together.
MORE, MISS_NODES = 8, 2000
#: The number of widths in succession that find nothing before a beam search ends.
IN_VAIN = 6
#: The number of guesses after which symmetry is no longer used for misses.
PLAYED = 3
#: The work of a set for misses (see `Beam.work`): SET, plus 1 for each MEMBERS members.
SET, MEMBERS = 8, 16
#: The engine searches sets of at most ENDGAME members, for ENDGAME_NODES nodes. In Logik, sets of
#: 40 take 10 ms, of 60 half a second, of 100 a second or more.
ENDGAME, ENDGAME_NODES = 50, 300
#: The work for costs, in pairs for each guess: OPENED for an endgame besides that of the engine,
#: RANKED for the profiles of a set, and PROFILED more for each member. In Logik, an endgame takes
#: 1 ms, and profiles 15 ms or more, while the climb examines 50 pairs for each guess in 1 ms.
OPENED, RANKED, PROFILED = 30, 600, 2
#: The most sets remembered.
SETS = 1 << 17

#: A guess, and the plans of its classes unless they are quickly found again.
Plan: TypeAlias = tuple[int, dict[bytes, "Plan"]]
#: A generator that pauses after each set; it returns the cost and, if requested, the plan.
Steps: TypeAlias = Generator[None, None, tuple[int, Plan | None]]

_DONE = object()


def planned(members: Indices, plan: Plan) -> dict[bytes, int]:
    """Return the guess for each set that a strategy reaches, as far as recorded."""
    noted, waiting = dict[bytes, int](), [(members.tobytes(), plan)]
    while waiting:
        key, (noted[key], after) = waiting.pop()
        waiting += after.items()
    return noted


def beside(
    search: Iterator[None], other: Iterator[None], spent: Callable[[], int]
) -> Iterator[None]:
    """Run one search to its end, and let another do as much work, as counted by ``spent``.

    This does not depend on the clock, so the search for a question is reproducible.
    """
    ahead, going, before = 0, True, spent()
    for _ in search:
        ahead += max(spent() - before, 1)
        while going and ahead > 0:
            before = spent()
            going = next(other, _DONE) is not _DONE
            ahead -= max(spent() - before, 1)
        yield
        before = spent()


class Look(NamedTuple):
    """The known facts about a set before the beam tries guesses.

    ``cost`` is that of the strategy ``plan``, or `USELESS`. Some of ``guesses`` may cost less;
    there are none if the cost is the least one, or if no strategy costs less than the limit.
    """

    cost: int
    plan: Plan | None
    guesses: list[int]


class Beam(ABC):
    """Searches for cheap strategies; ``report`` receives cost and strategy.

    Every guess is allowed. The first guess may be prescribed. A subclass says which guesses to try.
    While the beam runs, the engine must have no unfinished question. Members are sorted by falling
    weight.
    """

    #: 1 if the largest class comes first, -1 if it comes last.
    order: ClassVar[int]

    def __init__(
        self,
        engine: CostEngine,
        members: Indices,
        first: int | None,
        report: Callable[[int, Plan], None],
    ) -> None:
        self.engine, self.matrix, self.symmetry = engine, engine.matrix, engine.symmetry
        self.weights, self.prices = engine.weights, engine.prices
        self.members, self.first, self.report = members, first, report
        #: The work so far, without that of the engine, and that of each question to the engine.
        self.work, self.work_of_question = 0, SET
        self.width = 1
        self.partitioner = Partitioner(self.matrix)
        self.symmetric = len(members) == self.matrix.secrets and len(self.symmetry.codes) > 0
        # By state and set: the cost of the best strategy found, the beam width, the limit below
        # which that width finds nothing, and the strategy.
        self.results: dict[tuple[int, bytes], tuple[int, int, int, Plan | None]] = {}

    def widen(self, limit: Callable[[], int]) -> Generator[None, None, None]:
        """Search for a strategy below a limit, with a width that doubles; pause after each set.

        The search ends if several widths in succession find no better strategy.
        """
        least, last = limit(), 1
        while self.width < min(2 * self.matrix.guesses, last << IN_VAIN) and least > 0:
            below = min(limit(), least)
            least, _ = yield from self._least(self.members, (), below)
            last = self.width if least < below else last
            self.width *= 2

    def _state(self, played: tuple[int, ...]) -> int:
        """Return the state after some guesses; see `emi.search.kernels.cost.bounds`."""
        return min(len(played), len(self.prices.price) - 1)

    def _least(self, members: Indices, played: tuple[int, ...], limit: int) -> Steps:
        """Return the cost of a strategy for a set; the limit if none cheaper was found."""
        few = self._few(members, self._state(played))
        if few is not None:
            return few, None
        key = self._state(played), members.tobytes()
        cost_before, wide, reach, plan = self.results.get(key, (USELESS, 0, 0, None))
        if wide >= self.width and limit <= reach:
            return min(cost_before, limit), plan
        look = self._look(members, played, min(cost_before, limit))
        yield
        best, better = min(cost_before, limit), None
        if look.cost < best:
            best, better = look.cost, look.plan
            plan = better
            if better is not None and not played:
                self.report(best, better)
        if not look.guesses:
            return best, plan
        tried, cheaper = yield from self._tried(members, played, best, look.guesses)
        best, better = (tried, cheaper) if cheaper else (best, better)
        if len(self.results) >= SETS:
            self.results.clear()
        # Finding no strategy below the limit gives no upper bound on the cost.
        reach = USELESS if better or cost_before <= limit else limit
        cost_before, plan = (best, better) if better else (cost_before, plan)
        self.results[key] = cost_before, self.width, reach, plan
        return best, plan

    def _tried(
        self, members: Indices, played: tuple[int, ...], best: int, guesses: list[int]
    ) -> Steps:
        """Return the cost of strategies that begin with one of the guesses, as `_least` does.

        The returned strategy costs less than the ``best`` so far; None if none was found.
        """
        better: Plan | None = None
        own, opening = self.matrix.own, None if played else self.engine.opening
        price = int(self.prices.price[self._state(played)] * self.weights[members].sum())
        for guess in guesses:
            played_now = (*played, guess)
            if opening is None:
                classes = self.partitioner.classes(guess, members)
            else:
                played_now, classes = opening.guesses, opening.classes
                price = self.engine.cost_of(opening)
            below = self._state(played_now)
            classes = [klass for klass in classes if own[klass[0]] != guess][:: self.order]
            floors = [self._floor(klass, below) for klass in classes]
            total, after = price + sum(floors), dict[bytes, Plan]()
            for klass, floor in zip(classes, floors, strict=True):
                if total >= best:
                    break
                limit = best - total + floor
                cost, plan = yield from self._least(klass.copy(), played_now, limit)
                total += cost - floor
                if plan is not None:
                    after[klass.tobytes()] = plan
            if total < best:
                best, better = total, (guess, after)
                if not played:
                    self.report(best, better)
            if best == 0:
                break
        return best, better

    def _searched(
        self, members: Indices, state: int, limit: int, nodes: int
    ) -> tuple[int, Plan | None, bool]:
        """Search a set by the engine, for at most ``nodes`` nodes.

        Return the cost and the plan of the strategy found (`USELESS` and None if there is none),
        and whether no cheaper strategy below the limit is left.
        """
        engine = self.engine
        lower, guess = engine.look_up(members, state)
        if lower is not None and guess >= 0:
            return lower, (guess, {}), True
        if lower is not None and lower >= limit:
            return USELESS, None, True
        self.work += self.work_of_question
        before, interim = engine.nodes, None
        for interim in engine.search(members, state, limit):
            if interim.done or engine.nodes - before > nodes:
                break
        if interim is None or interim.guess < 0:
            return USELESS, None, interim is not None and interim.done
        return interim.upper, (interim.guess, {}), interim.done

    @abstractmethod
    def _few(self, members: Indices, state: int) -> int | None:
        """Return the cost of a set that needs no choice of guesses, else None."""

    @abstractmethod
    def _look(self, members: Indices, played: tuple[int, ...], limit: int) -> Look:
        """Return the known facts about a set: guesses to try, best first, or the least cost."""

    @abstractmethod
    def _floor(self, klass: Indices, state: int) -> int:
        """Return a lower bound on the cost of a class."""


class MissBeam(Beam):
    """Searches for strategies with few misses: the guesses of least Sum.

    The work is counted in nodes of an engine that takes about the same time.
    """

    order = 1

    def _few(self, members: Indices, state: int) -> int | None:
        depth = len(self.prices.price) - 1 - state
        if len(members) <= depth:
            return 0
        if depth == 1:
            weights = self.weights[members]
            return int(weights.sum() - weights.max())
        return None

    def _look(self, members: Indices, played: tuple[int, ...], limit: int) -> Look:
        guesses, depth = None, len(self.prices.price) - 1 - len(played)
        cost, plan = USELESS, None
        if played and depth <= 3:  # noqa: PLR2004
            before = self.engine.nodes
            nodes = MISS_NODES * self.width
            cost, plan, done = self._searched(members, len(played), limit, nodes)
            # These nodes count twice: they take about twice as long as those of other searches.
            self.work += self.engine.nodes - before
            if done:
                return Look(cost, plan, [])
        if self.symmetric and len(played) < PLAYED:
            guesses = firsts_of(self.symmetry, played).astype(np.int32)
        keys, apart, _ = class_keys(self.matrix, members, guesses)
        self.work += SET + len(members) // MEMBERS
        if apart >= 0 and (played or self.first is None):
            return Look(0, None, [])
        if self.first is not None and not played:
            return Look(USELESS, None, [self.first])
        few = self.width * (MORE if depth <= 3 else 1)  # noqa: PLR2004
        order = np.argsort(keys, kind="stable")[:few]
        return Look(cost, plan, [guess for guess in order.tolist() if keys[guess] != USELESS])

    def _floor(self, klass: Indices, state: int) -> int:
        del klass, state
        return 0


class CostBeam(Beam):
    """Searches for strategies of low cost: the engine searches small sets.

    For larger sets, the guesses of most information are tried, one of each profile first: many are
    equivalent. The work is counted in pairs of guess and secret that the engine examines in about
    the same time.
    """

    order = -1

    def __init__(
        self,
        engine: CostEngine,
        members: Indices,
        first: int | None,
        report: Callable[[int, Plan], None],
    ) -> None:
        super().__init__(engine, members, first, report)
        self.work_of_question = OPENED * self.matrix.guesses
        self.profiler = Profiler(self.matrix)
        self.sizes = Sizes(engine)

    def _few(self, members: Indices, state: int) -> int | None:
        prices = self.prices
        last = not prices.endless and state == len(prices.price) - 2
        if len(members) > 2 and not last:  # noqa: PLR2004 - proposed one after the other
            return None
        first, second = prices.cost[state, 1:3].tolist()
        weights = self.weights[members]
        return int(first * weights[0] + second * weights[1:].sum())

    def _look(self, members: Indices, played: tuple[int, ...], limit: int) -> Look:
        if self.first is not None and not played:
            return Look(USELESS, None, [self.first])
        cost, plan = USELESS, None
        if len(members) <= ENDGAME:
            cost, plan, done = self._searched(members, self._state(played), limit, ENDGAME_NODES)
            if done:
                return Look(cost, plan, [])
        return Look(cost, plan, self._best(members, played))

    def _best(self, members: Indices, played: tuple[int, ...]) -> list[int]:
        """Return at most ``width`` guesses: the first of each profile, the best profile first.

        If there are fewer profiles, the second guess of each profile follows, and so on.
        """
        skipped: Sequence[int] = played
        if self.symmetric and not played:
            skipped = np.delete(self.profiler.every, firsts_of(self.symmetry)).tolist()
        profile_of, profiles = self.profiler.profiles(members, skipped)
        ranked = self.matrix.guesses - len(skipped)
        self.work += (RANKED + PROFILED * len(members)) * ranked
        order, _ = HEURISTICS["InformationTau"].ranking(profiles)
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        guesses = np.flatnonzero((profile_of >= 0) & (profiles.classes[profile_of] > 1))
        places = place[profile_of[guesses]]
        by_place = np.argsort(places, kind="stable")
        # The number of earlier guesses of the same profile.
        earlier = np.empty(len(guesses), np.int64)
        earlier[by_place] = np.arange(len(guesses)) - np.searchsorted(
            places[by_place], places[by_place]
        )
        chosen = np.lexsort((places, earlier))[: self.width]
        return [*guesses[chosen].tolist()]

    def _floor(self, klass: Indices, state: int) -> int:
        return self.sizes.least(klass, state, max(self.matrix.classes, 2))
