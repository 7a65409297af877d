"""For each secret, how many others have the same feedback on several guesses together."""

import numpy as np

from search.kernels.compiler.jit import kernel
from search.kernels.compiler.widths import either

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
        for i in range(first, first + together):
            row = rows[guesses[i]]
            for s in range(secrets):
                key[s] = (key[s] + np.uint64(row[s]) + np.uint64(1)) * np.uint64(GOLDEN)
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
