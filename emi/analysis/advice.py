"""The advice of exact play at a position, within a time limit.

Guesses are ordered by worst case or by average. By worst case, the guarantee comes first: the least
number of guesses that finds every candidate. Ties are broken by the least average among strategies
that keep the guarantee. By average, the least average of all strategies counts. Advice by one order
also names the best guess by the other, its rival.

Guarantee and average are searched for if there is time for a feedback matrix. By worst case, if the
least average is not proven in time, a guess is valued by a strategy that keeps the guarantee; in
hard play, by whether one exists. In all other cases, bounds come from a strategy that is played
after each of the first guesses: without a matrix, without a proven guarantee, or, by average,
without a proven average.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import takewhile
from typing import TYPE_CHECKING, cast

from emi.analysis.class_play import least_of
from emi.analysis.guess_values import FEW_CANDIDATES, by_cost, by_worst_case, depth_of
from emi.objectives.average import Average
from emi.objectives.worst_case import WorstCase
from emi.questions.searching import searched
from emi.results.advice import Advice, Exact, Rival
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Limits, Stopped, clock

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from emi.analysis.class_play import ClassPlay
    from emi.analysis.guess_values import Value
    from emi.questions.question import Question
    from emi.search.solve.cost.least_cost import CostSearch
    from emi.search.solve.hard.hard_play import HardSearch
    from emi.search.solve.worst_case.free_play import WorstCaseSearch

#: By average: the share of the time for the worst case.
SURELY = 0.3
#: By average: the share of the time after which the search for the least average ends.
SEARCHING = 0.7
#: The number of first guesses that are valued regardless of the time, if values are not proven.
STEADY = 20


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
        # The end less the seconds may be rounded to a time that is still to come.
        return self.before + max(clock.now() - self._began, 0.0)

    def has_time(self, share: float = 1.0) -> bool:
        """Return whether to go on until a given share of the limit is spent."""
        return self.spent < share * self.limits.seconds and self.go_on()


@dataclass(frozen=True, kw_only=True)
class Advising:
    """Guesses to evaluate until the best are known, or the time is over.

    Parameters
    ----------
    play : ClassPlay
        Evaluates guesses by playing a strategy, if there is no time to search.
    waiting : Waiting
    order : sequence of int
        The guesses in order of evaluation. Among equal values, a candidate counts as better, then
        the earlier guess.
    own : set of int
        The guesses that are candidates.
    wanted : int
        The number of best guesses wanted.
    weight : int, optional
        The sum of the weights of the candidates, if they have weights.
    by : str
        The order of values: ``average`` or ``worst``.
    first : bool
        Whether no guess was made yet. If so, values that are not proven do not depend on the time,
        and each run names the same guess.
    also : sequence of int
        Further guesses to evaluate if there is time.
    row : callable
        Returns the guess of ``order`` that a guess is equivalent to.
    """

    play: ClassPlay
    waiting: Waiting
    order: Sequence[int]
    own: AbstractSet[int]
    wanted: int
    weight: int | None = None
    by: str = "worst"
    first: bool = False
    also: Sequence[int] = ()
    row: Callable[[int], int] = int

    def exactly(
        self, question: Question, weights: Sequence[int] | None = None
    ) -> tuple[Advice, dict[int, Exact]]:
        """Return the advice of exact play, and the values of guesses.

        Parameters
        ----------
        question : Question
            A question whose matrix exists. The limits of `waiting` replace its own.
        weights : sequence of int, optional
            The weight of each secret for the average; 1 by default.

        Returns
        -------
        advice : Advice
        values : dict of int to Exact
            The values of evaluated guesses, including the best known.
        """
        watch, until = self.waiting, 1.0 if self.by == "worst" else SURELY
        question = replace(
            question, objective=WorstCase(), limits=Limits(nodes=watch.limits.nodes),
            watch=lambda _: watch.has_time(until),
        )  # fmt: skip
        worst = cast("WorstCaseSearch | HardSearch", searched(question))
        if not worst.bounds.proven and self.by == "worst":
            return self.by_play({}, worst.bounds, worst.guess)
        until = 1.0
        advice, values = self._valued(question, worst, weights)
        if advice is None:
            return self.by_play(values, worst.bounds if worst.bounds.proven else None)
        if not advice.complete or not worst.bounds.proven or not values:
            return advice, values
        other = replace(self, by="worst" if self.by == "average" else "average", wanted=1, also=())
        theirs, valued = other._valued(question, worst, weights)  # noqa: SLF001 - its own kind
        if theirs is None or not theirs.complete:
            return advice, values
        rival = other.ranked(valued)[0]
        alike = theirs.total == advice.total
        worth = self._beside(advice, values, rival, valued[rival], alike=alike)
        if worth is not None:
            advice = replace(advice, rival=Rival(question.game.guesses[rival], worth))
        return advice, values

    def _beside(
        self, advice: Advice, values: dict[int, Exact], rival: int, worth: Exact, *, alike: bool
    ) -> Exact | None:
        """Return the value of the rival, or None if it is the best guess by this order too.

        The value is added to ``values``. ``worth`` is the rival's value by the other order, and
        ``alike`` tells whether both orders have the same least total.
        """
        if not alike and self.ranked(values)[0] == rival:
            # It is not followed by the same guesses: its value stays, so that no strategy seems
            # to attain both.
            return None
        if self.by == "worst":
            if alike:
                # The best guess has the lowest average too.
                return None
            values.setdefault(rival, worth)
            return worth
        # Its lowest average, of strategies that need not keep the guarantee.
        lowest = values[rival].total if rival in values else None
        above = None if worth.total is None else worth.total.upper
        total = advice.total if alike else lowest or Bounds(advice.total.lower, above)
        values[rival] = worth = Exact(advice.worst, total)
        return None if self.ranked(values)[0] == rival else worth

    def _valued(
        self,
        question: Question,
        worst: WorstCaseSearch | HardSearch,
        weights: Sequence[int] | None,
    ) -> tuple[Advice | None, dict[int, Exact]]:
        """Return advice by one order, and values; by average, no advice unless it is proven."""
        game, candidates, watch = question.game, question.candidates, self.waiting
        members = range(len(game.secrets)) if candidates is None else candidates.members
        count = len(members)
        whole = count if weights is None else sum(weights[secret] for secret in members)
        values, guarantee = dict[int, Exact](), worst.bounds
        average = self.by == "average"
        total = Bounds(least_of(count, self.play.most).total if weights is None else whole, None)
        few = count <= FEW_CANDIDATES and weights is None
        value: Value | None = None
        surely: Callable[[int], Bounds] | None = None
        if not few:
            share = SEARCHING if average else 0.5
            objective = Average(None if average else worst.upper, weights)
            least = cast(
                "CostSearch",
                searched(
                    replace(question, objective=objective, watch=lambda _: watch.has_time(share))
                ),
            )
            if least.bounds.proven:
                surely = partial(depth_of, question, least, worst) if average else None
                value = by_cost(question, least, guarantee, surely)
            elif average:
                # A search that was stopped early has no lower bound of its own, and its upper one
                # is that of proposing one candidate after the other.
                total = least.bounds.tightened(total.lower, None)
                improved = 2 * (total.upper or 0) < whole * (count + 1)
                if least.guess >= 0 and not self.first and improved:
                    depth = depth_of(question, least, worst, least.guess)
                    values[self.row(least.guess)] = Exact(depth, total)
                return None, values
            if least.guess >= 0 and (least.bounds.proven or not self.first):
                total = least.bounds.tightened(total.lower, None)
                depth = guarantee if surely is None else surely(least.guess)
                values[self.row(least.guess)] = Exact(depth, total)
        complete = value is not None or few
        value = value or by_worst_case(question, worst, total.lower, weighted=weights is not None)
        counts = {
            int(worst.matrix.own[secret]): 1 if weights is None else weights[secret]
            for secret in worst.members
        }
        begun = () if average else (self.row(worst.guess),)
        try:
            self._evaluate(value, (*begun, *self.order), values, whole, counts, steady=not complete)
        except Stopped:
            # Use the guesses evaluated in time.
            if not average:
                values.setdefault(self.row(worst.guess), Exact(guarantee, None))
            complete = False
        reached = [one.total.upper for one in values.values() if one.total and one.total.upper]
        if reached:
            total = Bounds(min(reached) if few else total.lower, min(reached))
        return Advice(guarantee, total, complete, by=self.by), values

    def _evaluate(
        self,
        value: Value,
        guesses: Sequence[int],
        values: dict[int, Exact],
        whole: int,
        counts: Mapping[int, int],
        *,
        steady: bool,
    ) -> None:
        """Add the values of guesses to ``values`` until no other can be among the wanted ones.

        If ``steady``, at most `STEADY` first guesses are evaluated, the same in each run.
        """
        (last, after), tried = self._last_of(values), 0
        for guess in dict.fromkeys(guesses):
            limit = last + (self._place(guess) < after)
            # Each candidate that the guess does not name takes at least two guesses.
            if guess in values or 2 * whole - counts.get(guess, 0) >= limit:
                continue
            exact, tried = value(guess, limit), tried + 1
            if exact is not None:
                values[guess] = exact
                last, after = self._last_of(values)
            if self.first and steady and tried >= STEADY:
                break
        for guess in self.also:
            if guess not in values and (exact := value(guess, math.inf)) is not None:
                values[guess] = exact

    def _last_of(self, values: Mapping[int, Exact]) -> tuple[float, tuple[bool, int]]:
        """Return the total and the place of the ``wanted``-th best guess known.

        The total is infinite if fewer are known, and 0 if later guesses cannot be better.
        """
        order = sorted(
            (_reached(exact)[1], self._place(guess))
            for guess, exact in values.items()
            if self.level(exact)[0] == 0
        )
        if len(order) < self.wanted:
            return math.inf, self._place(-1)
        last = order[self.wanted - 1]
        return (0, last[1]) if last[0] == math.inf else last

    def _place(self, guess: int) -> tuple[bool, int]:
        """Return the sort key of a guess among equal values: candidates first."""
        return guess not in self.own, self._places.get(guess, len(self.order))

    @cached_property
    def _places(self) -> dict[int, int]:
        return {guess: place for place, guess in enumerate(self.order)}

    def ranked(self, values: Mapping[int, Exact], order: Sequence[int] = ()) -> list[int]:
        """Return guesses, the best first; those without a value follow in their order.

        By average, a guess that keeps the guarantee comes first among those of the lowest average.
        The others keep their order, because the search does not look for a strategy that keeps the
        guarantee after each of them.
        """
        guesses = (*(order or self.order), *values)
        levels = {guess: self.level(values.get(guess)) for guess in guesses}
        every = sorted(levels, key=lambda at: (*levels[at], at not in self.own))
        if self.by == "average" and every and every[0] in values:
            best = levels[every[0]]
            alike = takewhile(lambda at: levels[at] == best, every)
            surest = next((at for at in alike if values[at].worst.proven), every[0])
            every.remove(surest)
            every.insert(0, surest)
        return every

    def level(self, exact: Exact | None) -> tuple[float, ...]:
        """Return the sort key of a value; known values come before unknown ones.

        By worst case, guesses that provably do not keep the guarantee come last. By average,
        guesses of which only the worst case is known come between known and unknown ones.
        """
        if exact is None:
            return 1, 0, 0
        worst, total = _reached(exact)
        if self.by == "average":
            return (0, total) if total < math.inf else (1, -1, worst)
        return (0, worst, total) if worst < math.inf else (2, 0, 0)

    def by_play(
        self, before: dict[int, Exact], bounds: Bounds | None = None, searched: int = -1
    ) -> tuple[Advice, dict[int, Exact]]:
        """Return advice and bounds on the values of guesses, by a strategy played after each.

        The first guess is evaluated regardless of the time. By average, so are `STEADY` guesses if
        none was made yet, so that each run names the same one. With weights, totals are unknown.

        Parameters
        ----------
        before : dict of int to Exact
            The values of guesses known before.
        bounds : Bounds, optional
            Bounds on the guarantee.
        searched : int
            The first guess of a strategy that attains the upper bound; -1 if it is not known.
        """
        play, watch = self.play, self.waiting
        least = least_of(play.secrets, play.most)
        bounds = (bounds or Bounds(1, None)).tightened(least.worst, None)
        known, first = dict(before), list[int]()
        if searched >= 0 and bounds.upper is not None and bounds.upper < play.secrets:
            # Any guess can be followed by proposing the candidates one by one.
            searched = self.row(searched)
            first.append(searched)
        steady = STEADY if self.first and self.by == "average" else 1
        guesses = dict.fromkeys((*first, *self.order[: self.wanted], *self.also))
        for place, guess in enumerate(guesses):
            if guess in known and guess not in play.improvable:
                continue
            sure = known.keys().isdisjoint(self.order) or place < steady
            if not (sure or watch.has_time()):
                break
            try:
                found = play.value(guess, watch.go_on if sure else watch.has_time, watch.has_time)
            except Stopped:
                break
            if found is not None:
                found = replace(found, worst=found.worst.tightened(bounds.lower, None))
                known[guess] = min(
                    known.get(guess, found), found,
                    key=lambda exact: (self.level(exact), _reached(exact)),
                )  # fmt: skip
        if first and bounds.upper is not None:
            # The search may have found a better strategy than play did.
            reached = known.get(searched, Exact(bounds, None))
            if reached.worst.upper is None or bounds.upper < reached.worst.upper:
                total = reached.total if self.by == "average" else None
                reached = Exact(reached.worst.tightened(1, bounds.upper), total)
            known[searched] = reached
        if self.weight is not None:
            known = {guess: replace(one, total=None) for guess, one in known.items()}
        worst = min([one.worst.upper for one in known.values() if one.worst.upper], default=None)
        totals = [
            one.total.upper
            for one in known.values()
            if (self.by == "average" or one.worst.upper == worst)
            and one.total is not None
            and one.total.upper is not None
        ]
        total = Bounds(
            least.total if self.weight is None else self.weight, min(totals, default=None)
        )
        return Advice(bounds.tightened(1, worst), total, complete=False, by=self.by), known


def _reached(one: Exact) -> tuple[float, float]:
    """Return the upper bounds of a value: worst case, then total; infinite if unknown."""
    worst, total = one.worst.upper, None if one.total is None else one.total.upper
    return math.inf if worst is None else worst, math.inf if total is None else total
