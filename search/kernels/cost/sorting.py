"""Count the classes of many guesses side by side, with a sorting network.

The feedback of `LANES` guesses lies in the rows of a tile, a row for each member. A comparator
replaces two rows by their minimum and their maximum, for all lanes at once and without a branch, so
a vector instruction does it for 32 or 64 guesses. In sorted rows, each class begins where a row
differs from the one before.

The network is bitonic (Batcher 1968): blocks of 8 rows are sorted, and two sorted blocks are merged
into one of twice the size until one is left. All comparators move the larger number down, so the
rows behind the members, which hold the largest number, keep it. A pass reads and writes a row once,
and does three or four steps of the network in registers. Rows lie in whole cache lines.

Indices are unsigned and strides are constants, so that LLVM knows that the rows of a pass differ.
"""

import numpy as np

from emi.search.compile.jit import phase, view

#: The guesses side by side, and the most members.
LANES, MOST_SORTED = 64, 512
#: The rows of a tile: the first one holds the largest number of the type, which is no class.
ROWS = MOST_SORTED + 1
#: The tiles filled together, so that some cache lines in a row are read of each column. All of them
#: stay in the second cache.
TILES = 8


@phase
def merge_four(a, b, c, d):
    """Return a bitonic sequence of four numbers in order."""
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    return min(a, b), max(a, b), min(c, d), max(c, d)


@phase
def sort_four(a, b, c, d):
    """Return four numbers in order."""
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    return a, min(b, c), max(b, c), d


@phase
def merge_halves(a, b, c, d, e, f, g, h):
    """Compare the halves of a bitonic sequence of eight numbers, and return each half in order."""
    a, e = min(a, e), max(a, e)
    b, f = min(b, f), max(b, f)
    c, g = min(c, g), max(c, g)
    d, h = min(d, h), max(d, h)
    a, b, c, d = merge_four(a, b, c, d)
    e, f, g, h = merge_four(e, f, g, h)
    return a, b, c, d, e, f, g, h


@phase
def merge_sixteen(a, b, c, d, e, f, g, h, i, j, k, q, m, n, o, p):
    """Return a bitonic sequence of sixteen numbers in order.

    Reason: its sixteen arguments lie in registers.
    """
    a, i = min(a, i), max(a, i)
    b, j = min(b, j), max(b, j)
    c, k = min(c, k), max(c, k)
    d, q = min(d, q), max(d, q)
    e, m = min(e, m), max(e, m)
    f, n = min(f, n), max(f, n)
    g, o = min(g, o), max(g, o)
    h, p = min(h, p), max(h, p)
    a, b, c, d, e, f, g, h = merge_halves(a, b, c, d, e, f, g, h)
    i, j, k, q, m, n, o, p = merge_halves(i, j, k, q, m, n, o, p)
    return a, b, c, d, e, f, g, h, i, j, k, q, m, n, o, p


def _strides(rows):
    """Return the distances in the tile between rows that are 1 to 15 times ``rows`` rows apart."""
    return [np.uint64(times * rows * LANES) for times in range(1, 16)]


S1, S2, S3, S4, S5, S6, S7, S8, S9, S10, S11, S12, S13, S14, S15 = _strides(1)


@phase
def index_of(row, lane):
    """Return the index of a row and lane in the tile."""
    return np.uint64(row) * np.uint64(LANES) + np.uint64(lane)


@view
def piece(columns, members, k, first):
    """Return the feedback of `LANES` guesses on member k, or on the last member if k is beyond."""
    return columns[members[min(k, members.shape[0] - 1)]][first : first + LANES]


