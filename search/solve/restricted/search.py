"""The worst case, and its strategy, when only candidates may be proposed."""

import math
import time
from collections.abc import Iterable
from itertools import count

import numpy as np

from search.kernels.restricted.members import reach
from search.model.candidates import Candidates
from search.model.facts import Fact
from search.model.limits import Limits, Stopped
from search.model.matrix import FeedbackMatrix, Indices
from search.model.partition import classes
from search.solve.restricted.engine import HardEngine
from search.solve.worst_case.engine import GoOn, Keep
from search.solve.worst_case.search import FLUSH, Progress, Result, Search, Watch
from search.strategy.tree import Strategy

#: Nodes spent on the lower bound before the upper one's turn.
PATIENCE = 1_000_000


def hard_worst_case(
    matrix: FeedbackMatrix,
    candidates: Candidates | None = None,
    *,
    limits: Limits | None = None,
    facts: Iterable[Fact] = (),
    keep: Keep | None = None,
    watch: Watch | None = None,
) -> Result:
    """Find the least d such that candidates proposed one after the other surely find the secret.

    Every guess must be a secret that is still possible. A part of the candidates may then need
    more guesses than all of them: it may lack the one that told the others apart.

    Parameters
    ----------
    matrix : FeedbackMatrix
        The game. Guesses that name no secret do not matter.
    candidates : Candidates, optional
        The secrets still possible; all of them by default. At least one.
    limits : Limits, optional
        When one is reached the bounds known by then are the answer.
    facts : iterable of Fact, optional
        Bounds proven before, of this game played this way; the search falls through what they
        settle. Those of `worst_case` are none of them.
    keep : callable, optional
        Receives the bounds proven on the way that took work, in batches, and in the end those of
        the question; when these are proven nothing else needs to be kept.
    watch : callable, optional
        Receives the progress about twenty times a second and returns whether to go on.

    Returns
    -------
    Result

    Raises
    ------
    ValueError
        If the set of candidates is empty or is not one of this game, or if facts contradict each
        other.

    Notes ----- As in `worst_case` a null-window minimax is iterated on the depth, between the upper
    bound of a greedy strategy and a lower bound that is counted
    (``search.kernels.restricted.search`` states its contract).
    """
    return HardSearch(matrix, candidates, limits, keep, watch).run(facts)


def hard_strategy(
    matrix: FeedbackMatrix,
    candidates: Candidates | None = None,
    *,
    facts: Iterable[Fact] = (),
    keep: Keep | None = None,
    watch: Watch | None = None,
) -> Strategy:
    """Write out a strategy that proposes only candidates and keeps to the worst case.

    Among the candidates that keep to the depth the one of least Sum is taken.

    Parameters
    ----------
    matrix, candidates, facts, keep, watch
        As of `hard_worst_case`.

    Returns
    -------
    Strategy
        Its depth is the value of the question.

    Raises
    ------
    ValueError
        As of `hard_worst_case`.
    Stopped
        If ``watch`` returned False.
    """
    search = HardSearch(matrix, candidates, None, keep, watch)
    result = search.run(facts)
    if not result.bounds.proven:
        raise Stopped
    worst = result.bounds.upper
    engine = search.hard or HardEngine(matrix, worst)

    def go_on(depth: int) -> bool:
        seconds = time.monotonic() - search.began
        return watch is None or watch(Progress(result.bounds, depth, engine.nodes, seconds))

    return _grow(engine, search.members, worst, go_on, result.guess)


class HardSearch(Search):
    """One question of `hard_worst_case`: its bounds, and who waits for them.

    Attributes
    ----------
    hard : HardEngine or None
        What decided the question, with all that it learned; None if no search was needed.
    """

    hard: HardEngine | None = None

    def _search(self, facts: Iterable[Fact]) -> None:
        n = len(self.members)
        if n <= 2:  # noqa: PLR2004 - one after the other
            self._tighten(n, n, self.guess)
            return
        engine = HardEngine(self.matrix, n, self.keep)
        keys, apart, most = engine.weigh(self.members)
        if apart >= 0:
            self._tighten(2, 2, int(self.matrix.own[apart]))
            return
        self._tighten(next(d for d in count(3) if reach(most, d, n) == n), n, self.guess)
        self._greedy(int(self.matrix.own[self.members[keys.argmin()]]))
        if self.bounds.proven or not self._go_on():
            return
        engine.depth = self.bounds.upper
        self.hard = engine
        for fact in facts:
            engine.recall(fact)
        self._deepen(engine)
        if not self.bounds.proven:
            engine.flush()

    def _deepen(self, engine: HardEngine) -> None:
        """Raise the lower bound until it meets the upper one, or a limit is reached.

        When a depth takes more than `PATIENCE` nodes, the upper bound has its turn, as in
        `worst_case`. What was learned in an attempt is not lost.
        """
        patience = PATIENCE
        while not self.bounds.proven and self._go_on():
            lower, upper = self.bounds.lower, self.bounds.upper
            if upper - lower == 1:
                self._try(engine, lower, math.inf)
            elif not self._try(engine, lower, patience) and not self._try(
                engine, upper - 1, patience
            ):
                patience *= 4

    def _try(self, engine: HardEngine, depth: int, patience: float) -> bool:
        """Decide whether ``depth`` guesses suffice; returns False if it took too many nodes."""

        def go_on(depth: int) -> bool:
            self.nodes = engine.nodes
            if time.monotonic() - self.flushed > FLUSH:
                engine.flush()
                self.flushed = time.monotonic()
            return self._go_on(depth)

        nodes = min(patience, self.limits.nodes - self.nodes)
        secret = engine.decide(self.members, depth, nodes=nodes, go_on=go_on)
        self.nodes = engine.nodes
        if secret is None:
            return False
        if secret >= 0:
            self._tighten(self.bounds.lower, depth, int(self.matrix.own[secret]))
        else:
            self._tighten(depth + 1, self.bounds.upper, self.guess)
        return True


def _grow(
    engine: HardEngine, members: Indices, depth: int, go_on: GoOn, guess: int | None = None
) -> Strategy:
    """Write out a strategy within ``depth`` guesses, at least the worst case of the set."""
    own, scratch = engine.matrix.own, engine.scratch
    if guess is None:
        guess = int(own[_choose(engine, members, depth, go_on)])
    branches = tuple(
        _grow(engine, part, depth - 1, go_on)
        for part in classes(engine.matrix.rows[guess], members, *scratch.space)
        if own[part[0]] != guess
    )
    return Strategy(
        guess,
        members,
        branches,
        1 + max((branch.depth for branch in branches), default=0),
        len(members) + sum(branch.total for branch in branches),
    )


def _choose(engine: HardEngine, members: Indices, depth: int, go_on: GoOn) -> int:
    """Return the member of least Sum that keeps to the depth."""
    if len(members) <= 2:  # noqa: PLR2004 - one after the other
        return int(members[0])
    keys, apart, _ = engine.weigh(members)
    if apart >= 0:
        return apart
    if len(members) <= depth:
        return int(members[np.argmin(keys)])
    secret = engine.decide(members, depth, go_on=go_on)
    if secret is None:
        raise Stopped
    return secret
