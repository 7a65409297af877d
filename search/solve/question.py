"""A question about a matrix goes in, a solution comes out: the way into the engine."""

from collections.abc import Iterable

from search.model.candidates import Candidates
from search.model.matrix import FeedbackMatrix
from search.model.record import Proven
from search.model.restriction import Restriction
from search.solve.base import Question, Search
from search.solve.objectives import Objective, WorstCase
from search.solve.session import Session


def solve(
    matrix: FeedbackMatrix,
    objective: Objective | None = None,
    candidates: Candidates | None = None,
    *,
    first: int | None = None,
    restriction: Restriction | None = None,
    symmetric: bool = True,
    session: Session | None = None,
    records: Iterable[Proven] = (),
    lower: int = 0,
) -> Search:
    """Find the value of a game, by any objective.

    Parameters
    ----------
    matrix : FeedbackMatrix
    objective : Objective, optional
        By default the worst case.
    candidates : Candidates, optional
        The secrets still possible, at least one; all of them by default.
    first : int, optional
        The first guess; by default the best.
    restriction : Restriction, optional
        What answers leave of the guesses; by default all of them.
    symmetric : bool
        Whether guesses that are equal by the symmetry of the game are tried once.
    session : Session, optional
        Its limits, who watches it, and who keeps what is proven; by default there are none.
    records : iterable of Proven
        What was proven before, of this game and objective.
    lower : int
        What the value is known to be at least.

    Returns
    -------
    Search
        The solution: ``bounds``, ``guess``, ``nodes``, and ``strategy()`` on demand.

    Raises
    ------
    ValueError
        If the candidates are none or of another game.
    ContradictionError
        If records contradict each other.
    """
    question = Question(matrix, candidates, session, first, restriction, symmetric)
    found = (objective or WorstCase()).search(question)
    found.bounds = found.bounds.tightened(lower, None)
    found.run(records)
    return found
