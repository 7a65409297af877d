"""Certificates: the value of a question with a strategy and a refutation that prove it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from emi.compiling import kernels_ready
from emi.errors import OptionError
from emi.proof.certificate import (
    Certificate,
    Shown,
    check_certifiable,
    of_cores,
    of_strategy,
)
from emi.questions.keeping import read, stored
from emi.questions.records import Records
from emi.questions.searching import searched, written_out
from emi.questions.writing import Writing, cost_of, misses, prove
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Stopped

if TYPE_CHECKING:
    from emi.questions.query import Query
    from emi.search.solve.base import Search
    from emi.search.solve.cost.least_cost import CostSearch


def check(query: Query) -> None:
    """Raise an error for a question that certificates cannot state."""
    game = query.game
    check_certifiable(game)
    if query.candidates is not None or query.allowed is not None:
        raise OptionError(
            f"{game.name}: a certificate covers all secrets, candidates cannot be restricted"
        )
    if query.begun > 1:
        raise OptionError(
            f"{query.begun} opening guesses: expected at most one, as certificates state no more",
            first=",".join(query.opening) or "openers",
        )
    if query.opening and not query.objective.priced:
        raise OptionError(
            "expected with the objective average or guaranteed: the certificate of a worst case "
            "covers all first guesses",
            first=query.opening[0],
        )


def certificate(query: Query) -> Certificate:
    """Return the certificate of the value, or of bounds if the search reaches a limit.

    If time runs out before the proof of a lower bound is written, the proof is omitted.
    """
    writing = Writing(query, shared=True)
    game, weights = query.game, query.objective.weights
    try:
        if query.objective.priced:
            one, bounds = _of_costs(writing)
            shown = [one]
        else:
            shown, bounds = _of_worst_case(writing)
        go_on = writing.session().go_on
        return Certificate.of(game, shown, weights, bounds, go_on=go_on)
    except Stopped:
        if writing.least is None or not writing.whole.limits.passed:
            raise
        # No time is left to find out whether one exists.
        shown, bounds = writing.least
        return Certificate.of(game, shown, weights, bounds)


def shown(query: Query) -> Shown:
    """Return the proof of the value of a priced objective; raise Stopped if it is not proven."""
    found, bounds = _of_costs(Writing(query, shared=False))
    if not bounds.proven:
        raise Stopped
    return found


def _of_costs(writing: Writing) -> tuple[Shown, Bounds]:
    """Return the proof of the value, or of bounds, of a priced objective, and the bounds."""
    from emi.search.solve.cost.missing import refuter_of

    kept = read(writing.query)
    tree = kept.tree
    found = _priced(writing.searched(kept))
    writing.write(found.bounds)
    writing.note(found, tree or writing.by_heuristic(found))
    if found.bounds.proven and kept.records.bounds:
        # Records carry no explanations, and recovering these class by class takes long. A search
        # from nothing proves everything, and names the same secrets regardless of the records.
        records = Records(writing.whole.game, None, priced=True)
        found = _priced(searched(writing.whole, replace(kept, records=records)))
    asked = found
    if found.answered.bounds.proven:
        # This search explains the value. Misses may be shown by a finer question, in its own costs.
        found = found.answered
    lower = max(found.bounds.lower, writing.whole.first_bounds.lower)
    bounds = Bounds(lower, found.bounds.upper)
    if bounds.proven:
        tree = found.any_strategy(writing.session())
    elif bounds.upper is not None:
        there = stored(writing.whole, kept.records, bounds.upper)
        tree = there.outline.strategy if there else found.good_strategy(writing.session())
        cost = cost_of(found, tree)
        tree = tree if cost < found.forbidden else None
        bounds = Bounds(bounds.lower, None if tree is None else cost)
    writing.note(found, tree)
    kernels_ready(refutations=True)
    refuter = refuter_of(found, writing.session())
    lemmas = refuter.refute(bounds.lower) if bounds.lower else None
    return Shown.of(found, bounds, tree, lemmas), bounds if found is asked else asked.bounds


def _of_worst_case(writing: Writing) -> tuple[list[Shown], Bounds]:
    """Return the proof of the worst case, or of bounds on it, and the bounds.

    The proof is a strategy and a refutation of one guess less. The refutation uses cores, unless
    play is hard.
    """
    game = writing.whole.game
    if not game.hard:
        with suppress(Stopped):
            tree, refutation = prove(writing)
            return of_cores(tree, refutation.cores), Bounds(tree.depth, tree.depth)
    kept = read(writing.query)
    if outline := writing.outline or kept.known.outline:
        tree, lower = outline.strategy, outline.depth
        writing.write(Bounds(lower, lower))
    else:
        kept.records.writing = True
        found = writing.ran or writing.searched(kept)
        writing.write(found.bounds)
        if quick := writing.by_heuristic(found):
            writing.least = of_strategy(quick)
        session = writing.session(kept.records)
        made, lower = written_out(writing.whole, kept, found, session), found.bounds.lower
        tree = made[0] if made else found.good_strategy(writing.session())
    shown, bounds = writing.least = of_strategy(tree)
    if lower > 2:  # noqa: PLR2004 - two guesses follow from the sizes alone
        shown = shown[:1]
        lemmas = misses(writing, lower - 1)
        shown.append(Shown((*[0] * (lower - 1), 1), False, lemmas=lemmas, bound=1))
        bounds = Bounds(lower, tree.depth)
    return shown, bounds


def _priced(found: Search) -> CostSearch:
    from emi.search.solve.cost.least_cost import CostSearch

    assert isinstance(found, CostSearch)  # noqa: S101 - for mypy
    return found
