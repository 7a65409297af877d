"""Comparing the values of several guesses: exactly, where they are rational.

The order in which floating-point numbers are added decides ties that are none. So integers are
compared as integers, quotients as fractions, vectors place by place; only what is irrational is
compared as numbers, with a tolerance.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from search.heuristics.profiles import Floats, Integers, Profiles

#: Irrational values count as equal when they differ by no more than this, or by no more than this
#: part of the best one if that is above 1. Sums of some hundred terms err by less.
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
    """The vectors of the guesses, sorted from the largest component down, compared from there.

    Parameters
    ----------
    sizes : Profiles
    """

    sizes: Profiles


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
        return _best_vectors(values.sizes, highest=highest)
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


def _best_vectors(sizes: Profiles, *, highest: bool) -> NDArray[np.bool_]:
    """Compare the largest classes, then how many there are, then the next smaller ones, and so on.

    A class of size t stands t times in the vector, so this is the order of the vectors themselves:
    where they first differ, the one has a smaller class, or fewer of the same size.
    """
    pick = np.max if highest else np.min
    left = np.arange(len(sizes))
    place = 0
    # All have the same sum: as long as they are equal, none ends before another.
    while len(left) > 1 and place < sizes.length[left[0]]:
        for runs in (sizes.size, sizes.times):
            here = runs[sizes.start[left] + place]
            left = left[here == pick(here)]
        place += 1
    chosen = np.zeros(len(sizes), bool)
    chosen[left] = True
    return chosen


def plain(values: Values) -> list[int] | list[float] | list[Fraction] | list[tuple[int, ...]]:
    """Return the values as Python objects that compare as `best` does, to sort by and to print.

    Examples
    --------
    >>> plain(Vectors(Profiles.of([[2, 1], [3]])))
    [(2, 2, 1), (3, 3, 3)]
    """
    if isinstance(values, Vectors):
        sizes = values.sizes
        return [
            tuple(np.repeat(size := np.array(sizes.plain(g)), size).tolist())
            for g in range(len(sizes))
        ]
    if isinstance(values, Ratios):
        pairs = zip(values.over.tolist(), values.under.tolist(), strict=True)
        return [Fraction(over, under) for over, under in pairs]
    numbers: list[int] | list[float] = values.tolist()
    return numbers
