"""The value of a guess by a search: its least total, or whether it keeps the guarantee.

With the least average known, a guess is valued by the same search for costs, up to a limit. Else a
strategy that keeps the guarantee is looked for: in the classes of the guess, or in hard play in the
position after it.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from emi.results.advice import Exact
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Stopped
from emi.search.model.written import Outline

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from emi.questions.question import Question
    from emi.search.model.strategy import Strategy
    from emi.search.solve.cost.least_cost import CostSearch
    from emi.search.solve.hard.hard_play import HardSearch
    from emi.search.solve.worst_case.free_play import WorstCaseSearch

    #: Returns the value of a guess; None if its cost is at least a limit, or if it does not keep
    #: the guarantee.
    Value: TypeAlias = Callable[[int, float], Exact | None]

#: Up to this many candidates need no search: propose them one by one.
FEW_CANDIDATES = 2


def by_cost(
    question: Question,
    least: CostSearch,
    guarantee: Bounds,
    surely: Callable[[int], Bounds] | None = None,
) -> Value:
    """Return a function that finds the least total of a guess that keeps the guarantee.

    With ``surely``, guesses need not keep it; ``surely`` returns bounds on the worst case of one.
    """
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
        worst = guarantee if surely is None else surely(guess)
        return Exact(worst, Bounds(stand.upper, stand.upper))

    return value


def depth_of(
    question: Question, least: CostSearch, worst: WorstCaseSearch | HardSearch, guess: int
) -> Bounds:
    """Return bounds on the worst case of a guess; the upper one is that of its cheapest strategy.

    The engine knows that strategy if it has just found its cost. If it read the cost from the
    store, there may be no time to find the strategy again, and there is no upper bound.
    """
    best, least.guess = least.guess, guess
    depth = None
    try:
        strategy = least.good_strategy(question.engine_session())
        # Time may have been too short for one that is as cheap as the bound.
        if least.bounds.proven or _cost(least, strategy) == least.bounds.upper:
            depth = max(strategy.depth, worst.bounds.lower)
    except Stopped:
        pass
    finally:
        least.guess = best
    return Bounds(worst.bounds.lower, depth)


def _cost(least: CostSearch, strategy: Strategy) -> int:
    return Outline.of(strategy, least.matrix.own).cost(least.model.of, least.weights.tolist())


def _beyond(guarantee: Bounds) -> Exact:
    """Return the value of a guess that provably does not keep a guarantee."""
    return Exact(Bounds(guarantee.lower + 1, None), None)


def by_worst_case(
    question: Question, worst: WorstCaseSearch | HardSearch, least: int, *, weighted: bool
) -> Value:
    """Return a function that values a guess by a strategy that keeps the guarantee, if any.

    ``least`` is a lower bound on the total of any guess.
    """
    if question.game.hard:
        value = _by_positions(question, cast("HardSearch", worst))
    else:
        # A total that counts each candidate once may be less than one with weights.
        least = 0 if weighted else least
        value = _by_strategies(question, cast("WorstCaseSearch", worst), least)
    if not weighted:
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

    ``least`` is a lower bound on the total of any guess.
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
