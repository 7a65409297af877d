"""The strategy that costs least, written out as a tree."""

import numpy as np
from numpy.typing import NDArray

from search.kernels.common.partition import USELESS
from search.kernels.cost.bounds import is_last
from search.model.candidates import Candidates
from search.model.costs import Costs
from search.model.limits import Stopped
from search.model.matrix import FeedbackMatrix, Indices
from search.solve.cost.engine import CostEngine
from search.solve.cost.search import CostSearch
from search.solve.worst_case.engine import GoOn, always
from search.strategy.tree import Strategy


def cheapest(
    matrix: FeedbackMatrix,
    costs: Costs,
    candidates: Candidates | None = None,
    *,
    weights: NDArray[np.int64] | None = None,
    first: int | None = None,
    go_on: GoOn = always,
) -> Strategy:
    """Find the cheapest strategy, and write it out.

    Secrets that it misses, where the game ends after some guesses, have no node of their own.

    Parameters
    ----------
    matrix, costs, candidates, weights, first
        As of `search.solve.cost.search.least_cost`.
    go_on : callable
        Called now and then with 0.

    Raises
    ------
    ValueError
        If no strategy is allowed by the costs.
    Stopped
        If ``go_on`` returned False.
    """
    search = CostSearch(
        matrix, costs, candidates, weights=weights, first=first, watch=lambda _: go_on(0)
    )
    result = search.run()
    if result.upper is None and result.lower >= search.forbidden:
        msg = f"no strategy finds {len(search.members)} secrets as {costs} allows"
        raise ValueError(msg)
    if not result.proven:
        raise Stopped
    return written(search.engine, search.members, 0, result.guess, go_on)


def written(
    engine: CostEngine, members: Indices, state: int, guess: int | None, go_on: GoOn
) -> Strategy:
    """Write out the cheapest strategy of a set.

    Parameters
    ----------
    engine : CostEngine
        Its game, and what it has learned.
    members : (n,) int32
        The heaviest first.
    state : int
        How many guesses were made before (see `CostEngine.search`).
    guess : int or None
        The first guess, if one is known to begin a cheapest strategy.
    go_on : callable
        Called now and then with 0.
    """
    own, terms = engine.matrix.own, engine.terms
    if guess is None:
        few = len(members) <= 2 or is_last(terms, state)  # noqa: PLR2004 - one after the other
        guess = int(own[members[0]]) if few else _best(engine, members, state, go_on)
    below = min(state + 1, len(terms.price) - 1)
    ended = is_last(terms, state)
    branches = [
        written(engine, part, below, None, go_on)
        for part in engine.parts(members, guess)
        if own[part[0]] != guess and not ended
    ]
    return Strategy(
        guess,
        members,
        tuple(branches),
        1 + max([branch.depth for branch in branches], default=0),
        len(members) + sum([branch.total for branch in branches]),
    )


def _best(engine: CostEngine, members: Indices, state: int, go_on: GoOn) -> int:
    lower, guess = engine.known(members, state)
    if guess >= 0:
        return guess
    # What it costs is often known, but not by which guess: then little else need be tried. But what
    # was exact may have given way to other sets in the table, and be known as a bound alone.
    for limit in (USELESS,) if lower is None else (lower + 1, USELESS):
        for stand in engine.search(members, state, limit):
            guess = stand.guess
            if not go_on(0):
                raise Stopped
        if guess >= 0:
            break
    return guess