@phase
def sort_eight(columns, members, first, tile, row):
    """Write the feedback of eight members, in order, into a tile from a row on.

    The last member is repeated if there are fewer: that adds no class.
    """
    k = row - 1
    p, q = piece(columns, members, k, first), piece(columns, members, k + 1, first)
    r, s = piece(columns, members, k + 2, first), piece(columns, members, k + 3, first)
    t, u = piece(columns, members, k + 4, first), piece(columns, members, k + 5, first)
    v, w = piece(columns, members, k + 6, first), piece(columns, members, k + 7, first)
    for lane in range(LANES):
        i = index_of(row, lane)
        a, b, c, d = sort_four(p[lane], q[lane], r[lane], s[lane])
        e, f, g, h = sort_four(t[lane], u[lane], v[lane], w[lane])
        a, b, c, d, e, f, g, h = merge_halves(a, b, c, d, h, g, f, e)
        tile[i], tile[i + S1], tile[i + S2], tile[i + S3] = a, b, c, d
        tile[i + S4], tile[i + S5], tile[i + S6], tile[i + S7] = e, f, g, h


def _folding(size):
    """Compile the first three steps that merge blocks of ``size`` rows."""
    s1, s2, s3 = _strides(size // 4)[:3]

    @phase
    def fold(tile, rows):
        """Compare the rows of a block with those of the next in reverse, then within each block."""
        for block in range(1, rows + 1 - size, 2 * size):
            for row in range(block, block + size // 4):
                mirrored = 2 * (block + size) - 1 - row
                for lane in range(LANES):
                    i, j = index_of(row, lane), index_of(mirrored, lane)
                    a, b, c, d = tile[i], tile[i + s1], tile[i + s2], tile[i + s3]
                    h, g, f, e = tile[j], tile[j - s1], tile[j - s2], tile[j - s3]
                    a, b, c, d, e, f, g, h = merge_halves(a, b, c, d, h, g, f, e)
                    tile[i], tile[i + s1], tile[i + s2], tile[i + s3] = a, b, c, d
                    tile[j - s3], tile[j - s2], tile[j - s1], tile[j] = e, f, g, h

    return fold


def _merging(stride):
    """Compile three further steps, of rows at most 4 times ``stride`` apart."""
    s1, s2, s3, s4, s5, s6, s7 = _strides(stride)[:7]

    @phase
    def merge(tile, rows):
        """Compare rows that lie 4, 2 and 1 strides apart."""
        for block in range(1, rows + 1, 8 * stride):
            for row in range(block, block + stride):
                for lane in range(LANES):
                    i = index_of(row, lane)
                    a, b, c, d, e, f, g, h = merge_halves(
                        tile[i], tile[i + s1], tile[i + s2], tile[i + s3],
                        tile[i + s4], tile[i + s5], tile[i + s6], tile[i + s7],
                    )  # fmt: skip
                    tile[i], tile[i + s1], tile[i + s2], tile[i + s3] = a, b, c, d
                    tile[i + s4], tile[i + s5], tile[i + s6], tile[i + s7] = e, f, g, h

    return merge


def _sixteens(*strides):
    """Compile the four steps that merge sixteen rows; the last eight are read at ``strides``."""
    s8, s9, s10, s11, s12, s13, s14, s15 = strides

    @phase
    def merge(tile, rows):
        """Merge a bitonic sequence of sixteen rows."""
        for first in range(1, rows + 1, 16):
            for lane in range(LANES):
                x = index_of(first, lane)
                a, b, c, d, e, f, g, h, i, j, k, q, m, n, o, p = merge_sixteen(
                    tile[x], tile[x + S1], tile[x + S2], tile[x + S3],
                    tile[x + S4], tile[x + S5], tile[x + S6], tile[x + S7],
                    tile[x + s8], tile[x + s9], tile[x + s10], tile[x + s11],
                    tile[x + s12], tile[x + s13], tile[x + s14], tile[x + s15],
                )  # fmt: skip
                tile[x], tile[x + S1], tile[x + S2], tile[x + S3] = a, b, c, d
                tile[x + S4], tile[x + S5], tile[x + S6], tile[x + S7] = e, f, g, h
                tile[x + S8], tile[x + S9], tile[x + S10], tile[x + S11] = i, j, k, q
                tile[x + S12], tile[x + S13], tile[x + S14], tile[x + S15] = m, n, o, p

    return merge


fold_16, fold_32, fold_64, fold_128, fold_256 = [_folding(16 << k) for k in range(5)]
merge_by_4, merge_by_8 = _merging(4), _merging(8)
#: Merge two blocks of 8 rows; do the last four steps of larger blocks.
pair_eights = _sixteens(S15, S14, S13, S12, S11, S10, S9, S8)
merge_sixteens = _sixteens(S8, S9, S10, S11, S12, S13, S14, S15)


@phase
def changes_of(before, a, b, c, d, e, f, g, h):
    """Return how many of eight numbers differ from the one before.

    Reason: its nine arguments lie in registers.
    """
    changes = np.uint8(before != a) + np.uint8(a != b) + np.uint8(b != c) + np.uint8(c != d)
    changes += np.uint8(d != e) + np.uint8(e != f) + np.uint8(f != g) + np.uint8(g != h)
    return changes


@phase
def merge_and_count(tile, rows):
    """Do the last four steps, and count in each lane the rows that differ from the one before.

    The first row of each eight receives their count. The last row of each sixteen is kept, because
    the next row is compared with it.
    """
    for first in range(1, rows + 1, 16):
        for lane in range(LANES):
            x = index_of(first, lane)
            before = tile[x - S1]
            a, b, c, d, e, f, g, h, i, j, k, q, m, n, o, p = merge_sixteen(
                tile[x], tile[x + S1], tile[x + S2], tile[x + S3],
                tile[x + S4], tile[x + S5], tile[x + S6], tile[x + S7],
                tile[x + S8], tile[x + S9], tile[x + S10], tile[x + S11],
                tile[x + S12], tile[x + S13], tile[x + S14], tile[x + S15],
            )  # fmt: skip
            tile[x] = changes_of(before, a, b, c, d, e, f, g, h)
            tile[x + S8] = changes_of(h, i, j, k, q, m, n, o, p)
            tile[x + S15] = p
    if rows & 8:
        # The eight rows behind the members were counted too.
        fill(tile, rows + 1, rows + 2)


@phase
def fill(tile, row, end):
    """Fill some rows with the largest number of the type."""
    behind = tile[row * LANES : end * LANES]
    for i in range(behind.shape[0]):
        behind[i] = tile[0]


@phase
def merge_all(tile, rows):
    """Merge blocks of eight sorted rows into one, and count (`merge_and_count`)."""
    pair_eights(tile, rows)
    size = 16
    while size < rows:
        if size == 16:
            fold_16(tile, rows)
        elif size == 32:
            fold_32(tile, rows)
        elif size == 64:
            fold_64(tile, rows)
        elif size == 128:
            fold_128(tile, rows)
            merge_by_4(tile, rows)
        else:
            fold_256(tile, rows)
            merge_by_8(tile, rows)
        size *= 2
        if size < rows:
            merge_sixteens(tile, rows)
    merge_and_count(tile, rows)


@phase
def count_by_sorting(columns, members, tiles, class_counts):
    """Count the classes that each guess makes of a set: ``class_counts``.

    Contract: at least `LANES` guesses, and at most `MOST_SORTED` members; the first row of each
    tile holds the largest number of its type, which is no class.
    """
    guesses, rows = class_counts.shape[0], (members.shape[0] + 7) & ~7
    end = 16
    while end < rows:
        end *= 2
    together = min(tiles.shape[0], guesses // LANES)
    for t in range(together):
        fill(tiles[t], rows + 1, end + 1)
    for begin in range(0, guesses, together * LANES):
        # Some of the last guesses were counted already.
        some = min(together, (guesses - begin + LANES - 1) // LANES)
        first = min(begin, guesses - some * LANES)
        for row in range(1, rows + 1, 8):
            for t in range(some):
                sort_eight(columns, members, first + t * LANES, tiles[t], row)
        for t in range(some):
            tile = tiles[t]
            merge_all(tile, rows)
            counts = class_counts[first + t * LANES : first + (t + 1) * LANES]
            counts[:] = 0
            for row in range(1, rows + 1, 8):
                changes = tile[row * LANES : (row + 1) * LANES]
                for lane in range(counts.shape[0]):
                    counts[lane] += np.uint16(changes[lane])
