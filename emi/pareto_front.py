"""The Pareto front: for each number of tries the fewest misses, and then the least average."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from emi.pareto_rows import ParetoRow
from emi.solving import Question
from search.model.limits import Stopped
from search.model.objective import Average, Guaranteed, MissesThenAverage, WorstCase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from emi.solving import Solution
    from search.model.limits import Limits
    from search.model.record import Store
    from search.model.strategy import Strategy as Tree
    from search.solve.session import Watch


def pareto(
    game: Game,
    *,
    tries: Sequence[int] | None = None,
    weights: Sequence[int] | None = None,
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
    weights : sequence of int, optional
        By default all secrets weigh the same.
    limits, store, watch
        As of `emi.solve`.

    Returns
    -------
    list of ParetoRow
        In the order of the tries, the last is that of any number of tries; none if not even the
        least average was proven. Where a limit was reached the misses are bounds, reached by a
        strategy of the least average.

    Examples
    --------
    >>> import emi
    >>> game = emi.Motus(["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES",
    ...                   "LOGIONS", "LOGIQUE"])
    >>> [(row.tries, row.misses_upper, row.total_upper) for row in pareto(game)]
    [(1, 7, 15), (2, 0, 15), (None, 0, 15)]
    """
    going = True

    def watched(progress: object) -> bool:
        nonlocal going
        going = going and (watch is None or watch(progress))  # type: ignore[arg-type]
        return going

    question = Question(game, limits=limits, store=store, watch=watched)
    least = question.solve(Average(weights=weights))
    if least.tree is None:
        return []
    if tries is None:
        upper = question.solve(WorstCase()).bounds.upper
        tries = range(1, (upper or len(game.secrets)) + 1)
    rows: list[ParetoRow] = []
    for number in tries:
        if not going:
            return rows
        began = time.monotonic()
        best = fewest_misses(question, number, least)
        missed = tuple(game.secrets[secret] for secret in best.missed)
        rows.append(
            ParetoRow(
                number, len(game.secrets), best.least, best.misses, best.total, best.total,
                least.weight, best.tree.depth, game.guesses[best.tree.guess], missed,
                time.monotonic() - began,
            )
        )  # fmt: skip
    total = least.bounds.lower
    rows.append(
        ParetoRow(
            None, len(game.secrets), 0, 0, total, total, least.weight, least.tree.depth,
            least.first_guess, (), least.seconds,
        )
    )  # fmt: skip
    return rows


@dataclass(frozen=True)
class FewestMisses:
    """A strategy of the fewest misses known, and of the least average with so few, proven.

    Parameters
    ----------
    least : int
        No strategy misses fewer.
    misses : int
        What takes it more than the tries allowed, weighted if there are weights.
    total : int
        Its tries for all secrets, weighted as well; no strategy that misses as few takes fewer.
    missed : tuple of int
        The secrets that it misses, in order.
    tree : search.model.strategy.Strategy
        It finds every secret.
    """

    least: int
    misses: int
    total: int
    missed: tuple[int, ...]
    tree: Tree

    @property
    def proven(self) -> bool:
        """Whether no strategy misses fewer."""
        return self.least == self.misses


def fewest_misses(question: Question, tries: int, least: Solution) -> FewestMisses:
    """Find a strategy that misses the fewest secrets, and of these one of the least average.

    Parameters
    ----------
    question : Question
    tries : int
        At least 1; a secret that takes more is missed.
    least : Solution
        The least average of the same game, with the same weights and first guess.

    Returns
    -------
    FewestMisses
        Where a limit was reached, or whoever watches said so, it is the strategy of the least
        average, and may not be proven.

    Raises
    ------
    Stopped
        If the least average is not proven.
    AssertionError
        If a strategy does not keep to what is proven of it: then the search is wrong.
    """
    if least.tree is None:
        raise Stopped
    weights = least.objective.weights
    known = _held(least, tries, least.tree, least.bounds.lower)
    # What has the least average of all has it among those that miss as few.
    if known.misses == 0:
        return known
    misses = question.solve(Guaranteed(tries, weights)).bounds
    known = replace(known, least=misses.lower)
    if known.proven or not misses.proven:
        return known
    if misses.lower == 0:
        # Where nothing need be missed it is quicker to forbid a miss than to make it dear.
        price = 0
        found = question.solve(Average(tries, weights))
    else:
        # More than any total there need be: what is left after the tries allowed, which are fewer
        # than the known strategy may take, is found by that strategy, played from its beginning.
        price = 2 * known.tree.depth * least.weight
        floor = price * misses.lower + known.total
        found = question.solve(MissesThenAverage(tries, price, weights), floor)
    if found.tree is None:
        return known
    total = found.bounds.lower - price * misses.lower
    return _held(least, tries, found.tree, total, misses.lower)


def _held(
    least: Solution, tries: int, tree: Tree, total: int, misses: int | None = None
) -> FewestMisses:
    """Play a strategy, and hold it to the total and the misses that are proven of it."""
    taken = tree.tries(len(least.game.secrets)).tolist()
    each = least.objective.weights or [1] * len(taken)
    missed = tuple(secret for secret, took in enumerate(taken) if took > tries)
    found = FewestMisses(
        misses or 0,
        sum(each[secret] for secret in missed),
        sum(weight * took for weight, took in zip(each, taken, strict=True)),
        missed,
        tree,
    )
    if found.total != total or misses not in (None, found.misses):
        raise AssertionError(
            f"{least.game.name}: a strategy takes {found.total} tries and misses "
            f"{found.misses} within {tries}, proven are {total} and {misses}"
        )
    return found
