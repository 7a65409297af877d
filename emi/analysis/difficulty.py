"""The difficulty of each secret of a game, and the secrets that it is confused with."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from emi.games.parse import game_of
from emi.objectives.average import Average
from emi.questions.question import Question
from emi.questions.solving import best_strategy, solution_of
from emi.results.fairness import Difficulty, WordDifficulty
from emi.search.model.limits import Limits, Stopped, Watch

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.results.strategy import Strategy
    from emi.search.model.record import Store


def difficulty(
    game: Game | str,
    tries: int | None = None,
    *,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
) -> Difficulty:
    """Find how many guesses each secret of a game takes.

    Parameters
    ----------
    game : Game or str
        As of `emi.solve`.
    tries : int, optional
        The tries of a player, reported in the result; by default those of the game.
    limits, store, watch
        As in `emi.solve`; the limits apply to all questions together.

    Returns
    -------
    Difficulty

    Raises
    ------
    Stopped
        If a limit is reached before a strategy with the least worst case is known.

    Examples
    --------
    >>> import emi
    >>> found = difficulty(emi.Motus(["CAFES", "CAGES", "CAKES", "CARIE", "CHUTE"]))
    >>> [(one.secret, one.guarantee) for one in found.words][-1][1], str(found.worst)
    (1, '3')
    """
    game = game_of(game)
    limits = (limits or Limits()).begun()
    question = Question(game, limits=limits, store=store, watch=watch)
    worst = solution_of(question).bounds
    if not worst.proven:
        raise Stopped
    sure = _sure(question, worst.upper)
    guarantee = _found(sure)
    average: dict[str, tuple[int, tuple[str, ...]]] = {}
    least = question.asking(Average())
    solution = solution_of(least)
    if solution.proven:
        average = _found(solution.strategy())
    words = [
        WordDifficulty(game.name, secret, made, average[secret][0] if average else None, confused)
        for secret, (made, confused) in guarantee.items()
    ]
    words.sort(key=lambda one: (-one.guarantee, -(one.average or 0), one.secret))
    return Difficulty(game.facts, game.tries if tries is None else tries, worst, tuple(words))


def _sure(question: Question, within: int | None) -> Strategy:
    """Return a strategy with the least worst case; if there is time, with the least average too."""
    hurried = replace(question, limits=question.limits.within(question.limits.remaining / 2))
    solution = solution_of(hurried.asking(Average(within)))
    return solution.strategy() if solution.proven else best_strategy(question)


def _found(strategy: Strategy) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Return for each secret the guesses needed, and the secrets separated from it last."""
    game, found = strategy.game, dict[str, tuple[int, tuple[str, ...]]]()
    waiting = [(strategy.tree, 1, ())]
    while waiting:
        node, made, above = waiting.pop()
        guess = game.guesses[node.guess]
        codes = tuple(game.secrets[secret] for secret in node.members)
        near = codes if made > 1 and len(codes) > 1 else above
        if guess in codes:
            found[guess] = made, tuple(code for code in near if code != guess)
        waiting += [(below, made + 1, near) for below in node.branches]
    return found
