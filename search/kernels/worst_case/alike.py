"""For each secret, how many others have the same feedback on several guesses together."""

import numpy as np

from emi.search.kernels.compiler.jit import kernel
from emi.search.kernels.compiler.widths import either

#: The golden ratio as a fraction of 2^64: its multiples are evenly spread (Fibonacci hashing:
#: Knuth, The Art of Computer Programming 3, section 6.4).
GOLDEN = 0x9E3779B97F4A7C15


@either
def add_alike(rows, guesses, together, bits, alike, key, tally):
    """Do the same as `count_alike`."""
    secrets = rows.shape[1]
    for first in range(0, guesses.shape[0], together):
        for s in range(secrets):
            key[s] = 0
        i = first
        # Four rows at once: each key is read and written a quarter as often.
        while i + 4 <= first + together:
            a, b = rows[guesses[i]], rows[guesses[i + 1]]
            c, d = rows[guesses[i + 2]], rows[guesses[i + 3]]
            for s in range(secrets):
                after_a = (key[s] + np.uint64(a[s]) + np.uint64(1)) * np.uint64(GOLDEN)
                after_b = (after_a + np.uint64(b[s]) + np.uint64(1)) * np.uint64(GOLDEN)
                after_c = (after_b + np.uint64(c[s]) + np.uint64(1)) * np.uint64(GOLDEN)
                key[s] = (after_c + np.uint64(d[s]) + np.uint64(1)) * np.uint64(GOLDEN)
            i += 4
        while i < first + together:
            a = rows[guesses[i]]
            for s in range(secrets):
                key[s] = (key[s] + np.uint64(a[s]) + np.uint64(1)) * np.uint64(GOLDEN)
            i += 1
        for s in range(secrets):
            key[s] >>= np.uint64(64 - bits)
            tally[np.int64(key[s])] += 1
        for s in range(secrets):
            alike[s] += tally[np.int64(key[s])]
        for s in range(secrets):
            tally[np.int64(key[s])] = 0


@kernel
def count_alike(rows, guesses, together, bits, alike, key, tally):
    """Count for each secret those with the same feedback, itself too; add the counts to ``alike``.

    The feedback of ``together`` guesses at a time is compared, by a hash of ``bits`` bits: a few
    distinguishable secrets may collide.

    Contract: ``together`` divides the number of ``guesses``; ``alike`` and ``key`` have an element
    for each secret, ``tally`` has ``2**bits``, all zero on entry and on return.
    """
    add_alike(rows, guesses, together, bits, alike, key, tally)
