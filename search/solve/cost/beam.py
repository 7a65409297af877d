"""Strategies that miss few, by looking at the best few guesses for each set.

Which are the best is told by their Sum. What such a strategy misses is an upper bound. As long as
there is time it is looked twice as wide.
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

#: Where three guesses are left so many times more are looked at: that is soon done.
MORE = 8
#: After so many guesses it is no longer asked which are equal by symmetry.
PLAYED = 3
#: Sets that are remembered.
SETS = 1 << 17

#: Pauses after each set; then what is missed of it.
Steps: TypeAlias = Generator[None, None, int]


class Beam:
    """Looks for strategies of one question about misses; ``found`` receives cost and first guess.

    Every guess is allowed; the first one may be given.
    """

    def __init__(
        self,
        engine: CostEngine,
        members: Indices,
        first: int | None,
        found: Callable[[int, int], None],
    ) -> None:
        self.matrix, self.symmetry, self.weights = engine.matrix, engine.symmetry, engine.weights
        self.equal, self.tries = engine.terms.equal, len(engine.terms.price) - 1
        self.members, self.first, self.found = members, first, found
        self.partitioner = Partitioner(self.matrix)
        self.symmetric = len(members) == self.matrix.secrets and len(self.symmetry.codes) > 0
        # By guesses left and set: what a strategy misses, how wide it was looked, and up to what
        # limit that is the least.
        self.known: dict[tuple[int, bytes], tuple[int, int, int]] = {}

    def widen(self) -> Generator[None, None, None]:
        """Look, twice as wide each time; pause after each set."""
        width, least = 1, USELESS
        while width < 2 * self.matrix.guesses and least > 0:
            least = yield from self._missed(self.members, (), least, width)
            width *= 2

    def _missed(self, members: Indices, played: tuple[int, ...], limit: int, width: int) -> Steps:
        """Return what a strategy misses of a set; the limit if none was found that misses less."""
        left = self.tries - len(played)
        if len(members) <= left:
            return 0
        if left == 1:
            weights = self.weights[members]
            return int(weights.sum() - weights.max())
        key = left, members.tobytes()
        known, wide, reach = self.known.get(key, (USELESS, 0, 0))
        if wide >= width and limit <= reach:
            return min(known, limit)
        guesses = None
        if self.symmetric and len(played) < PLAYED:
            guesses = firsts_of(self.symmetry, played).astype(np.int32)
        keys, apart, most = class_keys(self.matrix, members, guesses)
        yield
        if apart >= 0 and (played or self.first is None):
            return 0
        if left == 2 and self.equal and played:  # noqa: PLR2004 - of each class one is found
            return min(len(members) - most, limit)
        best = yield from self._tried(members, played, min(known, limit), width, keys)
        if len(self.known) >= SETS:
            self.known.clear()
        # What is known up to the limit alone is no more than that.
        reach = USELESS if best < limit or known <= limit else limit
        self.known[key] = min(best, known), width, reach
        return best

    def _tried(
        self, members: Indices, played: tuple[int, ...], best: int, width: int, keys: Keys
    ) -> Steps:
        """Return what strategies miss that begin with the best guesses, as `_missed` does."""
        for guess in self._best(keys, width, played):
            total = 0
            for part in self.partitioner.classes(guess, members):
                if total >= best:
                    break
                below = self._missed(part.copy(), (*played, guess), best - total, width)
                total += yield from below
            if total < best:
                best = total
                if not played:
                    self.found(best, guess)
            if best == 0:
                break
        return best

    def _best(self, keys: Keys, width: int, played: tuple[int, ...]) -> list[int]:
        """Return the guesses to be looked at: those of least Sum, or the first if it is given."""
        if self.first is not None and not played:
            return [self.first]
        few = width * (MORE if self.tries - len(played) <= 3 else 1)  # noqa: PLR2004
        order = np.argsort(keys, kind="stable")[:few]
        return [guess for guess in order.tolist() if keys[guess] != USELESS]
