"""The least total number of guesses, and the least worst case among strategies of that total."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from search.model.candidates import Candidates
from search.model.cost_facts import CostFact
from search.model.costs import Costs
from search.model.limits import Limits, Stopped
from search.model.matrix import FeedbackMatrix
from search.solve.cost.engine import Keep
from search.solve.cost.search import CostProgress, CostSearch, Watch
from search.solve.cost.tree import written
from search.strategy.tree import Strategy


class ImpossibleError(ValueError):
    """No strategy keeps to the tries allowed."""


@dataclass(frozen=True)
class Average:
    """What is known of the least total number of guesses.

    Parameters
    ----------
    lower : int
    upper : int or None
        The total of a strategy, weighted; None if none is known that keeps to the tries allowed.
    guess : int
        The first guess of that strategy, or -1.
    strategy : Strategy or None
        A strategy of the least total, if that is proven.
    worst_proven : bool
        Whether no strategy of that total has a smaller worst case.
    at_worst : int or None
        How many secrets take that many guesses in the strategy.
    at_worst_proven : bool
        Whether no strategy of that total and worst case has fewer of them.
    nodes : int
        Sets and guesses examined.
    seconds : float
    """

    lower: int
    upper: int | None
    guess: int
    strategy: Strategy | None
    worst_proven: bool
    at_worst: int | None
    at_worst_proven: bool
    nodes: int
    seconds: float

    @property
    def proven(self) -> bool:
        """Whether the bounds of the total meet."""
        return self.lower == self.upper


def least_average(
    matrix: FeedbackMatrix,
    candidates: Candidates | None = None,
    *,
    max_tries: int | None = None,
    weights: NDArray[np.int64] | None = None,
    first: int | None = None,
    limits: Limits | None = None,
    facts: Iterable[CostFact] = (),
    keep: Keep | None = None,
    watch: Watch | None = None,
    ties: bool = True,
) -> Average:
    """Find the least total number of guesses for all candidates, and a strategy of that total.

    Among the strategies of the least total those of the smallest worst case are wanted, and among
    these one with the fewest secrets that take so many guesses.

    Parameters
    ----------
    max_tries : int, optional
        The most guesses that any candidate may take.
    ties : bool
        Whether ties are broken; otherwise the strategy is any of the least total.

    Other parameters are as of `search.solve.cost.search.least_cost`.

    Raises
    ------
    ImpossibleError
        If no strategy keeps to ``max_tries``, with the first guess if one is given.
    """
    began = time.monotonic()
    limits = limits or Limits()
    costs = Costs.average() if max_tries is None else Costs.within(max_tries)
    search = CostSearch(
        matrix,
        costs,
        candidates,
        weights=weights,
        first=first,
        limits=limits,
        keep=keep,
        watch=watch,
    )
    found = search.run(facts)
    nodes = found.nodes
    if found.upper is None and found.lower >= search.forbidden:
        msg = f"no strategy finds {len(search.members)} secrets within {max_tries} guesses"
        raise ImpossibleError(msg)
    # Before other questions are put to the engine.
    least = search.refuted()

    def left() -> Limits:
        seconds = limits.seconds - (time.monotonic() - began)
        return Limits(max(seconds, 1e-9), max(limits.nodes - nodes, 1))

    def go_on(_: int) -> bool:
        seconds = time.monotonic() - began
        if seconds >= limits.seconds:
            return False
        progress = CostProgress(found.lower, found.upper, nodes, seconds)
        return watch is None or watch(progress)

    strategy = None
    proven = False
    if found.proven and found.upper is not None:
        try:
            strategy = written(search.engine, search.members, 0, found.guess, go_on)
            # Another weight would stand for another number of secrets.
            while ties and search.engine.terms.equal and not proven:
                rarely = _rarely(search, strategy, least, left(), None if watch is None else go_on)
                less = rarely.run()
                nodes += less.nodes
                if not less.proven or less.upper is None:
                    break
                if rarely.improved:
                    strategy = written(rarely.engine, rarely.members, 0, less.guess, go_on)
                proven = less.upper > (matrix.secrets + 1) * found.upper
        except Stopped:
            pass
    at_worst = None if strategy is None else at_depth(strategy, strategy.depth)
    seconds = time.monotonic() - began
    return Average(
        found.lower,
        found.upper,
        found.guess if strategy is None else strategy.guess,
        strategy,
        proven,
        at_worst,
        proven,
        nodes,
        seconds,
    )


def _rarely(
    search: CostSearch,
    strategy: Strategy,
    least: dict[int, int],
    limits: Limits,
    go_on: Callable[[int], bool] | None,
) -> CostSearch:
    """Ask for a strategy of the same total that takes as many tries as seldom as can be.

    Parameters
    ----------
    search : CostSearch
        What found the total.
    strategy : Strategy
        Of that total; none that takes more tries is of interest.
    least : dict
        What first guesses cost at least that were given up.
    """
    scale = search.matrix.secrets + 1
    rarely = CostSearch(
        search.matrix,
        Costs.rarely(strategy.depth, scale),
        Candidates(search.members.tolist(), search.matrix.secrets),
        first=search.first,
        limits=limits,
        watch=None if go_on is None else lambda _: go_on(0),
    )
    # Where several secrets take more tries than are allowed, a bound is several times forbidden.
    most = rarely.forbidden
    rarely.known = {guess: min(scale * lower, most) for guess, lower in least.items()}
    rarely.upper = scale * strategy.total + at_depth(strategy, strategy.depth)
    rarely.guess = strategy.guess
    return rarely


def at_depth(strategy: Strategy, depth: int) -> int:
    """Return how many secrets are found by a guess of so many, counted from 1.

    A node names a secret if its guess is in no branch, and is one of its members.
    """
    count = 0
    level = [strategy]
    for _ in range(depth - 1):
        level = [branch for node in level for branch in node.branches]
    for node in level:
        below = sum(len(branch.members) for branch in node.branches)
        count += len(node.members) - below
    return count
