"""A greedy opponent, which keeps the most candidates possible, as Absurdle does.

This opponent is weaker than that of the worst case, which looks ahead. The question is how few
guesses beat it. Among several largest classes, it leaves the worst or the best for the player;
every other tie-break lies between these two.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from emi.search.heuristics.profiler import Profiler
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix, Indices


class Duel(NamedTuple):
    """The fewest guesses that beat a greedy opponent, and one way to do so."""

    bounds: Bounds
    #: The guesses, ending with the secret, each with the candidates left by the feedback; empty if
    #: the bounds do not meet.
    way: tuple[tuple[int, Indices], ...]


class _Known(NamedTuple):
    """For a set: guesses that do not suffice, guesses that suffice, and how."""

    refuted: int
    beaten: int
    guess: int
    kept: Indices


def duel(
    matrix: FeedbackMatrix, *, kind: bool = False, go_on: Callable[[], bool] = lambda: True
) -> Duel:
    """Find the least number of guesses that beat a greedy opponent.

    Parameters
    ----------
    matrix : FeedbackMatrix
    kind : bool
        Whether the opponent leaves the best of several largest classes for the player rather than
        the worst.
    go_on : callable, optional
        Called repeatedly. If it returns False, the search stops with the bounds proven so far.
    """
    search = _Search(matrix, kind, go_on)
    every = np.arange(matrix.secrets, dtype=np.int32)
    depth = 1
    try:
        while not search.beaten(every, depth):
            depth += 1
    except Stopped:
        return Duel(Bounds(depth, len(every)), ())
    way, members = [], every
    while len(members) > 1:
        known = search.known[members.tobytes()]
        members = known.kept
        way.append((known.guess, members))
    return Duel(Bounds(depth, depth), (*way, (int(matrix.own[members[0]]), members)))


class _Search:
    def __init__(self, matrix: FeedbackMatrix, kind: bool, go_on: Callable[[], bool]) -> None:
        self.matrix, self.kind, self.go_on = matrix, kind, go_on
        self.profiler = Profiler(matrix)
        self.known: dict[bytes, _Known] = {}
        every = np.arange(matrix.secrets, dtype=np.int32)
        self.most = int(self.profiler.profiles(every)[1].classes.max())

    def beaten(self, members: Indices, depth: int) -> bool:
        """Return whether ``depth`` guesses beat the opponent with these candidates.

        No guess makes more classes of a subset than of the whole set. So of n candidates, at least
        n / P remain after a guess, where P is the most classes that any guess makes.
        """
        if len(members) == 1 or depth == 1:
            return len(members) <= depth
        if len(members) > self.most ** (depth - 1):
            return False
        key = members.tobytes()
        known = self.known.get(key, _Known(1, 0, -1, members))
        if known.beaten and known.beaten <= depth:
            return True
        if known.refuted >= depth:
            return False
        if not self.go_on():
            raise Stopped
        profile_of, profiles = self.profiler.profiles(members)
        largest = profiles.size[profiles.start][profile_of]
        for guess in np.argsort(largest, kind="stable"):
            if largest[guess] > self.most ** (depth - 2) or largest[guess] == len(members):
                break
            kept = self._kept(members, int(guess), int(largest[guess]), depth - 1)
            if kept is not None:
                self.known[key] = _Known(known.refuted, depth, int(guess), kept)
                return True
        self.known[key] = known._replace(refuted=depth)
        return False

    def _kept(self, members: Indices, guess: int, largest: int, depth: int) -> Indices | None:
        """Return the class that the opponent keeps; None if ``depth`` guesses do not beat it."""
        own = self.matrix.own
        classes = self.profiler.partitioner.classes(guess, members)
        # The opponent never confirms a guess while other feedback is possible.
        equal = [one for one in classes if len(one) == largest and own[one[0]] != guess]
        hardest = None
        for one in equal:
            if self.beaten(one, depth):
                hardest = one
                if self.kind:
                    return one
            elif not self.kind:
                return None
        return hardest
