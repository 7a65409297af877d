"""Bounds on a question from the records of other objectives.

A proven worst case tells for which numbers of tries secrets are missed. A guarantee bounds the
worst case in turn. A strategy that finds every secret gives an upper bound for every objective. All
such uses of records are in this module.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from emi.objectives.average import Average
from emi.objectives.base import Misses
from emi.objectives.guaranteed import Guaranteed
from emi.objectives.worst_case import WorstCase
from emi.questions.keeping import Known, read
from emi.search.model.bounds import ContradictionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from emi.objectives.base import Objective
    from emi.questions.query import Query

#: Guarantees are looked up for up to this many tries.
MOST_TRIES = 12
#: A solved question has at most this many records; open ones may have too many to read.
FEW_RECORDS = 4


class _Fact(NamedTuple):
    """A fact about an objective; for other first guesses, only lower bounds apply."""

    objective: Objective
    known: Known
    otherwise: bool = False

    def misses(self, weights: Sequence[int], objective: Objective) -> Iterator[Misses]:
        """Yield the bounds on misses that follow, in the weights of an objective."""
        alike = self.objective.weights == objective.weights
        for one in self.objective.misses(self.known.bounds, self.known.guess or None):
            said = one
            if not alike:
                # A missed secret weighs at least as much as the lightest one.
                said = one._replace(lower=min(weights) * (one.lower > 0))
                said = said if one.upper == 0 else said._replace(upper=None)
            yield said._replace(upper=None) if self.otherwise else said


def with_facts(query: Query, own: Known) -> Known:
    """Return the known facts about a question, from its own records and those of other objectives.

    Other objectives are only consulted if the value is not known.
    """
    if query.store is None or own.bounds.proven:
        return own
    if (query.objective.tries or MOST_TRIES) < query.begun:
        # An additional guess made regardless of the feedback need not find another secret.
        return own
    facts = [*_facts(query)]
    try:
        return _implied(query, facts, _reached(query, facts, own))
    except ContradictionError:
        # The search will report the fault.
        return own


def _facts(query: Query) -> Iterator[_Fact]:
    """Yield the known facts about the same position by other objectives."""
    weights = query.objective.weights
    others: list[Objective] = [WorstCase(), Average()]
    if weights is not None:
        others.append(Average(weights=weights))
    others += [Guaranteed(tries, weights) for tries in range(max(query.begun, 1), MOST_TRIES + 1)]
    for objective in others:
        if objective != query.objective:
            yield _Fact(objective, read(query.asking(objective), most=FEW_RECORDS).known)
    if query.begun:
        from_any = replace(query, objective=WorstCase(), first=None, openers=None)
        yield _Fact(WorstCase(), read(from_any, most=FEW_RECORDS).known, otherwise=True)


def _reached(query: Query, facts: Sequence[_Fact], own: Known) -> Known:
    """Return the known facts, improved by the best known strategy that finds every candidate."""
    best = own
    for fact in facts:
        outline = fact.known.outline
        if outline is None or outline.missed or fact.otherwise:
            continue
        reached, upper = query.objective.reached(outline, query.weights), best.bounds.upper
        if reached is not None and (upper is None or reached <= upper):
            guess = query.game.guesses[outline.nodes[0].guess]
            best = Known(best.bounds.tightened(0, reached), guess, outline)
    return best


def _implied(query: Query, facts: Sequence[_Fact], best: Known) -> Known:
    """Return the known facts, improved by bounds on misses."""
    weights = query.weights
    misses = [one for fact in facts for one in fact.misses(weights, query.objective)]
    lower, upper, guess = query.objective.implied(misses, min(weights))
    bounds = best.bounds.tightened(lower, None)
    if upper is not None and guess and (bounds.upper is None or upper < bounds.upper):
        return Known(bounds.tightened(0, upper), guess)
    return replace(best, bounds=bounds)
