"""Strategies that begin with several guesses, made regardless of the feedback.

Such an opening splits the secrets into independent classes, each of which is then played optimally.
Costs of classes add up; for worst cases, the largest counts. If a guess of the opening is the
secret, the opening finds it, and no further guesses are paid for.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from emi.search.heuristics.heuristic import HEURISTICS
from emi.search.kernels.common.partition import USELESS
from emi.search.model.bounds import Bounds
from emi.search.model.candidates import Candidates
from emi.search.model.cost_model import FORBIDDEN, CostModel
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.partition import Partitioner
from emi.search.model.record import Proven
from emi.search.model.strategy import Strategy, build
from emi.search.solve.base import Search
from emi.search.solve.cost.engine import CostEngine
from emi.search.solve.cost.heuristic_play import HeuristicPlay
from emi.search.solve.cost.least_cost import HEURISTIC_SECRETS, first_of_cheapest
from emi.search.solve.session import Session
from emi.search.solve.worst_case.engine import Engine
from emi.search.solve.worst_case.free_play import WorstCaseSearch

#: More than any value.
NO_LIMIT = USELESS


class Ends(ABC):
    """The play of the classes after an opening, and its value.

    Values are those of the whole game: they include the guesses of the opening.
    """

    #: Strategies that are not allowed have at least this value.
    forbidden = NO_LIMIT
    #: The number of guesses after which the game ends.
    last: int | None = None

    def __init__(self, matrix: FeedbackMatrix, session: Session) -> None:
        self.matrix, self.session = matrix, session
        #: Known bounds of classes, by the guesses made before, while the classes are searched.
        self.known: dict[tuple[int, bytes], Bounds] = {}

    @abstractmethod
    def together(self, values: Iterable[int]) -> int:
        """Return the total value, given the values of all classes and found secrets."""

    @abstractmethod
    def room(self, limit: int, lower: int, own: int) -> int:
        """Return the value of one class at which the total reaches ``limit``.

        ``lower`` is a lower bound on the total, and ``own`` the share of the class in it.
        """

    @abstractmethod
    def found(self, secret: int, made: int) -> int:
        """Return the value of a secret that guess ``made`` finds, counted from 1."""

    @abstractmethod
    def at_once(self, members: Indices, made: int) -> Bounds:
        """Return the bounds on a class by its size, after ``made`` guesses."""

    @abstractmethod
    def search(self, members: Indices, made: int, enough: int, limit: int) -> Bounds:
        """Return the bounds that a search finds for a class of three or more.

        The bounds need not meet if the value is at most ``enough``, or at least ``limit``, or if
        the session ended.
        """

    @abstractmethod
    def strategy(self, members: Indices, made: int, session: Session) -> Strategy:
        """Return a best strategy for a class; raise Stopped if the session ends."""

    @abstractmethod
    def hand_over(self, candidates: Candidates, bounds: Bounds, guess: int) -> None:
        """Hand the proven facts about classes and about all candidates to the session."""

    @abstractmethod
    def recall(self, records: Sequence[Proven]) -> None:
        """Use recorded facts about classes."""

    @abstractmethod
    def floor(self, candidates: Candidates) -> int:
        """Return a lower bound on the value of any opening."""

    @abstractmethod
    def play_heuristics(
        self, opening: Sequence[int], classes: Sequence[Indices], *, later: bool
    ) -> None:
        """Play heuristics after an opening of all secrets, for upper bounds on its classes.

        With ``later``, play them if the search of a class takes longer.
        """

    @abstractmethod
    def play_later(self) -> None:
        """Play the heuristics that the searches did not wait for."""

    def bounds(self, members: Indices, made: int) -> Bounds:
        """Return the bounds on a class without a search."""
        return self.known.get((made, members.tobytes())) or self.at_once(members, made)

    def settle(self, members: Indices, made: int, enough: int, limit: int) -> Bounds:
        """Return the bounds on a class after a search, and store them; see `search`."""
        after = self.search(members, made, enough, limit)
        return self.tighten(members, made, after)

    def tighten(self, members: Indices, made: int, bounds: Bounds) -> Bounds:
        """Tighten the bounds on a class, and return them."""
        before = self.bounds(members, made)
        after = self.known[made, members.tobytes()] = before.tightened(bounds.lower, bounds.upper)
        return after


class CostEnds(Ends):
    """The classes after an opening judged by their costs, which add up."""

    def __init__(
        self,
        matrix: FeedbackMatrix,
        model: CostModel,
        weights: NDArray[np.int64] | None,
        session: Session,
    ) -> None:
        super().__init__(matrix, session)
        self.engine = CostEngine(matrix, model, weights, session, symmetric=False)
        self.weights, self.last = self.engine.weights, model.last
        price, endless = self.engine.prices.price.tolist(), self.engine.prices.endless
        every = [*price, *[price[-1] * endless] * (matrix.secrets + len(price) + 2)]
        #: The prices paid after 0, 1, ... guesses.
        self.paid = [*accumulate(every, initial=0)]
        if model.miss == FORBIDDEN:
            self.forbidden = model.forbidden(int(self.weights.sum()))

        self.heuristics = HeuristicPlay(matrix, model, self.weights, session)
        #: The classes for which heuristics are played, and the guesses made before.
        self._classes: Sequence[Indices] = ()
        self._made = 0

    def play_heuristics(
        self, opening: Sequence[int], classes: Sequence[Indices], *, later: bool
    ) -> None:
        """Play Sum, and Information later, as `CostSearch` does after a prescribed guess."""
        self._classes, self._made = classes, len(opening)
        plays = [(HEURISTICS["Sum"].among_candidates(), tuple(opening))]
        if not self.engine.prices.counting:
            plays.append((HEURISTICS["Information"], tuple(opening)))
        with suppress(Stopped):
            self.heuristics.begin(plays, self._played, later=later)

    def _played(self, costs: list[int], _guess: int) -> None:
        for one in self._classes:
            cost = sum([costs[secret] for secret in one.tolist()])
            self.tighten(one, self._made, Bounds(0, cost))

    def play_later(self) -> None:
        """Play the heuristics that the searches did not wait for."""
        self.heuristics.play_later(self._played)

    def together(self, values: Iterable[int]) -> int:
        """Return the sum, since costs add up."""
        return sum(values)

    def room(self, limit: int, lower: int, own: int) -> int:
        """Return what the other classes leave of the limit."""
        return limit - lower + own

    def found(self, secret: int, made: int) -> int:
        """Return the price of a secret that the opening finds."""
        paid: int = self.paid[made] * int(self.weights[secret])
        return paid

    def at_once(self, members: Indices, made: int) -> Bounds:
        """Return bounds on the cost of a class by its size.

        At best the next guess finds one member, and the guess after it all others. The upper bound
        is the cost of proposing them one by one.
        """
        weights = self.weights[members].tolist()
        upper = sum(w * self.paid[made + i] for i, w in enumerate(weights, 1))
        lower = weights[0] * self.paid[made + 1] + sum(weights[1:]) * self.paid[made + 2]
        return Bounds(lower, upper)

    def search(self, members: Indices, made: int, enough: int, limit: int) -> Bounds:  # noqa: ARG002 - as of `Ends`
        """Search until the cost is known, or known to reach the limit."""
        paid = self.paid[made] * int(self.weights[members].sum())
        most = min(limit, self.forbidden) - paid
        if most <= 0:
            return Bounds(paid, None)
        lower, upper, self.engine.session = 0, None, self.session
        for one in self.heuristics.alongside(self.engine.search(members, made, most), self._played):
            upper = one.upper if one.guess >= 0 else None
            lower = one.lower if upper is not None or not one.done else max(one.lower, most)
        return Bounds(paid + lower, None if upper is None else paid + upper)

    def strategy(self, members: Indices, made: int, session: Session) -> Strategy:
        """Return a cheapest strategy."""
        engine, own = self.engine, self.matrix.own
        engine.session = session

        def last(more: int) -> bool:
            return self.last == made + more + 1

        def choose(members: Indices, more: int) -> int:
            if len(members) <= 2 or last(more):  # noqa: PLR2004 - one after the other
                return int(own[members[0]])
            return first_of_cheapest(engine, members, made + more)

        return build(self.matrix, members, choose, last=last)

    def hand_over(self, candidates: Candidates, bounds: Bounds, guess: int) -> None:  # noqa: ARG002 - as of `Ends`
        """Hand over the proven facts about sets and about the question."""
        self.engine.flush()
        self.session.put([Proven(None, bounds.lower, bounds.upper, guess, 0)])

    def floor(self, candidates: Candidates) -> int:  # noqa: ARG002 - as of `Ends`
        """Return 0: bounds on the individual classes are better."""
        return 0

    def recall(self, records: Sequence[Proven]) -> None:
        """Use recorded facts about sets."""
        self.engine.recall(*[one for one in records if one.candidates is not None])


class WorstEnds(Ends):
    """The classes after an opening judged by the worst case, for which the largest counts."""

    #: The engine of the deepest class so far, with the cores that it has learned.
    _engine: Engine | None = None

    def play_heuristics(
        self, opening: Sequence[int], classes: Sequence[Indices], *, later: bool
    ) -> None:
        """Play none: the searches of classes begin with strategies of their own."""

    def play_later(self) -> None:
        """Play none."""

    def together(self, values: Iterable[int]) -> int:
        """Return the maximum."""
        return max(values)

    def room(self, limit: int, lower: int, own: int) -> int:  # noqa: ARG002 - as of `Ends`
        """Return the limit."""
        return limit

    def found(self, secret: int, made: int) -> int:  # noqa: ARG002 - as of `Ends`
        """Return the number of the guess that finds the secret."""
        return made

    def hand_over(self, candidates: Candidates, bounds: Bounds, guess: int) -> None:
        """Hand over the bounds on the question."""
        if bounds.upper is not None:
            self.session.put([Proven(candidates, bounds.lower, bounds.upper, guess)])

    def recall(self, records: Sequence[Proven]) -> None:
        """Ignore records: classes are quickly settled again."""

    def floor(self, candidates: Candidates) -> int:
        """Return the worst case without a prescribed opening, which no opening can improve."""
        search = WorstCaseSearch(self.matrix, candidates, self.session.aside())
        search.run()
        self.session.nodes += search.nodes
        return search.bounds.lower

    @cached_property
    def reach(self) -> list[int]:
        """The most secrets that 0, 1, ... guesses can find."""
        most = [0, 1]
        while most[-1] < self.matrix.secrets:
            most.append(1 + self.matrix.classes * most[-1])
        return most

    def at_once(self, members: Indices, made: int) -> Bounds:
        """Return the bounds by counting, and by proposing the secrets one by one."""
        n = len(members)
        tries = next(i for i, most in enumerate(self.reach) if most >= n)
        return Bounds(made + tries, made + n)

    def search(self, members: Indices, made: int, enough: int, limit: int) -> Bounds:
        """Search until the bounds meet, or one of them reaches ``enough`` or ``limit``."""
        session = self.session

        def go_on(_: object) -> bool:
            bounds = search.bounds
            over = made + bounds.lower >= limit
            within = bounds.upper is not None and made + bounds.upper <= enough
            return session.go_on() and not (over or within)

        search = self._asked(members, Session(session.limits, watch=go_on, room=session.room))
        search.run()
        session.nodes += search.nodes
        bounds = search.bounds
        return Bounds(made + bounds.lower, None if bounds.upper is None else made + bounds.upper)

    def strategy(self, members: Indices, made: int, session: Session) -> Strategy:  # noqa: ARG002 - as of `Ends`
        """Return a strategy with the least worst case."""
        search = self._asked(members, session.aside())
        search.run()
        return search.strategy(session.aside())

    def _asked(self, members: Indices, session: Session) -> "_ClassSearch":
        some = Candidates(members.tolist(), self.matrix.secrets)
        search = _ClassSearch(self.matrix, some, session, symmetric=False)
        search.ends = self
        return search

    def engine(self, depth: int, session: Session) -> Engine:
        """Return an engine for ``depth`` guesses, usually that of earlier classes."""
        if self._engine is None or self._engine.depth < depth:
            self._engine = Engine(self.matrix, depth, session, symmetric=False)
        self._engine.session = session
        return self._engine


class _ClassSearch(WorstCaseSearch):
    """The worst case of a class, with an engine that all classes share."""

    ends: WorstEnds

    def _engine_for(self, session: Session, *, symmetric: bool) -> Engine:  # noqa: ARG002 - as of a search
        return self.ends.engine(self.upper, session)


class Split(NamedTuple):
    """The result of an opening: the values of the secrets found, and the classes of the others."""

    found: list[int]
    classes: list[Indices]


class OpenedSearch(Search):
    """A question about strategies that begin with an opening: the given guesses in order."""

    def __init__(
        self,
        matrix: FeedbackMatrix,
        ends: Ends,
        candidates: Candidates | None,
        opening: Sequence[int],
        heaviest_first: NDArray[np.int64] | None = None,
    ) -> None:
        super().__init__(matrix, candidates, ends.session)
        self.ends = ends
        if heaviest_first is not None:
            order = np.argsort(-heaviest_first[self.members], kind="stable")
            self.members = np.ascontiguousarray(self.members[order])
        self.bounds = Bounds(0, None)
        self.opening = tuple(opening)[: ends.last]
        self.guess = self.opening[0] if self.opening else -1
        self.partitioner = Partitioner(matrix)

    @property
    def impossible(self) -> bool:  # type: ignore[override]
        """Whether it is proven that no strategy is allowed."""
        return self.bounds.upper is None and self.bounds.lower >= self.ends.forbidden

    def split(self, opening: Sequence[int]) -> Split:
        """Return the values of the secrets found by an opening, and the classes that it leaves."""
        found, classes = [], [self.members]
        for made, guess in enumerate(opening, 1):
            after = []
            for klass in classes:
                for one in self.partitioner.classes(guess, klass):
                    if self.matrix.own[one[0]] == guess:
                        found.append(self.ends.found(int(one[0]), made))
                    else:
                        after.append(one)
            classes = after
        return Split(found, sorted(classes, key=len, reverse=True))

    def play(self, opening: Sequence[int], limit: int = NO_LIMIT) -> Bounds:
        """Return bounds on an opening, which need not meet if its value is at least ``limit``."""
        ends, made = self.ends, len(opening)
        found, classes = self.split(opening)
        known = [ends.bounds(one, made) for one in classes]

        def both() -> Bounds:
            lower = ends.together([*found, *[one.lower for one in known]])
            uppers = [one.upper for one in known if one.upper is not None]
            upper = ends.together([*found, *uppers]) if len(uppers) == len(known) else NO_LIMIT
            return Bounds(lower, upper if upper < ends.forbidden else None)

        bounds = both()
        for at, one in enumerate(classes):
            if bounds.proven or bounds.lower >= min(limit, ends.forbidden):
                break
            if known[at].proven:
                continue
            if not self.session.go_on():
                break
            room = ends.room(limit, bounds.lower, known[at].lower)
            known[at] = ends.settle(one, made, bounds.lower, room)
            bounds = both()
            self.heard(opening, bounds)
        return bounds

    def heard(self, opening: Sequence[int], bounds: Bounds) -> None:
        """Use interim bounds on an opening."""
        if opening == self.opening:
            self.tighten(bounds)

    def tighten(self, bounds: Bounds) -> None:
        """Tighten the bounds on the question."""
        self.bounds = self.bounds.tightened(bounds.lower, bounds.upper)

    def _run(self, records: Iterable[Proven]) -> None:
        known = [*records]
        self.ends.recall(known)
        for one in known:
            if one.candidates is None or one.candidates == self.candidates:
                self.recalled(one)
        if not self.bounds.proven:
            self.session.flushed_by(self._flush)
            self.explore()
            self._flush()

    def recalled(self, proven: Proven) -> None:
        """Use recorded bounds on the question."""
        self.tighten(Bounds(proven.lower, proven.upper if proven.guess >= 0 else None))

    def explore(self) -> None:
        """Search until the value is proven or the session ends."""
        if len(self.members) == self.matrix.secrets:
            later = self.bounds.upper is not None or len(self.members) < HEURISTIC_SECRETS
            self.ends.play_heuristics(self.opening, self.split(self.opening).classes, later=later)
        self.tighten(self.play(self.opening))
        if not self.bounds.proven:
            self.ends.play_later()
            self.tighten(self.play(self.opening))

    def _flush(self) -> None:
        self.ends.hand_over(self.candidates, self.bounds, self.guess)

    def _strategy(self, session: Session) -> Strategy:
        own, ends = self.matrix.own, self.ends

        def written(members: Indices, made: int) -> Strategy:
            if made == len(self.opening):
                return ends.strategy(members, made, session)
            guess = self.opening[made]
            if ends.last == made + 1:
                return Strategy.node(guess, members)
            classes = self.partitioner.classes(guess, members)
            below = [one for one in classes if own[one[0]] != guess]
            return Strategy.node(guess, members, tuple([written(one, made + 1) for one in below]))

        return written(self.members, 0)
