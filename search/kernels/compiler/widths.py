"""Feedback matrices of 8 or 16 bits: only the sweeps over them are compiled for both."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from emi.search.kernels.compiler.jit import phase
from emi.search.kernels.compiler.structs import struct


@struct
class Widths(NamedTuple):
    """A matrix in one of two widths; the array of the other width has no rows."""

    narrow: np.ndarray  # (rows, columns) uint8
    wide: np.ndarray  # (rows, columns) uint16


def in_widths(matrix: NDArray[Any]) -> Widths:
    """Return a matrix of uint8 or uint16 in the form that kernels take."""
    if matrix.dtype == np.uint8:
        return Widths(matrix, np.empty((0, 0), np.uint16))
    return Widths(np.empty((0, 0), np.uint8), matrix)


def either(function, compiled=phase):
    """Compile a phase for both widths of its first argument; the result takes `Widths` there."""
    part = compiled(function)

    @compiled
    def of_width(matrix, *others):
        """Call the version for the width of the matrix."""
        if matrix.narrow.shape[0] > 0:
            return part(matrix.narrow, *others)
        return part(matrix.wide, *others)

    return of_width
