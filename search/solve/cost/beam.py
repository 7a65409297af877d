"""Strategies with few misses by beam search: the best few guesses for each set, by Sum.

The misses of such a strategy are an upper bound. The beam width doubles as long as time remains, as
in complete anytime beam search (Zhang, AAAI 1998).
"""

from collections.abc import Callable, Generator
from typing import TypeAlias

import numpy as np

from search.kernels.common.partition import USELESS
from search.model.matrix import Indices
from search.model.partition import Partitioner
from search.model.symmetry import firsts_of
from search.solve.cost.engine import CostEngine
from search.solve.engine import Keys
from search.solve.worst_case.engine import class_keys

#: The beam is wider by this factor with three guesses left, where search takes little time.
MORE = 8
#: The number of guesses after which symmetry is no longer used.
PLAYED = 3
#: The work of a set (see `Beam.work`): SET, plus 1 for each MEMBERS members.
SET, MEMBERS = 8, 16
#: The most sets remembered.
SETS = 1 << 17

#: A guess, and the plans of its classes unless they are quickly found again.
Plan: TypeAlias = tuple[int, dict[bytes, "Plan"]]
#: A generator that pauses after each set; it returns the misses and, if requested, the plan.
Steps: TypeAlias = Generator[None, None, tuple[int, Plan | None]]


def planned(members: Indices, plan: Plan) -> dict[bytes, int]:
    """Return the guess for each set that a strategy reaches, as far as recorded."""
    noted, waiting = dict[bytes, int](), [(members.tobytes(), plan)]
    while waiting:
        key, (noted[key], after) = waiting.pop()
        waiting += after.items()
    return noted


class Beam:
    """Searches for strategies with few misses; ``found`` receives cost and strategy.

    Every guess is allowed. The first guess may be prescribed.
    """

    def __init__(
        self,
        engine: CostEngine,
        members: Indices,
        first: int | None,
        found: Callable[[int, Plan], None],
    ) -> None:
        self.matrix, self.symmetry, self.weights = engine.matrix, engine.symmetry, engine.weights
        self.equal, self.tries = engine.prices.equal, len(engine.prices.price) - 1
        self.members, self.first, self.found = members, first, found
        #: The work so far, in nodes of an engine that takes about the same time.
        self.work = 0
        self.partitioner = Partitioner(self.matrix)
        self.symmetric = len(members) == self.matrix.secrets and len(self.symmetry.codes) > 0
        # By guesses left and set: the misses of the best strategy found, the beam width, the limit
        # below which that width finds nothing, and the strategy.
        self.known: dict[tuple[int, bytes], tuple[int, int, int, Plan | None]] = {}

    def widen(self) -> Generator[None, None, None]:
        """Search with a width that doubles each time; pause after each set."""
        width, least = 1, USELESS
        while width < 2 * self.matrix.guesses and least > 0:
            least, _ = yield from self._missed(self.members, (), least, width)
            width *= 2

    def _missed(self, members: Indices, played: tuple[int, ...], limit: int, width: int) -> Steps:
        """Return the misses of a strategy for a set; the limit if none better was found."""
        depth = self.tries - len(played)
        if len(members) <= depth:
            return 0, None
        if depth == 1:
            weights = self.weights[members]
            return int(weights.sum() - weights.max()), None
        key = depth, members.tobytes()
        known, wide, reach, plan = self.known.get(key, (USELESS, 0, 0, None))
        if wide >= width and limit <= reach:
            return min(known, limit), plan
        guesses = None
        if self.symmetric and len(played) < PLAYED:
            guesses = firsts_of(self.symmetry, played).astype(np.int32)
        keys, apart, most = class_keys(self.matrix, members, guesses)
        self.work += SET + len(members) // MEMBERS
        yield
        if apart >= 0 and (played or self.first is None):
            return 0, None
        if depth == 2 and self.equal and played:  # noqa: PLR2004 - of each class one is found
            return min(len(members) - most, limit), None
        best, better = yield from self._tried(members, played, min(known, limit), width, keys)
        if len(self.known) >= SETS:
            self.known.clear()
        # Finding no strategy below the limit gives no upper bound on the misses.
        reach = USELESS if better or known <= limit else limit
        known, plan = (best, better) if better else (known, plan)
        self.known[key] = known, width, reach, plan
        return best, plan

    def _tried(
        self, members: Indices, played: tuple[int, ...], best: int, width: int, keys: Keys
    ) -> Steps:
        """Return the misses of strategies that begin with the best guesses, as `_missed` does.

        The returned strategy misses less than the ``best`` so far; None if none was found.
        """
        better: Plan | None = None
        for guess in self._best(keys, width, played):
            total, after = 0, dict[bytes, Plan]()
            for klass in self.partitioner.classes(guess, members):
                if total >= best:
                    break
                below = self._missed(klass.copy(), (*played, guess), best - total, width)
                missed, plan = yield from below
                total += missed
                if plan is not None:
                    after[klass.tobytes()] = plan
            if total < best:
                best, better = total, (guess, after)
                if not played:
                    self.found(best, better)
            if best == 0:
                break
        return best, better

    def _best(self, keys: Keys, width: int, played: tuple[int, ...]) -> list[int]:
        """Return the guesses to try: those of least Sum, or the prescribed first guess."""
        if self.first is not None and not played:
            return [self.first]
        few = width * (MORE if self.tries - len(played) <= 3 else 1)  # noqa: PLR2004
        order = np.argsort(keys, kind="stable")[:few]
        return [guess for guess in order.tolist() if keys[guess] != USELESS]
