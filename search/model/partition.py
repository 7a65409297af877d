"""What a guess makes of a set."""

from itertools import pairwise

import numpy as np

from search.kernels.common.partition import Space, split
from search.model.matrix import FeedbackMatrix, Indices, Rows


def splitting_space(matrix: FeedbackMatrix) -> Space:
    """Return the working space ``counts, label, tally`` of `classes`."""
    width = max(matrix.classes, matrix.secrets) + 1
    return Space(
        counts=np.zeros(width, np.int32),
        label=np.full(width, -1, np.int32),
        tally=np.zeros(width, np.int32),
    )


def classes(
    row: Rows, members: Indices, counts: Indices, label: Indices, tally: Indices
) -> list[Indices]:
    """Return the classes that a guess makes of a set, the largest first.

    Parameters
    ----------
    row : (secrets,) uint8 or uint16
        The class into which the guess puts each secret.
    members : (n,) int32
    counts, label, tally : (max(classes, n) + 1,) int32
        Working space: zero, -1 and zero on entry and on return.
    """
    out = np.empty(len(members), np.int32)
    start = np.empty(len(members) + 1, np.int32)
    made = split(row, members, out, start, Space(counts, label, tally))
    return [out[low:high] for low, high in pairwise(start[: made + 1].tolist())]
