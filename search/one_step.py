"""Playing a one-step strategy against every secret."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from search.limits import Stopped
from search.matrix import FeedbackMatrix, Indices
from search.methods import Method, Ties
from search.weigh import Weigh


def tries(
    matrix: FeedbackMatrix,
    method: Method,
    *,
    first: int | None = None,
    seed: int = 0,
    watch: Callable[[int], bool] | None = None,
) -> NDArray[np.int32]:
    """Return the number of guesses that a one-step strategy takes for each secret.

    A guess that can teach nothing is made if the method prefers it; but none is made twice.

    Parameters
    ----------
    matrix : FeedbackMatrix
        Guesses in the order in which ties are broken.
    method : Method
    first : int, optional
        The first guess; by default the method chooses it.
    seed : int
        What the lots of `Ties.random` are drawn from.
    watch : callable, optional
        Called now and then with the number of secrets found; returns whether to go on.

    Returns
    -------
    (secrets,) int32

    Raises
    ------
    Stopped
        If ``watch`` returned False.
    """
    return Play(matrix, method, seed).run(first, watch)


class Play:
    """A one-step strategy at play. Parameters as of `tries`."""

    def __init__(self, matrix: FeedbackMatrix, method: Method, seed: int = 0) -> None:
        self.matrix = matrix
        self.method = method
        self.lots = np.random.default_rng(seed)
        self.weigh = Weigh(matrix)

    def run(self, first: int | None, watch: Callable[[int], bool] | None) -> NDArray[np.int32]:
        """Play against every secret."""
        own = self.matrix.own
        taken = np.zeros(self.matrix.secrets, np.int32)
        every = np.arange(self.matrix.secrets, dtype=np.int32)
        # What is still to be played: a set, and the guesses made so far.
        waiting: list[tuple[Indices, tuple[int, ...]]] = [(every, ())]
        found = 0
        while waiting:
            members, made = waiting.pop()
            if len(members) == 1:
                # A sole candidate is proposed, whatever the method.
                taken[members] = len(made) + 1
                found += 1
                continue
            if watch is not None and not watch(found):
                raise Stopped
            if first is not None and not made:
                made = (first,)
            else:
                made = (*made, *self.choose(members, made))
            for part in self.weigh.classes(made[-1], members):
                if own[part[0]] == made[-1]:
                    taken[part] = len(made)
                    found += 1
                else:
                    waiting.append((part, made))
        return taken

    def choose(self, members: Indices, made: tuple[int, ...]) -> list[int]:
        """Return what to propose next, up to the first guess that teaches something.

        Parameters
        ----------
        members : (n,) int32
            The candidates, at least two.
        made : tuple of int
            The guesses made so far.
        """
        method = self.method
        if not method.by:
            own = self.matrix.own[members]
            return [int(self.lots.choice(own) if method.ties == Ties.random else own.min())]
        kind_of, sizes = self.weigh.kinds(members, made)
        useless = sizes.classes == 1
        chosen: list[int] = []
        left = np.arange(len(sizes))
        while True:
            among = sizes if len(left) == len(sizes) else sizes.only(left)
            tied = left[method.best(among)]
            if method.ties != Ties.alphabetical and sizes.candidate[tied].any():
                tied = tied[sizes.candidate[tied]]
            wanted = np.zeros(len(sizes) + 1, bool)
            wanted[tied] = True
            guesses = np.flatnonzero(wanted[kind_of])
            if method.ties == Ties.random:
                self.lots.shuffle(guesses)
            teaches = ~useless[kind_of[guesses]]
            if teaches.any():
                return [*chosen, *guesses[: int(teaches.argmax()) + 1].tolist()]
            # All of them are proposed in vain, and then the next best has its turn.
            chosen.extend(guesses.tolist())
            left = left[~wanted[left]]
