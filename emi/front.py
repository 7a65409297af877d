"""The front: for each number of tries the fewest misses, and the least average with so few."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from emi.fewest import fewest
from emi.optimum import Optimum, Question, average
from emi.pareto_rows import ParetoRow
from emi.solving import solve
from search.model.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from emi.lexicon.weights import Weights
    from emi.optimum import Watch
    from search.model.facts import Store


def front(
    game: Game,
    *,
    tries: Sequence[int] | None = None,
    weights: Weights | None = None,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
) -> list[ParetoRow]:
    """Find the fewest misses for each number of tries, and the least average with so few.

    Parameters
    ----------
    game : Game
    tries : sequence of int, optional
        By default 1 up to the worst case.
    weights : Weights, optional
        By default all secrets weigh the same.
    limits : Limits, optional
        For each row.
    store : Store, optional
        Where proven bounds are read and kept.
    watch : callable, optional
        Receives the progress about twenty times a second; returns whether to go on.

    Returns
    -------
    list of ParetoRow
        In the order of the tries, the last is that of any number of tries; none if not even the
        least average was proven. Where a limit was reached the misses are bounds, reached by a
        strategy of the least average.
    """
    limits = limits or Limits()
    going = True

    def watched(progress: object) -> bool:
        nonlocal going
        going = going and (watch is None or watch(progress))
        return going

    def question() -> Question:
        return Question(game, weights=weights, limits=limits, store=store, watch=watched)

    rows: list[ParetoRow] = []
    least = average(question())
    if least.upper is None or least.strategy is None:
        return rows
    if tries is None:
        worst = solve(game, limits=limits, store=store, watch=watched)
        tries = range(1, worst.bounds.upper + 1)
    for number in tries:
        if not going:
            return rows
        rows.append(_row(question(), number, least))
    rows.append(
        ParetoRow(
            tries=None,
            words=len(game.secrets),
            misses_lower=0,
            misses_upper=0,
            total_lower=least.lower,
            total_upper=least.upper,
            weight=least.weight,
            worst=least.strategy.depth,
            first_guess=least.first_guess,
            missed=(),
            seconds=least.seconds,
        )
    )
    return rows


def _row(question: Question, tries: int, least: Optimum) -> ParetoRow:
    """Return the row of a number of tries."""
    game = question.game
    began = time.monotonic()
    best = fewest(question, tries, least)
    return ParetoRow(
        tries=tries,
        words=len(game.secrets),
        misses_lower=best.least,
        misses_upper=best.misses,
        total_lower=best.total,
        total_upper=best.total,
        weight=question.weight,
        worst=best.strategy.depth,
        first_guess=game.guesses[best.strategy.guess],
        missed=tuple(game.secrets[secret] for secret in best.missed),
        seconds=time.monotonic() - began,
    )
