"""Lower bounds on the costs of first guesses, raised class by class.

Depth-first search proves little about a large game before it ends: it looks for the exact cost of
one class after the other. Here the first guess of least lower bound is raised in small steps, in
the class that took the least work so far. A step of a class is doubled when it is proven, and
halved when it takes too long.
"""

from collections import defaultdict

from emi.search.kernels.core.partition import USELESS
from emi.search.model.matrix import Indices
from emi.search.solve.cost.engine import CostEngine

#: The least pairs of member and guess that the search for a class examines at a time: about 0.1 s.
STEP_PAIRS = 300_000_000
#: The first step of a class, as a share of the members. In Logik, the bounds of large classes rise
#: by 150 to 400 in a second or two each, and every step opens the game anew, in 0.04 s.
FIRST_STEP = 256


class Climb:
    """Raises the lower bounds of first guesses: ``bounds``, by guess.

    Parameters
    ----------
    engine : CostEngine
    members : (n,) int32
        At least three, the heaviest first.
    bounds : dict of int to int
        A lower bound of each first guess worth trying.
    """

    def __init__(self, engine: CostEngine, members: Indices, bounds: dict[int, int]) -> None:
        self.engine, self.members, self.bounds = engine, members, bounds
        #: The work on each class of a guess, in pairs, and the next step of its bound.
        self.work, self.steps = defaultdict[tuple[int, int], int](int), dict[tuple[int, int], int]()

    def lower(self, limit: int) -> int:
        """Return the least bound, at most the limit."""
        return min([*self.bounds.values(), limit])

    def step(self) -> tuple[int, bool]:
        """Raise the least bound; return its guess, and whether it is the exact cost."""
        engine = self.engine
        guess = min(self.bounds, key=self.bounds.__getitem__)
        engine.search(self.members, 0, USELESS, guess)
        bounded = engine.bound_classes()
        if bounded is None:
            return guess, False
        bound, classes = bounded
        self._raise(guess, bound)
        if not classes:
            return guess, True
        number = min(classes, key=lambda klass: self.work[guess, klass])
        key, before = (guess, number), engine.pairs
        step, done = self.steps.get(key, max(len(self.members) // FIRST_STEP, 1)), False
        engine.single_out(number, bound + step)
        for interim in engine.interims():
            done = interim.done
            if done or engine.pairs - before > STEP_PAIRS + self.work[key]:
                break
        if done:
            # The cost of a strategy holds for the class only.
            self._raise(guess, engine.refuted().get(guess, 0))
        self.steps[key] = 2 * step if done else max(step // 2, 1)
        self.work[key] += engine.pairs - before
        return guess, False

    def _raise(self, guess: int, bound: int) -> None:
        self.bounds[guess] = max(self.bounds[guess], bound)
