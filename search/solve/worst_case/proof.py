"""A value with both halves of its proof."""

from dataclasses import dataclass

from search.model.candidates import Candidates
from search.model.limits import Stopped
from search.model.matrix import FeedbackMatrix
from search.solve.worst_case.engine import Engine, GoOn
from search.solve.worst_case.search import Progress, Search, Watch
from search.strategy.refutation import Core, refute
from search.strategy.tree import Strategy, grow


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

    Notes
    -----
    Nothing is spared by the symmetry of a game: whoever checks the proof need not know of it.
    """
    search, engine, go_on = _searched(matrix, candidates, watch, symmetric=False)
    # What the search has learned makes both halves quick to write down, and so do the keys and the
    # guess that it ends with: weighing all guesses for all secrets is dear.
    refutation = refute(engine, search.members, search.bounds.upper - 1, go_on, search.keys)
    return Proof(_grown(search, engine, go_on), refutation)


def best_strategy(
    matrix: FeedbackMatrix, candidates: Candidates | None = None, *, watch: Watch | None = None
) -> Strategy:
    """Find a strategy of the least worst case; the symmetry of the game is made use of.

    Parameters and exceptions as of `prove`.
    """
    return _grown(*_searched(matrix, candidates, watch, symmetric=True))


def _searched(
    matrix: FeedbackMatrix,
    candidates: Candidates | None,
    watch: Watch | None,
    *,
    symmetric: bool,
) -> tuple[Search, Engine, GoOn]:
    search = Search(matrix, candidates, watch=watch, symmetric=symmetric)
    result = search.run()
    if not result.bounds.proven:
        raise Stopped
    engine = search.engine or Engine(matrix, result.bounds.upper)

    def go_on(depth: int) -> bool:
        progress = Progress(result.bounds, depth, engine.nodes, result.seconds)
        return watch is None or watch(progress)

    return search, engine, go_on


def _grown(search: Search, engine: Engine, go_on: GoOn) -> Strategy:
    # Where more can be proposed than the candidates, one of them may be as good a guess and right.
    known = search.guess if len(search.members) == search.matrix.guesses else None
    return grow(engine, search.members, search.bounds.upper, go_on, known)
