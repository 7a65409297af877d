"""The most frequent operations of kernels, compared with Python."""

import numpy as np
import pytest

from emi.search.compile.jit import allocating_kernel, kernel


def elements(a, b, k):
    """Read and write elements by one index and by two, and by constants."""
    a[k, 1] = a[1, k] + b[k]
    b[0] += a[k][2]
    a[k + 1][k] = b[1]
    return a[0, 1] + a[k, k]


def small(a, b, k):
    """Use unsigned numbers of 8 bits as indices."""
    total = 0
    for i in range(b.shape[0]):
        total += a[b[i], b[i]]
    return total + a[b[k], k]


def parts(a, b, k):
    """Take slices of rows and of arrays, some of them empty, some beyond the end."""
    total = 0
    for i in range(5):
        part = (b[:k], b[k:], b[1:k], b[k:1], b[: k + 100])[i]
        total = 10 * total + part.shape[0] + 7 * part.sum()
    for i in range(4):
        row = (a[k, :2], a[k, 1:], a[k][:k], a[1:][0])[i]
        total = 10 * total + row.shape[0]
        for j in range(row.shape[0]):
            total += row[j]
    return total


def fills(a, b, k):
    """Set all elements of an array, of a row, of a slice, of an empty slice."""
    a[:] = k
    a[k] = 5
    a[1, k:] = 6
    a[0, :k] = b[1]
    b[k:1] = 9
    b[1:k] = a[0, 0]
    return a[0].sum() + b.sum()


def strides(a, b, k):
    """Use every other element."""
    return b[::2].sum() + b[::-1][k] + a[::2].sum() + a[:, k].sum()


def below(a, b, k):
    """Use a negative constant."""
    return b[-1] + a[-2, -1] + a[k, -1]


def ranges(a, b, k):
    """Iterate over ranges: upwards, from a start, downwards, in steps of 3, empty, and nested."""
    total = 0
    for i in range(k):
        for j in range(i, 3):
            total = 2 * total + i + j
            if total > 10**6:
                break
        for j in range(b.shape[0], k, -1):
            total += j
        for j in range(1, 9, 3):
            total -= j
    for i in range(k, 1):
        total += 10**9 + i
    for i in range(np.uint8(3)):
        total += i * a.shape[1]
    return total


def variables(a, b, k):
    """Assign variables on some paths only and in loops, and swap them."""
    x, y = k, int(b[0])
    for i in range(4):
        x, y = y, x + i
        if x > y:
            last = i
            z = x
        else:
            z = y
            if z > 7:
                continue
        x += z
        last = -1
    return x + 2 * y + 3 * z + 5 * last + a.shape[0]


@pytest.mark.parametrize("compiled", [kernel, allocating_kernel])
@pytest.mark.parametrize(
    "function", [elements, small, parts, fills, strides, below, ranges, variables]
)
def test_compiled_code_does_the_same_as_python(function, compiled):
    fast = compiled(function)
    for k in range(4):
        for dtype in (np.int64, np.uint8):
            a = np.arange(20, dtype=np.int64).reshape(5, 4)
            b = np.array([3, 0, 2, 1, 1], dtype)
            c, d = a.copy(), b.copy()
            assert fast(a, b, k) == function(c, d, k)
            np.testing.assert_array_equal(a, c)
            np.testing.assert_array_equal(b, d)
