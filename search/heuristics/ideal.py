"""What a method would like best: for a few candidates, all ways to fall into classes can be listed.

A guess that leaves what is best of all that there can be need not be compared with others. So few
candidates are settled by looking at some guesses, most often at the candidates themselves.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from search.heuristics.heuristic import Heuristic, Ties
from search.heuristics.profiles import Integers, Profiles

#: Among so many candidates one is looked for that is ideal; for so many, it is among all guesses.
#: Where there are more, the ideal is rarely met, and looking for it is in vain.
MOST, MOST_ANY = 12, 4


class Ideal(NamedTuple):
    """The class sizes that a method likes best; see `search.kernels.heuristics.profiles.first_of`.

    Attributes
    ----------
    weights : (members + 1,) int64
        Collections of class sizes are known by the sum of the weights of the sizes.
    wanted : (2, collections) int64
        Those wanted of a guess that is no candidate, and of one that is; -1 fills the shorter row.
    any : bool
        Whether a guess that is no candidate may be ideal.
    """

    weights: Integers
    wanted: Integers
    any: bool


@lru_cache(maxsize=1024)
def ideal(method: Heuristic, members: int, classes: int) -> Ideal | None:
    """Return what a method would like best, or None if it takes more than a look to find it.

    Parameters
    ----------
    method : Heuristic
    members : int
        How many candidates there are, at least two.
    classes : int
        How many classes there are, empty ones included.
    """
    if members > MOST or not method.by or method.ties == Ties.random:
        return None
    ways = [way for way in falling(members, members) if len(way) <= classes]
    # A candidate sets itself apart from the others.
    listed = [(way, False) for way in ways] + [(way, True) for way in ways if way[-1] == 1]
    candidate = [own for _, own in listed]
    sizes = Profiles.of([way for way, _ in listed], candidate, classes)
    best = [listed[place] for place in np.flatnonzero(method.best(sizes))]
    if any(len(way) == 1 for way, _ in best):
        # A guess that teaches nothing is as good: it would be made before.
        return None
    if method.ties == Ties.possible and any(own for _, own in best):
        best = [(way, own) for way, own in best if own]
    others = any(not own for _, own in best)
    if others and members > MOST_ANY:
        return None
    # Places of a number to a base that no digit reaches: the digits count the sizes.
    weights = np.array([0, *((members + 1) ** size for size in range(members))], np.int64)
    wanted = np.full((2, len(best)), -1, np.int64)
    for place, (way, own) in enumerate(best):
        wanted[int(own), place] = weights[list(way)].sum()
    return Ideal(weights, wanted, others)


def falling(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write a number as a sum of numbers up to ``most``, the largest first.

    Examples
    --------
    >>> list(falling(4, 3))
    [(3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    """
    if total == 0:
        yield ()
    for size in range(min(total, most), 0, -1):
        for rest in falling(total - size, size):
            yield (size, *rest)
