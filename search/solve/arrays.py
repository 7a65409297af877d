"""The sizes of the arrays of a search, and the arrays that all searches share."""

import sys

import numpy as np
from numpy.typing import NDArray

from emi.search.kernels.compiler.widths import in_widths
from emi.search.kernels.core.arrays import allocate
from emi.search.kernels.core.game import GameArrays
from emi.search.kernels.core.journal import Journal
from emi.search.kernels.core.symmetry import Symmetry
from emi.search.kernels.core.transposition import PLACE, WAYS, Table
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.record import NONE, Batch

#: The most places of a transposition table (entries of least priority are replaced), the places per
#: secret of a small game, and the entries of a journal (emptied when full).
PLACES, EACH, ENTRIES = 1 << 20, 1 << 10, 1024

#: The initial number of places of a table that grows.
AT_FIRST = 1 << 15

#: The most classes that a byte can number.
NARROW = 1 << 8


def sizes_of(matrix: FeedbackMatrix) -> dict[str, int]:
    """Return the sizes of the dimensions that all searches of a game have (see `allocate`)."""
    return {
        "guesses": matrix.guesses,
        "secrets": matrix.secrets,
        "classes": matrix.classes,
        "guess words": (matrix.guesses + 63) // 64,
        "secret words": (matrix.secrets + 63) // 64,
        "symmetric guesses": len(matrix.symmetry.codes),
        "width": max(matrix.classes, matrix.secrets) + 1,
    }


def make_zobrist(secrets: int) -> NDArray[np.uint64]:
    """Return ``(secrets, 2)`` uint64: 128 random bits for each secret, always the same."""
    source = np.random.default_rng(20180040)
    return source.integers(0, 1 << 64, (secrets, 2), np.uint64, endpoint=False)


def make_game(matrix: FeedbackMatrix, symmetry: Symmetry, *, narrow: bool = False) -> GameArrays:
    """Return a matrix in the form that the kernels take, with the symmetry that they should use.

    With ``narrow``, the class numbers are copied to one byte each if they are small enough and the
    copy fits into memory.
    """
    rows = columns = matrix.rows
    if narrow and not matrix.in_file and matrix.classes <= NARROW:
        rows = columns = rows.astype(np.uint8, copy=False)
    if not matrix.symmetric:
        columns = matrix.columns.astype(rows.dtype, copy=False)
    zobrist = make_zobrist(matrix.secrets)
    return GameArrays(in_widths(rows), in_widths(columns), matrix.own, zobrist, symmetry)


def most_places(secrets: int, room: int = sys.maxsize) -> int:
    """Return the largest number of entries of a transposition table, a power of two.

    The table takes up to half of the available bytes as it fills.
    """
    places = min(PLACES, EACH << secrets.bit_length())
    while places > EACH and places * (2 * 8 + PLACE.itemsize) > room // 2:
        places //= 2
    return places


def make_table(secrets: int) -> Table:
    """Return an empty transposition table that can grow to `most_places`.

    Most questions need few places, and clearing memory takes as long as searching.
    """
    places = most_places(secrets)
    table: Table = allocate(Table, {"places": min(places, AT_FIRST)})
    table.held[1] = AT_FIRST // 2 if places > AT_FIRST else 0
    return table


def grown(table: Table) -> Table:
    """Return the table with twice the places; each bucket is split into two."""
    keys, at = (np.concatenate([array, array]) for array in (table.keys, table.at))
    places = np.arange(len(at))
    buckets = WAYS * ((keys[:, 0] >> np.uint64(1)) % np.uint64(len(places) // WAYS))
    at["priority"][buckets != places - places % WAYS] = 0
    return Table(keys, at, np.array([np.count_nonzero(at["priority"]), len(table.at)]))


def make_journal(secrets: int, least_work: int) -> Journal:
    """Return an empty journal for bounds that took at least ``least_work`` nodes to prove."""
    sizes = {"capacity": ENTRIES, "pool": ENTRIES * 64 + 2 * secrets}
    return allocate(Journal, sizes, held=np.array([0, 0, least_work]))


def taken_out(journal: Journal, secrets: int, *, priced: bool) -> Batch:
    """Return the contents of a journal and empty it.

    For costs, keep an upper bound only if it is the value. For worst cases, keep no state.
    """
    entries, members = journal.held[:2].tolist()
    heads = journal.entries[:entries].view(np.int64).reshape(-1, 5).copy()
    if priced:
        heads[heads[:, 1] != heads[:, 0], 1] = NONE
    else:
        heads[:, 3] = NONE
    journal.held[:2] = 0
    return Batch.ordered(heads, journal.members[:members].copy(), secrets)
