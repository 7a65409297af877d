"""The ideal profiles of a heuristic: those that nothing can beat.

The profiles of a few candidates can all be listed. A guess that has the best of them need not be
compared with others, so a few candidates are settled by a look at some guesses.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from search.heuristics.heuristic import Heuristic, Ties
from search.heuristics.profiles import Integers, Profiles

#: With at most MOST candidates an ideal guess is searched among them, with at most MOST_ANY among
#: all guesses. With more candidates the ideal is rarely attained.
MOST, MOST_ANY = 12, 4


class Ideal(NamedTuple):
    """The ideal profiles, as `search.kernels.heuristics.profiles.first_of` takes them.

    Attributes
    ----------
    weights : (members + 1,) int64
        A profile is known by the sum of the weights of its sizes.
    wanted : (2, profiles) int64
        The profiles wanted of a guess that is no candidate, and of one that is; -1 fills the
        shorter row.
    any : bool
        Whether a guess that is no candidate may be ideal.
    """

    weights: Integers
    wanted: Integers
    any: bool


@lru_cache(maxsize=1024)
def ideal(heuristic: Heuristic, members: int, classes: int) -> Ideal | None:
    """Return the ideal profiles of 2 or more ``members`` in at most ``classes`` classes.

    None if guesses have to be compared.
    """
    if members > MOST or not heuristic.by or heuristic.ties == Ties.random:
        return None
    ways = [way for way in falling(members, members) if len(way) <= classes]
    # A candidate sets itself apart from the others.
    listed = [(way, False) for way in ways] + [(way, True) for way in ways if way[-1] == 1]
    profiles = Profiles.of([way for way, _ in listed], [own for _, own in listed], classes)
    best = [listed[place] for place in np.flatnonzero(heuristic.best(profiles))]
    if any(len(way) == 1 for way, _ in best):
        # A guess that teaches nothing is as good: it would be made before.
        return None
    if heuristic.ties == Ties.possible and any(own for _, own in best):
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
