"""A greedy opponent, which keeps the most candidates possible, as Absurdle does.

This opponent is weaker than that of the worst case, which looks ahead. The question is how few
guesses beat it. Among several largest classes, it leaves the worst or the best for the player;
every other tie-break lies between these two.
"""

from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from emi.search.heuristics.profiler import Profiler
from emi.search.kernels.core.restriction import leave
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix, Indices
from emi.search.model.restriction import Restriction


class Duel(NamedTuple):
    """The fewest guesses that beat a greedy opponent, and one way to do so."""

    bounds: Bounds
    #: The guesses, ending with the secret, each with the candidates left by the feedback; empty if
    #: the bounds do not meet.
    way: tuple[tuple[int, Indices], ...]


class _At(NamedTuple):
    """A position: the candidates, and in hard play the guesses still allowed."""

    members: Indices
    allowed: Indices | None = None

    @property
    def key(self) -> bytes:
        if self.allowed is None:
            return self.members.tobytes()
        return self.members.tobytes() + blake2b(self.allowed.tobytes(), digest_size=16).digest()


class _Entry(NamedTuple):
    """The results for one position.

    ``refuted`` guesses do not beat the opponent, ``beaten`` guesses do (0 if no such number is
    known), and ``guess`` begins a way to do so, or is -1.
    """

    refuted: int = 1
    beaten: int = 0
    guess: int = -1


def duel(
    matrix: FeedbackMatrix,
    restriction: Restriction | None = None,
    *,
    kind: bool = False,
    go_on: Callable[[], bool] = lambda: True,
) -> Duel:
    """Return bounds on the fewest guesses that beat a greedy opponent, and a way to do so.

    Parameters
    ----------
    matrix : FeedbackMatrix
    restriction : Restriction, optional
        The rule by which feedback restricts the guesses; by default every guess is allowed.
    kind : bool
        Whether the opponent leaves the best of several largest classes for the player rather than
        the worst.
    go_on : callable, optional
        Called repeatedly. If it returns False, the search stops with the bounds proven so far.
    """
    every = np.arange(matrix.secrets, dtype=np.int32)
    at = _At(every, None if restriction is None else restriction.allowed(matrix, every))
    search, depth = _Search(matrix, restriction, kind, go_on), 1
    try:
        while not search.beaten(at, depth):
            depth += 1
    except Stopped:
        return Duel(Bounds(depth, len(every)), ())
    return Duel(Bounds(depth, depth), tuple(search.way(at, depth)))


class _Search:
    def __init__(
        self,
        matrix: FeedbackMatrix,
        restriction: Restriction | None,
        kind: bool,
        go_on: Callable[[], bool],
    ) -> None:
        self.matrix, self.kind, self.go_on = matrix, kind, go_on
        self.restriction = None if restriction is None else restriction.arrays(matrix)
        self.profiler = Profiler(matrix)
        self.entries: dict[bytes, _Entry] = {}
        every = np.arange(matrix.secrets, dtype=np.int32)
        self.most = int(self.profiler.profiles(every)[1].classes.max())

    def beaten(self, at: _At, depth: int) -> bool:
        """Return whether ``depth`` guesses beat the opponent at a position.

        No guess makes more classes of a subset than of the whole set. So of n candidates, at least
        n / P remain after a guess, where P is the most classes that any guess makes.
        """
        members = at.members
        if len(members) == 1 or depth <= 1:
            return len(members) <= depth
        if len(members) > self.most ** (depth - 1):
            return False
        key = at.key
        bounds = self.entries.get(key, _Entry())
        if bounds.beaten and bounds.beaten <= depth:
            return True
        if bounds.refuted >= depth:
            return False
        if not self.go_on():
            raise Stopped
        profile_of, profiles = self.profiler.profiles(members)
        largest = profiles.size[profiles.start][profile_of]
        guesses = np.arange(len(largest)) if at.allowed is None else np.sort(at.allowed)
        for guess in guesses[np.argsort(largest[guesses], kind="stable")].tolist():
            if largest[guess] > self.most ** (depth - 2) or largest[guess] == len(members):
                break
            beaten = (self.beaten(klass, depth - 1) for klass in self.largest(at, guess))
            if (any if self.kind else all)(beaten):
                self.entries[key] = _Entry(bounds.refuted, depth, guess)
                return True
        self.entries[key] = bounds._replace(refuted=depth)
        return False

    def largest(self, at: _At, guess: int) -> Iterator[_At]:
        """Yield the positions that the opponent may leave after a guess.

        The opponent never confirms a guess while other feedback is possible.
        """
        own, rows = self.matrix.own, self.profiler.partitioner.rows
        classes = self.profiler.partitioner.classes(guess, at.members)
        for klass in classes:
            if len(klass) < len(classes[0]) or own[klass[0]] == guess:
                continue
            if at.allowed is None or len(klass) == 1:
                yield _At(klass)
                continue
            allowed = np.empty(self.matrix.guesses, np.int32)
            count = leave(self.restriction, rows, own, at.allowed, guess, klass, allowed)
            yield _At(klass, allowed[:count].copy())

    def way(self, at: _At, depth: int) -> Iterator[tuple[int, Indices]]:
        """Yield the guesses that beat the opponent, each with the candidates left after it.

        ``depth`` is the least number of guesses that do. The search has already decided each class
        that is examined here.
        """
        for left in range(depth - 1, 0, -1):
            guess = self.entries[at.key].guess
            # The opponent leaves a class that takes all of the other guesses.
            at = next(
                klass
                for klass in self.largest(at, guess)
                if self.beaten(klass, left) and not self.beaten(klass, left - 1)
            )
            yield guess, at.members
        yield int(self.matrix.own[at.members[0]]), at.members
