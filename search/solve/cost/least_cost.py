"""The least cost of a strategy: the average, the secrets missed, and both together."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial

import numpy as np
from numpy.typing import NDArray

from emi.search.heuristics.heuristic import HEURISTICS, Heuristic
from emi.search.kernels.core.partition import USELESS
from emi.search.model.bounds import Bounds
from emi.search.model.candidates import Candidates
from emi.search.model.cost_model import FORBIDDEN, CostModel
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.partition import Opening, Partitioner
from emi.search.model.record import Proven
from emi.search.model.restriction import Allowed, Restriction
from emi.search.model.strategy import Strategy, build
from emi.search.model.symmetry import firsts_of
from emi.search.model.written import Outline
from emi.search.solve.base import OpenedSearch
from emi.search.solve.cost.beam import Plan, planned
from emi.search.solve.cost.engine import CostEngine, Interim
from emi.search.solve.cost.heuristic_play import HeuristicPlay
from emi.search.solve.parallel.root import Known, Root
from emi.search.solve.parallel.task import SharedQuestion, Team
from emi.search.solve.session import Session
from emi.search.solve.worst_case.engine import class_keys

#: After this many nodes, stop searching for the best guess for a set.
WRITING_NODES = 300
#: With fewer candidates, no heuristic is played first: the search finds better strategies.
HEURISTIC_SECRETS = 100
#: From this many pairs of guess and secret on, all heuristics are played first: they take a small
#: part of the search time (MOO: 0.3 of 14 s). In smaller games, the search finds better strategies
#: sooner (for C7, 9,631 after 0.02 s, while Information takes 0.09 s to play and has 9,754), and
#: often ends before (mastermind:4x6 takes 0.14 s, and would take 0.43). There the others are played
#: only if the search takes longer.
LARGE = 1 << 24
#: The heuristics played first examine at most this many pairs in all. In Logik, each takes 15 s,
#: and the search finds better strategies.
MOST_PLAYED = 1 << 31


class CostSearch(OpenedSearch):
    """A question about the least cost; weights, at least 1 each, multiply the cost of a secret.

    The engine keeps all that the search learned. Members are sorted by falling weight. Callers may
    add lower bounds on first guesses to ``guess_bounds`` before the search. ``improved`` is True if
    the search improved on a given strategy. ``cheaper`` and ``scale`` are those of `CostEngine`.

    The engine is asked about the candidates that ``left`` holds: all but those that an opening of
    several guesses finds. To the engine, such an opening is a single first guess, with the index of
    the first one.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        model: CostModel,
        candidates: Candidates | None = None,
        session: Session | None = None,
        *,
        weights: NDArray[np.int64] | None = None,
        opening: Sequence[int] = (),
        symmetric: bool = True,
        restriction: Restriction | None = None,
        cheaper: CostEngine | None = None,
        scale: int = 0,
    ) -> None:
        super().__init__(matrix, candidates, session)
        self.model = model
        self.engine = CostEngine(
            matrix,
            model,
            weights,
            self.session,
            # No permutation is known to fix several guesses.
            symmetric=symmetric and len(opening) <= 1,
            restriction=restriction,
            cheaper=cheaper,
            scale=scale,
        )
        self.restriction = restriction
        self.weights = self.engine.weights
        heaviest_first = np.argsort(-self.weights[self.members], kind="stable")
        self.members = np.ascontiguousarray(self.members[heaviest_first])
        self.guess_bounds: dict[int, int] = {}
        self.improved = False
        self._put_count = 0
        self._listed = False
        self._put_last = self.bounds
        #: The coordinator that distributes the first guesses of a shared search.
        self._root: Root | None = None
        self._heuristics = HeuristicPlay(matrix, model, self.weights, self.session)
        self.begin_with(opening)

    def begin_with(self, opening: Sequence[int]) -> None:
        """Begin another question, about an opening of which nothing is known yet."""
        self.opening = tuple(opening)[: self.model.last]
        self.bounds, self.guess, self.left = Bounds(0, None), -1, self.members
        self.first = self.opening[0] if self.opening else None
        #: The guesses of the best strategy of the beam search, by set.
        self.planned: dict[bytes, int] = {}
        #: The heuristic whose strategy attains the upper bound, and the guesses that it began with.
        self._replayed: tuple[Heuristic, tuple[int, ...]] | None = None
        self.engine.opening = None
        if len(self.opening) > 1:
            begun = Opening.of(Partitioner(self.matrix), self.members, self.opening)
            self.engine.opening, self.left = begun, begun.left

    @property
    def forbidden(self) -> int:
        """The cost from which a strategy counts as not allowed."""
        if self.model.miss != FORBIDDEN:
            return USELESS
        return self.model.forbidden(self.engine.whole)

    @property
    def limit(self) -> int:
        """The cost below which a strategy is allowed and better than the best one so far."""
        return self.forbidden if self.bounds.upper is None else self.bounds.upper

    @property
    def impossible(self) -> bool:
        """Whether it is proven that the costs allow no strategy."""
        return self.bounds.upper is None and self.bounds.lower >= self.forbidden

    def _run(self, records: Iterable[Proven]) -> None:
        for _ in self.steps(records):
            pass

    def steps(self, records: Iterable[Proven] = ()) -> Iterator[None]:
        """Do the same as `run`, and pause after each slice."""
        before = [*records]
        self.engine.recall(*[record for record in before if record.candidates is not None])
        for record in before:
            if record.candidates is None:
                self._recall(record)
        if not self.bounds.proven and self.bounds.lower < self.forbidden:
            yield from self._search(before)
            self.engine.flush()
            self.session.put([Proven(None, self.bounds.lower, self.bounds.upper, self.guess, 0)])

    @property
    def answered(self) -> "CostSearch":
        """The question that the engine has answered: usually this one."""
        return self

    def refuted(self) -> dict[int, int]:
        """Return the lower bounds of refuted first guesses."""
        return {**self.guess_bounds, **self._given_up()}

    def _given_up(self) -> dict[int, int]:
        return self.engine.refuted() if self._root is None else self._root.refuted

    def _recall(self, proven: Proven) -> None:
        """Use known bounds on the question itself."""
        if proven.upper is not None:
            self._attain(proven.upper, proven.guess)
            self._raise(proven.lower)
        elif proven.guess >= 0:
            self.guess_bounds[proven.guess] = max(
                proven.lower, self.guess_bounds.get(proven.guess, 0)
            )
        else:
            self._raise(proven.lower)

    def _attain(self, cost: int, guess: int) -> None:
        """Use a strategy if it is allowed and the cheapest so far."""
        upper = self.bounds.upper
        if cost < self.forbidden and (upper is None or cost < upper):
            self.bounds, self.guess = self.bounds.tightened(0, cost), guess
            self.improved, self._replayed = True, None

    def plan(self, cost: int, plan: Plan) -> None:
        """Use a strategy of a beam search."""
        if self.bounds.upper is None or cost < self.bounds.upper:
            self.planned = planned(self.members, plan)
        self._attain(cost, plan[0])

    def _raise(self, lower: int) -> None:
        self.bounds = self.bounds.tightened(lower, None)

    def _search(self, records: Sequence[Proven]) -> Iterator[None]:
        if self._few:
            self._value_few()
            return
        self._play()
        if not self.session.go_on():
            return
        self.session.flushed_by(self._flush)
        search = self.engine.search(self.left, 0, self.limit, self.first, self.guess_bounds)
        yield from self._ask(self._played_later(search), records)

    def below(self, limit: int) -> Bounds:
        """Return bounds on the opening; the upper one is None if no strategy is below the limit."""
        self.bounds = Bounds(0, None)
        if self._few:
            self._value_few()
        else:
            limit = min(limit, self.forbidden)
            for interim in self.engine.search(self.left, 0, limit, self.first):
                if interim.guess >= 0:
                    self._attain(interim.upper, interim.guess)
                self._raise(interim.lower)
        return self.bounds

    @property
    def _few(self) -> bool:
        """Whether no search is needed: the candidates left are proposed one after the other."""
        last = self.model.last is not None and self.model.last <= max(len(self.opening), 1)
        return len(self.left) <= 2 or last  # noqa: PLR2004

    def _played_later(self, search: Iterator[Interim]) -> Iterator[Interim]:
        """Pass on the bounds of a search, and play the heuristics left if it takes longer or stops.

        So a search that is interrupted reports no upper bound worse than theirs.
        """
        yield from self._heuristics.alongside(search, self._played)
        self._heuristics.play_later(self._played)

    def _played(self, costs: list[int], guess: int) -> None:
        """Use the strategy of a heuristic, given the cost of each secret."""
        before = self.bounds.upper
        self._attain(sum(costs), guess)
        if self.bounds.upper != before:
            self._replayed = self._heuristics.played

    def _ask(self, search: Iterator[Interim], records: Sequence[Proven]) -> Iterator[None]:
        """Search; after a while, search with the team if there is one."""
        team = self.session.team
        if team is None:
            yield from self._follow(search)
            return
        alone = team.alone
        with self.session.at_first(lambda seconds: seconds >= alone, priced=True) as fresh:
            done = yield from self._follow(search)
        if not done and self.session.go_on():
            yield from self._share(team, [*records, *fresh])

    def _follow(
        self, search: Iterable[Interim | Known], enough: Callable[[], bool] = lambda: False
    ) -> Generator[None, None, bool]:
        """Apply the interim bounds of a search; return whether it finished.

        The search stops unfinished when ``enough`` returns True.
        """
        for interim in search:
            if interim.guess >= 0:
                self._attain(interim.upper, interim.guess)
            upper = self.bounds.upper
            self._raise(interim.lower if upper is None else min(interim.lower, upper))
            if interim.done:
                return True
            if enough() or self.bounds.proven:
                break
            yield
        self._flush()
        return False

    def _share(self, team: Team, records: Iterable[Proven]) -> Iterator[None]:
        """Continue the search with the team."""
        self.guess_bounds |= self.engine.refuted()
        limit = self.limit
        weights = None if bool((self.weights == 1).all()) else self.weights
        question = SharedQuestion(
            self.model, self.left, weights, 0,
            by_position=self.restriction is not None and self.restriction.clues is not None,
            first=self.first, opening=self.engine.opening,
        )  # fmt: skip
        shared = [record for record in records if record.candidates is not None]
        self.engine.search(self.left, 0, limit, self.first, self.guess_bounds)
        order = self.engine.first_bounds()
        self._root = Root(team, self.matrix, question, self.session, self.engine.receive, shared)
        self._put_count = 0
        yield from self._follow(self._root.ask([*order], limit, {**self.guess_bounds, **order}))

    def _flush(self) -> None:
        """Record new facts, the bounds on the question, and the lower bounds of first guesses.

        All first guesses worth trying are written once, so that ``emi cache status`` can count
        them.
        """
        self.engine.flush()
        session = self.session
        if session.keep is None:
            return
        fresh = [*self._given_up().items()][self._put_count :]
        self._put_count += len(fresh)
        if not self._listed:
            listed = self.engine.first_bounds().items()
            fresh += [bound for bound in listed if bound[0] not in self.guess_bounds]
            self._listed = True
        batch = [Proven(None, cost, None, guess, 0) for guess, cost in fresh]
        if self.bounds != self._put_last:
            self._put_last = self.bounds
            batch.append(Proven(None, self.bounds.lower, self.bounds.upper, self.guess, 0))
        session.put(batch)

    def _value_few(self) -> None:
        """Value small sets without a search: propose the heaviest first unless prescribed."""
        prices = self.engine.prices
        opening = self.opening or (int(self.matrix.own[self.members[0]]),)
        begun = Opening.of(Partitioner(self.matrix), self.members, opening)
        below = min(len(opening), len(prices.price) - 1)
        cost = self.engine.cost_of(begun)
        for klass in begun.classes:
            weights = self.weights[klass]
            cost += int(prices.cost[below, 1] * weights[0])
            cost += int(prices.cost[below, 2] * weights[1:].sum())
        self._attain(cost, opening[0])
        self._raise(cost if self.bounds.upper is None else self.bounds.upper)

    def _play(self) -> None:
        """Find initial strategies: propose one candidate after the other, and play heuristics.

        A resumed search has a strategy, and plays heuristics only if it takes longer.
        """
        own, of, fresh = self.matrix.own, self.model.of, self.bounds.upper is None
        n = len(self.members)
        if self.first is None and fresh:
            price = [of(i + 1) * int(w) for i, w in enumerate(self.weights[self.members])]
            self._attain(sum(price), int(own[self.members[0]]))
        if n < self.matrix.secrets:
            return
        limits = self.session.limits
        try:
            self._play_first(later=not fresh or n < HEURISTIC_SECRETS)
            pairs = self.matrix.secrets * self.matrix.guesses
            if pairs >= LARGE and fresh and self.first is None and self.restriction is None:
                # Reserve half of the time for the search.
                del self._heuristics.later[max(1, MOST_PLAYED // pairs) :]
                self._heuristics.play_later(self._played, limits.within(limits.remaining / 2))
        except Stopped:
            return

    def _play_first(self, *, later: bool) -> None:
        """Play Sum unless ``later``, and note the heuristics to play later.

        Sum chooses guesses quickly. Information often takes fewer guesses; it is played from each
        orbit of first guesses.
        """
        by_sum, information = HEURISTICS["Sum"], HEURISTICS["Information"]
        if self.restriction is not None:
            # Whatever the restriction is, candidates are allowed.
            information = information.among_candidates()
        if self.restriction is not None or self.first is not None:
            # After a prescribed first guess, Sum is not much worse, and quicker.
            by_sum = by_sum.among_candidates()
        firsts = self._firsts(ordered=not later)
        plays = [(by_sum, firsts[0])]
        if not self.engine.prices.counting:
            plays += [(information, opening) for opening in firsts]
        self._heuristics.begin(plays, self._played, later=later)

    def _firsts(self, *, ordered: bool) -> Sequence[tuple[int, ...]]:
        """Return the openings after which heuristics are played.

        These are the prescribed opening, or else the first guess of each orbit, if ``ordered`` by
        Sum. After an empty opening, the heuristic chooses its first guess.
        """
        symmetry = self.matrix.symmetry
        if self.opening:
            return [self.opening]
        if self.restriction is not None:
            return [()]
        firsts = firsts_of(symmetry) if len(symmetry.codes) else None
        if not ordered:
            return [()] if firsts is None else [(first,) for first in firsts.tolist()]
        keys, guess, _ = class_keys(self.matrix, np.sort(self.members), go_on=self.session.go_on)
        if firsts is None or guess >= 0:
            return [(guess if guess >= 0 else int(keys.argmin()),)]
        return [(first,) for first in firsts[np.argsort(keys[firsts], kind="stable")].tolist()]

    def _strategy(self, session: Session) -> Strategy:
        return self.any_strategy(session)

    def any_strategy(self, session: Session) -> Strategy:
        """Return a cheapest strategy; raise Stopped as `strategy` does.

        Secrets that the strategy misses have no node.
        """
        if not self.bounds.proven:
            raise Stopped
        return self._written(session, first_of_cheapest)

    def good_strategy(self, session: Session) -> Strategy:
        """Return a strategy for the upper bound, as cheap as can be found quickly."""
        if self.bounds.proven:
            return self.any_strategy(session)
        session.bounds = self.bounds
        if self._replayed is not None:
            return self._heuristics.strategy(session, *self._replayed)
        quick = self._written(session, partial(_first_of_cheap, self.planned))
        reached = Outline.of(quick, self.matrix.own).cost(self.model.of, self.weights.tolist())
        if reached > self.limit:
            # The guess for some class has left the table: search for it again.
            with suppress(Stopped):
                return self._written(session, first_of_cheapest)
        return quick

    def _written(self, session: Session, first_of: Callable[..., int]) -> Strategy:
        """Return a strategy, built with a function that chooses the next guess for a set."""
        engine, own = self.answered.engine, self.matrix.own
        engine.session = session
        session.flushed_by(engine.flush)
        allowed = Allowed(self.matrix, self.restriction, self.members)

        def last(played: int) -> bool:
            return self.model.last == played + 1

        def choose(members: Indices, played: int) -> int:
            if played == 0 and self.guess >= 0:
                guess = self.guess
            elif len(members) <= 2 or last(played):  # noqa: PLR2004 - one after the other
                guess = int(own[members[0]])
            else:
                guess = first_of(engine, members, played, allowed.at(members))
            allowed.step(members, guess)
            return guess

        # `build` chooses no guess for a sole candidate.
        opening = self.opening
        if len(opening) <= 1:
            opening = (self.guess,) * (len(self.members) == 1)
        return build(self.matrix, self.members, choose, opening=opening, last=last)


def first_of_cheapest(
    engine: CostEngine, members: Indices, state: int, allowed: Indices | None = None
) -> int:
    """Return a guess that begins a cheapest strategy for a set."""
    lower, guess = engine.look_up(members, state, allowed)
    if guess >= 0:
        return guess
    # Often the cost is known, but not the guess that attains it; with the next higher limit, few
    # other guesses need to be tried. If the table has replaced the exact entry, the bound may be
    # less than the cost, and a search without a limit follows.
    for limit in (USELESS,) if lower is None else (lower + 1, USELESS):
        interim = None
        for interim in engine.search(members, state, limit, allowed=allowed):
            guess = interim.guess
        if interim is None or not interim.done:
            raise Stopped
        if guess >= 0:
            break
    return guess


def _first_of_cheap(
    planned: dict[bytes, int],
    engine: CostEngine,
    members: Indices,
    state: int,
    allowed: Indices | None = None,
) -> int:
    """Return a good guess for a set.

    This is the guess of the table, else the one of the ``planned`` strategy, else the best one if
    `WRITING_NODES` nodes suffice to find it, else the one of least Sum.
    """
    guess = engine.look_up(members, state, allowed)[1]
    guess = guess if guess >= 0 else planned.get(members.tobytes(), -1)
    if guess >= 0:
        return guess
    before = engine.session.nodes
    for interim in engine.search(members, state, allowed=allowed):
        if interim.done:
            return interim.guess
        if engine.session.nodes - before > WRITING_NODES:
            break
    else:
        raise Stopped
    some = None if allowed is None or len(allowed) == 0 else allowed
    keys, apart, _ = class_keys(engine.matrix, np.sort(members), some)
    return apart if apart >= 0 else int(keys.argmin())
