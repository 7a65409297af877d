"""The form in which all searches take a game, and its symmetry.

Guesses are equivalent if permutations of places and symbols that fix the earlier guesses map them
to each other.
"""

from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import Widths, allocating_kernel, allocating_phase, phase
from emi.search.compile.structs import struct


@struct
class Symmetry(NamedTuple):
    """A game of codes in which permuting places and symbols leaves all feedback unchanged."""

    # The symbols of each guess; empty if no symmetry is known.
    codes: np.ndarray  # (guesses, places) uint8
    # The codes as numbers to the base ``symbols``, ascending.
    number: np.ndarray  # (guesses,) int64
    # The permutations of the places: a group, including the identity.
    moves: np.ndarray  # (permutations, places) uint8
    symbols: int


@allocating_phase
def fix(symmetry, history, move, image, free):
    """Find the renaming of symbols with which a permutation of places fixes the history.

    Contract: ``image`` and ``free`` have an element for each symbol. ``image[a]`` becomes the new
    name of symbol a, or -1 if any name of ``free`` will do: the unused names, ascending.

    Returns whether such a renaming exists.
    """
    codes = symmetry.codes
    image[:] = -1
    taken = np.zeros(image.shape[0], np.uint8)
    for h in range(history.shape[0]):
        code = codes[history[h]]
        for i in range(move.shape[0]):
            a = code[move[i]]
            b = code[i]
            if image[a] < 0 and taken[b] == 0:
                image[a] = b
                taken[b] = 1
            elif image[a] != b:
                return False
    count = 0
    for b in range(image.shape[0]):
        if taken[b] == 0:
            free[count] = b
            count += 1
    return True


@phase
def place_of_number(number, wanted):
    """Return the place of a number in an ascending array."""
    low, high = 0, number.shape[0]
    while low < high:
        middle = (low + high) >> 1
        if number[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


@allocating_kernel
def orbits(symmetry, history, orbit):
    """Write the first guess of the orbit of each guess.

    Contract: ``history`` holds the guesses made. Two guesses are in one orbit if a permutation of
    places and symbols that fixes every guess of the history maps one to the other.

    The first code of an orbit is the least of its images. For one permutation of places, the least
    image assigns the free names in ascending order to the unnamed symbols as they occur.

    Returns the number of orbits.
    """
    codes, number, moves = symmetry.codes, symmetry.number, symmetry.moves
    symbols = symmetry.symbols
    places = codes.shape[1]
    image = np.empty((moves.shape[0], symbols), np.int64)
    free = np.empty((moves.shape[0], symbols), np.int64)
    stabilising = np.empty(moves.shape[0], np.int64)
    fixing = 0
    for m in range(moves.shape[0]):
        if fix(symmetry, history, moves[m], image[fixing], free[fixing]):
            stabilising[fixing] = m
            fixing += 1
    unnamed = 0
    for a in range(symbols):
        unnamed += image[0, a] < 0
    if fixing == 1 and unnamed <= 1:
        # Only the identity fixes the history.
        for g in range(codes.shape[0]):
            orbit[g] = g
        return codes.shape[0]
    named = np.empty(symbols, np.int64)
    count = 0
    for g in range(codes.shape[0]):
        least = number[g]
        for f in range(fixing):
            move = moves[stabilising[f]]
            for a in range(symbols):
                named[a] = image[f, a]
            used = 0
            value = 0
            for i in range(places):
                a = codes[g, move[i]]
                if named[a] < 0:
                    named[a] = free[f, used]
                    used += 1
                value = value * symbols + named[a]
            least = min(least, value)
        first = place_of_number(number, least)
        orbit[g] = first
        count += first == g
    return count


@allocating_phase
def orbits_below(symmetry, at, level, orbit):
    """Write the `orbits` given the guesses above a level; return their number."""
    history = np.empty(level, np.int32)
    for above in range(level):
        history[above] = at[above].guess
    return orbits(symmetry, history, orbit)


@allocating_phase
def closure(orbit, own, members, chosen, out):
    """Write the members that share an orbit with a chosen one; return their number.

    Contract: ``chosen`` may be a part of ``out``.
    """
    met = np.zeros(orbit.shape[0], np.uint8)
    for i in range(chosen.shape[0]):
        met[orbit[own[chosen[i]]]] = 1
    n = 0
    for i in range(members.shape[0]):
        if met[orbit[own[members[i]]]] != 0:
            out[n] = members[i]
            n += 1
    return n


@struct
class GameArrays(NamedTuple):
    """A feedback matrix with its transpose, own guesses and symmetry."""

    # The class into which each guess puts each secret.
    rows: Widths  # (guesses, secrets)
    # The transpose, contiguous.
    columns: Widths  # (secrets, guesses)
    # The guess that names each secret.
    own: np.ndarray  # (secrets,) int32
    # Random bits for each secret (see `set_key`).
    zobrist: np.ndarray  # (secrets, 2) uint64
    symmetry: Symmetry
