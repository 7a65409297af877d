"""The feedback of Jotto, compiled."""

import numpy as np

from emi.search.compile.jit import phase, sweeping_kernel


@sweeping_kernel
def letter_rows(guesses, stock, rows):
    """Write rows of the feedback matrix of two lists of words.

    Contract: words are letters, numbered from 0. ``guesses`` is ``(guesses, length)`` uint8;
    ``stock`` is ``(symbols, secrets)`` uint8, how often each letter occurs in each secret. ``rows``
    is ``(guesses, secrets)`` uint8, and becomes the number of letters that guess and secret share:
    ``length`` for anagrams and equal words alike.
    """
    for g in range(guesses.shape[0]):
        write_shared(guesses[g], stock, rows[g])


@phase
def write_shared(guess, stock, shared):
    """Write the number of letters or pegs that a guess shares with each secret, in any place.

    The sweep over all secrets goes letter by letter, which compiles to vector code.
    """
    length = guess.shape[0]
    shared[:] = 0
    for i in range(length):
        a = guess[i]
        times = np.uint8(0)
        seen = False
        for j in range(length):
            if guess[j] == a:
                times += np.uint8(1)
                if j < i:
                    seen = True
        if seen:
            continue
        have = stock[a]
        for s in range(stock.shape[1]):
            shared[s] += min(have[s], times)
