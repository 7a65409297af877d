"""The form in which all searches take a game."""

from typing import NamedTuple

import numpy as np

from emi.search.kernels.compiler.structs import struct
from emi.search.kernels.compiler.widths import Widths
from emi.search.kernels.core.symmetry import Symmetry


@struct
class GameArrays(NamedTuple):
    """A feedback matrix with its transpose, own guesses and symmetry."""

    # The class into which each guess puts each secret.
    rows: Widths  # (guesses, secrets)
    # The transpose, contiguous.
    columns: Widths  # (secrets, guesses)
    # The guess that names each secret.
    own: np.ndarray  # (secrets,) int32
    # Random bits for each secret (see `set_key`).
    zobrist: np.ndarray  # (secrets, 2) uint64
    symmetry: Symmetry
