"""The entry point of the engine: from a question about a matrix to a solution."""

from collections.abc import Iterable, Sequence

from emi.search.model.candidates import Candidates
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.record import Proven
from emi.search.model.restriction import Restriction
from emi.search.solve.base import Objective, Search, SearchParameters
from emi.search.solve.session import Session


def solve(
    matrix: FeedbackMatrix,
    objective: Objective,
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
    objective : Objective
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
        The limits, the watcher and the store of proven facts; by default none.
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
        If the candidates are empty or of another game, or if too many openers are requested, or
        several where feedback restricts the guesses.
    ContradictionError
        If records contradict each other.
    """
    opening = () if first is None else (first,) if isinstance(first, int) else tuple(first)
    if restriction is not None and max(openers, len(opening)) > 1:
        raise ValueError("first: expected one guess at most, as feedback restricts the next guess")
    question = SearchParameters(matrix, candidates, session, opening, restriction, symmetric)
    # Guesses after the last one are useless, and there are no more than all guesses.
    many = min(openers, objective.tries or openers, matrix.guesses) if openers > 1 else openers
    if many > max(len(opening), 1):
        from emi.search.solve.openers import OpenersSearch

        search: Search = OpenersSearch(question, objective, many)
    else:
        search = objective.search(question)
    search.bounds = search.bounds.tightened(lower, None)
    search.run(records)
    return search
