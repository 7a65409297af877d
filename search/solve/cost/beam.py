"""Strategies that miss few, by a beam search: the best few guesses for each set, by their Sum.

What such a strategy misses is an upper bound. As long as there is time the beam is made twice as
wide, as in complete anytime beam search (Zhang, AAAI 1998).
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

#: Factor by which the beam is wider when three guesses are left, which takes little time.
MORE = 8
#: Guesses after which symmetry is no longer used.
PLAYED = 3
#: Sets that are remembered.
SETS = 1 << 17

#: A guess, and what follows it in its classes, where that is not soon found again.
Plan: TypeAlias = tuple[int, dict[bytes, "Plan"]]
#: Pauses after each set; then what is missed of it, and by what strategy, if one was wanted.
Steps: TypeAlias = Generator[None, None, tuple[int, Plan | None]]


def planned(members: Indices, plan: Plan) -> dict[bytes, int]:
    """Return the guess for each set that a strategy comes to, as far as they are noted."""
    noted, waiting = dict[bytes, int](), [(members.tobytes(), plan)]
    while waiting:
        key, (noted[key], after) = waiting.pop()
        waiting += after.items()
    return noted


class Beam:
    """Looks for strategies of one question about misses; ``found`` receives cost and strategy.

    Every guess is allowed; the first one may be given.
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
        self.partitioner = Partitioner(self.matrix)
        self.symmetric = len(members) == self.matrix.secrets and len(self.symmetry.codes) > 0
        # By guesses left and set: what the best strategy misses that was found, how wide the
        # beam was, up to what limit there is none that misses less, and the strategy.
        self.known: dict[tuple[int, bytes], tuple[int, int, int, Plan | None]] = {}

    def widen(self) -> Generator[None, None, None]:
        """Search, twice as wide each time; pause after each set."""
        width, least = 1, USELESS
        while width < 2 * self.matrix.guesses and least > 0:
            least, _ = yield from self._missed(self.members, (), least, width)
            width *= 2

    def _missed(self, members: Indices, played: tuple[int, ...], limit: int, width: int) -> Steps:
        """Return what a strategy misses of a set; the limit if none was found that misses less."""
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
        yield
        if apart >= 0 and (played or self.first is None):
            return 0, None
        if depth == 2 and self.equal and played:  # noqa: PLR2004 - of each class one is found
            return min(len(members) - most, limit), None
        best, better = yield from self._tried(members, played, min(known, limit), width, keys)
        if len(self.known) >= SETS:
            self.known.clear()
        # That none was found that misses less than the limit says of no strategy what it misses.
        reach = USELESS if better or known <= limit else limit
        known, plan = (best, better) if better else (known, plan)
        self.known[key] = known, width, reach, plan
        return best, plan

    def _tried(
        self, members: Indices, played: tuple[int, ...], best: int, width: int, keys: Keys
    ) -> Steps:
        """Return what strategies miss that begin with the best guesses, as `_missed` does.

        The strategy is one that misses less than the ``best`` so far, None if none was found.
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
        """Return the guesses to be tried: those of least Sum, or the first if it is given."""
        if self.first is not None and not played:
            return [self.first]
        few = width * (MORE if self.tries - len(played) <= 3 else 1)  # noqa: PLR2004
        order = np.argsort(keys, kind="stable")[:few]
        return [guess for guess in order.tolist() if keys[guess] != USELESS]
