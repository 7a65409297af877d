"""Compile the kernels before several threads need them.

Later, the first call of a kernel in a process only loads its code, one thread at a time.
"""

from collections.abc import Callable

import numpy as np

from emi.search.compile.folders import is_compiled, note_compiled
from emi.search.model.candidates import Candidates
from emi.search.model.cost_model import CostModel
from emi.search.model.matrix import FeedbackMatrix, Indices, Rows
from emi.search.model.record import Proven
from emi.search.model.restriction import Restriction
from emi.search.solve.session import Session


def _five(dtype: type[np.uint8 | np.uint16] = np.uint8) -> FeedbackMatrix:
    """Return a game of five secrets that can only be told apart by guessing them.

    This game needs five guesses. No quick bound proves this, so a search runs every kernel.
    """
    rows = np.ones((5, 5), dtype)
    np.fill_diagonal(rows, 0)
    return FeedbackMatrix(rows, np.arange(5, dtype=np.int32))


def make_ready(name: str) -> None:
    """Compile all kernels of a search, unless they were compiled before."""
    if not is_compiled(name):
        COMPILE[name]()
        note_compiled(name)


def make_all_ready() -> None:
    """Compile all kernels.

    Those of the worst case come last, since another process may be compiling them meanwhile; those
    of cores, which include them, come just before.
    """
    first, *others = COMPILE
    for name in (*others, first):
        make_ready(name)


def compile_worst_case() -> None:
    """Solve the game of `_five`, and recall its records; this covers both widths of matrices."""
    from emi.search.compile.jit import in_widths
    from emi.search.heuristics.heuristic import HEURISTICS
    from emi.search.heuristics.play import tries
    from emi.search.kernels.core.partition import separating_guess
    from emi.search.solve.worst_case.engine import Engine
    from emi.search.solve.worst_case.free_play import WorstCaseSearch

    matrix = _five()
    # `FeedbackMatrix` calls kernels with an array, not `Widths`: compile them for 16 bits too.
    _ = _five(np.uint16).columns
    search = WorstCaseSearch(matrix, symmetric=False)
    search.run()
    search.strategy()
    tries(matrix, HEURISTICS["Sum"])
    engine = Engine(matrix, 5)
    engine.recall(Proven(Candidates(range(4), 5), 4, 4))
    engine.recall(Proven(Candidates(range(4), 5), 1, 3))
    # The search above does not call this kernel, since a candidate tells any two secrets apart.
    scratch = engine.arrays.scratch
    separating_guess(in_widths(matrix.rows), matrix.own[:2], scratch.stamp, scratch.clock)


def compile_cores() -> None:
    """Shrink a core of the game of `_five`, and refute three of its secrets."""
    from emi.search.solve.worst_case.engine import Engine
    from emi.search.solve.worst_case.proof import refute
    from emi.search.solve.worst_case.shrink import shrunk_refutation

    shrunk_refutation(_five(), 4, Session())
    refute(Engine(_five(), 3), np.arange(3, dtype=np.int32), 2)


def compile_hard() -> None:
    """Do the same as `compile_worst_case` in hard play."""
    from emi.search.solve.hard.engine import HardEngine
    from emi.search.solve.hard.hard_play import HardSearch

    matrix = _five()
    search = HardSearch(matrix, Restriction())
    search.run()
    search.strategy()
    # Counting classes decides this without a search.
    engine = HardEngine(matrix, Restriction(matrix.rows[np.newaxis]), 5)
    engine.recall(Proven(Candidates(range(4), 5), 4, 4))
    engine.decide(np.arange(5, dtype=np.int32), 4)


def compile_least_cost() -> None:
    """Find the least average of the game of `_five`."""
    from emi.search.solve.cost.average import AverageSearch

    search = AverageSearch(_five(), CostModel.average().among(5))
    search.run()
    search.strategy()


def compile_refutation() -> None:
    """Prove lower bounds on the cost of the game of `_five`, and on its misses."""
    from emi.search.solve.cost.least_cost import CostSearch
    from emi.search.solve.cost.proof import Refuter
    from emi.search.solve.cost.sizes import Sizes
    from emi.search.solve.hard.proof import HardRefuter

    search = CostSearch(_five(), CostModel.average())
    search.run()
    Refuter(search, Session()).refute(search.bounds.lower)
    Sizes(search.engine).needed((0, 1, 2), 1)
    HardRefuter(_five(), Restriction(), 4, Session()).refute()


def compile_surveys() -> None:
    """Profile the guesses of the game of `_five`, and play it; this covers both widths."""
    from emi.search.compile.jit import in_widths
    from emi.search.heuristics.survey import Survey
    from emi.search.kernels.worst_case.sums import greedy_tries
    from emi.search.model.partition import splitting_space

    matrix = _five()

    def write(guesses: Indices, rows: Rows) -> None:
        rows[:] = matrix.rows[guesses]

    Survey(write, 5, np.ones(5, np.bool_), np.uint8, 2).extend(matrix.own)
    start, (worst, total) = np.array([0, 5], np.int32), np.empty((2, 1), np.int64)
    space = splitting_space(matrix)
    greedy_tries(in_widths(matrix.rows), matrix.own, start, True, worst, total, space)


#: The functions that compile kernels, by the search that uses the kernels.
COMPILE: dict[str, Callable[[], object]] = {
    "worst case": compile_worst_case,
    "hard": compile_hard,
    "least cost": compile_least_cost,
    "refutation": compile_refutation,
    "surveys": compile_surveys,
    "cores": compile_cores,
}
