"""Hard play: the guesses that stay allowed after feedback.

A position is a set of candidates and the guesses still allowed. In hard play both belong to
the key: with fewer guesses allowed a set costs more, so a fact about one position does not hold for
another. Every restriction keeps all candidates allowed.

``clues[:, g, h]`` is the feedback on guess g if guess h were the secret, as words of bits. After
feedback, the words of a candidate are demanded: h stays allowed if it has the same words, or, if
feedback gives hints, at least their bits.
"""

from typing import NamedTuple

import numpy as np

from emi.search.compile.jit import either, kernel, phase
from emi.search.compile.structs import struct
from emi.search.kernels.core.transposition import set_key


@struct
class RestrictionArrays(NamedTuple):
    """The restriction of play."""

    # If there are no words, only candidates are allowed, or every guess unless ``restricted``.
    clues: np.ndarray  # (words, guesses, guesses) uint16
    # Whether a guess needs at least the demanded bits, rather than the same words.
    hints: bool
    restricted: bool
    # Random bits for each guess (see `set_key`).
    zobrist: np.ndarray  # (guesses, 2) uint64


@either
def splits(rows, guess, members):
    """Return whether a guess splits a set into several classes."""
    row = rows[guess]
    c = row[members[0]]
    for i in range(1, members.shape[0]):
        if row[members[i]] != c:
            return True
    return False


@phase
def stays(restriction, guess, secret_guess, other):
    """Return whether guess ``other`` stays allowed after feedback on ``guess``.

    The feedback is that for the secret which guess ``secret_guess`` names.
    """
    clues = restriction.clues
    for w in range(clues.shape[0]):
        demand, clue = clues[w, guess, secret_guess], clues[w, guess, other]
        if (demand & clue) != demand or (not restriction.hints and demand != clue):
            return False
    return True


@kernel
def leave(restriction, rows, own, allowed, guess, klass, remaining):
    """Write the guesses that stay allowed after feedback and split the class: ``remaining``.

    Contract: ``klass`` is the class of the feedback on ``guess``, with at least two candidates. A
    guess that leaves the class whole is useless: it leaves all subsets whole, and restricts later
    guesses. If only candidates are allowed, those of the class are written.

    Returns the number of guesses written.
    """
    if restriction.clues.shape[0] == 0:
        for i in range(klass.shape[0]):
            remaining[i] = own[klass[i]]
        return klass.shape[0]
    count = 0
    own_guess = own[klass[0]]
    for k in range(allowed.shape[0]):
        h = allowed[k]
        if stays(restriction, guess, own_guess, h) and splits(rows, h, klass):
            remaining[count] = h
            count += 1
    return count


@phase
def position_key(restriction, game, allowed, guess, klass, state, remaining, key):
    """Write the key of a class of a guess in a state, and the guesses that stay allowed for it.

    Returns the number of guesses written to ``remaining``: 0 in free play.
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
    """Write the key of a class of the guess being tried, and its guesses for the level below."""
    here = levels.at[level]
    allowed, remaining = levels.allowed[level, : here.allowed], levels.allowed[level + 1]
    guess = here.guess
    count = position_key(restriction, game, allowed, guess, klass, state, remaining, key)
    levels.at[level + 1].allowed = count
