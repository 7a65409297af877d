"""A game as the engine sees it: which class each guess puts each secret into."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from search.kernels.common.sweep import not_apart, transpose
from search.model.symmetry import no_symmetry, symmetry_of

Rows = NDArray[np.unsignedinteger[Any]]
Indices = NDArray[np.int32]

#: Guesses that are turned over at once in a file, so that each of its pages is written once.
TILE = 4096
#: Feedbacks that are copied out of a file at once: 100 MB.
GATHERED = 50_000_000


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
        Whether ``rows`` is its own transpose, so that no other is made. Whoever says so answers for
        it: to see that it is so takes as long as to make the transpose.
    codes : (guesses, places) uint8, optional
        The symbols of each guess, in a game in which permuting the places, or the symbols, of all
        codes alike leaves all feedback unchanged (see `search.model.symmetry.symmetry_of`).
    empty : callable, optional
        Where the rows do not fit into memory: makes an array of a shape and dtype in a file, too.

    Raises
    ------
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
        self._empty = empty
        self.rows: Rows = np.ascontiguousarray(rows)
        self.own: Indices = np.ascontiguousarray(own, dtype=np.int32)
        self.symmetry = no_symmetry() if codes is None else symmetry_of(codes, self.own)
        if (secret := not_apart(self.rows, self.own)) >= 0:
            raise ValueError(
                f"rows: guess {self.own[secret]} names secret {secret} but shares its class with "
                "another"
            )

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
        shape, dtype = self.rows.shape[::-1], self.rows.dtype
        columns: Rows
        if self._empty is None:
            columns = np.empty(shape, dtype)
            transpose(self.rows, columns)
            return columns
        columns = self._empty(shape, dtype)
        for g in range(0, shape[1], TILE):
            columns[:, g : g + TILE] = self.rows[g : g + TILE].T
        return columns

    def about(self, members: Indices, few: int = 0) -> tuple[Rows, Indices, Indices]:
        """Return what all guesses tell of a set: rows, the own guesses, and the members in these.

        That is the matrix itself. Of so few members it is a copy of their columns; if it lies in a
        file that of any small set, for of the rows nearly all would be read.
        """
        small = self.in_file and len(members) * self.guesses <= GATHERED
        if len(members) > few and not small:
            return self.rows, self.own, members
        rows = np.ascontiguousarray(self.columns[members].T)
        return rows, self.own[members], np.arange(len(members), dtype=np.int32)

    @property
    def in_file(self) -> bool:
        """Whether it does not fit into memory, so that it must not be copied."""
        return self._empty is not None

    def __repr__(self) -> str:
        return f"FeedbackMatrix({self.guesses} guesses, {self.secrets} secrets)"


def _repeated(own: Indices) -> bool:
    """Tell whether a guess names two secrets; numpy's own `unique` loads more to tell."""
    return int(np.bincount(own.astype(np.int64)).max()) > 1
