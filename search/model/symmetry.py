"""The symmetry of a game of codes: permutations of places and symbols."""

from collections.abc import Sequence
from itertools import permutations
from math import perm

import numpy as np
from numpy.typing import NDArray

from emi.search.kernels.core.symmetry import Symmetry, orbits

#: With more places only symbols are permuted: the group would be too large to enumerate.
MOST_PLACES = 6


def no_symmetry() -> Symmetry:
    """Return the symmetry of a game without known symmetry."""
    return Symmetry(
        codes=np.empty((0, 0), np.uint8),
        number=np.empty(0, np.int64),
        moves=np.empty((0, 0), np.uint8),
        symbols=0,
    )


def symmetry_of(codes: NDArray[np.uint8], own: NDArray[np.int32]) -> Symmetry:
    """Return the symmetry of a game over all codes of a number of symbols.

    The codes are in numerical order: all codes, or all without a repeated symbol. The secrets are
    all of the codes, or all without a repeated symbol. The caller guarantees that permuting places
    and symbols leaves all feedback unchanged.
    """
    count, places = codes.shape
    symbols = int(codes.max()) + 1
    number = codes.astype(np.int64) @ (symbols ** np.arange(places - 1, -1, -1, dtype=np.int64))
    if count not in (symbols**places, perm(symbols, places)) or (np.diff(number) <= 0).any():
        raise ValueError(
            f"codes: expected all of {places} places and {symbols} symbols in numerical order"
        )
    if len(own) != count:
        ordered = np.sort(codes[own], axis=1)
        different = bool((ordered[:, 1:] != ordered[:, :-1]).all())
        if len(own) != perm(symbols, places) or not different:
            raise ValueError(
                f"own: expected each of the {count} codes among the secrets, or all without a "
                f"repeated symbol, got {len(own)}"
            )
    moves = list(permutations(range(places))) if places <= MOST_PLACES else [range(places)]
    return Symmetry(
        codes=np.ascontiguousarray(codes),
        number=number,
        moves=np.array(moves, np.uint8),
        symbols=symbols,
    )


def orbits_of(symmetry: Symmetry, history: Sequence[int] = ()) -> NDArray[np.int32]:
    """Return ``(guesses,)`` int32: for each guess, the first one of its orbit.

    The orbits are those of the permutations that fix the guesses of ``history``. The array is empty
    for a game without known symmetry.
    """
    orbit = np.empty(len(symmetry.codes), np.int32)
    orbits(symmetry, np.array(history, np.int32), orbit)
    return orbit


def firsts_of(symmetry: Symmetry, history: Sequence[int] = ()) -> NDArray[np.int64]:
    """Return ``(orbits,)`` int64: the first guess of each orbit."""
    orbit = orbits_of(symmetry, history)
    return np.flatnonzero(orbit == np.arange(len(orbit)))


def stabiliser(symmetry: Symmetry, history: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return a few permutations that fix the guesses made and generate their orbits.

    A permutation lists, for each place, the place from which the new code takes its symbol, then
    the new name of each symbol; all count from 0.
    """
    played, symbols = symmetry.codes[list(history)].tolist(), range(symmetry.symbols)
    same = range(symmetry.codes.shape[1])
    used = {a for code in played for a in code}
    free = [a for a in symbols if a not in used]
    moves = []
    for before, other in ((free, [*free[1::-1], *free[2:]]), (free, [*free[1:], *free[:1]])):
        renamed = dict(zip(before, other, strict=True))
        if len(free) > 1:
            moves.append((*same, *[renamed.get(a, a) for a in symbols]))
    for move in symmetry.moves.tolist():
        image: dict[int, int] = {}
        pairs = [(code[at], code[to]) for code in played for to, at in enumerate(move)]
        if all(image.setdefault(a, b) == b for a, b in pairs) and set(image.values()) == used:
            moves.append((*move, *[image.get(a, a) for a in symbols]))
    # A union-find over the orbits: for each guess a smaller one of its orbit, in the end the first.
    orbit, taken = np.arange(len(symmetry.codes)), list[tuple[int, ...]]()
    base = symmetry.symbols ** np.arange(len(same))[::-1]
    for permutation in moves:
        names = np.array(permutation[len(same) :])
        moved = np.searchsorted(
            symmetry.number, names[symmetry.codes[:, permutation[: len(same)]]] @ base
        )
        if (orbit[moved] != orbit).any():
            taken.append(permutation)
        while (orbit[moved] != orbit).any():
            least = np.minimum(orbit, orbit[moved])
            np.minimum.at(least, orbit, least.copy())
            orbit = least[orbit]
    return tuple(taken)
