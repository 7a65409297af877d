"""The feedback of the games with pegs (Mastermind, Logik, MOO), compiled."""

import numpy as np

from emi.games.kernels.letters import write_shared
from emi.search.compile.jit import phase, sweeping_kernel


@sweeping_kernel
def peg_rows(guesses, places, stock, rows):
    """Write rows of the feedback matrix of two lists of codes.

    Contract: codes are of at most 21 pegs, numbered by colour. ``guesses`` is ``(guesses, pegs)``
    uint8; ``places`` is ``(pegs, secrets)`` uint8, the secrets by place; ``stock`` is ``(colours,
    secrets)`` uint8, how often each colour occurs in each secret. ``rows`` is ``(guesses,
    secrets)`` uint8.

    With b pegs of the right colour and place, and t of the right colour in any place, the class
    number is t (t + 1) / 2 + b: ascending by t, then by b. A single misplaced peg with all others
    in place is impossible, so the number of a correct guess is one less than the formula gives.

    The sweeps over all secrets go colour by colour, then place by place, which compiles to vector
    code.
    """
    pegs, secrets = places.shape
    right = np.empty(secrets, np.uint8)
    some = np.empty(secrets, np.uint8)
    for g in range(guesses.shape[0]):
        write_shared(guesses[g], stock, some)
        right[:] = 0
        for i in range(pegs):
            count_equal(guesses[g, i], places[i], right)
        number(some, right, np.uint8(pegs), rows[g])


@phase
def count_equal(colour, here, right):
    """Add 1 for each secret that has a colour in a place."""
    for s in range(right.shape[0]):
        right[s] = np.uint8(right[s] + np.uint8(here[s] == colour))


@phase
def number(some, right, pegs, row):
    """Write class numbers; every intermediate value fits into a byte, for wide vectors."""
    for s in range(row.shape[0]):
        t, b = some[s], right[s]
        half = np.uint8((t + 1) >> 1)
        odd = np.uint8(t | 1)
        code = np.uint8(np.uint8(half * odd) + b)
        if b == pegs:
            code = np.uint8(code - 1)
        row[s] = code
