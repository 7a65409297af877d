"""A question about a matrix goes in, a solution comes out: the way into the engine."""

from collections.abc import Iterable, Sequence

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
        The secrets still possible, at least one; all of them by default.
    first : int or sequence of int, optional
        The first guess, or several that are made one after the other whatever is answered, each
        once; by default the best one.
    openers : int
        How many guesses are made whatever is answered, if that is more than are given: the others
        are the best, one or two of them.
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
        If the candidates are none or of another game, or too many openers are to be found.
    ContradictionError
        If records contradict each other.
    """
    opening = () if first is None else (first,) if isinstance(first, int) else tuple(first)
    wanted = objective or WorstCase()
    if max(openers, len(opening)) > 1 and restriction is None:
        from search.solve.openers import opened

        found: Search = opened(matrix, wanted, candidates, opening, openers, session)
    else:
        begun = opening[0] if opening else None
        found = wanted.search(Question(matrix, candidates, session, begun, restriction, symmetric))
    found.bounds = found.bounds.tightened(lower, None)
    found.run(records)
    return found
