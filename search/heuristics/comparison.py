"""Comparing the values of guesses: exactly where they are rational.

Rounding would break ties. So integers are compared as integers, quotients as fractions, vectors
component by component; only irrational values are compared with a tolerance.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from search.heuristics.profiles import Floats, Integers, Profiles

#: Irrational values are equal if they differ by no more than this, or this part of a best value
#: above 1. Sums of some hundred terms err by less.
TOLERANCE = 1e-12


@dataclass(frozen=True, eq=False)
class Ratios:
    """Quotients of integers, one for each guess.

    Parameters
    ----------
    over, under : (guesses,) int64
        Numerators and positive denominators.
    """

    over: Integers
    under: Integers


@dataclass(frozen=True, eq=False)
class Vectors:
    """The vectors of the guesses, each sorted from its largest component down.

    The vector of a guess has a component for each candidate: the size t of its class. So a class of
    size t stands there t times.

    Parameters
    ----------
    profiles : Profiles
    """

    profiles: Profiles


Values: TypeAlias = Integers | Floats | Ratios | Vectors


def best(values: Values, *, highest: bool) -> NDArray[np.bool_]:
    """Tell which guesses have the best value.

    Parameters
    ----------
    values : Values
        One for each guess, at least one.
    highest : bool
        Whether the best is the highest or the lowest.

    Returns
    -------
    (guesses,) bool

    Examples
    --------
    >>> best(np.array([3, 1, 1]), highest=False)
    array([False,  True,  True])
    >>> best(Ratios(np.array([1, 2, 1]), np.array([3, 6, 4])), highest=True)
    array([ True,  True, False])
    """
    if isinstance(values, Vectors):
        return _best_vectors(values.profiles, highest=highest)
    if isinstance(values, Ratios):
        rough = values.over / values.under
        among = np.flatnonzero(best(rough, highest=highest))
        exact = [Fraction(int(values.over[g]), int(values.under[g])) for g in among]
        first = max(exact) if highest else min(exact)
        chosen = np.zeros(len(rough), bool)
        chosen[among] = [value == first for value in exact]
        return chosen
    top = values.max() if highest else values.min()
    slack = 0 if values.dtype.kind == "i" else TOLERANCE * max(1.0, abs(float(top)))
    near: NDArray[np.bool_] = np.abs(values - top) <= slack
    return near


def _best_vectors(profiles: Profiles, *, highest: bool) -> NDArray[np.bool_]:
    """Compare the largest size, then how many classes have it, then the next size, and so on.

    That is the order of the vectors: where two first differ, one has a smaller class, or fewer.
    """
    pick = np.max if highest else np.min
    left = np.arange(len(profiles))
    place = 0
    # All have the same sum: as long as they are equal, none ends before another.
    while len(left) > 1 and place < profiles.length[left[0]]:
        for runs in (profiles.size, profiles.times):
            here = runs[profiles.start[left] + place]
            left = left[here == pick(here)]
        place += 1
    chosen = np.zeros(len(profiles), bool)
    chosen[left] = True
    return chosen


def plain(values: Values) -> list[int] | list[float] | list[Fraction] | list[tuple[int, ...]]:
    """Return the values as Python numbers, fractions or tuples; exact ones compare as in `best`.

    Examples
    --------
    >>> plain(Vectors(Profiles.of([[2, 1], [3]])))
    [(2, 2, 1), (3, 3, 3)]
    """
    if isinstance(values, Vectors):
        each = (np.array(values.profiles.plain(g)) for g in range(len(values.profiles)))
        return [tuple(np.repeat(sizes, sizes).tolist()) for sizes in each]
    if isinstance(values, Ratios):
        pairs = zip(values.over.tolist(), values.under.tolist(), strict=True)
        return [Fraction(over, under) for over, under in pairs]
    numbers: list[int] | list[float] = values.tolist()
    return numbers
