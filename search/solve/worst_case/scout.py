"""Search for a first guess after which greedy play settles nearly all classes.

In a large question, the search may spend long on a first guess whose worst class is just too hard.
After another guess, a greedy strategy may settle most classes, and a short search the few others.
(Not Pearl's SCOUT, which corresponds to the null window of `minimax`.)
"""

import numpy as np

from emi.search.kernels.common.partition import USELESS
from emi.search.model.limits import Stopped
from emi.search.model.matrix import Indices
from emi.search.solve.engine import Keys
from emi.search.solve.greedy import Greedy
from emi.search.solve.minimax import LEAST_DEPTH
from emi.search.solve.worst_case.engine import Engine, class_keys

#: Greedy play of this many members takes about as long as a node of the search.
SHARE = 16
#: After BATCH first guesses the BEST of them are searched.
BATCH, BEST = 64, 4


class Scout:
    """Tries the first guesses of one question by rising key, except `USELESS` ones.

    The engine keeps what it learns about classes; its session limits the work.
    """

    def __init__(self, engine: Engine, members: Indices, keys: Keys) -> None:
        self.engine = engine
        self.matrix = engine.matrix
        self.greedy = Greedy(engine.matrix, lambda: True)
        self.members = members
        order = np.argsort(keys, kind="stable")
        self.order = order[keys[order] != USELESS]
        self._begin(0)

    def _begin(self, depth: int) -> None:
        self.depth = depth
        self.tried = 0
        self.spent = 0.0
        self.fewest = len(self.members)
        self.hopeful: list[tuple[int, int, list[Indices]]] = []

    def probe(self, depth: int, nodes: float) -> int:
        """Return the first guess of a strategy of ``depth`` guesses, or -1 if none was found.

        Up to depth `LEAST_DEPTH` it returns -1: the search decides such questions quickly. It takes
        about as long as ``nodes`` nodes of the search; the next call continues from there.
        """
        if depth != self.depth:
            self._begin(depth)
        self.spent = 0.0
        if depth <= LEAST_DEPTH:
            return -1
        while self.spent < nodes and self.engine.session.go_on(depth):
            if self.tried < len(self.order):
                self._play(int(self.order[self.tried]), depth - 1)
                self.tried += 1
                if self.tried % BATCH and self.tried < len(self.order):
                    continue
            elif not self.hopeful:
                return -1
            for _, place, hard in sorted(self.hopeful, key=lambda each: each[:2])[:BEST]:
                if self._settled(hard, depth - 1, nodes / BEST):
                    return int(self.order[place])
            self.hopeful = []
        return -1

    def _play(self, guess: int, depth: int) -> None:
        """Record a guess with the classes that greedy play leaves unsettled, if these are few."""
        hard: list[Indices] = []
        # The smallest classes first: they show most quickly that a guess is hard.
        for klass in reversed(self.greedy.partitioner.classes(guess, self.members)):
            if len(klass) <= depth:
                continue
            if not self.greedy.finds(klass, depth):
                hard.append(klass)
            self.spent += len(klass) / SHARE
            if len(hard) > self.fewest + 1 or not self.engine.session.go_on(depth + 1):
                return
        self.fewest = min(self.fewest, len(hard))
        self.hopeful.append((len(hard), self.tried, hard))

    def _settled(self, hard: list[Indices], depth: int, nodes: float) -> bool:
        """Return whether a short search finds all the given classes within ``depth`` guesses."""
        for klass in map(np.sort, hard):
            try:
                keys, apart, _ = class_keys(self.matrix, klass, None, self.engine.session.go_on)
            except Stopped:
                return False
            if apart >= 0:
                continue
            before = self.engine.nodes
            found = self.engine.decide(klass, depth, keys, nodes=nodes)
            self.spent += self.engine.nodes - before
            if found is None or found < 0:
                return False
        return True
