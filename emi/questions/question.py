"""Questions about a game: translate codes for the engine, and results into a solution."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from emi.errors import OptionError, Unproven
from emi.objectives.worst_case import WorstCase
from emi.questions import facts, keeping
from emi.questions.keeping import Known
from emi.questions.query import Query
from emi.questions.searching import best_found, combined, searched, written_out
from emi.questions.session import Session
from emi.results.solution import Solution
from emi.results.strategy import Strategy
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Limits, Stopped
from emi.search.model.written import Proof

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.proof.certificate import Certificate, Shown
    from emi.search.model.record import Store
    from emi.search.model.written import Outline, Refutation
    from emi.search.solve.base import Search
    from emi.search.solve.session import Progress
from emi.search.model.limits import Watch

#: Time limit in seconds for checking, in hard play with a prescribed first guess, whether a number
#: of tries suffices.
CHECKING = 10.0
#: The share of a time limit for the search of a strategy: writing takes some time too.
SEARCHING = 0.5
#: The seconds for writing a strategy after the search was interrupted.
WRITING = 5.0
#: The work (nodes times guesses) allowed for the refutation of a proof: half a minute.
LOOKS = 400_000_000


@dataclass(frozen=True, eq=False)
class Question(Query):
    """A query that can be answered. Parameters and errors as of `emi.questions.query.Query`."""

    def known(self) -> Solution:
        """Return the known facts about the value from the store, by this objective or others.

        Nothing is searched: neither the matrix nor the kernels are needed.
        """
        kept = keeping.read(self)
        return self._solution(facts.with_facts(self, kept.known), stored=True)

    def solve(self, lower: int = 0) -> Solution:
        """Find the value; ``lower`` is a known lower bound.

        If a limit is reached, the solution has bounds.

        Raises
        ------
        OptionError
            If no strategy keeps to the guesses that the objective allows.
        MemoryNeedError
            If the game is too large.
        """
        kept = keeping.read(self)
        known = facts.with_facts(self, kept.known)
        self._check_within(known)
        if known.bounds.proven and (known.outline or not self.objective.priced):
            return self._solution(known, stored=True)
        if known.bounds.lower > kept.known.bounds.lower:
            lower = max(lower, known.bounds.lower)
        try:
            found = searched(self, kept, lower)
        except Stopped:
            return self._solution(known)
        return self._solution(combined(self, kept, known, found), nodes=found.nodes)

    def _solution(self, known: Known, *, nodes: int = 0, stored: bool = False) -> Solution:
        """Return the known facts as a solution."""
        if not known.bounds.proven:
            known = replace(known, outline=None)
        game, objective, members = self.game, self.objective, self.members
        strategy, missed = objective.strategy_facts(known.outline), None
        if strategy.missed is not None:
            missed = tuple(game.secrets[secret] for secret in strategy.missed)
        every = self.weights
        weights = every if members is None else [every[at] for at in members]
        upper, guess = known.bounds.upper, known.guess
        if upper is not None and not known.bounds.proven and upper >= objective.one_by_one(weights):
            guess = "".join(self.opening[:1])
        return Solution(
            game=game.facts, objective=objective, tries=objective.tries, bounds=known.bounds,
            first_guess=guess, opening=known.openers(self), candidates=len(weights),
            weight=sum(weights),
            worst=strategy.worst, at_worst=strategy.at_worst, worst_proven=strategy.worst_proven,
            missed=missed,
            nodes=nodes, seconds=self.session.seconds,
            stored=stored and known.bounds != self.first_bounds,
            # A solution outlives the search, so it must not hold the matrix.
            source=Source(replace(self, session=Session()), known),
        )  # fmt: skip

    def _check_within(self, known: Known) -> None:
        """Raise OptionError for an objective that allows fewer guesses than any strategy needs.

        The check uses the worst case over all first guesses. In restricted play, this check may
        take longer than everything else, so it has a time limit with a prescribed first guess: the
        search will find out anyway.
        """
        within = self.objective.within
        if within is None or known.bounds.proven:
            return
        least = self.worst_case(within)
        if least.lower > within:
            said = "the EMI is" if self.game.of_cells else "the worst case is"
            raise OptionError(
                f"no strategy finds every secret of {self.game.name} within these tries: {said} "
                f"{least}",
                within=within,
            )

    def worst_case(self, within: int) -> Bounds:
        """Return bounds on the worst case, as tight as needed to decide about ``within`` tries."""
        watch = self.watch
        seconds = CHECKING if self.opening and self.game.hard else math.inf

        def decided(bounds: Bounds) -> bool:
            return bounds.lower > within or (bounds.upper is not None and bounds.upper <= within)

        def undecided(progress: Progress) -> bool:
            return not decided(progress.bounds) and (watch is None or watch(progress))

        worst = replace(
            self, objective=WorstCase(), first=None, openers=None, watch=undecided,
            limits=self.limits.within(seconds),
        )  # fmt: skip
        known = worst.known().bounds
        return known if decided(known) else worst.solve().bounds

    def search(self) -> Search:
        """Return the search for the value after its run: its engine answers further questions."""
        return searched(self, keeping.read(self))

    def strategy(self) -> Strategy:
        """Return a strategy that attains the value; raise Stopped if a limit is reached before."""
        return Strategy(self.game, self.outline().strategy)

    def outline(self) -> Outline:
        """Return a strategy that attains the value, in indices; Stopped as in `strategy`."""
        outline, bounds = self.attained()
        if not bounds.proven:
            raise Stopped
        return outline

    def attained(
        self, upper: int | None = None, *, interrupted: bool = False
    ) -> tuple[Outline, Bounds]:
        """Return a strategy that attains the upper bound, and the bounds.

        Where bounds suffice, the search may take half of the time.

        Parameters
        ----------
        upper : int, optional
            A known upper bound: the search ends once it has a strategy of this value. By default
            it ends when the value is proven.
        interrupted : bool
            Whether to write a strategy also after the watcher has ended the search.

        Raises
        ------
        Stopped
            If there is no strategy when a limit is reached or the watcher ends the search.
        """
        kept = keeping.read(self)
        known = kept.known
        if known.outline is not None:
            return known.outline, known.bounds
        self._check_within(known)
        kept.records.writing = True
        limits, heard = self.limits, self.watch

        def on(progress: Progress) -> bool:
            reached = progress.bounds.upper
            enough = upper is not None and reached is not None and reached <= upper
            # No strategy is behind the bounds before the search.
            enough = enough and reached != self.first_bounds.upper
            return not enough and (heard is None or heard(progress))

        asked = self if upper is None else replace(self, watch=on)
        if limits.end < math.inf and (interrupted or upper is not None):
            asked = replace(asked, limits=limits.within(limits.remaining * SEARCHING))
        found = searched(asked, kept)
        whole = replace(self, limits=replace(limits, nodes=math.inf))
        session = whole.engine_session(kept.records)
        if interrupted and not session.go_on() and not limits.passed:
            aside = replace(self, watch=None, limits=Limits(seconds=WRITING))
            session = aside.engine_session(kept.records)
        if found.bounds.proven and (made := written_out(whole, kept, found, session)):
            return made[1], found.bounds
        outline = best_found(self, found, session)
        reached = self.objective.reached(outline, self.weights)
        return outline, Bounds(max(found.bounds.lower, self.first_bounds.lower), reached)

    def proof(self) -> Proof:
        """Return the proof of the worst case; raise Stopped if no strategy is found in time.

        If a limit is reached later, or a refutation without symmetry takes more than `LOOKS`, the
        proof has none. The proof covers all secrets of a game without hard play. If the checker
        knows the symmetry of the game, the refutation uses it; otherwise it uses the core of
        `emi.search.solve.worst_case.shrink.shrunk_refutation`. Both halves are the same whatever
        the store held, except for an imported strategy.
        """
        from emi.questions.writing import Writing, prove

        writing = Writing(self.asking(WorstCase()), shared=False)
        refutation: Refutation | None = None
        with suppress(Stopped):
            _, refutation = prove(writing, LOOKS)
        if writing.outline is None:
            raise Stopped
        return Proof(writing.outline, refutation)

    def known_refutation(self) -> Refutation | None:
        """Return the stored refutation of one guess less than the worst case, if there is one."""
        return keeping.read(self.asking(WorstCase()), proof=True).refutation

    def certificate(self) -> Certificate:
        """Return the certificate of the value, as `emi.Solution.certificate` does.

        The search may take half of the time, and the node limit applies to the search only. If the
        search reaches a limit, the certificate states bounds; if time then runs out before the
        proof of the lower bound is written, the proof is omitted.
        """
        from emi.questions import certifying

        certifying.check(self)
        self._check_within(keeping.read(self).known)
        return certifying.certificate(self)

    def shown(self) -> Shown:
        """Return the proof of the value of a priced objective; Stopped if it is not proven."""
        from emi.questions import certifying

        return certifying.shown(self)


@dataclass(frozen=True)
class Source:
    """Provides the strategy and the certificate of a solution on demand."""

    question: Question
    known: Known

    @property
    def outline(self) -> Outline | None:
        """A strategy that attains the value, in indices, if found or stored."""
        return self.known.outline

    def strategy(self, watch: Watch | None = None, limits: Limits | None = None) -> Strategy:
        """Return the strategy behind the upper bound, as `emi.Solution.strategy` does."""
        question = self.question
        if self.known.outline is not None:
            return Strategy(question.game, self.known.outline.strategy)
        asked, bounds = self._asked(watch, limits or Limits()), self.known.bounds
        if bounds.upper is None:
            raise Unproven(
                f"{question.game.name}: {question.objective.name} {bounds} has no upper bound, so "
                "no strategy is available"
            )
        try:
            outline, _ = asked.attained(None if bounds.proven else bounds.upper)
        except Stopped:
            raise Stopped(
                f"{question.game.name}: stopped before there was a strategy for "
                f"{question.objective.name} {bounds}; expected more time"
            ) from None
        return Strategy(question.game, outline.strategy)

    def certificate(self, watch: Watch | None = None, limits: Limits | None = None) -> Certificate:
        """Return the certificate of the value, as `emi.Solution.certificate` does."""
        return self._asked(watch, limits or Limits()).certificate()

    def here(self, game: Game, store: Store | None) -> Source:
        """Return this source with the game and the store of this process."""
        return replace(self, question=replace(self.question, game=game, store=store))

    def _asked(self, watch: Watch | None, limits: Limits) -> Question:
        """Return the question with the watcher and limits of a later request."""
        store = self.question.store
        return replace(
            self.question, limits=limits, watch=watch, workers=None, session=Session(),
            store=None if getattr(store, "closed", False) else store,
        )  # fmt: skip

    def __getstate__(self) -> dict[str, object]:
        # A store belongs to the process that opened it.
        question = replace(self._asked(None, Limits()), store=None)
        return {"question": question, "known": self.known}
