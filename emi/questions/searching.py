"""The search for the value of a question, which starts from known facts, and its strategy.

The facts are in its own records and in those of other objectives: a proven worst case tells for
which numbers of tries secrets are missed, a guarantee bounds the worst case in turn, and a strategy
that finds every secret gives an upper bound for every objective.
"""

from __future__ import annotations

import math
import warnings
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from emi.errors import OptionError
from emi.objectives.average import Average
from emi.objectives.base import Misses
from emi.objectives.guaranteed import Guaranteed
from emi.objectives.worst_case import WorstCase
from emi.questions.records import (
    Known,
    Records,
    keep_strategy,
    keep_upper,
    keeping_session,
    read,
    stored,
)
from emi.search.model.bounds import Bounds, ContradictionError
from emi.search.model.limits import Limits, Stopped
from emi.search.model.written import Outline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from emi.objectives.base import Objective
    from emi.questions.question import Question
    from emi.search.model.record import Proven
    from emi.search.model.strategy import Strategy as Tree
    from emi.search.solve.base import Search
    from emi.search.solve.session import Progress, Session

#: Guarantees are looked up for up to this many tries.
MOST_TRIES = 12
#: A settled question has at most this many records; open ones may have too many to read.
FEW_RECORDS = 4
#: Time limit in seconds for checking, in hard play with a prescribed first guess, whether a number
#: of tries suffices.
CHECKING = 10.0
#: The share of a time limit for the search of a strategy: writing takes some time too.
SEARCHING = 0.5
#: The seconds for writing a strategy after the search was interrupted.
WRITING = 5.0


class _Fact(NamedTuple):
    """Known facts about an objective.

    If ``otherwise``, they are about any first guess, and only their lower bounds apply.
    """

    objective: Objective
    known: Known
    otherwise: bool = False

    def misses(self, weights: Sequence[int], objective: Objective) -> Iterator[Misses]:
        """Yield the bounds on misses that follow, in the weights of an objective."""
        alike = self.objective.weights == objective.weights
        for miss in self.objective.misses(self.known.bounds, self.known.guess or None):
            said = miss
            if not alike:
                # A missed secret weighs at least as much as the lightest one.
                said = miss._replace(lower=min(weights) * (miss.lower > 0))
                said = said if miss.upper == 0 else said._replace(upper=None)
            yield said._replace(upper=None) if self.otherwise else said


def with_facts(question: Question, own: Known) -> Known:
    """Return the known facts about a question, from its own records and those of other objectives.

    Other objectives are only consulted if the value is not known.
    """
    if question.store is None or own.bounds.proven:
        return own
    if (question.objective.tries or MOST_TRIES) < question.begun:
        # An additional guess made regardless of the feedback need not find another secret.
        return own
    facts, weights = [*_facts(question)], question.weights
    try:
        best = _reached(question, facts, own)
        misses = [miss for fact in facts for miss in fact.misses(weights, question.objective)]
        lower, upper, guess = question.objective.implied(misses, min(weights))
        bounds = best.bounds.tightened(lower, None)
        if upper is not None and guess and (bounds.upper is None or upper < bounds.upper):
            return Known(bounds.tightened(0, upper), guess)
    except ContradictionError:
        # The search will report the fault.
        return own
    return replace(best, bounds=bounds)


def _facts(question: Question) -> Iterator[_Fact]:
    """Yield the known facts about the same position by other objectives."""
    weights = question.objective.weights
    others: list[Objective] = [WorstCase(), Average()]
    if weights is not None:
        others.append(Average(weights=weights))
    others += [
        Guaranteed(tries, weights) for tries in range(max(question.begun, 1), MOST_TRIES + 1)
    ]
    for objective in others:
        if objective != question.objective:
            yield _Fact(objective, read(question.asking(objective), most=FEW_RECORDS).known)
    if question.begun:
        from_any = replace(question, objective=WorstCase(), first=None, openers=None)
        yield _Fact(WorstCase(), read(from_any, most=FEW_RECORDS).known, otherwise=True)


def _reached(question: Question, facts: Sequence[_Fact], own: Known) -> Known:
    """Return the known facts, improved by the best known strategy that finds every candidate."""
    best = own
    for fact in facts:
        outline = fact.known.outline
        if outline is None or outline.missed or fact.otherwise:
            continue
        reached, upper = question.objective.reached(outline, question.weights), best.bounds.upper
        if reached is not None and (upper is None or reached <= upper):
            guess = question.game.guesses[outline.nodes[0].guess]
            best = Known(best.bounds.tightened(0, reached), guess, outline)
    return best


