"""Ranking: all guesses in the order of a heuristic."""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from search.heuristics.comparison import TOLERANCE, Ratios, Values, Vectors, plain
from search.heuristics.heuristic import Heuristic, Ties
from search.heuristics.profiles import Floats, Integers, Profiles
from search.model.matrix import Indices


def ranking(heuristic: Heuristic, profile_of: Indices, profiles: Profiles) -> tuple[list[int], int]:
    """Return the guesses in the order in which a heuristic prefers them.

    If it proposes candidates only, the other guesses follow behind.

    Parameters
    ----------
    heuristic : Heuristic
        One that does not draw at random.
    profile_of : (guesses,) int32
        The number of the profile of each guess; -1 for one to leave out.
    profiles : Profiles

    Returns
    -------
    guesses : list of int
        The best first; at least one.
    tied : int
        How many of them are as good as the first, before ties are broken.

    Examples
    --------
    >>> from search.heuristics.heuristic import HEURISTICS
    >>> profiles = Profiles.of([[3], [2, 1], [2, 1]], candidate=[True, False, True])
    >>> ranking(HEURISTICS["Sum"], np.array([0, -1, 1, 2]), profiles)
    ([3, 2, 0], 2)
    """
    guesses = np.flatnonzero(profile_of >= 0)
    profile = profile_of[guesses]
    level = levels(heuristic, profiles)[profile]
    behind = ~profiles.candidate[profile] & (heuristic.ties == Ties.possible)
    order = np.lexsort((-guesses if heuristic.ties == Ties.last else guesses, behind, level))
    return guesses[order].tolist(), int((level == level[order[0]]).sum())


def levels(heuristic: Heuristic, profiles: Profiles) -> Integers:
    """Return the level of each profile: 0 if `Heuristic.best` finds it best, 1 for the next, ...

    Returns
    -------
    (profiles,) int64
    """
    level = (~profiles.candidate & heuristic.candidates_only).astype(np.int64)
    for aggregate in heuristic.by:
        place = places(aggregate(profiles), highest=aggregate.highest)
        level = np.unique(level * (place.max() + 1) + place, return_inverse=True)[1]
    return level


def places(values: Values, *, highest: bool) -> Integers:
    """Return the place of each value, 0 for the best. Values are equal as they are for `best`.

    Parameters
    ----------
    values : Values
        At least one.
    highest : bool
        Whether the best is the highest or the lowest.

    Returns
    -------
    (guesses,) int64

    Examples
    --------
    >>> places(np.array([3, 1, 1]), highest=False)
    array([1, 0, 0])
    """
    if isinstance(values, Vectors):
        return _of_objects(_runs(values.profiles), highest=highest)
    if isinstance(values, Ratios) or values.dtype.kind == "i":
        return _of_objects(plain(values), highest=highest)
    return _of_floats(values.astype(np.float64), highest=highest)


def _runs(profiles: Profiles) -> list[tuple[int, ...]]:
    """Return size and number, in turn, of the classes of each guess: they compare as vectors do.

    The vectors themselves would have a component for each candidate.
    """
    pairs = np.column_stack((profiles.size, profiles.times)).ravel()
    return [tuple(part.tolist()) for part in np.split(pairs, 2 * profiles.start[1:])]


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
