"""Read records from the store before a search, and write them after it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

from emi.questions.records import Records
from emi.search.model.bounds import Bounds, ContradictionError
from emi.search.model.candidates import Candidates
from emi.search.model.limits import Stopped
from emi.search.model.record import Proven

if TYPE_CHECKING:
    from collections.abc import Iterable

    from emi.questions.query import Query
    from emi.search.model.strategy import Strategy as Tree
    from emi.search.model.written import Outline, Proof, Refutation
    from emi.search.solve.base import Search
    from emi.search.solve.session import Session


@dataclass(frozen=True)
class Known:
    """The known facts about the value of a question.

    Attributes
    ----------
    bounds : Bounds
    guess : str
        First guess of a strategy that attains the upper bound; else the given first guess; else
        empty.
    outline : Outline or None
        A strategy that attains the value.
    opening : tuple of str
        For a search for openings: the guesses of the upper bound, once found.
    """

    bounds: Bounds
    guess: str
    outline: Outline | None = None
    opening: tuple[str, ...] = ()

    def openers(self, query: Query) -> tuple[str, ...]:
        """Return the guesses made regardless of the feedback, if they are known."""
        if query.begun <= len(query.opening):
            return query.opening
        if self.outline is None:
            return self.opening
        guesses, node = query.game.guesses, self.outline.strategy
        made: list[str] = []
        while len(made) < query.begun:
            made.append(guesses[node.guess])
            if not node.branches:
                break
            node = node.branches[0]
        return tuple(made)


@dataclass(frozen=True)
class Kept:
    """The records of a question, the facts in them, and a proof if requested."""

    records: Records
    known: Known
    refutation: Refutation | None = None

    @property
    def tree(self) -> Tree | None:
        """The stored strategy."""
        return None if self.known.outline is None else self.known.outline.strategy


def records_of(query: Query) -> Records:
    """Return access to the records of a question without reading them.

    There are none if a limit is reached before the feedback of a custom rule is known.
    """
    store, digest = query.store, ""
    if store is not None:
        try:
            digest = query.key
        except Stopped:
            store = None
    return Records(
        query.game, store, words(query), priced=query.objective.priced, begun=query.begun,
        digest=digest,
    )  # fmt: skip


def words(query: Query) -> str:
    """Return the part of the record key for the question; empty for a worst case.

    A position in which some guesses are no longer allowed is a different question.
    """
    objective = query.objective
    first = f"first {','.join(query.opening)}" if query.opening else ""
    if query.begun > max(len(query.opening), 1):
        first = ", ".join(filter(None, (first, f"openers {query.begun}")))
    at = "" if query.allowed is None else f"allowed {_digest(query.allowed)}"
    if not objective.priced:
        return f"{first}, {at}" if first else at
    weighted = "" if objective.weights is None else f"weights {_digest(objective.weights)}"
    among = query.candidates
    some = "" if among is None else f"candidates {among.to_bytes().hex()}"
    return ", ".join(filter(None, (objective.key, first, weighted, some, at)))


def read(query: Query, *, proof: bool = False, most: int | None = None) -> Kept:
    """Return the records of a question, with a strategy or a proof if stored.

    Nothing is read if there are more than ``most`` records.
    """
    records = records_of(query)
    known = _known(query, records.read(most))
    if known.bounds.proven:
        written = stored(query, records, known.bounds.upper, proof=proof)
        if written is not None:
            return Kept(records, replace(known, outline=written.outline), written.refutation)
    return Kept(records, known)


def _known(query: Query, records: Iterable[Proven]) -> Known:
    """Return the facts in records, without the kernels, which take time to load."""
    game, bounds, guess = query.game, query.first_bounds, "".join(query.opening[:1])
    about = None
    if not query.objective.priced:
        about = query.candidates or Candidates.every(len(game.secrets))
        guess = guess or game.secrets[about.members[0]]
    for one in records:
        # For costs, a guess without an upper bound belongs to a bound on strategies that begin with
        # it.
        if one.candidates != about or (about is None and one.upper is None and one.guess >= 0):
            continue
        # An upper bound is only useful with a guess that attains it. A class may be the whole set,
        # and recorded as well; other guesses attain bounds on that.
        attained = one.guess >= 0 and query.opening[:1] in ((), (game.guesses[one.guess],))
        upper = one.upper if attained else None
        try:
            bounds = bounds.tightened(one.lower, upper)
        except ContradictionError:
            return _known(query, [])
        if upper is not None and upper == bounds.upper:
            guess = game.guesses[one.guess]
    return Known(bounds, guess)


def stored(
    query: Query, records: Records, value: int | None, *, proof: bool = False
) -> Proof | None:
    """Return a strategy or proof among the records read that attains a value, if there is one."""
    return records.written(partial(_fits, query, value), proof=proof)


def _fits(query: Query, value: int | None, outline: Outline) -> bool:
    """Return whether a strategy fits the question and attains the value."""
    game, members = query.game, query.members
    asked = range(len(game.secrets)) if members is None else members.tolist()
    if {*outline.found, *outline.missed} != {*asked} or not _begins(query, outline.strategy):
        return False
    if outline.missed and not query.objective.priced:
        return False
    return query.objective.reached(outline, query.weights) == value


def _begins(query: Query, tree: Tree) -> bool:
    """Return whether a strategy makes the prescribed first guesses regardless of the feedback."""
    nodes, given = [tree], query.opening_indices
    for made in range(query.begun):
        guesses = {node.guess for node in nodes}
        if len(guesses) > 1 or (made < len(given) and guesses - {given[made]}):
            return False
        nodes = [branch for node in nodes for branch in node.branches]
    return True


def keep_strategy(query: Query, kept: Kept, found: Search, outline: Outline) -> None:
    """Store the strategy of a search in place of the records that it makes superfluous."""
    lower, upper, guess = found.bounds.lower, found.bounds.upper, outline.nodes[0].guess
    settled = None
    if query.objective.priced:
        settled = Proven(None, lower, upper, guess, 0)
    elif query.candidates is None:
        settled = Proven(found.candidates, lower, upper, guess)
    records = kept.records
    if found.final:
        records.write(outline, settled=settled)
    for other in records.beside:
        (other.settle if found.final else other.flush)()


def keep_upper(query: Query, upper: int, guess: int, outline: Outline | None = None) -> None:
    """Record that a strategy attains ``upper``, whatever the first guess, if that is new.

    ``guess`` is the index of its first guess; the question need not prescribe one. ``outline`` is
    the strategy, if it is known; it is stored as well.
    """
    query = replace(query, first=None, openers=None)
    kept = read(query)
    known = kept.known.bounds
    # A wrong cache may have a lower bound above this.
    if known.lower <= upper and (known.upper is None or upper < known.upper):
        fact = Proven(None, known.lower, upper, guess, 0)
        if not query.objective.priced:
            about = query.candidates or Candidates.every(len(query.game.secrets))
            fact = Proven(about, known.lower, upper, guess)
        kept.records([fact])
        if outline is not None:
            kept.records.write(outline)


def beside(session: Session, query: Query, kept: Kept) -> Session:
    """Return a session for writing a strategy; facts proven on the way are stored too."""
    aside = session.aside()
    if query.store is not None:
        aside.keep, aside.beside = kept.records, kept.records.aside
    return aside


def _digest(parts: Iterable[object]) -> str:
    """Return the digest of weights or codes: a part of the key of the records."""
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()