def value_of(question: Question, lower: int = 0) -> tuple[Known, int | None]:
    """Search for the value, starting from known facts; return it with the number of sets examined.

    ``lower`` is a known lower bound. The number is None if nothing was searched. Raise OptionError
    if no strategy keeps to the guesses that the objective allows.
    """
    records = read(question)
    facts = with_facts(question, records.known)
    check_within(question, facts)
    if facts.bounds.proven and (facts.outline or not question.objective.priced):
        return facts, None
    if facts.bounds.lower > records.known.bounds.lower:
        lower = max(lower, facts.bounds.lower)
    try:
        search = searched(question, records, lower)
    except Stopped:
        return facts, 0
    return _combined(question, records, facts, search), search.nodes


def check_within(question: Question, known: Known) -> None:
    """Raise OptionError for an objective that allows fewer guesses than any strategy needs.

    The check is about all first guesses. In hard play with a prescribed first guess it has a time
    limit, because it may take longer than the search, which raises the same error.
    """
    game, within = question.game, question.objective.within
    if within is None or known.bounds.proven:
        return
    least = worst_case(question, within)
    if least.lower > within:
        said = "the EMI is" if game.of_cells else "the worst case is"
        raise OptionError(
            f"no strategy finds every secret of {game.name} within these tries: {said} {least}",
            within=within,
        )


def worst_case(question: Question, within: int) -> Bounds:
    """Return bounds on the worst case, as tight as needed to decide about ``within`` tries."""
    watch = question.watch
    seconds = CHECKING if question.opening and question.game.hard else math.inf

    def decided(bounds: Bounds) -> bool:
        return bounds.lower > within or (bounds.upper is not None and bounds.upper <= within)

    def undecided(progress: Progress) -> bool:
        return not decided(progress.bounds) and (watch is None or watch(progress))

    worst = replace(
        question, objective=WorstCase(), first=None, openers=None, watch=undecided,
        limits=question.limits.within(seconds),
    )  # fmt: skip
    stored_bounds = with_facts(worst, read(worst).known).bounds
    return stored_bounds if decided(stored_bounds) else value_of(worst)[0].bounds


def searched(question: Question, records: Records | None = None, lower: int = 0) -> Search:
    """Return the search for the value after its run; it starts from the records.

    ``lower`` is a known lower bound on the value. Raise Stopped if there is no time for a matrix,
    and OptionError if no strategy keeps to the guesses that the objective allows.
    """
    from emi.search.solve.question import solve

    records = read(question) if records is None else records
    matrix, restriction = question.made()

    def run(entries: Sequence[Proven], lower: int) -> Search:
        session = keeping_session(question.engine_session(), question, records)
        if question.workers is not None:
            session.team = question.workers.about(
                question.game, question.possible, question.allowed
            )
        search = solve(
            matrix, question.objective, question.candidates, first=question.opening_indices,
            openers=question.openers or 0, restriction=restriction, session=session,
            records=entries, lower=lower,
        )  # fmt: skip
        question.session.nodes += search.nodes
        return search

    try:
        search = run(records.bounds, lower)
    except ContradictionError as error:
        disbelieved(question, error)
        search = run([], 0)
    if search.impossible:
        begun = f" that begins with {', '.join(question.opening)}" * bool(question.opening)
        raise OptionError(
            f"no strategy{begun} finds every secret of {question.game.name} within these tries",
            within=question.objective.tries,
        )
    return search


def disbelieved(question: Question, error: ContradictionError) -> None:
    """Warn that stored facts contradict each other or the result."""
    said = f"{question.game.name}: the cache is wrong and is ignored: {error}"
    warnings.warn(said, stacklevel=3)


def _combined(question: Question, records: Records, known: Known, search: Search) -> Known:
    """Return the result of a search, combined with known facts; store new facts."""
    game, guess, outline = question.game, search.guess, None
    priced = search.bounds.proven and question.objective.priced
    if priced and (pair := written_out(question, records, search)):
        outline = pair[1]
        guess = outline.nodes[0].guess
    if question.begun and guess >= 0 and search.bounds.upper is not None:
        keep_upper(question, search.bounds.upper, guess, outline)
    bounds = search.bounds.tightened(question.first_bounds.lower, None)
    opening = tuple([game.guesses[index] for index in search.opening])
    own = Known(bounds, game.guesses[guess] if guess >= 0 else known.guess, outline, opening)
    try:
        both = bounds.tightened(known.bounds.lower, known.bounds.upper)
    except ContradictionError:
        # The stored facts were wrong; the search did not use them.
        return own
    return replace(own if both.upper == bounds.upper else known, bounds=both)


