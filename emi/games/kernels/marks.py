"""The feedback of the word games (Motus, Lingo, Wordle), compiled."""

import numpy as np

from search.kernels.compiler.jit import sweeping_kernel


@sweeping_kernel
def mark_rows(guesses, letters, stock, number, first, last, rows):
    """Write rows ``first`` to ``last`` (exclusive) of the feedback matrix of two lists of words.

    Contract: words are codes 0 to 25. ``guesses`` is ``(guesses, length)`` uint8; ``letters`` is
    ``(length, secrets)`` uint8, the secrets by place; ``stock`` is ``(26, secrets)`` uint8, how
    often each letter occurs in each secret. ``number`` has a place for each of the 3**length
    patterns, place 3**length - 1 (all letters well placed) holds 0 and all others hold -1, on entry
    and on return.

    A pattern is read in base 3, the first place lowest: 2 well placed, 1 misplaced, 0 missing. Its
    class number is that of its first occurrence in the row, so that a row of n secrets never needs
    more than n + 1 numbers; 0 is always the guess itself.

    The sweep is place by place over all secrets, which the compiler turns into vector code: a
    letter that the guess holds once is misplaced wherever it is in stock and not well placed; of a
    repeated letter, the well placed ones are taken from the stock first, then the others from left
    to right while it lasts.
    """
    length = guesses.shape[1]
    secrets = letters.shape[1]
    pattern = np.empty(secrets, np.uint32)
    left = np.empty(secrets, np.uint8)
    seen = np.empty(secrets + 1, np.uint32)
    for g in range(first, last):
        pattern[:] = 0
        done = 0
        for i in range(length):
            if (done >> i) & 1 != 0:
                continue
            a = guesses[g, i]
            repeated = False
            for j in range(i + 1, length):
                if guesses[g, j] == a:
                    repeated = True
            have = stock[a]
            if not repeated:
                misplaced = np.uint32(3**i)
                placed = np.uint32(2 * 3**i)
                here = letters[i]
                for s in range(secrets):
                    if here[s] == a:
                        pattern[s] += placed
                    elif have[s] > 0:
                        pattern[s] += misplaced
                continue
            for s in range(secrets):
                left[s] = have[s]
            for j in range(i, length):
                if guesses[g, j] == a:
                    here = letters[j]
                    for s in range(secrets):
                        left[s] -= np.uint8(here[s] == a)
            for j in range(i, length):
                if guesses[g, j] == a:
                    done |= 1 << j
                    misplaced = np.uint32(3**j)
                    placed = np.uint32(2 * 3**j)
                    here = letters[j]
                    for s in range(secrets):
                        hit = here[s] == a
                        take = (left[s] > 0) & (not hit)
                        pattern[s] += placed if hit else (misplaced if take else np.uint32(0))
                        left[s] -= np.uint8(take)
        row = rows[g]
        made = 1
        for s in range(secrets):
            p = pattern[s]
            if number[p] < 0:
                number[p] = made
                seen[made] = p
                made += 1
            row[s] = number[p]
        for k in range(1, made):
            number[seen[k]] = -1
