"""The ideal profiles of a heuristic: those that no other profile beats.

The profiles of a few candidates can all be listed. A guess with the best profile need not be
compared with others, so examining some guesses settles a few candidates.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from emi.search.heuristics.heuristic import Heuristic, Ties
from emi.search.heuristics.profiles import Integers, Profiles

#: With at most MOST candidates, search for an ideal guess among them; with at most MOST_ANY, among
#: all guesses. With more candidates, the ideal is rarely attained.
MOST, MOST_ANY = 12, 4


class Ideal(NamedTuple):
    """The ideal profiles in the form that `emi.search.kernels.heuristics.profiles.first_of` takes.

    Attributes
    ----------
    weights : (members + 1,) int64
        Weights of class sizes. A profile is identified by the sum of the weights of its sizes.
    wanted : (2, profiles) int64
        The ideal profiles of a guess that is not a candidate, and of a candidate; -1 pads the
        shorter row.
    any : bool
        Whether a guess that is not a candidate may be ideal.
    """

    weights: Integers
    wanted: Integers
    any: bool


@lru_cache(maxsize=1024)
def ideal(heuristic: Heuristic, members: int, classes: int) -> Ideal | None:
    """Return the ideal profiles of 2 or more ``members`` in at most ``classes`` classes.

    Return None if guesses must be compared.
    """
    if members > MOST or not heuristic.by or heuristic.ties == Ties.random:
        return None
    ways = [way for way in falling(members, members) if len(way) <= classes]
    # A candidate distinguishes itself from the others.
    listed = [(way, False) for way in ways] + [(way, True) for way in ways if way[-1] == 1]
    profiles = Profiles.of([way for way, _ in listed], [own for _, own in listed], classes)
    best = [listed[place] for place in np.flatnonzero(heuristic.best(profiles))]
    if any(len(way) == 1 for way, _ in best):
        # A guess without information is equally good, and would be chosen earlier.
        return None
    if heuristic.ties == Ties.possible and any(own for _, own in best):
        best = [(way, own) for way, own in best if own]
    others = any(not own for _, own in best)
    if others and members > MOST_ANY:
        return None
    # Powers of a base larger than any digit: the digits count the sizes.
    weights = np.array([0, *((members + 1) ** size for size in range(members))], np.int64)
    wanted = np.full((2, len(best)), -1, np.int64)
    for place, (way, own) in enumerate(best):
        wanted[int(own), place] = weights[list(way)].sum()
    return Ideal(weights, wanted, others)


def falling(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield all partitions of a number into parts up to ``most``, the largest first.

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
