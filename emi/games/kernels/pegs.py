"""The feedback of the games with pegs (Mastermind, Logik, MOO), compiled."""

import numpy as np

from emi.games.kernels.letters import write_shared
from search.kernels.compiler.jit import sweeping_kernel


@sweeping_kernel
def peg_rows(guesses, places, stock, first, last, rows):
    """Write rows ``first`` to ``last`` (exclusive) of the feedback matrix of two lists of codes.

    Contract: codes are of at most 21 pegs, numbered by colour. ``guesses`` is ``(guesses, pegs)``
    uint8; ``places`` is ``(pegs, secrets)`` uint8, the secrets by place; ``stock`` is ``(colours,
    secrets)`` uint8, how often each colour occurs in each secret. ``rows`` is uint8.

    With b pegs of the right colour and place, and t of the right colour in any place, the class
    number is t (t + 1) / 2 + b: by rising t, then rising b. All but one peg right with the last one
    misplaced cannot be, so that all pegs right is one number lower than this says.

    The sweep is colour by colour, then place by place, over all secrets: that is vector code.
    """
    pegs, secrets = places.shape
    right = np.empty(secrets, np.uint8)
    some = np.empty(secrets, np.uint8)
    for g in range(first, last):
        right[:] = 0
        write_shared(guesses[g], stock, some)
        for i in range(pegs):
            a = guesses[g, i]
            here = places[i]
            for s in range(secrets):
                right[s] += np.uint8(here[s] == a)
        row = rows[g]
        for s in range(secrets):
            t = np.int32(some[s])
            b = np.int32(right[s])
            row[s] = (t * (t + 1) >> 1) + b - (b == pegs)
