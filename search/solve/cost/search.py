"""The least cost of a strategy: the average, the secrets missed, and both together."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from search.heuristics.heuristic import HEURISTICS
from search.heuristics.play import tries
from search.kernels.common.partition import USELESS
from search.kernels.cost.bounds import is_last
from search.model.candidates import Candidates
from search.model.cost_facts import CostFact
from search.model.costs import FORBIDDEN, Costs
from search.model.limits import Limits, Stopped
from search.model.matrix import FeedbackMatrix, Indices
from search.solve.cost.engine import CostEngine, Keep, Stand
from search.solve.worst_case.engine import class_keys

#: Seconds between two writings of what was found.
FLUSH = 2.0
#: Among fewer candidates no heuristic strategy is played first: the search finds better ones.
FEW = 100


@dataclass(frozen=True)
class CostProgress:
    """Where a search for the least cost stands.

    Parameters
    ----------
    lower : int
    upper : int or None
        None if no strategy is known.
    nodes : int
        Sets and guesses examined so far.
    seconds : float
    """

    lower: int
    upper: int | None
    nodes: int
    seconds: float

    def __str__(self) -> str:
        upper = "?" if self.upper is None else f"{self.upper:,}"
        return f"{self.lower:,}..{upper}, {self.nodes:,} nodes"


@dataclass(frozen=True)
class CostResult:
    """What a search for the least cost found.

    Parameters
    ----------
    lower : int
    upper : int or None
        What a strategy costs; None if none is known that costs what is allowed.
    guess : int
        The first guess of that strategy, or -1.
    nodes : int
        Sets and guesses examined.
    seconds : float
    """

    lower: int
    upper: int | None
    guess: int
    nodes: int
    seconds: float

    @property
    def proven(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper


#: Called now and then with the progress; the search stops when it returns False.
Watch = Callable[[CostProgress], bool]


def least_cost(
    matrix: FeedbackMatrix,
    costs: Costs,
    candidates: Candidates | None = None,
    *,
    weights: NDArray[np.int64] | None = None,
    first: int | None = None,
    limits: Limits | None = None,
    facts: Iterable[CostFact] = (),
    keep: Keep | None = None,
    watch: Watch | None = None,
    symmetric: bool = True,
) -> CostResult:
    """Find what the cheapest strategy costs.

    Parameters
    ----------
    matrix : FeedbackMatrix
        The game.
    costs : Costs
    candidates : Candidates, optional
        The secrets still possible; all of them by default. At least one.
    weights : (secrets,) int64, optional
        At least 1 each, all 1 by default.
    first : int, optional
        The first guess; by default the best.
    limits : Limits, optional
        When one is reached the bounds known by then are the answer.
    facts : iterable of CostFact, optional
        Bounds found before, of this game, these costs, weights and first guess.
    keep : callable, optional
        Receives bounds found on the way that took work, and in the end those of the question.
    watch : callable, optional
        Receives the progress about twenty times a second and returns whether to go on.
    symmetric : bool
        Whether guesses that are equal by the symmetry of the game are tried once.

    Returns
    -------
    CostResult

    Raises
    ------
    ValueError
        If the set of candidates is empty or is not one of this game.
    """
    search = CostSearch(
        matrix,
        costs,
        candidates,
        weights=weights,
        first=first,
        limits=limits,
        keep=keep,
        watch=watch,
        symmetric=symmetric,
    )
    return search.run(facts)


class CostSearch:
    """One question about the least cost. Parameters as of `least_cost`.

    Attributes
    ----------
    engine : CostEngine
        What answered the question, with all that it learned.
    members : (n,) int32
        The candidates, the heaviest first.
    lower : int
    upper : int or None
        What is known of the least cost. An upper bound may be set before the search.
    guess : int
        The first guess of a strategy of that cost, or -1.
    known : dict
        What first guesses cost at least. It may be added to before the search.
    improved : bool
        Whether a cheaper strategy than the one set was found.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        costs: Costs,
        candidates: Candidates | None = None,
        *,
        weights: NDArray[np.int64] | None = None,
        first: int | None = None,
        limits: Limits | None = None,
        keep: Keep | None = None,
        watch: Watch | None = None,
        symmetric: bool = True,
    ) -> None:
        candidates = Candidates.asked(candidates, matrix.secrets)
        self.began = time.monotonic()
        self.matrix = matrix
        self.costs = costs
        self.first = first
        self.limits = limits or Limits()
        self.keep = keep
        self.watch = watch
        self.engine = CostEngine(matrix, costs, weights, keep, symmetric=symmetric)
        self.weights = self.engine.weights
        self.members: Indices = self.engine.sorted(candidates.members)
        self.lower = 0
        self.upper: int | None = None
        self.guess = -1
        self.known: dict[int, int] = {}
        self.improved = False

    @property
    def forbidden(self) -> int:
        """What is not allowed costs at least so much."""
        if self.costs.miss != FORBIDDEN:
            return USELESS
        return self.costs.forbidden(int(self.weights.sum()))

    def run(self, facts: Iterable[CostFact] = ()) -> CostResult:
        """Search until the value is proven or a limit is reached."""
        for fact in facts:
            self._recall(fact)
        if self.lower != self.upper and self.lower < self.forbidden:
            self._search()
            if self.keep is not None:
                self.engine.flush()
                self.keep([CostFact(None, 0, self.lower, self.upper, self.guess)])
        seconds = time.monotonic() - self.began
        return CostResult(self.lower, self.upper, self.guess, self.engine.nodes, seconds)

    def refuted(self) -> dict[int, int]:
        """Return what first guesses cost at least that were given up."""
        return {**self.known, **self.engine.refuted()}

    def _recall(self, fact: CostFact) -> None:
        if fact.candidates is not None:
            self.engine.recall(fact)
        elif fact.upper is not None:
            self._found(fact.upper, fact.guess)
            self.lower = max(self.lower, fact.lower)
        elif fact.guess >= 0:
            self.known[fact.guess] = max(fact.lower, self.known.get(fact.guess, 0))
        else:
            self.lower = max(self.lower, fact.lower)

    def _found(self, cost: int, guess: int) -> None:
        """Take over a strategy if it is allowed, and the cheapest so far."""
        if cost < self.forbidden and (self.upper is None or cost < self.upper):
            self.upper, self.guess = cost, guess
            self.improved = True

    def _go_on(self) -> bool:
        seconds = time.monotonic() - self.began
        nodes = self.engine.nodes
        if seconds >= self.limits.seconds or nodes >= self.limits.nodes:
            return False
        progress = CostProgress(self.lower, self.upper, nodes, seconds)
        return self.watch is None or self.watch(progress)

    def _search(self) -> None:
        terms, n = self.engine.terms, len(self.members)
        if n <= 2 or is_last(terms, 0):  # noqa: PLR2004 - one is named after the other
            self._settle_few()
            return
        self._play()
        if not self._go_on():
            return
        flushed = time.monotonic()
        kept = 0
        limit = self.forbidden if self.upper is None else self.upper
        question = self.engine.search(
            self.members,
            limit=limit,
            first=self.first,
            lower=self.known,
            nodes=self.limits.nodes,
        )
        for stand in question:
            self._take(stand)
            if stand.done:
                return
            if time.monotonic() - flushed > FLUSH and self.keep is not None:
                self.engine.flush()
                kept = self._keep_refuted(kept)
                flushed = time.monotonic()
            if not self._go_on():
                self._keep_refuted(kept)
                return

    def _take(self, stand: Stand) -> None:
        if stand.guess >= 0:
            self._found(stand.upper, stand.guess)
        lower = stand.lower
        if self.upper is not None:
            lower = min(lower, self.upper)
        self.lower = max(self.lower, lower)

    def _keep_refuted(self, kept: int) -> int:
        """Keep what first guesses cost at least that were given up; returns how many there are."""
        refuted = list(self.engine.refuted().items())
        if self.keep is not None and len(refuted) > kept:
            self.keep([CostFact(None, 0, cost, None, guess) for guess, cost in refuted[kept:]])
        return len(refuted)

    def _settle_few(self) -> None:
        """Settle what needs no search: the heaviest is named first, if not told otherwise."""
        terms, own = self.engine.terms, self.matrix.own
        first = int(own[self.members[0]]) if self.first is None else self.first
        below = min(1, len(terms.price) - 1)
        cost = int(terms.price[0] * self.weights[self.members].sum())
        for part in self.engine.parts(self.members, first):
            if own[part[0]] != first:
                weights = self.weights[part]
                cost += int(terms.cost[below, 1] * weights[0])
                cost += int(terms.cost[below, 2] * weights[1:].sum())
        self._found(cost, first)
        self.lower = cost if self.upper is None else self.upper

    def _play(self) -> None:
        """Take strategies for a beginning: naming one by one, and that of least Sum."""
        own, of = self.matrix.own, self.costs.of
        n = len(self.members)
        if self.first is None:
            price = [of(i + 1) * int(w) for i, w in enumerate(self.weights[self.members])]
            self._found(sum(price), int(own[self.members[0]]))
        if n < FEW or n < self.matrix.secrets:
            return
        first = self.first
        if first is None:
            keys, guess, _ = class_keys(self.matrix, np.sort(self.members))
            first = guess if guess >= 0 else int(keys.argmin())
        try:
            taken = tries(
                self.matrix, HEURISTICS["Sum"], first=first, watch=lambda _: self._go_on()
            )
        except Stopped:
            return
        by_tries = [of(i) for i in range(int(taken.max()) + 1)]
        price = [by_tries[i] * int(w) for i, w in zip(taken, self.weights, strict=True)]
        self._found(sum(price), first)
