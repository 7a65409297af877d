"""Search for values that are not stored, and store the results."""

from __future__ import annotations

import math
import warnings
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from emi.errors import OptionError
from emi.questions.keeping import Known, beside, keep_strategy, keep_upper, stored
from emi.search.model.bounds import ContradictionError
from emi.search.model.limits import Stopped
from emi.search.model.written import Outline

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from emi.questions.keeping import Kept
    from emi.questions.query import Query
    from emi.search.model.record import Proven
    from emi.search.model.strategy import Strategy as Tree
    from emi.search.solve.base import Search
    from emi.search.solve.session import Session


def searched(query: Query, kept: Kept, lower: int = 0) -> Search:
    """Return the search for a question after its run; it starts from stored facts.

    ``lower`` is a known lower bound on the value. Raise Stopped if there is no time for a matrix,
    and OptionError if no strategy keeps to the guesses that the objective allows.
    """
    matrix, restriction = query.made()
    from emi.search.solve.question import solve

    def from_records(records: Sequence[Proven], lower: int) -> Search:
        session = query.engine_session(kept.records)
        if query.workers is not None:
            session.team = query.workers.about(query.game, query.possible, query.allowed)
        found = solve(
            matrix, query.objective, query.candidates, first=query.opening_indices,
            openers=query.openers or 0, restriction=restriction, session=session,
            records=records, lower=lower,
        )  # fmt: skip
        query.session.nodes += found.nodes
        return found

    try:
        found = from_records(kept.records.bounds, lower)
    except ContradictionError as error:
        disbelieved(query, error)
        found = from_records([], 0)
    if found.impossible:
        begun = f" that begins with {', '.join(query.opening)}" * bool(query.opening)
        raise OptionError(
            f"no strategy{begun} finds every secret of {query.game.name} within these tries",
            within=query.objective.tries,
        )
    return found


def disbelieved(query: Query, error: ContradictionError) -> None:
    """Warn that stored facts contradict each other or the result."""
    said = f"{query.game.name}: the cache is wrong and is ignored: {error}"
    warnings.warn(said, stacklevel=3)


def written_out(
    query: Query, kept: Kept, found: Search, session: Session | None = None
) -> tuple[Tree, Outline] | None:
    """Build and store the strategy of a proven value, also as an outline; None if the session ends.

    One that was stored with an upper bound is used if it attains the value. By default, the time is
    what is left of the session of the search.
    """
    if (there := stored(query, kept.records, found.bounds.upper)) is not None:
        keep_strategy(query, kept, found, there.outline)
        return there.outline.strategy, there.outline
    nodes = found.nodes
    try:
        strategy = found.strategy(session or beside(found.session, query, kept))
    except Stopped:
        return None
    finally:
        query.session.nodes += found.nodes - nodes
    own = found.matrix.own
    outline = Outline.of(strategy, own, rarest=found.rarest)
    keep_strategy(query, kept, found, outline)
    return strategy, outline


def by_heuristic(query: Query, found: Search, go_on: Callable[[], bool]) -> Tree:
    """Return a strategy that needs no search: Sum among candidates; Stopped if told to stop."""
    from emi.search.heuristics.heuristic import HEURISTICS
    from emi.search.heuristics.play import chooser
    from emi.search.model.strategy import build

    # Candidates are allowed in hard play too, and are quicker to choose from.
    choose = chooser(found.matrix, HEURISTICS["Sum"].among_candidates(), go_on)
    most = query.objective.tries if query.objective.name == "guaranteed" else None
    return build(
        found.matrix, found.members, choose, opening=found.opening,
        last=lambda made: made + 1 == most,
    )  # fmt: skip


def best_found(query: Query, found: Search, session: Session) -> Outline:
    """Return the best strategy that is found quickly, where the value is not proven.

    A heuristic comes first: its strategy is written soon, and often attains the upper bound. So
    does that of the search, which may take longer.

    Raises
    ------
    Stopped
        If the session ends before there is a strategy.
    """
    if query.begun > len(found.opening):
        raise Stopped
    own = found.matrix.own[found.matrix.start]
    best, least, upper = None, math.inf, found.bounds.upper
    heuristic = partial(by_heuristic, query, found, session.go_on)
    for way in (heuristic, partial(found.good_strategy, session)):
        with suppress(Stopped):
            outline = Outline.of(way(), own)
            reached = query.objective.reached(outline, query.weights)
            if reached is not None and reached < least:
                best, least = outline, reached
        if upper is not None and least <= upper:
            break
    if best is None:
        raise Stopped
    return best


def combined(query: Query, kept: Kept, known: Known, found: Search) -> Known:
    """Return the result of a search, combined with known facts; store new facts."""
    guess = found.guess
    outline = None
    if found.bounds.proven and query.objective.priced and (made := written_out(query, kept, found)):
        outline = made[1]
        guess = outline.nodes[0].guess
    if query.begun and guess >= 0 and found.bounds.upper is not None:
        keep_upper(query, found.bounds.upper, guess, outline)
    bounds = found.bounds.tightened(query.first_bounds.lower, None)
    opening = tuple([query.game.guesses[one] for one in found.opening])
    begin = query.game.guesses[guess] if guess >= 0 else known.guess
    own = Known(bounds, begin, outline, opening)
    try:
        both = bounds.tightened(known.bounds.lower, known.bounds.upper)
    except ContradictionError:
        # The stored facts were wrong; the search did not use them.
        return own
    return replace(own if both.upper == bounds.upper else known, bounds=both)
