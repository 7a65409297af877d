"""Looking for a first guess after which little is left that a quick strategy does not settle.

Where a question is large, the search dwells on a first guess whose worst class is just too hard.
Another may leave next to nothing: a greedy strategy settles most of its classes, and a short search
the few that remain.
"""

import numpy as np

from search.kernels.common.partition import USELESS
from search.model.limits import Stopped
from search.model.matrix import Indices
from search.solve.engine import Keys
from search.solve.greedy import Greedy
from search.solve.minimax import LEAST_DEPTH
from search.solve.worst_case.engine import Engine, class_keys

#: A greedy strategy for so many members takes about as long as a node of the search.
SHARE = 16
#: After so many first guesses the best of them are gone into, so many.
BATCH, BEST = 64, 4


class Scout:
    """First guesses of one question, looked at in the order of their keys, but for `USELESS` ones.

    What the engine learns of classes is not lost; its session says how long to look.
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
        self.looked = 0
        self.spent = 0.0
        self.fewest = len(self.members)
        self.hopeful: list[tuple[int, int, list[Indices]]] = []

    def look(self, depth: int, nodes: float) -> int:
        """Return the first guess of a strategy of so many guesses, or -1 if none was found.

        Below 4 none is: that is soon decided by searching. It looks about as long as so many nodes
        of the search take; the next call goes on from there.
        """
        if depth != self.depth:
            self._begin(depth)
        self.spent = 0.0
        if depth <= LEAST_DEPTH:
            return -1
        while self.spent < nodes and self.engine.session.go_on(depth):
            if self.looked < len(self.order):
                self._weigh(int(self.order[self.looked]), depth - 1)
                self.looked += 1
                if self.looked % BATCH and self.looked < len(self.order):
                    continue
            elif not self.hopeful:
                return -1
            for _, place, hard in sorted(self.hopeful, key=lambda each: each[:2])[:BEST]:
                if self._settled(hard, depth - 1, nodes / BEST):
                    return int(self.order[place])
            self.hopeful = []
        return -1

    def _weigh(self, guess: int, depth: int) -> None:
        """Note the classes of a guess that greedy play does not settle, if they are few."""
        hard: list[Indices] = []
        # The smallest first: they are the quickest to be found hard.
        for part in reversed(self.greedy.partitioner.classes(guess, self.members)):
            if len(part) <= depth:
                continue
            if not self.greedy.finds(part, depth):
                hard.append(part)
            self.spent += len(part) / SHARE
            if len(hard) > self.fewest + 1 or not self.engine.session.go_on(depth + 1):
                return
        self.fewest = min(self.fewest, len(hard))
        self.hopeful.append((len(hard), self.looked, hard))

    def _settled(self, hard: list[Indices], depth: int, nodes: float) -> bool:
        """Tell whether a short search finds each of these classes within so many guesses."""
        for part in map(np.sort, hard):
            try:
                keys, apart, _ = class_keys(self.matrix, part, None, self.engine.session.go_on)
            except Stopped:
                return False
            if apart >= 0:
                continue
            before = self.engine.nodes
            found = self.engine.decide(part, depth, keys, nodes=nodes)
            self.spent += self.engine.nodes - before
            if found is None or found < 0:
                return False
        return True
