"""Putting all guesses in order, where a one-step strategy at play wants the best alone."""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from search.heuristics.comparison import TOLERANCE, Ratios, Values, Vectors, plain
from search.heuristics.heuristic import Heuristic, Ties
from search.heuristics.profiles import Floats, Integers, Profiles
from search.model.matrix import Indices


def ranking(method: Heuristic, kind_of: Indices, sizes: Profiles) -> tuple[list[int], int]:
    """Return the guesses in the order in which a method prefers them.

    Where a method proposes candidates only, the others follow behind.

    Parameters
    ----------
    method : Heuristic
        One that draws no lots.
    kind_of : (guesses,) int32
        Which of the kinds a guess belongs to; -1 for one to leave out.
    sizes : Profiles
        Of each kind.

    Returns
    -------
    guesses : list of int
        The best first; at least one.
    tied : int
        How many of them are as good as the first, before ties are broken.

    Examples
    --------
    >>> from search.heuristics.heuristic import HEURISTICS
    >>> sizes = Profiles.of([[3], [2, 1], [2, 1]], candidate=[True, False, True])
    >>> ranking(HEURISTICS["Sum"], np.array([0, -1, 1, 2]), sizes)
    ([3, 2, 0], 2)
    """
    guesses = np.flatnonzero(kind_of >= 0)
    kind = kind_of[guesses]
    level = levels(method, sizes)[kind]
    behind = ~sizes.candidate[kind] & (method.ties == Ties.possible)
    order = np.lexsort((-guesses if method.ties == Ties.last else guesses, behind, level))
    return guesses[order].tolist(), int((level == level[order[0]]).sum())


def levels(method: Heuristic, sizes: Profiles) -> Integers:
    """Return the level of each guess: 0 for those that `Heuristic.best` finds best, and so on down.

    Parameters
    ----------
    method : Heuristic
    sizes : Profiles

    Returns
    -------
    (guesses,) int64
    """
    level = (~sizes.candidate & method.candidates_only).astype(np.int64)
    for aggregate in method.by:
        place = places(aggregate(sizes), highest=aggregate.highest)
        level = np.unique(level * (place.max() + 1) + place, return_inverse=True)[1]
    return level


def places(values: Values, *, highest: bool) -> Integers:
    """Return the place of each value, 0 for the best; values that are equal share one.

    They are compared as `search.heuristics.comparison.best` does.

    Parameters
    ----------
    values : Values
        One for each guess, at least one.
    highest : bool
        Whether the best is the highest or the lowest.

    Returns
    -------
    (guesses,) int64

    Examples
    --------
    >>> places(np.array([3, 1, 1]), highest=False)
    array([1, 0, 0])
    >>> places(np.array([1.5, 1.5 + 1e-15, 1.0]), highest=True)
    array([0, 0, 1])
    """
    if isinstance(values, Vectors):
        return _of_objects(_runs(values.sizes), highest=highest)
    if isinstance(values, Ratios) or values.dtype.kind == "i":
        return _of_objects(plain(values), highest=highest)
    return _of_floats(values.astype(np.float64), highest=highest)


def _runs(sizes: Profiles) -> list[tuple[int, ...]]:
    """Return size and number, in turn, of the classes of each guess: they compare as vectors do.

    The vectors themselves have a component for each candidate, which is too many for all guesses.
    """
    pairs = np.column_stack((sizes.size, sizes.times)).ravel()
    return [tuple(part.tolist()) for part in np.split(pairs, 2 * sizes.start[1:])]


def _of_objects(values: Sequence[Hashable], *, highest: bool) -> Integers:
    different: list[Any] = [*set(values)]
    different.sort(reverse=highest)
    place = {value: at for at, value in enumerate(different)}
    return np.array([place[value] for value in values], np.int64)


def _of_floats(values: Floats, *, highest: bool) -> Integers:
    found = np.empty(len(values), np.int64)
    place, top = -1, np.nan
    for guess in np.argsort(-values if highest else values):
        # Against the best of a place, not the one before: a chain of small steps would never end.
        if not abs(values[guess] - top) <= TOLERANCE * max(1.0, abs(top)):
            place, top = place + 1, values[guess]
        found[guess] = place
    return found