def written_out(
    question: Question, records: Records, search: Search, session: Session | None = None
) -> tuple[Tree, Outline] | None:
    """Build and store the strategy of a proven value, also as an outline; None if the session ends.

    A stored strategy is used if it attains the value. By default, building may take the time that
    is left of the session of the search.
    """
    if (there := stored(question, records, search.bounds.upper)) is not None:
        strategy, outline = there.outline.strategy, there.outline
    else:
        session = session or keeping_session(search.session.aside(), question, records)
        nodes = search.nodes
        try:
            strategy = search.strategy(session)
        except Stopped:
            return None
        finally:
            question.session.nodes += search.nodes - nodes
        outline = Outline.of(strategy, search.matrix.own, rarest=search.rarest)
    keep_strategy(question, records, search, outline)
    return strategy, outline


def attained(
    question: Question, upper: int | None = None, *, interrupted: bool = False
) -> tuple[Outline, Bounds]:
    """Return a strategy that attains the upper bound, and the bounds; Stopped if there is none.

    With a known ``upper`` bound, the search ends once it has a strategy of this value; else when
    the value is proven. With ``interrupted``, a strategy is written even if the watcher has ended
    the search. If bounds suffice, the search may take half of the time.
    """
    records = read(question)
    if records.known.outline is not None:
        return records.known.outline, records.known.bounds
    check_within(question, records.known)
    records.writing = True
    limits, heard, first_bounds = question.limits, question.watch, question.first_bounds

    def on(progress: Progress) -> bool:
        reached = progress.bounds.upper
        enough = upper is not None and reached is not None and reached <= upper
        # No strategy is behind the bounds before the search.
        enough = enough and reached != first_bounds.upper
        return not enough and (heard is None or heard(progress))

    limited = question if upper is None else replace(question, watch=on)
    if limits.end < math.inf and (interrupted or upper is not None):
        limited = replace(limited, limits=limits.within(limits.remaining * SEARCHING))
    search = searched(limited, records)
    whole = replace(question, limits=replace(limits, nodes=math.inf))
    session = keeping_session(whole.engine_session(), whole, records)
    if interrupted and not session.go_on() and not limits.passed:
        aside = replace(question, watch=None, limits=Limits(seconds=WRITING))
        session = keeping_session(aside.engine_session(), aside, records)
    if search.bounds.proven and (pair := written_out(whole, records, search, session)):
        return pair[1], search.bounds
    outline = _best_found(question, search, session)
    reached = question.objective.reached(outline, question.weights)
    return outline, Bounds(max(search.bounds.lower, first_bounds.lower), reached)


def _best_found(question: Question, search: Search, session: Session) -> Outline:
    """Return the best strategy that is found quickly, where the value is not proven.

    A heuristic comes first: its strategy is written soon, and often attains the upper bound. The
    strategy of the search attains it too, but may take longer to write. Raise Stopped if the
    session ends before there is a strategy.
    """
    if question.begun > len(search.opening):
        raise Stopped
    own = search.matrix.own[search.matrix.start]
    best, least, upper = None, math.inf, search.bounds.upper
    heuristic = partial(by_heuristic, question, search, session.go_on)
    for way in (heuristic, partial(search.good_strategy, session)):
        with suppress(Stopped):
            outline = Outline.of(way(), own)
            reached = question.objective.reached(outline, question.weights)
            if reached is not None and reached < least:
                best, least = outline, reached
        if upper is not None and least <= upper:
            break
    if best is None:
        raise Stopped
    return best


def by_heuristic(question: Question, search: Search, go_on: Callable[[], bool]) -> Tree:
    """Return the strategy of the heuristic PossibleSum; raise Stopped if ``go_on`` is False."""
    from emi.search.heuristics.heuristic import HEURISTICS
    from emi.search.heuristics.play import chooser
    from emi.search.model.strategy import build

    # Candidates are allowed in hard play too, and are quicker to choose from.
    choose = chooser(search.matrix, HEURISTICS["Sum"].among_candidates(), go_on)
    most = question.objective.tries if question.objective.may_miss else None
    return build(
        search.matrix, search.members, choose, opening=search.opening,
        last=lambda count: count + 1 == most,
    )  # fmt: skip
