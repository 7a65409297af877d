"""The proof of a worst case: a strategy, and cores that refute one guess less."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.proof.certificate import of_strategy
from emi.questions.keeping import read
from emi.questions.searching import disbelieved
from search.model.bounds import ContradictionError
from search.model.record import Proven
from search.model.written import Outline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.questions.keeping import Kept
    from emi.questions.writing import Writing
    from search.model.written import Core


def prove(writing: Writing) -> tuple[Outline, Sequence[Core]]:
    """Return both halves of the proof of the worst case; Stopped if there is no time for it.

    It is of all secrets, in a game that is not hard.
    """
    kept = read(writing.query, proof=True)
    if kept.known.outline is not None:
        return kept.known.outline, kept.cores
    kept.records.writing = True
    try:
        return _prove(writing, kept, kept.records.bounds)
    except ContradictionError as error:
        disbelieved(writing.query, error)
        return _prove(writing, kept, [])


def _prove(
    writing: Writing, kept: Kept, records: Sequence[Proven]
) -> tuple[Outline, Sequence[Core]]:
    """Make both halves of the proof of the worst case, and keep them."""
    matrix, keep = writing.whole.matrix(), kept.records
    from search.solve.worst_case.free_play import WorstCaseSearch

    # Nothing is spared by the symmetry of a game: whoever checks the proof need not know of it.
    session = writing.query.engine_session(keep)
    found = writing.ran = WorstCaseSearch(matrix, session=session, symmetric=False)
    found.run(records)
    writing.query.session.nodes += found.nodes
    if found.bounds.proven:
        writing.write(found.bounds)
        if tree := writing.by_heuristic(found):
            writing.least = of_strategy(tree)
    strategy = found.strategy(writing.session(keep))
    writing.least = of_strategy(strategy)
    refutation = found.refutation(writing.session(keep))
    lower, upper = found.bounds.lower, found.bounds.upper
    proof = Outline.of(strategy, matrix.own), refutation
    keep.write(*proof, settled=Proven(found.candidates, lower, upper, found.guess))
    return proof
