"""A game as every search takes it."""

from typing import NamedTuple

import numpy as np

from search.kernels.common.symmetry import Symmetry


class Game(NamedTuple):
    """A feedback matrix, and what belongs to it.

    Attributes
    ----------
    rows : (guesses, secrets) uint8 or uint16
        The class into which each guess puts each secret.
    columns : (secrets, guesses)
        Its transpose in memory.
    own : (secrets,) int32
        The guess that each secret is.
    zobrist : (secrets, 2) uint64
        Random bits for each secret (see `set_key`).
    symmetry : Symmetry
    """

    rows: np.ndarray
    columns: np.ndarray
    own: np.ndarray
    zobrist: np.ndarray
    symmetry: Symmetry
