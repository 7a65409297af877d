"""The time of a certificate: what the search for it may take, and what is left to write it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from emi.proof.certificate import Shown
from emi.questions.searching import searched
from search.model.bounds import Bounds
from search.model.limits import Stopped
from search.model.written import Outline

if TYPE_CHECKING:
    from emi.questions.keeping import Kept
    from emi.questions.query import Query
    from emi.questions.records import Records
    from search.model.strategy import Strategy as Tree
    from search.solve.base import Search
    from search.solve.cost.least_cost import CostSearch
    from search.solve.session import Session

#: What of a limit on time the search for a certificate may take; to write it takes about as long.
SEARCHING = 0.5


class Writing:
    """What is being proven and written of a question, for as long as it takes.

    Parameters
    ----------
    query : Query
        Its node limit is for the search alone.
    shared : bool
        Whether the search may take a share of the time only, so that bounds can be written.

    Attributes
    ----------
    query, whole : Query
        The question within what a search may take, and within what all of it may.
    reached : Bounds or None
        What is proven of the value, once it is being written.
    least : tuple or None
        What shows the value, or bounds of it, and what it shows: it needs no more time.
    ran : Search or None
        The search for a proof of the worst case, whether it has found the value or not.
    outline : Outline or None
        The strategy of that proof, once it is written.
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
        """Return the search for the value, after it has run."""
        # Nothing is proven without the matrix, not even bounds: it may take all of the time.
        self.whole.made()
        return searched(self.query, kept)

    def session(self, records: Records | None = None) -> Session:
        """Return a session of the engine, to search in at first and then to write in."""
        if self.reached is None:
            return self.query.engine_session(records)
        session = self.whole.engine_session(records)
        session.bounds = self.reached
        return session

    def write(self, bounds: Bounds) -> None:
        """Go on to write what was proven, in what is left of the time; Stopped by who watches."""
        self.reached = bounds
        if (watch := self.query.watch) is not None:
            self.whole = replace(self.whole, watch=lambda one: watch(replace(one, writing=True)))
        if not self.session().go_on():
            raise Stopped

    def by_heuristic(self, found: Search) -> Tree | None:
        """Return a strategy that needs no search, for when there is no time for a better one."""
        if not self._hurried:
            return None
        from search.heuristics.heuristic import HEURISTICS
        from search.heuristics.play import chooser
        from search.model.strategy import build
        from search.solve.cost.least_cost import CostSearch

        # What may be right is allowed in hard play too, and quicker to choose from.
        by = HEURISTICS["Sum"].among_candidates()
        choose = chooser(found.matrix, by, self.session().go_on)
        first = next(iter(self.whole.opening_indices), None)
        most = found.model.last if isinstance(found, CostSearch) else None
        return build(
            found.matrix, found.members, choose, guess=first, last=lambda made: made + 1 == most
        )

    def note(self, found: CostSearch, tree: Tree | None) -> None:
        """Note what a strategy shows by itself, if there is no time for more."""
        if tree is None:
            return
        cost = cost_of(found, tree)
        bounds = Bounds(self.whole.first_bounds.lower, cost)
        if cost < found.forbidden:
            self.least = [Shown.of(found, bounds, tree, ())], bounds


def cost_of(found: CostSearch, tree: Tree) -> int:
    """Return what a strategy costs."""
    return Outline.of(tree, found.matrix.own).cost(found.model.of, found.weights.tolist())
