"""What exact play advises at a position, in the time that there is.

First comes what keeps the guarantee, the least number of guesses that surely finds every candidate;
then the least average of the strategies that keep it. Both are searched for. Where the time is too
short for the least average, guesses are valued by a strategy that keeps the guarantee; in hard
play, by whether there is one.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from emi.playing.explanation import Advice, Exact
from search.model.bounds import Bounds
from search.model.limits import Limits, Stopped
from search.model.objective import Average, WorstCase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from emi.solving import Question
    from search.solve.cost.search import CostSearch
    from search.solve.restricted.search import RestrictedSearch
    from search.solve.worst_case.search import WorstCaseSearch

    #: What a guess is worth, or None: what it costs is no less than a limit, or it does not keep
    #: the guarantee.
    Value: TypeAlias = Callable[[int, float], Exact | None]

#: How long advice may take if nothing is said.
PATIENCE = Limits(seconds=2.0)
#: So many candidates need no search: one is named after the other.
FEW = 2


@dataclass
class Clock:
    """Ends what is watched by it at a moment that may be put off."""

    end: float = 0.0

    def __call__(self, _: object) -> bool:
        """Tell whether there is time left."""
        return time.monotonic() < self.end


def advise(
    question: Question, limits: Limits, order: Sequence[int], wanted: int
) -> tuple[Advice, dict[int, Exact]]:
    """Weigh guesses by exact play, until it is known which are the best.

    Parameters
    ----------
    question : Question
        Its limits become these, without the time of compiling.
    limits : Limits
    order : sequence of int
        The guesses in the order in which they are valued. Of two that are as good one that may
        itself be right counts as better, and then the first.
    wanted : int
        How many of the best.

    Returns
    -------
    advice : Advice
    known : dict
        The guesses that were valued, the best known among them.
    """
    game, candidates = question.game, question.candidates
    count = len(game.secrets if candidates is None else candidates)
    question.limits, question.watch = Limits(nodes=limits.nodes), None
    question.matrix(costs=True)
    began = time.monotonic()
    question.watch = clock = Clock(began + limits.seconds)
    worst = cast("WorstCaseSearch | RestrictedSearch", question.search(WorstCase()))
    total, known = Bounds(count, None), dict[int, Exact]()
    value: Value | None = None
    if worst.bounds.proven and count > FEW:
        clock.end = began + limits.seconds / 2
        least = cast("CostSearch", question.search(Average(worst.upper)))
        total = least.bounds.tightened(count, None)
        if least.guess >= 0:
            known[least.guess] = Exact(keeps=True, total=total)
        if total.proven:
            value = _by_cost(question, least)
        clock.end = began + limits.seconds
    complete = worst.bounds.proven and (value is not None or count <= FEW)
    value = value or _by_worst_case(question, worst, total.lower)
    own = {int(worst.matrix.own[s]) for s in worst.members}
    last = _last_of(known, wanted)
    try:
        for guess in dict.fromkeys((worst.guess, *order)):
            # Of two that are as good one that may itself be right is the better.
            limit = last + (guess in own)
            # Of those not named by it each takes two guesses at least.
            if guess not in known and 2 * count - (guess in own) < limit:
                found = value(guess, limit)
                if found is not None:
                    known[guess] = found
                    last = _last_of(known, wanted)
    except Stopped:
        # What there was time for is valued.
        known.setdefault(worst.guess, Exact(keeps=True, total=None))
        complete = False
    reached = [one.total.upper for one in known.values() if one.total and one.total.upper]
    if reached:
        total = Bounds(min(reached) if count <= FEW else total.lower, min(reached))
    return Advice(worst.bounds, total, complete), known


def _last_of(known: dict[int, Exact], wanted: int) -> float:
    """Return the total of the last of so many guesses that are the best known.

    It is infinite where there are fewer, and 0 where those that come later are no better.
    """
    if len(known) < wanted:
        return math.inf
    totals = [one.total.upper if one.total else None for one in known.values() if one.keeps]
    found = sorted([math.inf if total is None else total for total in totals])
    if len(found) < wanted:
        return math.inf
    return 0 if found[wanted - 1] == math.inf else found[wanted - 1]


def _by_cost(question: Question, least: CostSearch) -> Value:
    """Return what finds the least total of a guess that keeps the guarantee, by its search."""
    engine, refuted = least.engine, least.refuted()
    engine.session = question.session()
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
            return Exact(keeps=False, total=None) if limit == math.inf else None
        return Exact(keeps=True, total=Bounds(stand.upper, stand.upper))

    return value


def _by_worst_case(
    question: Question, worst: WorstCaseSearch | RestrictedSearch, least: int
) -> Value:
    """Return what values a guess where the least average is not known."""
    if question.game.hard:
        return _by_positions(question, cast("RestrictedSearch", worst))
    return _by_strategies(question, cast("WorstCaseSearch", worst), least)


def _by_positions(question: Question, worst: RestrictedSearch) -> Value:
    """Return what finds whether a guess keeps the guarantee, where feedback restricts guesses."""
    session, own = question.session(), worst.matrix.own[worst.members]

    def value(guess: int, _: float) -> Exact:
        if not session.go_on():
            raise Stopped
        if not worst.begins_with(guess, session):
            return Exact(keeps=False, total=None)
        # Of one or two each is named, unless the guess did it.
        total = len(own) + int((own != guess).sum())
        return Exact(keeps=True, total=Bounds(total, total) if len(own) <= FEW else None)

    return value


def _by_strategies(question: Question, worst: WorstCaseSearch, least: int) -> Value:
    """Return what finds a strategy that begins with a guess and keeps the guarantee.

    None takes fewer guesses than the least for all candidates together.
    """
    from search.model.partition import Partitioner
    from search.solve.worst_case.engine import Engine
    from search.solve.worst_case.search import write

    matrix, members, depth = worst.matrix, worst.members, worst.upper
    engine = worst.engine or Engine(matrix, depth)
    engine.session = question.session()
    classes = Partitioner(matrix).classes

    def value(guess: int, _: float) -> Exact:
        if not engine.session.go_on():
            raise Stopped
        total = len(members)
        for part in classes(guess, members):
            if matrix.own[part[0]] == guess:
                continue
            if depth == 1:
                return Exact(keeps=False, total=None)
            try:
                total += write(engine, part, depth - 1).total
            except ValueError:
                return Exact(keeps=False, total=None)
        return Exact(keeps=True, total=Bounds(total if len(members) <= FEW else least, total))

    return value
