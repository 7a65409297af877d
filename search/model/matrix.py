"""A game as the engine sees it: which class each guess puts each secret into."""

import mmap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from search.kernels.common.sweep import not_apart, transpose
from search.model.limits import Stopped
from search.model.symmetry import no_symmetry, symmetry_of

Rows = NDArray[np.unsignedinteger[Any]]
Indices = NDArray[np.int32]

#: Guesses that are turned over at once in a file, so that few of its pages are written often.
TILE = 2048
#: Feedbacks that are copied out of a file at once; greedy play with them takes a second or so.
GATHERED = 10_000_000
#: Rows that are read before anybody is asked again.
EACH = 500


class FeedbackMatrix:
    """The feedback of every allowed guess on every possible secret, as class numbers.

    Parameters
    ----------
    rows : (guesses, secrets) uint8 or uint16, C-contiguous
        ``rows[g, s]`` is the class into which guess ``g`` puts secret ``s``. Class numbers are
        compared within a row only.
    own : (secrets,) integers
        ``own[s]`` is the guess that names secret ``s``, after which the game is won.
    symmetric : bool
        Whether ``rows`` is its own transpose, so that no other is made. It is not checked: checking
        takes as long as making the transpose.
    codes : (guesses, places) uint8, optional
        The symbols of each guess, in a game in which permuting the places, or the symbols, of all
        codes alike leaves all feedback unchanged (see `search.model.symmetry.symmetry_of`).
    empty : callable, optional
        Where the rows do not fit into memory: makes an array of a shape and dtype in a file, too.
        They are turned over at once.
    go_on : callable
        Called now and then while a file is transposed, with the share done; returns whether to
        continue.

    Raises
    ------
    Stopped
        If it said no.
    ValueError
        If a shape or dtype is wrong, if there is no secret, if two secrets have the same own guess,
        if an own guess does not set its secret apart from every other, if a symmetric matrix is not
        square, or if the codes are not all there are.
    """

    def __init__(
        self,
        rows: Rows,
        own: Indices,
        *,
        symmetric: bool = False,
        codes: NDArray[np.uint8] | None = None,
        empty: Callable[[tuple[int, ...], Any], Rows] | None = None,
        go_on: Callable[[float], bool] = lambda _: True,
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
        #: Whether it does not fit into memory, so that it must not be copied.
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

    @cached_property
    def classes(self) -> int:
        """One more than the largest class number."""
        return int(self.rows.max()) + 1

    @cached_property
    def columns(self) -> Rows:
        """``(secrets, guesses)``: the transpose, contiguous, made when first asked for."""
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

    def _turn_over(
        self, empty: Callable[[tuple[int, ...], Any], Rows], go_on: Callable[[float], bool]
    ) -> None:
        """Check what lies in a file, and make the columns, with one look at each row."""
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

    def told(self, members: Indices, first: int, last: int) -> Rows:
        """Return a copy of what some guesses tell of a set: a row for each of them."""
        return np.ascontiguousarray(self.columns[members, first:last].T)

    def among(
        self, sets: Sequence[Indices], go_on: Callable[[], bool] = lambda: True
    ) -> list[Rows]:
        """Return copies of what the members of each of some sets tell of each other, by rows.

        These are read in the order in which they lie. Stopped if ``go_on`` says so.
        """
        copies = [np.empty((len(one), len(one)), self.rows.dtype) for one in sets]
        if not copies:
            return copies
        of = np.repeat(np.arange(len(sets)), [len(one) for one in sets])
        place = np.concatenate([np.arange(len(one)) for one in sets])
        guesses = self.own[np.concatenate(sets)]
        for at, one in enumerate(np.argsort(guesses).tolist()):
            if at and at % EACH == 0 and not go_on():
                raise Stopped
            copies[of[one]][place[one]] = self.rows[guesses[one]][sets[of[one]]]
        return copies

    def about(self, members: Indices, few: int = 0) -> tuple[Rows, Indices, Indices]:
        """Return the feedback of all guesses for a set: rows, own guesses, and the members in them.

        It is the matrix itself, or for few members a copy of their columns; for a matrix in a file
        a copy for any small set, since nearly all of the rows would be read otherwise.
        """
        small = self.in_file and len(members) * self.guesses <= GATHERED
        if len(members) > few and not small:
            return self.rows, self.own, members
        rows = self.told(members, 0, self.guesses)
        return rows, self.own[members], np.arange(len(members), dtype=np.int32)

    def __repr__(self) -> str:
        return f"FeedbackMatrix({self.guesses} guesses, {self.secrets} secrets)"


@contextmanager
def _scattered(array: Rows) -> Iterator[None]:
    """Let the system read nothing around what is written of an array in a file, meanwhile."""
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
    """Return whether a guess names two secrets; numpy's own `unique` loads more to tell."""
    return int(np.bincount(own.astype(np.int64)).max()) > 1
