"""`emi.solve`, and the solutions of questions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from emi import arguments
from emi.errors import OptionError, Unproven
from emi.games.parse import game_of
from emi.objectives.worst_case import WorstCase
from emi.questions.question import Question, QuestionSession
from emi.questions.records import Known, read
from emi.questions.searching import attained, value_of, with_facts
from emi.results.solution import Solution
from emi.search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from emi.games.game import Game
    from emi.objectives.base import Objective
    from emi.proof.certificate import Certificate
    from emi.questions.question import Workers
    from emi.results.strategy import Strategy
    from emi.search.model.limits import Watch
    from emi.search.model.record import Store
    from emi.search.model.written import Outline


@arguments.checked
def solve(
    game: Game | str,
    objective: Objective | None = None,
    *,
    candidates: Iterable[str] | None = None,
    allowed: Iterable[str] | None = None,
    first: str | Sequence[str] | None = None,
    openers: int | None = None,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
    workers: Workers | None = None,
) -> Solution:
    """Find the value of the best strategy of a game.

    Parameters
    ----------
    game : Game or str
        A game, or the name of one, as `emi.game_named` reads it.
    objective : Objective, optional
        `WorstCase` (the default; in Motus, the EMI), `Average` or `Guaranteed`.
    candidates : iterable of str, optional
        The secrets still possible; by default all.
    allowed : iterable of str, optional
        The guesses that are still allowed in hard play (see `Game.hardened`), including every
        candidate; all guesses by default. `emi.Position.allowed` computes them.
    first : str or sequence of str, optional
        The first guess, or several that are made in this order whatever the feedback is; by
        default the best one.
    openers : int, optional
        The number of guesses that are made whatever the feedback is. If ``first`` has fewer, the
        search adds the best one or two. `Solution.opening` has all of them.
    limits : Limits, optional
        By default the search goes on until the value is proven.
    store : Store, optional
        The store of proven bounds, such as an `emi.DiskStore`.
    watch : callable, optional
        Called about twenty times a second with the progress; returns whether to go on.
    workers : Workers, optional
        Workers that share a long search, such as `emi.Processes`. They serve one search at a time.

    Returns
    -------
    Solution

    Raises
    ------
    OptionError
        If the objective is invalid, a candidate or a guess is not in the game or not allowed,
        ``allowed`` is given for a game that allows all guesses, the weights are not positive
        integers (one for each secret), or no strategy keeps to the guesses that `Average` allows.
    MemoryNeedError
        If the game is too large.

    Examples
    --------
    >>> import emi
    >>> game = emi.Motus(["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES",
    ...                   "LOGIONS", "LOGIQUE"])
    >>> [str(solve(game, how).bounds) for how in (emi.WorstCase(), emi.Average())]
    ['2', '15']
    >>> len(solve(game, emi.Guaranteed(1)).missed)
    7
    """
    game = game_of(game)
    if game.several:
        beside = {"candidates": candidates, "allowed": allowed, "first": first, "openers": openers}
        if refused := next((name for name, value in beside.items() if value), ""):
            raise OptionError("not supported for several boards", **{refused: game.name})
        return game.start(limits=limits, watch=watch).value(objective)
    question = Question(
        game, WorstCase() if objective is None else objective,
        limits=limits or Limits(), store=store, watch=watch, workers=workers,
    )  # fmt: skip
    return solution_of(replace(question.at(candidates, allowed), first=first, openers=openers))


def known_solution(question: Question) -> Solution:
    """Return a solution from stored facts alone, those about other objectives included.

    Nothing is searched: neither the matrix nor the kernels are needed.
    """
    return _solution(question, with_facts(question, read(question).known), None)


def solution_of(question: Question, lower: int = 0) -> Solution:
    """Return the solution of a question; ``lower`` is a known lower bound.

    If a limit is reached, the solution has bounds that do not meet.

    Raises
    ------
    OptionError
        If no strategy keeps to the guesses that the objective allows.
    MemoryNeedError
        If the game is too large.
    """
    return _solution(question, *value_of(question, lower))


def best_strategy(question: Question) -> Strategy:
    """Return a strategy that attains the value; raise Stopped if a limit is reached before."""
    from emi.results.strategy import Strategy

    outline, bounds = attained(question)
    if not bounds.proven:
        raise Stopped
    return Strategy(question.game, outline.strategy)


def _solution(question: Question, facts: Known, nodes: int | None) -> Solution:
    """Return known facts about a question as a solution; ``nodes`` is None without a search."""
    if not facts.bounds.proven:
        facts = replace(facts, outline=None)
    game, objective, members = question.game, question.objective, question.members
    strategy, missed = objective.strategy_facts(facts.outline), None
    if strategy.missed is not None:
        missed = tuple(game.secrets[secret] for secret in strategy.missed)
    every = question.weights
    weights = every if members is None else [every[at] for at in members]
    upper, guess = facts.bounds.upper, facts.guess
    if upper is not None and not facts.bounds.proven and upper >= objective.one_by_one(weights):
        guess = "".join(question.opening[:1])
    return Solution(
        game=game.facts, objective=objective, tries=objective.tries, bounds=facts.bounds,
        first_guess=guess, opening=facts.openers(question), candidates=len(weights),
        weight=sum(weights),
        worst=strategy.worst, at_worst=strategy.at_worst, worst_proven=strategy.worst_proven,
        missed=missed,
        nodes=nodes or 0, seconds=question.session.seconds,
        stored=nodes is None and facts.bounds != question.first_bounds,
        # A solution outlives the search, so it must not hold the matrix.
        source=Source(replace(question, session=QuestionSession()), facts),
    )  # fmt: skip


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
        from emi.results.strategy import Strategy

        question = self.question
        if self.known.outline is not None:
            return Strategy(question.game, self.known.outline.strategy)
        limited, bounds = self._asked(watch, limits or Limits()), self.known.bounds
        if bounds.upper is None:
            raise Unproven(
                f"{question.game.name}: {question.objective.name} {bounds} has no upper bound, so "
                "no strategy is available"
            )
        try:
            outline, _ = attained(limited, None if bounds.proven else bounds.upper)
        except Stopped:
            raise Stopped(
                f"{question.game.name}: stopped before there was a strategy for "
                f"{question.objective.name} {bounds}; expected more time"
            ) from None
        return Strategy(question.game, outline.strategy)

    def certificate(self, watch: Watch | None = None, limits: Limits | None = None) -> Certificate:
        """Return the certificate of the value, as `emi.Solution.certificate` does."""
        from emi.questions.certifying import certified

        return certified(self._asked(watch, limits or Limits()))

    def here(self, game: Game, store: Store | None) -> Source:
        """Return this source with the game and the store of this process."""
        return replace(self, question=replace(self.question, game=game, store=store))

    def _asked(self, watch: Watch | None, limits: Limits) -> Question:
        """Return the question with the watcher and limits of a later request."""
        store = self.question.store
        return replace(
            self.question, limits=limits, watch=watch, workers=None, session=QuestionSession(),
            store=None if getattr(store, "closed", False) else store,
        )  # fmt: skip

    def __getstate__(self) -> dict[str, object]:
        # A store belongs to the process that opened it.
        question = replace(self._asked(None, Limits()), store=None)
        return {"question": question, "known": self.known}
