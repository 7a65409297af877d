"""A game as every search takes it."""

from typing import NamedTuple

import numpy as np

from search.kernels.common.symmetry import Symmetry
from search.kernels.compiler.structs import struct
from search.kernels.compiler.widths import Widths


@struct
class Game(NamedTuple):
    """A feedback matrix, and what belongs to it."""

    # The class into which each guess puts each secret.
    rows: Widths  # (guesses, secrets)
    # Its transpose in memory.
    columns: Widths  # (secrets, guesses)
    # The guess that each secret is.
    own: np.ndarray  # (secrets,) int32
    # Random bits for each secret (see `set_key`).
    zobrist: np.ndarray  # (secrets, 2) uint64
    symmetry: Symmetry
