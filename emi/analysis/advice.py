"""The advice of exact play at a position, within the available time.

The first criterion is the guarantee: the least number of guesses that finds every candidate. The
second is the least average among strategies that keep the guarantee. Both are searched for if there
is time for a feedback matrix. If time is too short for the least average, guesses are valued by a
strategy that keeps the guarantee; in hard play, by whether one exists. If the guarantee is unknown
too, or there is no matrix, bounds come from a strategy played after each of the first guesses.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from emi.analysis.class_play import least_of
from emi.objectives.average import Average
from emi.objectives.worst_case import WorstCase
from emi.questions.searching import searched
from emi.results.playing import Advice, Exact
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Limits, Stopped, clock

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from emi.analysis.class_play import ClassPlay
    from emi.questions.question import Question
    from emi.search.solve.cost.least_cost import CostSearch
    from emi.search.solve.hard.hard_play import HardSearch
    from emi.search.solve.worst_case.free_play import WorstCaseSearch

    #: Returns the value of a guess; None if its cost is at least a limit, or if it does not keep
    #: the guarantee.
    Value: TypeAlias = Callable[[int, float], Exact | None]

#: Up to this many candidates need no search: propose them one by one.
FEW_CANDIDATES = 2


class Waiting:
    """The time limit of advice, and whether a caller still waits for it.

    Parameters
    ----------
    limits : Limits
    go_on : callable
        Called now and then; returns whether to go on.
    spent : float
        Seconds of the limit already spent.
    """

    def __init__(
        self, limits: Limits, go_on: Callable[[], bool] = lambda: True, spent: float = 0.0
    ) -> None:
        self.limits, self.go_on, self.before = limits.begun(), go_on, spent
        endless = self.limits.end == math.inf
        self._began = clock.now() if endless else self.limits.end - self.limits.seconds

    @property
    def spent(self) -> float:
        """The seconds spent so far, without compiling."""
        return self.before + clock.now() - self._began

    def has_time(self, share: float = 1.0) -> bool:
        """Return whether to go on until a given share of the limit is spent."""
        return self.spent < share * self.limits.seconds and self.go_on()


@dataclass(frozen=True, kw_only=True)
class Advising:
    """Guesses to evaluate until the best are known, or the time is over.

    Parameters
    ----------
    play : ClassPlay
        Evaluates guesses if the guarantee is not proven in time.
    waiting : Waiting
    order : sequence of int
        The guesses in order of evaluation. Among equal values, a candidate counts as better, then
        the earlier guess.
    wanted : int
        The number of best guesses wanted.
    weight : int, optional
        The sum of the weights of the candidates, if they have weights.
    """

    play: ClassPlay
    waiting: Waiting
    order: Sequence[int]
    wanted: int
    weight: int | None = None

    def exactly(
        self, question: Question, weights: Sequence[int] | None = None
    ) -> tuple[Advice, dict[int, Exact]]:
        """Evaluate guesses by exact play.

        Parameters
        ----------
        question : Question
            A question whose matrix exists. Its limits are those of the caller who waits.
        weights : sequence of int, optional
            The weight of each secret for the average; 1 by default.

        Returns
        -------
        advice : Advice
        known : dict
            The values of evaluated guesses, including the best known.
        """
        game, candidates, watch = question.game, question.candidates, self.waiting
        members = range(len(game.secrets)) if candidates is None else candidates.members
        count = len(members)
        whole = count if weights is None else sum(weights[secret] for secret in members)
        until = 1.0
        question = replace(
            question, objective=WorstCase(), limits=Limits(nodes=watch.limits.nodes),
            watch=lambda _: watch.has_time(until),
        )  # fmt: skip
        worst = cast("WorstCaseSearch | HardSearch", searched(question))
        if not worst.bounds.proven:
            return self.by_play({}, worst.bounds, worst.guess)
        known, guarantee = dict[int, Exact](), worst.bounds
        total = Bounds(least_of(count, self.play.most).total if weights is None else whole, None)
        few = count <= FEW_CANDIDATES and weights is None
        value: Value | None = None
        if not few:
            until = 0.5
            least = cast("CostSearch", searched(question.asking(Average(worst.upper, weights))))
            total = least.bounds.tightened(total.lower, None)
            if least.guess >= 0:
                known[least.guess] = Exact(guarantee, total)
            if total.proven:
                value = _by_cost(question, least, guarantee)
            until = 1.0
        complete = value is not None or few
        value = value or _by_worst_case(question, worst, total.lower, weighed=weights is not None)
        counts = {
            int(worst.matrix.own[secret]): 1 if weights is None else weights[secret]
            for secret in worst.members
        }
        own = {int(worst.matrix.own[s]) for s in worst.members}
        last = _last_of(known, self.wanted)
        try:
            for guess in dict.fromkeys((worst.guess, *self.order)):
                # Among equal values, a candidate is better.
                limit = last + (guess in own)
                # Each candidate that the guess does not name takes at least two guesses.
                if guess not in known and 2 * whole - counts.get(guess, 0) < limit:
                    found = value(guess, limit)
                    if found is not None:
                        known[guess] = found
                        last = _last_of(known, self.wanted)
        except Stopped:
            # Use the guesses evaluated in time.
            known.setdefault(worst.guess, Exact(guarantee, None))
            complete = False
        reached = [one.total.upper for one in known.values() if one.total and one.total.upper]
        if reached:
            total = Bounds(min(reached) if few else total.lower, min(reached))
        return Advice(guarantee, total, complete), known

    def by_play(
        self, before: dict[int, Exact], bounds: Bounds | None = None, searched: int = -1
    ) -> tuple[Advice, dict[int, Exact]]:
        """Bound the values of guesses by a strategy played after each.

        The first guess is played regardless of the time. With weights, totals are unknown.

        Parameters
        ----------
        before : dict
            Facts about guesses proven before.
        bounds : Bounds, optional
            Bounds on the guarantee.
        searched : int
            The first guess of a strategy that attains the upper bound.
        """
        play, watch = self.play, self.waiting
        least = least_of(play.secrets, play.most)
        bounds = (bounds or Bounds(1, None)).tightened(least.worst, None)
        known, first = dict(before), list[int]()
        if bounds.upper is not None and bounds.upper < play.secrets:
            # Any guess can be followed by proposing the candidates one by one.
            first.append(searched)
        for guess in dict.fromkeys((*first, *self.order[: self.wanted])):
            if guess in known and guess not in play.improvable:
                continue
            if known and not watch.has_time():
                break
            try:
                found = play.value(guess, watch.has_time if known else watch.go_on, watch.has_time)
            except Stopped:
                break
            if found is not None:
                found = replace(found, worst=found.worst.tightened(bounds.lower, None))
                known[guess] = min(known.get(guess, found), found, key=_reached)
        if first and bounds.upper is not None:
            # The search may have found a better strategy than play did.
            reached = known.get(searched, Exact(bounds, None))
            if reached.worst.upper is None or bounds.upper < reached.worst.upper:
                reached = Exact(reached.worst.tightened(1, bounds.upper), None)
            known[searched] = reached
        if self.weight is not None:
            known = {guess: replace(one, total=None) for guess, one in known.items()}
        worst = min([one.worst.upper for one in known.values() if one.worst.upper], default=None)
        totals = [
            one.total.upper
            for one in known.values()
            if one.worst.upper == worst and one.total is not None and one.total.upper is not None
        ]
        total = Bounds(
            least.total if self.weight is None else self.weight, min(totals, default=None)
        )
        return Advice(bounds.tightened(1, worst), total, complete=False), known


def _reached(one: Exact) -> tuple[float, float]:
    """Return the value of a strategy that begins with a guess: worst case, then total."""
    worst, total = one.worst.upper, None if one.total is None else one.total.upper
    return math.inf if worst is None else worst, math.inf if total is None else total


def _last_of(known: dict[int, Exact], wanted: int) -> float:
    """Return the total of the ``wanted``-th best guess known.

    It is infinite if fewer are known, and 0 if later guesses cannot be better.
    """
    kept = [one for one in known.values() if one.worst.upper is not None]
    if len(kept) < wanted:
        return math.inf
    totals = [one.total.upper if one.total else None for one in kept]
    found = sorted([math.inf if total is None else total for total in totals])
    return 0 if found[wanted - 1] == math.inf else found[wanted - 1]


def _by_cost(question: Question, least: CostSearch, guarantee: Bounds) -> Value:
    """Return a function that finds the least total of a guess that keeps the guarantee."""
    engine, refuted = least.engine, least.refuted()
    engine.session = question.engine_session()
    # At first, the search only bounds all guesses by their classes.
    engine.search(least.members)
    bounds = engine.first_bounds()

    def value(guess: int, limit: float) -> Exact | None:
        if max(refuted.get(guess, 0), bounds.get(guess, 0)) >= limit:
            return None
        most = int(min(limit, least.forbidden))
        stands = list(engine.search(least.members, limit=most, first=guess))
        if not stands or not stands[-1].done:
            raise Stopped
        stand = stands[-1]
        if stand.guess < 0:
            return _beyond(guarantee) if limit == math.inf else None
        return Exact(guarantee, Bounds(stand.upper, stand.upper))

    return value


def _beyond(guarantee: Bounds) -> Exact:
    """Return the value of a guess that provably does not keep a guarantee."""
    return Exact(Bounds(guarantee.lower + 1, None), None)


def _by_worst_case(
    question: Question, worst: WorstCaseSearch | HardSearch, least: int, *, weighed: bool
) -> Value:
    """Return a function that evaluates a guess if the least average is not known."""
    if question.game.hard:
        value = _by_positions(question, cast("HardSearch", worst))
    else:
        # A total that counts each candidate once may be less than one with weights.
        least = 0 if weighed else least
        value = _by_strategies(question, cast("WorstCaseSearch", worst), least)
    if not weighed:
        return value

    def bare(guess: int, limit: float) -> Exact | None:
        # This total counts each candidate once.
        found = value(guess, limit)
        return None if found is None else replace(found, total=None)

    return bare


def _by_positions(question: Question, worst: HardSearch) -> Value:
    """Return a function that decides whether a guess keeps the guarantee in restricted play."""
    session, own = question.engine_session(), worst.matrix.own[worst.members]

    def value(guess: int, _: float) -> Exact:
        if not session.go_on():
            raise Stopped
        if not worst.begins_with(guess, session):
            return _beyond(worst.bounds)
        # With one or two candidates, propose each, unless the guess did so.
        total = len(own) + int((own != guess).sum())
        return Exact(worst.bounds, Bounds(total, total) if len(own) <= FEW_CANDIDATES else None)

    return value


def _by_strategies(question: Question, worst: WorstCaseSearch, least: int) -> Value:
    """Return a function that finds a strategy with a given first guess that keeps the guarantee.

    No strategy takes fewer guesses than the worst case of all candidates together.
    """
    from emi.search.model.partition import Partitioner
    from emi.search.solve.worst_case.engine import Engine
    from emi.search.solve.worst_case.free_play import write

    matrix, members, depth = worst.matrix, worst.members, worst.upper
    engine = worst.engine or Engine(matrix, depth)
    engine.session = question.engine_session()
    classes = Partitioner(matrix).classes

    def value(guess: int, _: float) -> Exact:
        if not engine.session.go_on():
            raise Stopped
        total = len(members)
        for part in classes(guess, members):
            if matrix.own[part[0]] == guess:
                continue
            if depth == 1:
                return _beyond(worst.bounds)
            try:
                total += write(engine, part, depth - 1).total
            except ValueError:
                return _beyond(worst.bounds)
        few = len(members) <= FEW_CANDIDATES
        return Exact(worst.bounds, Bounds(total if few else least, total))

    return value
