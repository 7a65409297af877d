"""How a certificate is proven and written: its time budget, and the proof of a worst case."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from emi.compiling import kernels_ready
from emi.objectives.guaranteed import Guaranteed
from emi.proof.certificate import Shown, of_strategy, symmetric
from emi.questions.keeping import read
from emi.questions.searching import by_heuristic, disbelieved, searched, written_out
from emi.search.model.bounds import Bounds, ContradictionError
from emi.search.model.limits import Stopped
from emi.search.model.record import Proven
from emi.search.model.written import Core, Outline, Refutation

if TYPE_CHECKING:
    from emi.questions.keeping import Kept
    from emi.questions.query import Query
    from emi.questions.records import Records
    from emi.search.model.lemmas import Lemmas
    from emi.search.model.strategy import Strategy as Tree
    from emi.search.solve.base import Search
    from emi.search.solve.cost.least_cost import CostSearch
    from emi.search.solve.session import Session

#: The share of a time limit for the search: writing takes about as long.
SEARCHING = 0.5


class Writing:
    """The state of a certificate while it is proven and written.

    Parameters
    ----------
    query : Query
        Its node limit applies to the search only.
    shared : bool
        Whether the search may only take a share of the time, so that bounds can be written.

    Attributes
    ----------
    query, whole : Query
        The question with the limits of the search, and with the limits of the whole.
    reached : Bounds or None
        The proven bounds on the value, once writing has begun.
    least : tuple or None
        A finished proof of the value or of bounds, and these bounds.
    ran : Search or None
        The search for a proof of the worst case, finished or not.
    outline : Outline or None
        The strategy of that proof, once written.
    """

    def __init__(self, query: Query, *, shared: bool) -> None:
        limits = query.limits
        self.query, self.whole = query, replace(query, limits=replace(limits, nodes=math.inf))
        if shared:
            self.query = replace(query, limits=limits.within(limits.remaining * SEARCHING))
        self._hurried = shared and limits.end < math.inf
        self.reached: Bounds | None = None
        self.least: tuple[list[Shown], Bounds] | None = None
        self.ran: Search | None = None
        self.outline: Outline | None = None

    def searched(self, kept: Kept) -> Search:
        """Return the search for the value after its run."""
        # Nothing is proven without the matrix, not even bounds, so it may take all of the time.
        self.whole.made()
        return searched(self.query, kept)

    def session(self, records: Records | None = None) -> Session:
        """Return a session of the engine: for the search, or for writing once that has begun."""
        if self.reached is None:
            return self.query.engine_session(records)
        session = self.whole.engine_session(records)
        session.bounds = self.reached
        return session

    def write(self, bounds: Bounds) -> None:
        """Continue with writing in the remaining time; the watcher may raise Stopped."""
        self.reached = bounds
        if (watch := self.query.watch) is not None:
            self.whole = replace(self.whole, watch=lambda one: watch(replace(one, writing=True)))
        if not self.session().go_on():
            raise Stopped

    def by_heuristic(self, found: Search) -> Tree | None:
        """Return a strategy that needs no search, if there is no time for a better one."""
        if not self._hurried:
            return None
        return by_heuristic(self.whole, found, self.session().go_on)

    def note(self, found: CostSearch, tree: Tree | None) -> None:
        """Store the bound that a strategy proves alone, in case there is no time for more."""
        if tree is None:
            return
        cost = cost_of(found, tree)
        bounds = Bounds(self.whole.first_bounds.lower, cost)
        if cost < found.forbidden:
            self.least = [Shown.of(found, bounds, tree)], bounds


def cost_of(found: CostSearch, tree: Tree) -> int:
    """Return the cost of a strategy."""
    return Outline.of(tree, found.matrix.own).cost(found.model.of, found.weights.tolist())


def prove(writing: Writing, looks: float = math.inf) -> tuple[Tree, Refutation]:
    """Return both halves of the proof of the worst case; raise Stopped if time is too short.

    The proof covers all secrets of a game without hard play. The strategy comes first: it takes
    less time, and remains in ``writing`` if time is too short for the refutation, or if that takes
    more than ``looks`` (see `emi.search.solve.worst_case.shrink.shrunk_refutation`).
    """
    kept = read(writing.query, proof=True)
    if kept.known.outline is not None and kept.refutation is not None:
        writing.outline = kept.known.outline
        return kept.known.outline.strategy, kept.refutation
    kept.records.writing = True
    try:
        return _prove(writing, kept, looks)
    except ContradictionError as error:
        disbelieved(writing.query, error)
        kept.records.bounds = []
        return _prove(writing, kept, looks)


def _prove(writing: Writing, kept: Kept, looks: float) -> tuple[Tree, Refutation]:
    """Make and store both halves of the proof of the worst case."""
    found = writing.ran = writing.searched(kept)
    if not found.bounds.proven:
        raise Stopped
    writing.write(found.bounds)
    if quick := writing.by_heuristic(found):
        writing.least = of_strategy(quick)
    made = written_out(writing.whole, kept, found, writing.session(kept.records))
    if made is None:
        raise Stopped
    tree, outline = made
    writing.outline, writing.least = outline, of_strategy(tree)
    refutation = _refutation(writing, found, looks)
    lower, upper, guess = found.bounds.lower, found.bounds.upper, outline.nodes[0].guess
    if refutation.final:
        # Otherwise a later run with more time makes the proof.
        settled = Proven(found.candidates, lower, upper, guess)
        kept.records.write(outline, refutation, settled=settled)
    return tree, refutation


def _refutation(writing: Writing, found: Search, looks: float) -> Refutation:
    """Refute one guess less than a proven worst case: by symmetry, or by a minimal core."""
    tries = found.bounds.lower - 1
    if tries and symmetric(writing.whole.game):
        cores = [
            Core(tries - state, np.array(members, np.int32), reasons, moves)
            for state, _, members, reasons, _, moves in misses(writing, tries)
        ]
        return Refutation(cores, minimal=False)
    from emi.search.solve.engine import NO_KEYS
    from emi.search.solve.worst_case.free_play import WorstCaseSearch
    from emi.search.solve.worst_case.shrink import shrunk_refutation

    kernels_ready(cores=True)
    keys = found.all_keys if isinstance(found, WorstCaseSearch) else NO_KEYS
    return shrunk_refutation(found.matrix, tries, writing.session(), looks, keys)


def misses(writing: Writing, tries: int) -> Lemmas:
    """Prove that no strategy finds every secret within ``tries`` guesses.

    Raise Stopped if the session ends.
    """
    from emi.search.solve.cost.least_cost import CostSearch
    from emi.search.solve.cost.missing import refuter_of
    from emi.search.solve.cost.worst_case import suits
    from emi.search.solve.restricted.refutation import HardRefuter

    query, session = writing.whole, writing.session()
    matrix, restriction = query.made(costs=True)
    kernels_ready(refutations=True)
    if restriction is None or suits(matrix, restriction):
        search = CostSearch(matrix, Guaranteed(tries).cost_model, restriction=restriction)
        return refuter_of(search, session).refute(1)
    return HardRefuter(matrix, restriction, tries, session).refute()
