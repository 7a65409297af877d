"""The feedback of Jotto, compiled."""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def letter_rows(guesses, stock, first, last, rows):
    """Write rows ``first`` to ``last`` (exclusive) of the feedback matrix of two lists of words.

    Contract: words are codes 0 to 25. ``guesses`` is ``(guesses, length)`` uint8; ``stock`` is
    ``(26, secrets)`` uint8, how often each letter occurs in each secret. ``rows`` is uint8; a place
    of it becomes the number of letters that guess and secret share, ``length`` for anagrams and
    equal words alike.

    The sweep is letter by letter over all secrets, which the compiler turns into vector code.
    """
    length = guesses.shape[1]
    secrets = stock.shape[1]
    for g in range(first, last):
        row = rows[g]
        row[:] = 0
        for i in range(length):
            a = guesses[g, i]
            times = np.uint8(0)
            seen = False
            for j in range(length):
                if guesses[g, j] == a:
                    times += np.uint8(1)
                    if j < i:
                        seen = True
            if seen:
                continue
            have = stock[a]
            for s in range(secrets):
                row[s] += min(have[s], times)
