"""The arrays that the kernels of hard play work on."""

import numpy as np

from search.kernels.restricted.members import Profiles, Scratch
from search.kernels.restricted.search import LEVEL, Levels
from search.model.matrix import FeedbackMatrix
from search.model.partition import splitting_space
from search.solve.arrays import make_steps


def make_levels(secrets: int, depth: int) -> Levels:
    """Return a stack for questions of up to ``depth`` guesses."""
    levels = max(depth - 1, 2)
    sets = ("members", "order", "split", "class_order")
    return Levels(
        at=np.zeros(levels, LEVEL),
        **{name: np.empty((levels, secrets), np.int32) for name in sets},
        start=np.empty((levels, secrets + 1), np.int32),
        blame=np.ones((levels + 2, secrets), np.float64),
        key=np.zeros((levels, 2), np.uint64),
    )


def make_scratch(matrix: FeedbackMatrix) -> Scratch:
    """Return working space for the kernels."""
    secrets = matrix.secrets
    return Scratch(
        space=splitting_space(matrix),
        stamp=np.zeros(matrix.classes, np.int64),
        clock=np.zeros(1, np.int64),
        steps=make_steps(secrets),
        profiles=Profiles(
            keys=np.empty(secrets, np.int64),
            largest=np.empty(secrets, np.int32),
            made=np.empty(secrets, np.int32),
        ),
        scores=np.empty(secrets, np.float64),
    )
