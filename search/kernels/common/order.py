"""Sorting: numba's own sort takes as long to compile as a search."""

from search.kernels.common.jit import phase


@phase
def sort(order, rank, other):
    """Sort numbers by their rank, equals as they come; ``other`` is as long and is overwritten."""
    n = order.shape[0]
    width = 1
    while width < n:
        for low in range(0, n, 2 * width):
            a, middle = low, min(low + width, n)
            b, high = middle, min(low + 2 * width, n)
            for q in range(low, high):
                if b == high or (a < middle and rank[order[a]] <= rank[order[b]]):
                    other[q] = order[a]
                    a += 1
                else:
                    other[q] = order[b]
                    b += 1
        for q in range(n):
            order[q] = other[q]
        width *= 2
