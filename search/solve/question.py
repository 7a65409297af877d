"""The entry point of the engine: from a question about a matrix to a solution."""

from collections.abc import Iterable, Sequence

from emi.search.model.candidates import Candidates
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.record import Proven
from emi.search.model.restriction import Restriction
from emi.search.solve.base import Question, Search
from emi.search.solve.objectives import Objective, WorstCase
from emi.search.solve.session import Session


def solve(
    matrix: FeedbackMatrix,
    objective: Objective | None = None,
    candidates: Candidates | None = None,
    *,
    first: int | Sequence[int] | None = None,
    openers: int = 0,
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
        The secrets still possible, at least one; by default all.
    first : int or sequence of int, optional
        The first guess, or several distinct ones made in order regardless of the feedback; by
        default the best one.
    openers : int
        The number of guesses made regardless of the feedback. If it exceeds those of ``first`` by
        one or two, the search adds the best ones.
    restriction : Restriction, optional
        The rule by which feedback restricts the guesses; by default every guess is allowed.
    symmetric : bool
        Whether to try only one of several guesses equivalent by the symmetry of the game.
    session : Session, optional
        The limits, the watcher and the keeper of proven facts; by default none.
    records : iterable of Proven
        Facts proven before about this game and objective.
    lower : int
        A known lower bound on the value.

    Returns
    -------
    Search
        The solution: ``bounds``, ``guess``, ``nodes``, and ``strategy()`` on demand.

    Raises
    ------
    ValueError
        If the candidates are empty or of another game, or if too many openers are requested.
    ContradictionError
        If records contradict each other.
    """
    opening = () if first is None else (first,) if isinstance(first, int) else tuple(first)
    wanted = objective or WorstCase()
    if max(openers, len(opening)) > 1 and restriction is None:
        from emi.search.solve.openers import opened

        found: Search = opened(matrix, wanted, candidates, opening, openers, session)
    else:
        begun = opening[0] if opening else None
        found = wanted.search(Question(matrix, candidates, session, begun, restriction, symmetric))
    found.bounds = found.bounds.tightened(lower, None)
    found.run(records)
    return found
