"""A value with both halves of its proof."""

from dataclasses import dataclass

from search.candidates import Candidates
from search.engine import Engine
from search.limits import Stopped
from search.matrix import FeedbackMatrix
from search.refutation import Core, refute
from search.strategy import Strategy, grow
from search.worst_case import Progress, Search, Watch


@dataclass(frozen=True, eq=False)
class Proof:
    """Why the worst case is what it is.

    Parameters
    ----------
    strategy : Strategy
        It can be done within ``strategy.depth`` guesses.
    refutation : list of Core
        It cannot be done within one less; the last core is the claim.
    """

    strategy: Strategy
    refutation: list[Core]


def prove(
    matrix: FeedbackMatrix, candidates: Candidates | None = None, *, watch: Watch | None = None
) -> Proof:
    """Find the worst case of a game and prove it.

    Parameters
    ----------
    matrix : FeedbackMatrix
    candidates : Candidates, optional
        The secrets still possible; all of them by default.
    watch : callable, optional
        Receives the progress about twenty times a second and returns whether to go on.

    Raises
    ------
    Stopped
        If ``watch`` returned False.
    """
    search = Search(matrix, candidates, watch=watch)
    result = search.run()
    if not result.bounds.proven:
        raise Stopped
    worst = result.bounds.upper
    # What the search has learned makes both halves quick to write down, and so do the keys and the
    # guess that it ends with: weighing all guesses for all secrets is dear.
    engine = search.engine or Engine(matrix, worst)

    def go_on(depth: int) -> bool:
        progress = Progress(result.bounds, depth, engine.nodes, result.seconds)
        return watch is None or watch(progress)

    refutation = refute(engine, search.members, worst - 1, go_on, search.keys)
    # Where more can be proposed than the candidates, one of them may be as good a guess and right.
    known = result.guess if len(search.members) == matrix.guesses else None
    return Proof(grow(engine, search.members, worst, go_on, known), refutation)
