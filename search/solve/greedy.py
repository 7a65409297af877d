"""Greedy play: the guess of least Sum at every step. Its worst case is an upper bound.

Greedy play considers candidates only, which is quick, or all guesses. With a matrix in a file, the
feedback is copied to memory first, because the kernel reads it at each step.
"""

from collections.abc import Callable

import numpy as np

from emi.search.compile.jit import in_widths
from emi.search.kernels.worst_case.sums import greedy_depth
from emi.search.model.limits import Stopped
from emi.search.model.matrix import GATHERED, FeedbackMatrix, Indices, Rows
from emi.search.model.partition import Opening, Partitioner
from emi.search.solve.engine import PAIRS
from emi.search.solve.worst_case.engine import class_keys


class Greedy:
    """Greedy play in one game; raises Stopped if ``go_on`` returns False."""

    def __init__(self, matrix: FeedbackMatrix, go_on: Callable[[], bool]) -> None:
        self.matrix, self.go_on = matrix, go_on
        self.partitioner = Partitioner(matrix)

    def among_candidates(self, members: Indices, most: int, first: int = -1) -> int:
        """Return the worst case of play among candidates, after a first guess if one is given.

        Return some number above ``most`` if the worst case exceeds ``most`` or if too much of a
        file would be read.
        """
        matrix = self.matrix
        if not matrix.in_file:
            return self._depth(matrix.rows, matrix.own, members, most, first, wide=False)
        return self.after(Opening.of(self.partitioner, members, (first,) * (first >= 0)), most)

    def after(self, opening: Opening, most: int) -> int:
        """Return the worst case of play among candidates after an opening; see above."""
        matrix, played_count = self.matrix, len(opening.guesses)
        larger = [klass for klass in opening.classes if len(klass) > 1]
        worst = max([*opening.found_by.values(), *[played_count + 1] * (len(opening.left) > 0)])
        if not matrix.in_file:
            played = [(matrix.rows, matrix.own, klass) for klass in larger]
        elif sum(len(klass) ** 2 for klass in larger) > PAIRS:
            return most + 1
        else:
            copies = matrix.among(larger, self.go_on)
            places = [np.arange(len(klass), dtype=np.int32) for klass in larger]
            played = [*zip(copies, places, places, strict=True)]
        for rows, own, members in played:
            if matrix.in_file and not self.go_on():
                raise Stopped
            worst = max(
                worst,
                played_count + self._depth(rows, own, members, most - played_count, wide=False),
            )
        return worst

    def among_all(self, members: Indices, most: int, first: int) -> int:
        """Return the worst case of play among all guesses, after a first guess, if below ``most``.

        Otherwise return ``most`` or more. For a large class, this method rather than the kernel
        chooses the next guess, so that the play can be interrupted.
        """
        matrix, worst = self.matrix, 1
        at_once = GATHERED if matrix.in_file else PAIRS
        for klass in self.partitioner.classes(first, members):
            if worst >= most:
                break
            if not self.go_on():
                raise Stopped
            if len(klass) == 1:
                worst = max(worst, 1 + int(matrix.own[klass[0]] != first))
            elif len(klass) * matrix.guesses <= at_once:
                worst = max(worst, 1 + self._depth(*matrix.about(klass), most - 2, wide=True))
            else:
                keys, apart, _ = class_keys(matrix, klass, None, self.go_on)
                following = apart if apart >= 0 else int(keys.argmin())
                worst = max(worst, 1 + self.among_all(klass, most - 1, following))
        return worst

    def _depth(
        self, rows: Rows, own: Indices, members: Indices, most: int, first: int = -1, *, wide: bool
    ) -> int:
        widths, space = in_widths(rows), self.partitioner.space
        return int(greedy_depth(widths, own, first, wide, most, members.copy(), space))
