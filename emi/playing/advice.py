"""What exact play advises at a position, in the time that there is.

First comes what keeps the guarantee, the least number of guesses that surely finds every candidate;
then the least average of the strategies that keep it. Both are searched for. Where the time is too
short for the least average, guesses are valued by a strategy that keeps the guarantee; in hard
play, by whether there is one.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from emi.playing.explanation import Advice, Exact
from search.model.bounds import Bounds
from search.model.limits import Limits, Stopped
from search.model.objective import Average, WorstCase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from emi.solving import Question
    from search.solve.cost.search import CostSearch
    from search.solve.restricted.search import RestrictedSearch
    from search.solve.worst_case.search import WorstCaseSearch

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
    """Weigh guesses by exact play, until so many are found that keep the guarantee.

    Parameters
    ----------
    question : Question
        Its limits become these, without the time of compiling.
    limits : Limits
    order : sequence of int
        The guesses in the order in which they are valued.
    wanted : int
        How many.

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
    value: Callable[[int], Exact] | None = None
    if worst.bounds.proven and count > FEW:
        clock.end = began + limits.seconds / 2
        least = cast("CostSearch", question.search(Average(worst.upper)))
        total = least.bounds.tightened(count, None)
        if least.guess >= 0:
            known[least.guess] = Exact(keeps=True, total=total)
        if total.proven:
            value = _by_cost(question, least)
        clock.end = began + limits.seconds
    value = value or _by_worst_case(question, worst, total.lower)
    try:
        for guess in dict.fromkeys((worst.guess, *order)):
            if sum(one.keeps for one in known.values()) >= wanted:
                break
            if guess not in known:
                known[guess] = value(guess)
    except Stopped:
        # What there was time for is valued.
        known.setdefault(worst.guess, Exact(keeps=True, total=None))
    reached = [one.total.upper for one in known.values() if one.total and one.total.upper]
    if reached:
        total = Bounds(min(reached) if count <= FEW else total.lower, min(reached))
    return Advice(worst.bounds, total), known


def _by_cost(question: Question, least: CostSearch) -> Callable[[int], Exact]:
    """Return what finds the least total of a guess that keeps the guarantee, by its search."""
    engine = least.engine
    engine.session = question.session()

    def value(guess: int) -> Exact:
        stands = list(engine.search(least.members, first=guess))
        if not stands or not stands[-1].done:
            raise Stopped
        stand = stands[-1]
        if stand.guess < 0 or stand.upper >= least.forbidden:
            return Exact(keeps=False, total=None)
        return Exact(keeps=True, total=Bounds(stand.upper, stand.upper))

    return value


def _by_worst_case(
    question: Question, worst: WorstCaseSearch | RestrictedSearch, least: int
) -> Callable[[int], Exact]:
    """Return what values a guess where the least average is not known."""
    if question.game.hard:
        return _by_positions(question, cast("RestrictedSearch", worst))
    return _by_strategies(question, cast("WorstCaseSearch", worst), least)


def _by_positions(question: Question, worst: RestrictedSearch) -> Callable[[int], Exact]:
    """Return what finds whether a guess keeps the guarantee, where answers restrict guesses."""
    session, own = question.session(), worst.matrix.own[worst.members]

    def value(guess: int) -> Exact:
        if not session.go_on():
            raise Stopped
        if not worst.begins_with(guess, session):
            return Exact(keeps=False, total=None)
        # Of one or two each is named, unless the guess did it.
        total = len(own) + int((own != guess).sum())
        return Exact(keeps=True, total=Bounds(total, total) if len(own) <= FEW else None)

    return value


def _by_strategies(
    question: Question, worst: WorstCaseSearch, least: int
) -> Callable[[int], Exact]:
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

    def value(guess: int) -> Exact:
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
