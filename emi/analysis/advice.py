"""What exact play advises at a position, in the time that there is.

First comes what keeps the guarantee, the least number of guesses that surely finds every candidate;
then the least average of the strategies that keep it. Both are searched for where there is time for
a feedback matrix. Where the time is too short for the least average, guesses are valued by a
strategy that keeps the guarantee; in hard play, by whether there is one. Where the guarantee is not
known either, or there is no matrix, bounds come from a strategy played out behind each of the first
guesses.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from emi.analysis.class_play import least_of
from emi.results.explanation import Advice, Exact
from search.model.bounds import Bounds
from search.model.limits import Limits, Stopped, clock
from search.solve.objectives import Average, WorstCase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from emi.analysis.class_play import ClassPlay
    from emi.questions.question import Question
    from search.solve.cost.least_cost import CostSearch
    from search.solve.restricted.hard_play import RestrictedSearch
    from search.solve.worst_case.free_play import WorstCaseSearch

    #: What a guess is worth, or None: what it costs is no less than a limit, or it does not keep
    #: the guarantee.
    Value: TypeAlias = Callable[[int, float], Exact | None]

#: Up to this many candidates need no search: they are proposed one by one.
FEW = 2


class Watch:
    """The time that advice may take, and whether anybody still waits for it.

    Parameters
    ----------
    limits : Limits
    go_on : callable
        Asked now and then whether to go on.
    spent : float
        Seconds of the limit that were spent before.
    """

    def __init__(
        self, limits: Limits, go_on: Callable[[], bool] = lambda: True, spent: float = 0.0
    ) -> None:
        self.limits, self.go_on, self.before = limits.begun(), go_on, spent
        endless = self.limits.end == math.inf
        self._began = clock.now() if endless else self.limits.end - self.limits.seconds

    @property
    def spent(self) -> float:
        """The seconds that were spent so far; compiling does not count."""
        return self.before + clock.now() - self._began

    def has_time(self, share: float = 1.0) -> bool:
        """Return whether to go on until such a share of the limit is spent."""
        return self.spent < share * self.limits.seconds and self.go_on()


def advise(
    question: Question,
    watch: Watch,
    order: Sequence[int],
    wanted: int,
    play: ClassPlay,
    weights: Sequence[int] | None = None,
) -> tuple[Advice, dict[int, Exact]]:
    """Weigh guesses by exact play, until it is known which are the best.

    Parameters
    ----------
    question : Question
        Its matrix was made. The limits are those of the watch.
    watch : Watch
    order : sequence of int
        The guesses in the order in which they are valued. Of two that are as good one that may
        itself be right counts as better, and then the first.
    wanted : int
        How many of the best.
    play : ClassPlay
        Values guesses where the guarantee is not proven in time.
    weights : sequence of int, optional
        How often each secret of the game counts for the average; once by default.

    Returns
    -------
    advice : Advice
    known : dict
        The guesses that were valued, the best known among them.
    """
    game, candidates = question.game, question.candidates
    members = range(len(game.secrets)) if candidates is None else candidates.members
    count = len(members)
    whole = count if weights is None else sum(weights[secret] for secret in members)
    until = 1.0
    question = replace(
        question, objective=WorstCase(), limits=Limits(nodes=watch.limits.nodes),
        watch=lambda _: watch.has_time(until),
    )  # fmt: skip
    worst = cast("WorstCaseSearch | RestrictedSearch", question.search())
    if not worst.bounds.proven:
        weight = None if weights is None else whole
        return advise_by_play(
            play, watch, order, wanted, {}, worst.bounds, worst.guess, weight=weight
        )
    known, guarantee = dict[int, Exact](), worst.bounds
    total = Bounds(least_of(count, play.most).total if weights is None else whole, None)
    few = count <= FEW and weights is None
    value: Value | None = None
    if not few:
        until = 0.5
        least = cast("CostSearch", question.asking(Average(worst.upper, weights)).search())
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
    last = _last_of(known, wanted)
    try:
        for guess in dict.fromkeys((worst.guess, *order)):
            # Of two that are as good one that may itself be right is the better.
            limit = last + (guess in own)
            # Of those not named by it each takes two guesses at least.
            if guess not in known and 2 * whole - counts.get(guess, 0) < limit:
                found = value(guess, limit)
                if found is not None:
                    known[guess] = found
                    last = _last_of(known, wanted)
    except Stopped:
        # What there was time for is valued.
        known.setdefault(worst.guess, Exact(guarantee, None))
        complete = False
    reached = [one.total.upper for one in known.values() if one.total and one.total.upper]
    if reached:
        total = Bounds(min(reached) if few else total.lower, min(reached))
    return Advice(guarantee, total, complete), known


def advise_by_play(
    play: ClassPlay,
    watch: Watch,
    order: Sequence[int],
    wanted: int,
    before: dict[int, Exact],
    bounds: Bounds | None = None,
    searched: int = -1,
    weight: int | None = None,
) -> tuple[Advice, dict[int, Exact]]:
    """Bound what guesses are worth, by a strategy that is played out behind each.

    Parameters
    ----------
    play, watch, order, wanted
        As of `advise`. The first guess is played out whatever the time.
    before : dict
        What was proven of guesses before.
    bounds : Bounds, optional
        What is known of the guarantee.
    searched : int
        The guess with which a strategy reaches its upper bound.
    weight : int, optional
        What the weights of the candidates add up to; totals are not known then.
    """
    least = least_of(play.secrets, play.most)
    bounds = (bounds or Bounds(1, None)).tightened(least.worst, None)
    known, first = dict(before), list[int]()
    if bounds.upper is not None and bounds.upper < play.secrets:
        # That candidates can be named one by one is true of any guess.
        first.append(searched)
    for guess in dict.fromkeys((*first, *order[:wanted])):
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
    reached = known.get(searched)
    if (
        reached is not None
        and bounds.upper is not None
        and bounds.upper < (reached.worst.upper or 0)
    ):
        # The search has found a better strategy than the one that was played out.
        known[searched] = Exact(reached.worst.tightened(1, bounds.upper), None)
    if weight is not None:
        known = {guess: replace(one, total=None) for guess, one in known.items()}
    worst = min([one.worst.upper for one in known.values() if one.worst.upper], default=None)
    totals = [
        one.total.upper
        for one in known.values()
        if one.worst.upper == worst and one.total is not None and one.total.upper is not None
    ]
    total = Bounds(least.total if weight is None else weight, min(totals, default=None))
    return Advice(bounds.tightened(1, worst), total, complete=False), known


def _reached(one: Exact) -> tuple[float, float]:
    """Return what a strategy reaches that begins with a guess: the worst case, then the total."""
    worst, total = one.worst.upper, None if one.total is None else one.total.upper
    return math.inf if worst is None else worst, math.inf if total is None else total


def _last_of(known: dict[int, Exact], wanted: int) -> float:
    """Return the total of the ``wanted``-th best guess known.

    It is infinite where there are fewer, and 0 where those that come later are no better.
    """
    kept = [one for one in known.values() if one.worst.upper is not None]
    if len(kept) < wanted:
        return math.inf
    totals = [one.total.upper if one.total else None for one in kept]
    found = sorted([math.inf if total is None else total for total in totals])
    return 0 if found[wanted - 1] == math.inf else found[wanted - 1]


def _by_cost(question: Question, least: CostSearch, guarantee: Bounds) -> Value:
    """Return what finds the least total of a guess that keeps the guarantee, by its search."""
    engine, refuted = least.engine, least.refuted()
    engine.session = question.engine_session()
    # Before it goes on a search tells of all guesses what they cost at least by their classes.
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
    """Return what is known of a guess that does not keep a guarantee, which is proven."""
    return Exact(Bounds(guarantee.lower + 1, None), None)


def _by_worst_case(
    question: Question, worst: WorstCaseSearch | RestrictedSearch, least: int, *, weighed: bool
) -> Value:
    """Return what values a guess where the least average is not known."""
    if question.game.hard:
        value = _by_positions(question, cast("RestrictedSearch", worst))
    else:
        # A total that counts each candidate once may be less than one with weights.
        least = 0 if weighed else least
        value = _by_strategies(question, cast("WorstCaseSearch", worst), least)
    if not weighed:
        return value

    def bare(guess: int, limit: float) -> Exact | None:
        # Its total counts each candidate once.
        found = value(guess, limit)
        return None if found is None else replace(found, total=None)

    return bare


def _by_positions(question: Question, worst: RestrictedSearch) -> Value:
    """Return what finds whether a guess keeps the guarantee, where feedback restricts guesses."""
    session, own = question.engine_session(), worst.matrix.own[worst.members]

    def value(guess: int, _: float) -> Exact:
        if not session.go_on():
            raise Stopped
        if not worst.begins_with(guess, session):
            return _beyond(worst.bounds)
        # Of one or two each is named, unless the guess did it.
        total = len(own) + int((own != guess).sum())
        return Exact(worst.bounds, Bounds(total, total) if len(own) <= FEW else None)

    return value


def _by_strategies(question: Question, worst: WorstCaseSearch, least: int) -> Value:
    """Return what finds a strategy that begins with a guess and keeps the guarantee.

    None takes fewer guesses than the least for all candidates together.
    """
    from search.model.partition import Partitioner
    from search.solve.worst_case.engine import Engine
    from search.solve.worst_case.free_play import write

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
        few = len(members) <= FEW
        return Exact(worst.bounds, Bounds(total if few else least, total))

    return value
