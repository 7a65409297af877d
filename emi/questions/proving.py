"""The proof of a worst case: a strategy, and cores that refute one guess less."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.proof.certificate import of_strategy
from emi.questions.keeping import read
from emi.questions.searching import disbelieved, written_out
from search.model.bounds import ContradictionError
from search.model.limits import Stopped
from search.model.record import Proven

if TYPE_CHECKING:
    from emi.questions.keeping import Kept
    from emi.questions.writing import Writing
    from search.model.written import Outline, Refutation


def prove(writing: Writing) -> tuple[Outline, Refutation]:
    """Return both halves of the proof of the worst case; raise Stopped if time is too short.

    The proof covers all secrets of a game without hard play. The strategy comes first: it takes
    less time, and remains in ``writing`` if time is too short for the refutation.
    """
    kept = read(writing.query, proof=True)
    if kept.known.outline is not None and kept.refutation is not None:
        writing.outline = kept.known.outline
        return kept.known.outline, kept.refutation
    kept.records.writing = True
    try:
        return _prove(writing, kept)
    except ContradictionError as error:
        disbelieved(writing.query, error)
        kept.records.bounds = []
        return _prove(writing, kept)


def _prove(writing: Writing, kept: Kept) -> tuple[Outline, Refutation]:
    """Make and store both halves of the proof of the worst case."""
    found = writing.ran = writing.searched(kept)
    if not found.bounds.proven:
        raise Stopped
    writing.write(found.bounds)
    if tree := writing.by_heuristic(found):
        writing.least = of_strategy(tree)
    outline = written_out(writing.whole, kept, found, writing.session(kept.records))
    if outline is None:
        raise Stopped
    writing.outline, writing.least = outline, of_strategy(outline.strategy)
    from search.proof.shrink import shrunk_refutation

    refutation = shrunk_refutation(found.matrix, found.bounds.lower - 1, writing.session())
    lower, upper, guess = found.bounds.lower, found.bounds.upper, outline.nodes[0].guess
    if refutation.final:
        # Otherwise a later run with more time makes the proof.
        settled = Proven(found.candidates, lower, upper, guess)
        kept.records.write(outline, refutation, settled=settled)
    return outline, refutation
