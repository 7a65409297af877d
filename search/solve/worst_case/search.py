"""The least number of guesses that surely finds every candidate, and a guess to begin with."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from search.kernels.worst_case.greedy import greedy_depth
from search.model.bounds import Bounds
from search.model.candidates import Candidates
from search.model.facts import Fact
from search.model.limits import Limits
from search.model.matrix import FeedbackMatrix, Indices
from search.model.partition import classes, splitting_space
from search.model.symmetry import orbits_of
from search.solve.worst_case.engine import Engine, Keep, Keys, class_keys
from search.solve.worst_case.scout import Scout

#: Looks at a guess (nodes times guesses) spent on the lower bound before the upper one's turn.
PATIENCE = 20_000_000
#: Times as many before the last refutation is interrupted to look for a strategy after all.
LAST = 64
#: Seconds between two writings of what was proven.
FLUSH = 2.0


@dataclass(frozen=True)
class Progress:
    """Where a search stands.

    Parameters
    ----------
    bounds : Bounds
    depth : int
        The number of guesses that is being tried; 0 before the first.
    nodes : int
        Sets examined so far.
    seconds : float
    """

    bounds: Bounds
    depth: int
    nodes: int
    seconds: float

    def __str__(self) -> str:
        trying = f"trying {self.depth}, " if self.depth else ""
        return f"{trying}{self.bounds}, {self.nodes:,} nodes"


@dataclass(frozen=True)
class Result:
    """What a search found.

    Parameters
    ----------
    bounds : Bounds
        Proven when they meet.
    guess : int
        A first guess of a strategy within ``bounds.upper``.
    nodes : int
        Sets examined.
    seconds : float
    """

    bounds: Bounds
    guess: int
    nodes: int
    seconds: float


#: Called now and then with the progress; the search stops when it returns False.
Watch = Callable[[Progress], bool]


def worst_case(
    matrix: FeedbackMatrix,
    candidates: Candidates | None = None,
    *,
    limits: Limits | None = None,
    facts: Iterable[Fact] = (),
    keep: Keep | None = None,
    watch: Watch | None = None,
    symmetric: bool = True,
) -> Result:
    """Find the least d such that some strategy finds every candidate within d guesses.

    Parameters
    ----------
    matrix : FeedbackMatrix
        The game.
    candidates : Candidates, optional
        The secrets still possible; all of them by default. At least one.
    limits : Limits, optional
        When one is reached the bounds known by then are the answer.
    facts : iterable of Fact, optional
        Bounds proven before, of this game; the search falls through what they settle.
    keep : callable, optional
        Receives the bounds proven on the way that took work, in batches, and in the end those of
        the question; when these are proven nothing else needs to be kept.
    watch : callable, optional
        Receives the progress about twenty times a second and returns whether to go on.
    symmetric : bool
        Whether guesses that are equal by the symmetry of the game are tried once.

    Returns
    -------
    Result

    Raises
    ------
    ValueError
        If the set of candidates is empty or is not one of this game, or if facts contradict each
        other.

    Notes ----- A null-window minimax is iterated on the depth, mostly from the lower bound upwards
    (``search.kernels.worst_case.search`` states its contract). The first upper bound is that of a
    greedy strategy, the first lower bound is counted: a guess leaves at most P classes to be found
    in d - 1 guesses and may itself be right, so d guesses find at most c(d) = 1 + P c(d - 1)
    secrets.
    """
    return Search(matrix, candidates, limits, keep, watch, symmetric=symmetric).run(facts)


class Search:
    """One question: its bounds, and who waits for them. Parameters as of `worst_case`.

    Attributes
    ----------
    engine : Engine or None
        What decided the question, with all that it learned; None if quick bounds settled it.
    keys : (guesses,) int64 or None
        The keys of the question (see `class_keys`); None if it was settled without them.
    """

    def __init__(
        self,
        matrix: FeedbackMatrix,
        candidates: Candidates | None = None,
        limits: Limits | None = None,
        keep: Keep | None = None,
        watch: Watch | None = None,
        *,
        symmetric: bool = True,
    ) -> None:
        candidates = Candidates.asked(candidates, matrix.secrets)
        self.began = time.monotonic()
        self.matrix = matrix
        self.candidates = candidates
        self.members: Indices = candidates.members
        self.limits = limits or Limits()
        self.keep = keep
        self.watch = watch
        self.symmetric = symmetric
        self.bounds = Bounds(1, len(candidates))
        self.guess = int(matrix.own[self.members[0]])
        self.nodes = 0
        self.stopped = False
        self.engine: Engine | None = None
        self.keys: Keys | None = None
        self.flushed = self.began

    def run(self, facts: Iterable[Fact] = ()) -> Result:
        """Search until the value is proven or a limit is reached."""
        others = [fact for fact in facts if not self._settles(fact)]
        if not self.bounds.proven:
            self._search(others)
            if self.keep is not None:
                self.keep([Fact(self.candidates, self.bounds, self.guess)])
        return Result(self.bounds, self.guess, self.nodes, time.monotonic() - self.began)

    def _settles(self, fact: Fact) -> bool:
        """Take over the bounds of a fact about the question itself."""
        if fact.candidates != self.candidates:
            return False
        # An upper bound is of use only with a guess that reaches it.
        upper = fact.bounds.upper if fact.guess >= 0 else len(self.members)
        if fact.guess >= 0 and upper <= self.bounds.upper:
            self.guess = fact.guess
        self.bounds = self.bounds.tightened(fact.bounds.lower, upper)
        return True

    def _tighten(self, lower: int, upper: int, guess: int) -> None:
        if upper < self.bounds.upper:
            self.guess = guess
        self.bounds = self.bounds.tightened(lower, upper)

    def _go_on(self, depth: int = 0) -> bool:
        seconds = time.monotonic() - self.began
        if seconds >= self.limits.seconds or self.nodes >= self.limits.nodes:
            self.stopped = True
        elif self.watch is not None and not self.stopped:
            self.stopped = not self.watch(Progress(self.bounds, depth, self.nodes, seconds))
        return not self.stopped

    def _search(self, facts: Iterable[Fact]) -> None:
        n = len(self.members)
        if n <= 2:  # noqa: PLR2004 - a guess each, and no guess can do better
            self._tighten(n, n, self.guess)
            return
        first = orbits_of(self.matrix.symmetry) if self.symmetric else self.members[:0]
        guesses = np.unique(first) if len(first) > 0 and n == self.matrix.secrets else None
        keys, guess, most = class_keys(self.matrix, self.members, guesses)
        if guess >= 0:
            self._tighten(2, 2, guess)
            return
        self.keys = keys
        lower, reach = 2, 1 + most
        while reach < n:
            lower, reach = lower + 1, 1 + most * reach
        self._tighten(max(lower, 3), n, self.guess)
        self._greedy(int(keys.argmin()))
        if self.bounds.proven or not self._go_on():
            return
        self.engine = Engine(self.matrix, self.bounds.upper, self.keep, symmetric=self.symmetric)
        for fact in facts:
            self.engine.recall(fact)
        self._iterate(self.engine, keys)
        if not self.bounds.proven:
            self.engine.flush()

    def _greedy(self, first: int) -> None:
        """Take the worst case of a greedy strategy for an upper bound."""
        matrix, scratch = self.matrix, splitting_space(self.matrix)
        most = len(self.members)
        upper = greedy_depth(
            matrix.rows, matrix.own, first, False, most, self.members.copy(), scratch
        )
        self._tighten(self.bounds.lower, int(upper), first)

    def _greedy_wide(self, first: int) -> None:
        """Look for a better one among all guesses, class by class as it takes a while."""
        matrix, scratch = self.matrix, splitting_space(self.matrix)
        upper = 1
        for part in classes(matrix.rows[first], self.members, *scratch):
            if not self._go_on() or upper >= self.bounds.upper:
                return
            if len(part) > 1:
                most = self.bounds.upper - 2
                below = greedy_depth(matrix.rows, matrix.own, -1, True, most, part.copy(), scratch)
                upper = max(upper, 1 + int(below))
            elif matrix.own[part[0]] != first:
                upper = max(upper, 2)
        self._tighten(self.bounds.lower, upper, first)

    def _iterate(self, engine: Engine, keys: Keys) -> None:
        """Raise the lower bound until it meets the upper one, or a limit is reached.

        Refuting is dear and finding a strategy is cheap. So when the lower bound does not move
        within `PATIENCE` nodes, the upper one is brought down as far as it will go before more time
        is spent on the last, dearest refutation. What was learned in an attempt is not lost. A
        strategy that the search does not come upon may be found by looking at many first guesses.
        """
        patience = first = max(1, PATIENCE // self.matrix.guesses)
        last = LAST * first
        scout = Scout(self.matrix, self.members, keys)
        while not self.bounds.proven and self._go_on():
            lower, upper = self.bounds.lower, self.bounds.upper
            if upper - lower == 1:
                if not self._attempt(engine, lower, keys, last):
                    self._scout(engine, scout, lower, last)
                    last *= 4
            elif not self._attempt(engine, lower, keys, patience):
                if patience == first:
                    self._greedy_wide(int(keys.argmin()))
                lower, upper = self.bounds.lower, self.bounds.upper
                if upper - lower > 1 and not self._attempt(engine, upper - 1, keys, patience):
                    if patience > first:
                        self._scout(engine, scout, upper - 1, patience)
                    patience *= 4

    def _scout(self, engine: Engine, scout: Scout, depth: int, patience: float) -> None:
        """Look for a first guess with which ``depth`` guesses suffice."""
        guess = scout.look(
            engine, depth, min(patience, self.limits.nodes - self.nodes), self._go_on
        )
        self.nodes = engine.nodes
        if guess >= 0:
            self._tighten(self.bounds.lower, depth, guess)

    def _attempt(self, engine: Engine, depth: int, keys: Keys, patience: float) -> bool:
        """Decide whether ``depth`` guesses suffice; returns False if it took too many nodes."""
        nodes = min(patience, self.limits.nodes - self.nodes)

        def go_on(depth: int) -> bool:
            self.nodes = engine.nodes
            if time.monotonic() - self.flushed > FLUSH:
                engine.flush()
                self.flushed = time.monotonic()
            return self._go_on(depth)

        guess = engine.decide(self.members, depth, keys, nodes=nodes, go_on=go_on)
        self.nodes = engine.nodes
        if guess is None:
            return False
        if guess >= 0:
            self._tighten(self.bounds.lower, depth, guess)
        else:
            self._tighten(depth + 1, self.bounds.upper, self.guess)
        return True
