"""Compare the values of guesses, exactly where they are rational.

Rounding would break ties. So this module compares integers as integers, quotients as fractions, and
vectors by component; only irrational values are compared with a tolerance.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from emi.search.heuristics.profiles import Floats, Integers, Profiles, Runs

#: Irrational values are equal if they differ by at most this, or by this fraction of a best value
#: above 1. Sums of some hundred terms have smaller errors.
TOLERANCE = 1e-12
#: Quotients of integers differ if their floating-point values differ by more than this fraction:
#: the error of each is less than a twentieth of it.
NEAR = 1e-14


@dataclass(frozen=True, eq=False)
class Ratios:
    """Quotients of integers, one for each guess; the denominators are positive."""

    over: Integers
    under: Integers


@dataclass(frozen=True, eq=False)
class Vectors:
    """The vectors of the guesses, each sorted from the largest component down.

    The vector of a guess has a component for each candidate: the size t of its class. So a class of
    size t contributes t components.
    """

    profiles: Profiles


Values: TypeAlias = Integers | Floats | Ratios | Vectors


def best(values: Values, *, highest: bool) -> NDArray[np.bool_]:
    """Return ``(guesses,)`` bool: whether each guess, of at least one, has the best value.

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
        chosen = best(values.over / values.under, highest=highest)
        exact = plain(Ratios(values.over[chosen], values.under[chosen]))
        chosen[chosen] = _of_objects(exact, highest=highest) == 0
        return chosen
    top = values.max() if highest else values.min()
    slack = 0 if values.dtype.kind == "i" else TOLERANCE * max(1.0, abs(float(top)))
    near: NDArray[np.bool_] = np.abs(values - top) <= slack
    return near


def _best_vectors(profiles: Profiles, *, highest: bool) -> NDArray[np.bool_]:
    """Return which guesses have the best vector, the lexicographically least or greatest.

    Compare the largest sizes, then the numbers of classes of that size, and so on.

    This is the order of the vectors: where two first differ, one has a smaller class or fewer
    classes.
    """
    pick = np.max if highest else np.min
    tied = np.arange(len(profiles))
    place = 0
    # All vectors have the same sum: as long as they are equal, none ends before another.
    while len(tied) > 1 and place < profiles.length[tied[0]]:
        for runs in (profiles.size, profiles.times):
            here = runs[profiles.start[tied] + place]
            tied = tied[here == pick(here)]
        place += 1
    chosen = np.zeros(len(profiles), bool)
    chosen[tied] = True
    return chosen


def places(values: Values, *, highest: bool) -> Integers:
    """Return ``(n,)`` int64: the rank of each value, 0 for those that `best` marks, then 1, ...

    There is at least one value.

    Examples
    --------
    >>> places(np.array([3, 1, 1]), highest=False)
    array([1, 0, 0])
    """
    if isinstance(values, Vectors):
        return _of_objects(plain(values), highest=highest)
    if isinstance(values, Ratios):
        return _of_ratios(values, highest=highest)
    if values.dtype.kind == "i":
        return _of_integers(values.astype(np.int64), highest=highest)
    return _of_floats(values.astype(np.float64), highest=highest)


def _of_integers(values: Integers, *, highest: bool) -> Integers:
    return np.unique(-values if highest else values, return_inverse=True)[1]


def _of_ratios(values: Ratios, *, highest: bool) -> Integers:
    """Return the rank of each quotient, compared exactly where floating-point values are near."""
    near = values.over / values.under
    order = np.argsort(near, kind="stable")
    gap = np.diff(near[order])
    apart = gap > NEAR * np.abs(near[order][1:])
    place = np.concatenate([[0], np.cumsum(apart)])[np.argsort(order)]
    unsure = np.flatnonzero(np.bincount(place)[place] > 1)
    if len(unsure):
        exact = plain(Ratios(values.over[unsure], values.under[unsure]))
        # Nearly equal quotients are neighbours: fractions decide among them.
        among = np.zeros(len(place), np.int64)
        among[unsure] = _of_objects(exact, highest=False)
        place = _joined(place, among)
    return place.max() - place if highest else place


def _joined(first: Integers, then: Integers) -> Integers:
    """Return the rank of each pair of values, compared by the first value, then by the second."""
    return np.unique(first * (then.max() + 1) + then, return_inverse=True)[1]


def _of_objects(values: Sequence[Hashable], *, highest: bool) -> Integers:
    different: list[Any] = [*set(values)]
    different.sort(reverse=highest)
    place = {value: at for at, value in enumerate(different)}
    return np.array([place[value] for value in values], np.int64)


def _of_floats(values: Floats, *, highest: bool) -> Integers:
    numbers = np.empty(len(values), np.int64)
    place, top = -1, np.nan
    for guess in np.argsort(-values if highest else values):
        # Compare with the best value of a rank, not the previous value: small steps could chain on
        # forever.
        if not abs(values[guess] - top) <= TOLERANCE * max(1.0, abs(top)):
            place, top = place + 1, values[guess]
        numbers[guess] = place
    return numbers


def joined(several: Sequence[Values], order: NDArray[np.intp]) -> Values:
    """Concatenate one or more arrays of values of the same kind, and reorder the result.

    Value k of the result is value ``order[k]`` of the concatenation.

    Examples
    --------
    >>> joined([np.array([3, 1]), np.array([2])], np.array([2, 0, 1]))
    array([2, 3, 1])
    """
    if isinstance(several[0], Vectors):
        vectors = cast("Sequence[Vectors]", several)
        return Vectors(Profiles.joined([vector.profiles for vector in vectors]).only(order))
    if isinstance(several[0], Ratios):
        ratios = cast("Sequence[Ratios]", several)
        over, under = ([getattr(vector, side) for vector in ratios] for side in ("over", "under"))
        return Ratios(np.concatenate(over)[order], np.concatenate(under)[order])
    numbers = cast("Sequence[Integers]", several)
    return np.concatenate(numbers)[order]


def plain(values: Values) -> list[int] | list[float] | list[Fraction] | list[Runs]:
    """Return the values as Python numbers, fractions or runs; exact ones compare as in `best`.

    Examples
    --------
    >>> plain(Vectors(Profiles.of([[2, 1], [3]])))
    [((2, 2), (1, 1)), ((3, 3),)]
    """
    if isinstance(values, Vectors):
        all_runs = map(values.profiles.runs, range(len(values.profiles)))
        return [tuple((size, size * times) for size, times in runs) for runs in all_runs]
    if isinstance(values, Ratios):
        pairs = zip(values.over.tolist(), values.under.tolist(), strict=True)
        return [Fraction(over, under) for over, under in pairs]
    numbers: list[int] | list[float] = values.tolist()
    return numbers
