"""The columns of a feedback matrix, copied in tiles so that both sides stay in the cache."""

from search.kernels.common.jit import kernel

TILE = 64


@kernel
def transpose(rows, columns):
    """Write ``columns[s, g] = rows[g, s]``."""
    guesses, secrets = rows.shape
    for g0 in range(0, guesses, TILE):
        g1 = min(g0 + TILE, guesses)
        for s0 in range(0, secrets, TILE):
            for s in range(s0, min(s0 + TILE, secrets)):
                for g in range(g0, g1):
                    columns[s, g] = rows[g, s]
