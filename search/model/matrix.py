"""The feedback matrix: the form in which the engine receives a game."""

import mmap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from emi.search.kernels.core.partition import not_apart, transpose
from emi.search.model.limits import Stopped, Watch
from emi.search.model.symmetry import no_symmetry, symmetry_of

Rows = NDArray[np.unsignedinteger[Any]]
Indices = NDArray[np.int32]

#: Guesses transposed at once in a file, so that each page of the file is written few times.
TILE = 2048
#: Feedbacks copied from a file at once; greedy play with them takes about a second.
GATHERED = 10_000_000
#: Rows read between two calls of ``go_on``.
EACH = 500


class FeedbackMatrix:
    """The feedback of every allowed guess on every possible secret, as class numbers.

    Parameters
    ----------
    rows : (guesses, secrets) uint8 or uint16, C-contiguous
        ``rows[g, s]`` is the class into which guess ``g`` puts secret ``s``. Class numbers are
        compared within a row only.
    own : (secrets,) integers
        ``own[s]`` is the guess that names secret ``s``; it wins the game.
    symmetric : bool
        Whether ``rows`` is its own transpose, so that no transpose is made. This is not checked,
        because checking takes as long as transposing.
    codes : (guesses, places) uint8, optional
        The symbols of each guess, in a game in which permuting the places or the symbols of all
        codes leaves all feedback unchanged (see `emi.search.model.symmetry.symmetry_of`).
    empty : callable, optional
        Returns an empty array of a shape and dtype in a file. Required if ``rows`` lie in a file
        because they do not fit into memory; they are transposed at once.
    go_on : callable
        Called repeatedly while a file is transposed, with the share done; returns whether to
        continue.

    Raises
    ------
    Stopped
        If ``go_on`` returned False.
    ValueError
        If a shape or dtype is wrong, if there is no secret, if two secrets have the same own guess,
        if an own guess puts another secret into the class of its own, if a symmetric matrix is not
        square, or if the codes are incomplete.
    """

    def __init__(
        self,
        rows: Rows,
        own: Indices,
        *,
        symmetric: bool = False,
        codes: NDArray[np.uint8] | None = None,
        empty: Callable[[tuple[int, ...], Any], Rows] | None = None,
        go_on: Watch = lambda _: True,
    ) -> None:
        if rows.ndim != 2 or rows.dtype not in (np.uint8, np.uint16):  # noqa: PLR2004
            raise ValueError(
                f"rows: expected a 2-dimensional array of uint8 or uint16, got {rows.dtype}"
            )
        if rows.shape[1] == 0:
            raise ValueError("rows: expected at least one secret")
        if own.shape != (rows.shape[1],):
            raise ValueError(
                f"own: expected a guess for each of the {rows.shape[1]} secrets, got {own.shape}"
            )
        if own.min() < 0 or own.max() >= rows.shape[0] or _repeated(own):
            raise ValueError(f"own: expected different guesses from 0 to {rows.shape[0] - 1}")
        if symmetric and rows.shape[0] != rows.shape[1]:
            raise ValueError(
                f"rows: expected as many guesses as secrets if symmetric, got {rows.shape}"
            )
        self.symmetric = symmetric
        #: Whether the matrix lies in a file because it is too large to copy to memory.
        self.in_file = empty is not None
        self.rows: Rows = np.ascontiguousarray(rows)
        self.own: Indices = np.ascontiguousarray(own, dtype=np.int32)
        self.symmetry = no_symmetry() if codes is None else symmetry_of(codes, self.own)
        if empty is None:
            self._check(np.arange(self.secrets))
        else:
            self._turn_over(empty, go_on)

    @property
    def guesses(self) -> int:
        """Number of allowed guesses."""
        return int(self.rows.shape[0])

    @property
    def secrets(self) -> int:
        """Number of possible secrets."""
        return int(self.rows.shape[1])

    @property
    def start(self) -> Indices:
        """``(secrets,)`` int32: all secrets."""
        return np.arange(self.secrets, dtype=np.int32)

    @cached_property
    def classes(self) -> int:
        """One more than the largest class number."""
        return int(self.rows.max()) + 1

    @cached_property
    def columns(self) -> Rows:
        """``(secrets, guesses)``: the transpose, contiguous, made on first use."""
        if self.symmetric:
            return self.rows
        columns: Rows = np.empty(self.rows.shape[::-1], self.rows.dtype)
        transpose(self.rows, columns, 0, self.guesses, 1)
        return columns

    def _check(self, secrets: NDArray[np.int64]) -> None:
        if (secret := not_apart(self.rows, self.own, secrets)) >= 0:
            raise ValueError(
                f"rows: guess {self.own[secret]} names secret {secret} but shares its class with "
                "another"
            )

    def _turn_over(self, empty: Callable[[tuple[int, ...], Any], Rows], go_on: Watch) -> None:
        """Check a matrix in a file and make its columns, reading each row once."""
        rows, columns, classes = self.rows, self.rows, 0
        if not self.symmetric:
            columns = empty(rows.shape[::-1], rows.dtype)
        named = np.full(self.guesses, -1)
        named[self.own] = np.arange(self.secrets)
        for first in range(0, self.guesses, TILE):
            if not go_on(first / self.guesses):
                raise Stopped
            last = min(first + TILE, self.guesses)
            classes = max(classes, int(rows[first:last].max()) + 1)
            self._check(named[first:last][named[first:last] >= 0])
            if not self.symmetric:
                with _scattered(columns):
                    transpose(rows, columns, first, last, mmap.PAGESIZE // rows.itemsize)
        self.classes, self.columns = classes, columns

    def gathered(self, members: Indices, first: int, last: int) -> Rows:
        """Return ``(last - first, n)``: a copy of the feedback of a range of guesses on a set."""
        return np.ascontiguousarray(self.columns[members, first:last].T)

    def among(
        self, sets: Sequence[Indices], go_on: Callable[[], bool] = lambda: True
    ) -> list[Rows]:
        """Return for each set ``(n, n)``: a copy of the feedback of its members on each other.

        Each row is the feedback of the guess that names a member. Rows are read in the order in
        which they are stored. Raises Stopped if ``go_on`` returns False.
        """
        copies = [np.empty((len(members), len(members)), self.rows.dtype) for members in sets]
        if not copies:
            return copies
        of = np.repeat(np.arange(len(sets)), [len(members) for members in sets])
        place = np.concatenate([np.arange(len(members)) for members in sets])
        guesses = self.own[np.concatenate(sets)]
        for at, k in enumerate(np.argsort(guesses).tolist()):
            if at and at % EACH == 0 and not go_on():
                raise Stopped
            copies[of[k]][place[k]] = self.rows[guesses[k]][sets[of[k]]]
        return copies

    def about(self, members: Indices, few: int = 0) -> tuple[Rows, Indices, Indices]:
        """Return rows with the feedback of all guesses, own guesses, and the members as indices.

        The rows are those of the matrix. For up to ``few`` members they are a copy of the members'
        columns instead; so they are for any small set if the matrix lies in a file, because the
        kernel would otherwise read nearly all of the file.
        """
        small = self.in_file and len(members) * self.guesses <= GATHERED
        if len(members) > few and not small:
            return self.rows, self.own, members
        rows = self.gathered(members, 0, self.guesses)
        return rows, self.own[members], np.arange(len(members), dtype=np.int32)

    def __repr__(self) -> str:
        return f"FeedbackMatrix({self.guesses} guesses, {self.secrets} secrets)"


@contextmanager
def _scattered(array: Rows) -> Iterator[None]:
    """Turn off the system's read-ahead for an array in a file while it is written."""
    pages = array.base
    while isinstance(pages, np.ndarray):
        pages = pages.base
    pages = getattr(pages, "obj", None)
    if not isinstance(pages, mmap.mmap) or not hasattr(mmap, "MADV_RANDOM"):
        yield
        return
    pages.madvise(mmap.MADV_RANDOM)
    try:
        yield
    finally:
        pages.madvise(mmap.MADV_NORMAL)


def _repeated(own: Indices) -> bool:
    """Return whether a guess occurs twice, without `numpy.unique`, which loads more modules."""
    return int(np.bincount(own.astype(np.int64)).max()) > 1
