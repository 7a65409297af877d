"""The front: for each number of tries the fewest misses, and the least average with so few."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from emi.answer import solve
from emi.optimum import Optimum, Question, average, guaranteed
from reports.front.row import FrontRow
from search.limits import Limits, Stopped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from emi.optimum import Watch
    from emi.weights import Weights
    from search.facts import Store
    from search.strategy import Strategy


def front(
    game: Game,
    *,
    tries: Sequence[int] | None = None,
    weights: Weights | None = None,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
) -> list[FrontRow]:
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
    list of FrontRow
        Those reached, in the order of the tries; the last is that of any number of tries.
    """
    limits = limits or Limits()
    going = True

    def watched(progress: object) -> bool:
        nonlocal going
        going = going and (watch is None or watch(progress))
        return going

    def question() -> Question:
        return Question(game, weights=weights, limits=limits, store=store, watch=watched)

    rows: list[FrontRow] = []
    least = average(question())
    if least.upper is None or least.strategy is None:
        return rows
    if tries is None:
        worst = solve(game, limits=limits, store=store, watch=watched)
        tries = range(1, worst.bounds.upper + 1)
    for number in tries:
        if not going:
            return rows
        row = _row(question(), number, least)
        if row is not None:
            rows.append(row)
    rows.append(
        FrontRow(
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


def _row(question: Question, tries: int, least: Optimum) -> FrontRow | None:
    """Return the row of a number of tries, or None if no strategy is known that misses so few."""
    from search.cheapest import written
    from search.costs import Costs
    from search.least_cost import CostSearch

    game = question.game
    began = time.monotonic()
    misses = guaranteed(question, tries)
    if misses.upper is None or not misses.proven:
        return None
    # More than any total there may be of a strategy worth the name; whether it was enough is seen
    # by the misses of what is found.
    deepest = 0 if least.strategy is None else least.strategy.depth
    price = (64 + 2 * deepest) * question.weight
    try:
        options = question.options(f"front at {tries}, {price}")
        facts = options.pop("facts")
        search = CostSearch(question.matrix(), Costs.front(tries, price), **options)
        search.lower = max(search.lower, price * misses.lower + least.lower)
        found = search.run(facts)
        if not found.proven or found.upper is None or found.upper // price != misses.upper:
            return None
        strategy = written(
            search.engine, search.members, 0, found.guess, lambda _: question.go_on()
        )
    except Stopped:
        return None
    return FrontRow(
        tries=tries,
        words=len(game.secrets),
        misses_lower=misses.lower,
        misses_upper=misses.upper,
        total_lower=found.lower - price * misses.upper,
        total_upper=found.upper - price * misses.upper,
        weight=question.weight,
        worst=strategy.depth,
        first_guess=game.guesses[strategy.guess],
        missed=_missed(game, strategy, tries),
        seconds=time.monotonic() - began,
    )


def _missed(game: Game, strategy: Strategy, tries: int) -> tuple[str, ...]:
    """Return the secrets that take a strategy more than so many tries."""
    level = [strategy]
    for _ in range(tries):
        level = [branch for node in level for branch in node.branches]
    late = {int(secret) for node in level for secret in node.members}
    return tuple(code for secret, code in enumerate(game.secrets) if secret in late)
