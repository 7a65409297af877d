"""Hard play: which guesses each answer leaves.

A position is a set of candidates and the guesses still allowed. Where play is restricted both
belong to the key, for a set costs more the fewer guesses are left, and what is learned of one
position is taken for no other. Every candidate stays allowed, by each restriction.

What a guess g would be told if guess h were the secret is a word of bits, ``clues[:, g, h]``. After
an answer that word of a candidate is what is demanded: h stays allowed if it is told the same, or,
where an answer gives hints, if it is told all of them at least.
"""

from typing import NamedTuple

import numpy as np

from search.kernels.common.transposition import set_key
from search.kernels.compiler.jit import kernel, phase
from search.kernels.compiler.structs import struct
from search.kernels.compiler.widths import either


@struct
class Restriction(NamedTuple):
    """How play is restricted."""

    # Without words: candidates alone are allowed, or anything (see ``restricted``).
    clues: np.ndarray  # (words, guesses, guesses) uint16
    # Whether a word demands its bits, rather than itself.
    hints: bool
    restricted: bool
    # Random bits for each guess (see `set_key`).
    zobrist: np.ndarray  # (guesses, 2) uint64


@either
def splits(rows, guess, members):
    """Tell whether a guess makes more than one class of a set."""
    row = rows[guess]
    c = row[members[0]]
    for i in range(1, members.shape[0]):
        if row[members[i]] != c:
            return True
    return False


@phase
def stays(restriction, guess, one, other):
    """Tell whether a guess stays allowed when ``guess`` was told what it is told of ``one``."""
    clues = restriction.clues
    for w in range(clues.shape[0]):
        demand, found = clues[w, guess, one], clues[w, guess, other]
        if (demand & found) != demand or (not restriction.hints and demand != found):
            return False
    return True


@kernel
def leave(restriction, rows, own, allowed, guess, klass, remaining):
    """Write the guesses that stay allowed after an answer, and are of use: ``remaining``.

    Contract: ``klass`` is the class of that answer to ``guess``, of two candidates or more. A guess
    that leaves it whole leaves all of its subsets whole, and restricts what comes after: it is of
    no use.

    Returns how many there are.
    """
    if restriction.clues.shape[0] == 0:
        for i in range(klass.shape[0]):
            remaining[i] = own[klass[i]]
        return klass.shape[0]
    count = 0
    one = own[klass[0]]
    for k in range(allowed.shape[0]):
        h = allowed[k]
        if stays(restriction, guess, one, h) and splits(rows, h, klass):
            remaining[count] = h
            count += 1
    return count


@phase
def position_key(restriction, game, allowed, guess, klass, state, remaining, key):
    """Write the key of a class of a guess, and where play is restricted the guesses that it leaves.

    The class is to be asked for in a state. Returns how many guesses are written to ``remaining``.
    """
    set_key(klass, game.zobrist, state, key)
    if not restriction.restricted:
        return 0
    count = leave(restriction, game.rows, game.own, allowed, guess, klass, remaining)
    if restriction.clues.shape[0] > 0:
        a, b = key[0], key[1]
        set_key(remaining[:count], restriction.zobrist, 0, key)
        key[0] ^= a
        key[1] ^= b
    return count


@phase
def class_key(restriction, game, levels, level, klass, state, key):
    """Write the key of a class of the guess being tried, and for the level below what it leaves."""
    here = levels.at[level]
    allowed, remaining = levels.allowed[level, : here.allowed], levels.allowed[level + 1]
    guess = here.guess
    count = position_key(restriction, game, allowed, guess, klass, state, remaining, key)
    levels.at[level + 1].allowed = count
