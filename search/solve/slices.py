"""A kernel works in slices, so that whoever waits for its answer can look at the clock."""

import math
import time

import numpy as np

#: Seconds between two looks at the clock.
SLICE = 0.05


class Slices:
    """How many nodes the next call of a kernel may take: about `SLICE` seconds.

    Parameters
    ----------
    end : float
        No slice goes beyond so many nodes.
    """

    def __init__(self, end: float) -> None:
        self.end = end
        self.step = 16.0
        self.began = time.monotonic()

    def until(self, nodes: int) -> np.int64:
        """Return at how many nodes the next slice ends, if there have been so many."""
        self.began = time.monotonic()
        return np.int64(math.ceil(min(nodes + self.step, self.end, 1e18)))

    def adapt(self) -> None:
        """Learn from how long the slice took; a node may be a thousand times dearer than before."""
        took = time.monotonic() - self.began + 1e-6
        self.step = min(max(self.step * min(SLICE / took, 2.0), 1.0), 1e9)
