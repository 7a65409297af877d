"""Certificates: the value of a question with a strategy and a refutation that prove it."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from emi.compiling import kernels_ready
from emi.errors import OptionError
from emi.objectives.guaranteed import Guaranteed
from emi.objectives.worst_case import WorstCase
from emi.proof.certificate import (
    Certificate,
    PricedProof,
    check_certifiable,
    of_cores,
    of_strategy,
    symmetric,
)
from emi.questions.records import Records, keeping_session, read, stored
from emi.questions.searching import (
    SEARCHING,
    by_heuristic,
    check_within,
    disbelieved,
    searched,
    written_out,
)
from emi.search.model.bounds import Bounds, ContradictionError
from emi.search.model.limits import Stopped
from emi.search.model.record import Proven
from emi.search.model.written import Core, Outline, Proof, Refutation

if TYPE_CHECKING:
    from emi.questions.question import Question
    from emi.search.model.lemmas import Lemmas
    from emi.search.model.strategy import Strategy as Tree
    from emi.search.solve.base import Search
    from emi.search.solve.cost.least_cost import CostSearch
    from emi.search.solve.session import Session

#: The work (nodes times guesses) allowed for the refutation of a proof: half a minute.
LOOKS = 400_000_000


def certified(question: Question) -> Certificate:
    """Return the certificate of the value, as `emi.Solution.certificate` does.

    The search may take half of the time, and the node limit applies to the search only. If the
    search reaches a limit, the certificate states bounds; if time then runs out before the proof of
    the lower bound is written, the proof is omitted.
    """
    _check(question)
    check_within(question, read(question).known)
    writing = Writing(question, shared=True)
    game, weights = question.game, question.objective.weights
    try:
        proofs, bounds = writing.costs() if question.objective.priced else writing.worst_case()
        return Certificate.of(game, proofs, weights, bounds, go_on=writing.session().go_on)
    except Stopped:
        if writing.least is None or not writing.whole.limits.passed:
            raise
        # No time is left to find out whether one exists.
        proofs, bounds = writing.least
        return Certificate.of(game, proofs, weights, bounds)


def priced_proof(question: Question) -> PricedProof:
    """Return the proof of the value of a priced objective; raise Stopped if it is not proven."""
    (proof,), bounds = Writing(question, shared=False).costs()
    if not bounds.proven:
        raise Stopped
    return proof


def proof(question: Question) -> Proof:
    """Return the proof of the worst case; raise Stopped if no strategy is found in time.

    The proof has no refutation if a limit is reached later, or if a refutation without symmetry
    takes more work than `LOOKS`. The proof covers all secrets of a game without hard play. If the
    checker knows the symmetry of the game, the refutation uses it; otherwise it uses the core of
    `emi.search.solve.worst_case.shrink.shrunk_refutation`. Both halves are the same whatever the
    store held, except for an imported strategy.
    """
    writing = Writing(question.asking(WorstCase()), shared=False)
    refutation: Refutation | None = None
    with suppress(Stopped):
        _, refutation = writing.prove(LOOKS)
    if writing.outline is None:
        raise Stopped
    return Proof(writing.outline, refutation)


def _check(question: Question) -> None:
    """Raise an error for a question that certificates cannot state."""
    game = question.game
    check_certifiable(game)
    if question.candidates is not None or question.allowed is not None:
        raise OptionError(
            f"{game.name}: a certificate covers all secrets, candidates cannot be restricted"
        )
    if question.begun > 1:
        raise OptionError(
            f"{question.begun} opening guesses: expected at most one in a certificate",
            first=",".join(question.opening) or "openers",
        )
    if question.opening and not question.objective.priced:
        raise OptionError(
            "expected with the objective average or guaranteed: the certificate of a worst case "
            "covers all first guesses",
            first=question.opening[0],
        )


class Writing:
    """Proves the value of a question, and writes the certificate.

    Parameters
    ----------
    question : Question
        Its node limit applies to the search only.
    shared : bool
        Whether the search may only take a share of the time, so that bounds can be written.

    Attributes
    ----------
    question, whole : Question
        The question with the limits of the search, and with the limits of the whole.
    reached : Bounds or None
        The proven bounds on the value, once writing has begun.
    least : tuple or None
        A finished proof of the value or of bounds, and these bounds.
    ran : Search or None
        The search for a proof of the worst case, finished or not.
    outline : Outline or None
        The strategy of that proof, once written.
    """

    def __init__(self, question: Question, *, shared: bool) -> None:
        limits = question.limits
        self.question, self.whole = (
            question,
            replace(question, limits=replace(limits, nodes=math.inf)),
        )
        if shared:
            self.question = replace(question, limits=limits.within(limits.remaining * SEARCHING))
        self._hurried = shared and limits.end < math.inf
        self.reached: Bounds | None = None
        self.least: tuple[list[PricedProof], Bounds] | None = None
        self.ran: Search | None = None
        self.outline: Outline | None = None

    def session(self) -> Session:
        """Return a session of the engine: for the search, or for writing once that has begun."""
        if self.reached is None:
            return self.question.engine_session()
        session = self.whole.engine_session()
        session.bounds = self.reached
        return session

    def write(self, bounds: Bounds) -> None:
        """Begin to write, with the proven bounds; raise Stopped at a limit or by the watcher."""
        self.reached = bounds
        if (watch := self.question.watch) is not None:
            self.whole = replace(
                self.whole, watch=lambda progress: watch(replace(progress, writing=True))
            )
        if not self.session().go_on():
            raise Stopped

    def costs(self) -> tuple[list[PricedProof], Bounds]:
        """Return the proof for a priced objective, and the bounds that it proves."""
        from emi.search.solve.cost.miss_proof import refuter_of

        records = read(self.question)
        tree = None if records.known.outline is None else records.known.outline.strategy
        search = _priced(self._searched(records))
        self.write(search.bounds)
        whole = self.whole
        self._note(search, tree or self._by_heuristic(search))
        if search.bounds.proven and records.bounds:
            # Records carry no explanations, and recovering these class by class takes long. A
            # search from nothing proves everything, and names the same secrets regardless of the
            # records.
            search = _priced(searched(whole, Records(whole.game, None, priced=True)))
        original = search
        if search.answered.bounds.proven:
            # This search explains the value. Misses may be shown by a finer question, in its own
            # costs.
            search = search.answered
        bounds = Bounds(max(search.bounds.lower, whole.first_bounds.lower), search.bounds.upper)
        if bounds.proven:
            tree = search.any_strategy(self.session())
        elif bounds.upper is not None:
            there = stored(whole, records, bounds.upper)
            tree = there.outline.strategy if there else search.good_strategy(self.session())
            cost = _cost(search, tree)
            tree = tree if cost < search.forbidden else None
            bounds = Bounds(bounds.lower, None if tree is None else cost)
        self._note(search, tree)
        kernels_ready(refutations=True)
        refuter = refuter_of(search, self.session())
        lemmas = refuter.refute(bounds.lower) if bounds.lower else None
        proofs = [PricedProof.of(search, bounds, tree, lemmas)]
        return proofs, bounds if search is original else original.bounds

    def worst_case(self) -> tuple[list[PricedProof], Bounds]:
        """Return the proof about the worst case, and the bounds that it proves.

        The proof is a strategy and a refutation of one guess less. The refutation uses cores,
        unless play is hard.
        """
        if not self.whole.game.hard:
            with suppress(Stopped):
                tree, refutation = self.prove()
                return of_cores(tree, refutation.cores), Bounds(tree.depth, tree.depth)
        records = read(self.question)
        if outline := self.outline or records.known.outline:
            tree, lower = outline.strategy, outline.depth
            self.write(Bounds(lower, lower))
        else:
            records.writing = True
            search = self.ran or self._searched(records)
            pair, lower = self._written(records, search), search.bounds.lower
            tree = pair[0] if pair else search.good_strategy(self.session())
        proofs, bounds = self.least = of_strategy(tree)
        if lower > 2:  # noqa: PLR2004 - two guesses follow from the sizes alone
            lemmas = self._misses(lower - 1)
            refuted = PricedProof((*[0] * (lower - 1), 1), False, lemmas=lemmas, bound=1)
            proofs, bounds = [proofs[0], refuted], Bounds(lower, tree.depth)
        return proofs, bounds

    def prove(self, looks: float = math.inf) -> tuple[Tree, Refutation]:
        """Return both halves of the proof of the worst case; raise Stopped if time is too short.

        The proof covers all secrets of a game without hard play. The strategy comes first: it takes
        less time, and remains in ``outline`` if time is too short for the refutation, or if that
        takes more than ``looks`` (see `emi.search.solve.worst_case.shrink.shrunk_refutation`).
        """
        records = read(self.question, proof=True)
        if records.known.outline is not None and records.refutation is not None:
            self.outline = records.known.outline
            return self.outline.strategy, records.refutation
        records.writing = True
        try:
            return self._prove(records, looks)
        except ContradictionError as error:
            disbelieved(self.question, error)
            records.bounds = []
            return self._prove(records, looks)

    def _prove(self, records: Records, looks: float) -> tuple[Tree, Refutation]:
        """Make and store both halves of the proof of the worst case."""
        search = self.ran = self._searched(records)
        if not search.bounds.proven or (pair := self._written(records, search)) is None:
            raise Stopped
        tree, self.outline = pair
        self.least = of_strategy(tree)
        refutation = self._refutation(search, looks)
        if refutation.final:
            # Otherwise a later run with more time makes the proof.
            lower, upper = search.bounds.lower, search.bounds.upper
            settled = Proven(search.candidates, lower, upper, self.outline.nodes[0].guess)
            records.write(self.outline, refutation, settled=settled)
        return tree, refutation

    def _searched(self, records: Records) -> Search:
        """Return the search for the value after its run."""
        # Nothing is proven without the matrix, not even bounds, so it may take all of the time.
        self.whole.made()
        return searched(self.question, records)

    def _written(self, records: Records, search: Search) -> tuple[Tree, Outline] | None:
        """Return the strategy of a worst case; None if it is not proven, or time is too short."""
        self.write(search.bounds)
        if quick := self._by_heuristic(search):
            self.least = of_strategy(quick)
        session = keeping_session(self.session(), self.whole, records)
        return written_out(self.whole, records, search, session)

    def _by_heuristic(self, search: Search) -> Tree | None:
        """Return the strategy of a heuristic if there is a time limit, else None."""
        if not self._hurried:
            return None
        return by_heuristic(self.whole, search, self.session().go_on)

    def _note(self, search: CostSearch, tree: Tree | None) -> None:
        """Keep the proof by a strategy alone in ``least``, in case there is no time for more."""
        if tree is not None and (cost := _cost(search, tree)) < search.forbidden:
            bounds = Bounds(self.whole.first_bounds.lower, cost)
            self.least = [PricedProof.of(search, bounds, tree)], bounds

    def _refutation(self, search: Search, looks: float) -> Refutation:
        """Return a refutation of one guess less than the worst case: by symmetry or by a core."""
        tries = search.bounds.lower - 1
        if tries and symmetric(self.whole.game):
            cores = [
                Core(tries - state, np.array(members, np.int32), reasons, moves)
                for state, _, members, reasons, _, moves in self._misses(tries)
            ]
            return Refutation(cores, minimal=False)
        from emi.search.solve.engine import NO_KEYS
        from emi.search.solve.worst_case.free_play import WorstCaseSearch
        from emi.search.solve.worst_case.shrink import shrunk_refutation

        kernels_ready(cores=True)
        keys = search.all_keys if isinstance(search, WorstCaseSearch) else NO_KEYS
        return shrunk_refutation(search.matrix, tries, self.session(), looks, keys)

    def _misses(self, tries: int) -> Lemmas:
        """Return lemmas which prove that no strategy finds every secret within ``tries`` guesses.

        Raise Stopped if the session ends.
        """
        from emi.search.solve.cost.least_cost import CostSearch
        from emi.search.solve.cost.miss_proof import refuter_of
        from emi.search.solve.cost.worst_case import suits
        from emi.search.solve.hard.proof import HardRefuter

        session = self.session()
        matrix, restriction = self.whole.made(costs=True)
        kernels_ready(refutations=True)
        if restriction is None or suits(matrix, restriction):
            search = CostSearch(matrix, Guaranteed(tries).cost_model, restriction=restriction)
            return refuter_of(search, session).refute(1)
        return HardRefuter(matrix, restriction, tries, session).refute()


def _cost(search: CostSearch, tree: Tree) -> int:
    """Return the cost of a strategy."""
    return Outline.of(tree, search.matrix.own).cost(search.model.of, search.weights.tolist())


def _priced(search: Search) -> CostSearch:
    from emi.search.solve.cost.least_cost import CostSearch

    assert isinstance(search, CostSearch)  # noqa: S101 - for mypy
    return search
